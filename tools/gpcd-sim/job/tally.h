/* SPDX-License-Identifier: GPL-2.0-only */
/* Totals of an emulated job. */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "gm/wire.h"
#include "netsim/net.h"

/* Number of functions of unknown traffic that are counted by name. */
#define TALLY_NAMES	512

/* A function of unknown traffic. */
struct tally_call {
	char name[JOB_NAME];
	uint64_t count; /* how often it was called */
};

/* Number of values of enum job_end. */
#define TALLY_ENDS	(JOB_ABORTED + 1)

/* Totals of an emulated job. */
struct tally {
	uint32_t ranks; /* that ever connected */
	uint32_t rejected; /* hellos and records */
	uint64_t messages[JOB_GET + 1]; /* by enum job_kind */
	uint64_t local; /* messages within a node */
	uint64_t derived; /* messages that collective operations consist of */
	uint64_t bytes; /* payload of all messages */
	uint64_t derived_bytes; /* payload of derived */
	uint64_t rounds; /* simulated rounds */
	uint64_t hops; /* packets on network links, counted on each link */
	uint64_t cycles; /* router cycles of all rounds */
	uint64_t lost; /* packets lost by failures */
	uint64_t failed; /* requests that failed */
	struct tally_call calls[TALLY_NAMES];
	unsigned int names; /* number of calls[] */
	uint64_t others; /* calls for which calls[] had no room */
	unsigned char *ends; /* by rank: 1 + enum job_end; 0: it finalized or never connected */
	uint32_t places; /* room in ends */
};

/* Make room for the most ranks of a job in totals that are all 0. Return 0 or -ENOMEM. */
int tally_open(struct tally *tally, uint32_t ranks);

/* Free what tally_open() allocated. */
void tally_close(struct tally *tally);

/* Count a record of messages, PUTs or GETs; local: both ranks are on one node. */
void tally_messages(struct tally *tally, const struct job_record *record, bool local);

/* Count a record of calls of unknown traffic. */
void tally_unseen(struct tally *tally, const struct job_record *record);

/* Count how a rank ended. */
void tally_end(struct tally *tally, uint32_t rank, enum job_end end);

/* Count a simulated round. */
void tally_round(struct tally *tally, const struct net *net);

/* Print the totals on standard error. */
void tally_print(const struct tally *tally);

#endif /* TALLY_H */
