/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What was sent, and how.
 */
#ifndef AWR_TALLY_H
#define AWR_TALLY_H

#include <stdint.h>
#include <stdio.h>

#include "model/aware.h"

/** TALLY_UNKNOWN - a delivery mode that the program has chosen, and nobody told libawr */
#define TALLY_UNKNOWN 0xffff

/** TALLY_MODES - delivery modes that are told apart; all others are one */
#define TALLY_MODES 12

/**
 * struct tally_row - messages of one delivery mode
 * @mode: the mode
 * @messages: how many
 * @bytes: of all of them
 */
struct tally_row {
	uint16_t mode;
	uint64_t messages;
	uint64_t bytes;
};

/**
 * struct tally - what was sent
 * @rows: number of rows in use
 * @row: by mode, in the order in which modes came up; the last is of all others
 * @reasons: by enum model_reason, messages that libawr has chosen for
 * @alltoalls: calls of MPI_Alltoall(), or pairs of awr_alltoall()
 */
struct tally {
	unsigned int rows;
	struct tally_row row[TALLY_MODES + 1];
	uint64_t reasons[MODEL_NO_SAMPLE + 1];
	uint64_t alltoalls;
};

/**
 * tally_add() - count a message
 * @tally: the tally
 * @mode: the delivery mode that it was sent with
 * @bytes: its size
 */
void tally_add(struct tally *tally, uint16_t mode, uint64_t bytes);

/**
 * tally_print() - say what was sent, a line for each delivery mode
 * @tally: the tally
 * @nic: address of the NIC, which begins each line; 0: there is none
 * @to: where to; lines are written at once
 */
void tally_print(const struct tally *tally, uint32_t nic, FILE *to);

#endif /* AWR_TALLY_H */
