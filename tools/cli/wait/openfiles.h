/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many files may be open at a time: each device is one.
 */
#ifndef CLI_OPENFILES_H
#define CLI_OPENFILES_H

#include <stddef.h>

/**
 * openfiles_raise() - let this process open as many files as its hard limit allows
 *
 * cli_begin() calls it.
 */
void openfiles_raise(void);

/**
 * openfiles_restore() - set the limit to what it was before openfiles_raise()
 *
 * Call it before a child is started, which inherits the limit, and openfiles_raise() after that.
 * Files that are open stay open.
 */
void openfiles_restore(void);

/** openfiles_limit() - return how many files may be open at a time; SIZE_MAX if nobody knows */
size_t openfiles_limit(void);

#endif /* CLI_OPENFILES_H */
