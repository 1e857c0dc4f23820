/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts of messages sent, by delivery mode. */
#ifndef AWR_TALLY_H
#define AWR_TALLY_H

#include <stdint.h>
#include <stdio.h>

#include "model/aware.h"

/* A delivery mode that the program has chosen and libawr does not know. */
#define TALLY_UNKNOWN 0xffff

/* Delivery modes that are counted separately; all others share a row. */
#define TALLY_MODES 12

/* Messages of one delivery mode. */
struct tally_row {
	uint16_t mode;
	uint64_t messages;
	uint64_t bytes;	/* of all of them */
};

/* All messages sent. */
struct tally {
	unsigned int rows;	/* in use */
	struct tally_row row[TALLY_MODES + 1];	/* by first use; the last: all other modes */
	uint64_t reasons[MODEL_NO_SAMPLE + 1];	/* messages by enum model_reason */
	uint64_t alltoalls;	/* calls of MPI_Alltoall(), or pairs of awr_alltoall() */
};

/* Count a message and its mode. */
void tally_add(struct tally *tally, uint16_t mode, uint64_t bytes);

/*
 * Print what was sent, one line for each delivery mode. Lines begin with the address of the NIC,
 * unless @nic is 0.
 */
void tally_print(const struct tally *tally, uint32_t nic, FILE *to);

#endif /* AWR_TALLY_H */
