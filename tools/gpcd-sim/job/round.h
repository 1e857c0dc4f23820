/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A round of an emulated job: what ranks told since the last one goes through the network.
 */
#ifndef ROUND_H
#define ROUND_H

#include "machine/drive.h"
#include "places.h"
#include "schedule.h"
#include "tally.h"

/**
 * struct round - the round that is being told
 * @machine: the network
 * @places: of its ranks
 * @drive: the images that follow
 * @config: of the engine
 * @stories: of all ranks
 * @told: entries of all of them
 * @tally: of all rounds
 */
struct round {
	const struct machine *machine;
	const struct places *places;
	struct drive *drive;
	struct net_config config;
	struct story *stories;
	size_t told;
	struct tally tally;
};

/* The first round, of a machine that is built; returns 0 or -ENOMEM. */
int round_new(struct round *round, const struct machine *machine, const struct places *places,
	      struct drive *drive);

void round_free(struct round *round);

/*
 * A rank tells of messages, PUTs, GETs or calls of unknown traffic.
 *
 * Returns 0, -EPROTO: that says nothing, -E2BIG: more packets than anybody could wait for,
 * -ENOMEM.
 */
int round_tell(struct round *round, uint32_t rank, const struct job_record *record);

/* Is there so much that it should run, whether anybody waits or not? */
bool round_full(const struct round *round);

/*
 * Run it until all has arrived, bring the images up to it, and begin the next one.
 * Returns the exit code, having said what is wrong.
 */
int round_run(struct round *round);

#endif /* ROUND_H */
