/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Numbers in the texts that the simulator reads: lists of messages, programs.
 */
#ifndef NETSIM_NUMBER_H
#define NETSIM_NUMBER_H

#include <stdint.h>

/**
 * net_number() - read a number
 * @word: decimal digits, and nothing else
 * @value: filled in
 *
 * Return: 0, -EINVAL for any other word, -ERANGE for more than 64 bits.
 */
int net_number(const char *word, uint64_t *value);

#endif /* NETSIM_NUMBER_H */
