/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A round of an emulated job: the messages that ranks logged since the last round go through the
 * network.
 */
#ifndef ROUND_H
#define ROUND_H

#include "machine/simulate.h"
#include "places.h"
#include "schedule.h"
#include "tally.h"

/* The round that is being logged. */
struct round {
	const struct machine *machine;
	const struct places *places;
	struct drive *drive; /* images that follow the network */
	const struct damage *damage; /* failures in the chips' time */
	struct net_config config; /* of the engine */
	struct log *logs; /* by rank */
	size_t entries; /* in all logs */
	struct tally tally; /* totals of all rounds */
};

/* Begin the first round. Call round_free() in any case. Return 0 or -ENOMEM. */
int round_new(struct round *round, const struct machine *machine, const struct places *places,
	      struct drive *drive, const struct damage *damage);

/* Free a round; { 0 } is allowed. */
void round_free(struct round *round);

/*
 * Log a record of a rank: messages, PUTs, GETs or calls of unknown traffic. Return 0, -EPROTO if
 * the record is invalid, -E2BIG if its packets are too many to simulate, or -ENOMEM.
 */
int round_log(struct round *round, uint32_t rank, const struct job_record *record);

/* Return true if the round has so many entries that it should run even if no rank waits for it. */
bool round_full(const struct round *round);

/*
 * Simulate a round until everything has arrived, update the images and begin the next round. Return
 * the exit code; errors are reported.
 */
int round_run(struct round *round);

#endif /* ROUND_H */
