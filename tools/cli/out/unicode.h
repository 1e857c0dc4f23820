/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef UNICODE_H
#define UNICODE_H

/*
 * A copy with U+FFFD for every byte that is part of no UTF-8 character, to be
 * freed; NULL: no memory.
 */
char *unicode_clean(const char *bytes);

#endif /* UNICODE_H */
