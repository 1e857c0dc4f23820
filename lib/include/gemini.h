/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Programs written for the original library include <gemini.h>. All declarations of libgm are in
 * <gpcd/gm.h>.
 */
#ifndef GEMINI_H
#define GEMINI_H

#include <gpcd/gm.h>

#endif /* GEMINI_H */
