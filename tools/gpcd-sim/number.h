/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * More numbers as people type them: 0, or -EINVAL.
 */
#ifndef NUMBER_H
#define NUMBER_H

/* "0.3", "1e-6"; no sign. */
int number_real(const char *text, double *value);

/* Likewise, 0 to 1. */
int number_part(const char *text, double *value);

/* "64x64x32": three of 1 or more. */
int number_size(const char *text, unsigned int size[3]);

#endif /* NUMBER_H */
