/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A round of an emulated job: the messages that ranks logged since the last round go through the
 * network.
 */
#ifndef ROUND_H
#define ROUND_H

#include "machine/damage.h"
#include "machine/drive.h"
#include "places.h"
#include "schedule.h"
#include "tally.h"

/**
 * struct round - the round that is being logged
 * @machine: the machine
 * @places: nodes of the ranks
 * @drive: images that follow the network
 * @damage: what breaks in the chips' time, or nothing
 * @config: configuration of the engine
 * @logs: the logs of all ranks
 * @entries: number of entries in all logs
 * @tally: totals of all rounds
 */
struct round {
	const struct machine *machine;
	const struct places *places;
	struct drive *drive;
	const struct damage *damage;
	struct net_config config;
	struct log *logs;
	size_t entries;
	struct tally tally;
};

/**
 * round_new() - begin the first round
 * @round: the round, for round_free() in any case
 * @machine: the machine
 * @places: nodes of the ranks
 * @drive: images that follow the network
 * @damage: what breaks in the chips' time, by damage_build()
 *
 * Return: 0 or -ENOMEM.
 */
int round_new(struct round *round, const struct machine *machine, const struct places *places,
	      struct drive *drive, const struct damage *damage);

/**
 * round_free() - free a round
 * @round: the round; { 0 } will do
 */
void round_free(struct round *round);

/**
 * round_log() - log a record of a rank
 * @round: the round
 * @rank: the rank
 * @record: messages, PUTs, GETs or calls of unknown traffic
 *
 * Return: 0, -EPROTO if the record makes no sense, -E2BIG if it is more packets than anybody
 * could wait for, or -ENOMEM.
 */
int round_log(struct round *round, uint32_t rank, const struct job_record *record);

/**
 * round_full() - check if a round should run, whether any rank waits for it or not
 * @round: the round
 *
 * Return: true if it has very many entries.
 */
bool round_full(const struct round *round);

/**
 * round_run() - simulate a round until everything has arrived, and begin the next one
 * @round: the round; the images are brought up to it
 *
 * Return: the exit code, having said what is wrong.
 */
int round_run(struct round *round);

#endif /* ROUND_H */
