/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers of a page: the fewest digits that identify each. */
#ifndef EXPOSE_NUMBER_H
#define EXPOSE_NUMBER_H

#include <stddef.h>

/* Bytes of the longest number, with its NUL. */
#define NUMBER_MOST	32

/*
 * Write a number as strtod(3) reads it again, in the form that %g has for so many digits; whole
 * numbers up to 1e15 have all of theirs. Returns the length; a NUL may follow.
 */
size_t number_write(char text[NUMBER_MOST], double value);

#endif /* EXPOSE_NUMBER_H */
