/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of a counter's file: VALUE, or VALUE@SEC.NSEC with the time when it was read. */
#ifndef NICS_VALUE_H
#define NICS_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest such text, and one more. */
#define NIC_VALUE_ROOM	64

/* What such a text says. */
struct nic_value {
	uint64_t value;
	int64_t ns;	/* CLOCK_REALTIME; -1: the text has no time */
};

/*
 * Parse a text that may end in a newline. VALUE is decimal, of 64 bits at most; with @negative it
 * may also be a negative number of 32 bits, which stands for a counter of 32 bits that has passed
 * their middle. Return whether the text is right.
 */
bool nic_value_parse(const char *text, size_t length, bool negative, struct nic_value *value);

#endif /* NICS_VALUE_H */
