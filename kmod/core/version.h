/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The version of all of gpcd. The Makefile reads it here, so that modules report it however they
 * are built.
 */
#ifndef GPCD_VERSION_H
#define GPCD_VERSION_H

#define GPCD_VERSION "1.0.0"

#endif
