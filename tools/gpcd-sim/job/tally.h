/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An emulated job in a few numbers.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "gm/wire.h"
#include "netsim/net.h"

/** TALLY_NAMES: calls of unknown traffic that are counted each by its name */
#define TALLY_NAMES	512

/**
 * struct tally_call - a call of unknown traffic
 * @name: its name
 * @count: how often it was made
 */
struct tally_call {
	char name[JOB_NAME];
	uint64_t count;
};

/** TALLY_ENDS: places in an array by enum job_end */
#define TALLY_ENDS	(JOB_ABORTED + 1)

/**
 * struct tally - what there was
 * @ranks: that ever connected
 * @refused: hellos and records that were refused
 * @messages: by enum job_kind: messages, PUTs, GETs
 * @local: of all of them, those within a node
 * @derived: those that collective operations are made of
 * @bytes: of payload
 * @derived_bytes: likewise
 * @rounds: that were simulated
 * @hops: packets over network links
 * @cycles: router cycles
 * @calls: of unknown traffic
 * @names: how many of @calls
 * @others: calls for which there was no room
 * @ends: how each rank ended that did not finalize, by enum job_end and one more; 0: it did, or
 *	never came
 * @places: of @ends
 */
struct tally {
	uint32_t ranks;
	uint32_t refused;
	uint64_t messages[JOB_GET + 1];
	uint64_t local;
	uint64_t derived;
	uint64_t bytes;
	uint64_t derived_bytes;
	uint64_t rounds;
	uint64_t hops;
	uint64_t cycles;
	struct tally_call calls[TALLY_NAMES];
	unsigned int names;
	uint64_t others;
	unsigned char *ends;
	uint32_t places;
};

/* For so many ranks; returns 0 or -ENOMEM. */
int tally_open(struct tally *tally, uint32_t ranks);

void tally_close(struct tally *tally);

/* Messages, PUTs, GETs. */
void tally_messages(struct tally *tally, const struct job_record *record, bool local);

/* Calls whose traffic is not known. */
void tally_unseen(struct tally *tally, const struct job_record *record);

/* A rank has gone. */
void tally_end(struct tally *tally, uint32_t rank, enum job_end end);

/* A round that was simulated. */
void tally_round(struct tally *tally, const struct net *net);

/* To standard error. */
void tally_print(const struct tally *tally);

#endif /* TALLY_H */
