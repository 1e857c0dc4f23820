/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers in the texts that the simulator reads: lists of messages, programs. */
#ifndef NETSIM_NUMBER_H
#define NETSIM_NUMBER_H

#include <stdint.h>

/*
 * Parse a word of decimal digits alone. Returns 0, -EINVAL for any other word, or -ERANGE for more
 * than 64 bits.
 */
int net_number(const char *word, uint64_t *value);

#endif /* NETSIM_NUMBER_H */
