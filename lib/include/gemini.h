/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libgm by the name that programs written for the original library include. All of it is in
 * <gpcd/gm.h>.
 */
#ifndef GEMINI_H
#define GEMINI_H

#include <gpcd/gm.h>

#endif /* GEMINI_H */
