/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Totals of an emulated job.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "gm/wire.h"
#include "netsim/net.h"

/** TALLY_NAMES - number of calls of unknown traffic that are counted by their names */
#define TALLY_NAMES	512

/**
 * struct tally_call - a call of unknown traffic
 * @name: name of the function
 * @count: how often it was called
 */
struct tally_call {
	char name[JOB_NAME];
	uint64_t count;
};

/** TALLY_ENDS - number of values of enum job_end */
#define TALLY_ENDS	(JOB_ABORTED + 1)

/**
 * struct tally - totals of an emulated job
 * @ranks: number of ranks that ever connected
 * @rejected: number of hellos and records that were rejected
 * @messages: numbers of messages, PUTs and GETs, by enum job_kind
 * @local: how many of these were within a node
 * @derived: how many of these collective operations are made of
 * @bytes: bytes of payload of all of these
 * @derived_bytes: how many of @bytes are of those that collective operations are made of
 * @rounds: number of rounds that were simulated
 * @hops: number of packets on network links, each link counted
 * @cycles: router cycles of all rounds
 * @lost: packets that failures have cost in them
 * @failed: requests that have failed in them
 * @calls: calls of unknown traffic
 * @names: number of @calls
 * @others: number of further calls, for which @calls had no room
 * @ends: by rank: how a rank ended that did not finalize, 1 + enum job_end; 0: it did finalize,
 *	or never connected
 * @places: number of @ends
 */
struct tally {
	uint32_t ranks;
	uint32_t rejected;
	uint64_t messages[JOB_GET + 1];
	uint64_t local;
	uint64_t derived;
	uint64_t bytes;
	uint64_t derived_bytes;
	uint64_t rounds;
	uint64_t hops;
	uint64_t cycles;
	uint64_t lost;
	uint64_t failed;
	struct tally_call calls[TALLY_NAMES];
	unsigned int names;
	uint64_t others;
	unsigned char *ends;
	uint32_t places;
};

/**
 * tally_open() - make room for ranks
 * @tally: totals, all 0, for tally_close()
 * @ranks: most ranks of the job
 *
 * Return: 0 or -ENOMEM.
 */
int tally_open(struct tally *tally, uint32_t ranks);

/**
 * tally_close() - free what tally_open() made
 * @tally: totals
 */
void tally_close(struct tally *tally);

/**
 * tally_messages() - count a record of messages, PUTs or GETs
 * @tally: totals
 * @record: the record
 * @local: both ranks are on one node
 */
void tally_messages(struct tally *tally, const struct job_record *record, bool local);

/**
 * tally_unseen() - count a record of calls of unknown traffic
 * @tally: totals
 * @record: the record
 */
void tally_unseen(struct tally *tally, const struct job_record *record);

/**
 * tally_end() - count how a rank ended
 * @tally: totals
 * @rank: the rank
 * @end: how it ended
 */
void tally_end(struct tally *tally, uint32_t rank, enum job_end end);

/**
 * tally_round() - count a round that was simulated
 * @tally: totals
 * @net: its network
 */
void tally_round(struct tally *tally, const struct net *net);

/**
 * tally_print() - print totals on standard error
 * @tally: totals
 */
void tally_print(const struct tally *tally);

#endif /* TALLY_H */
