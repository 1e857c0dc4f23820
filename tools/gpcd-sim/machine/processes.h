/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processes that mpirun has started to simulate a machine together. Alone, which is a peers of
 * NULL, each function returns at once.
 */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "netsim/peers.h"

struct engine;

/* Return how many processes the launcher has started, by the environment, and which this one is. */
unsigned int processes_started(unsigned int *number);

/*
 * Be silent until processes_begin(), unless this is the first process of its host: all of a host do
 * the same by the same arguments and files, and one message is enough. Messages of all but process
 * 0 begin with its number and host.
 */
void processes_hush(void);

/*
 * Join the others, if there are any, by the library for their MPI, and agree on an exit code like
 * processes_agree(): a process that has failed joins, too, or the others would wait for it. Return
 * the exit code; errors are reported.
 */
int processes_join(const struct net_peers **peers, int code);

/*
 * Agree on an exit code like processes_agree(), before processes do what may fail in one of them
 * alone: now all of them are heard.
 */
int processes_begin(const struct net_peers *peers, int code);

/* Leave the others; NULL is allowed. */
void processes_leave(const struct net_peers *peers);

/* Return true if this process prints and draws: it is alone, or process 0. */
bool processes_is_first(const struct net_peers *peers);

/*
 * Return the greatest exit code of all processes. Process 0 reports if only others have failed;
 * these have said why.
 */
int processes_agree(const struct net_peers *peers, int code);

/* Return what process 0 says. */
uint64_t processes_follow(const struct net_peers *peers, uint64_t says);

/* Return true if any process says so. */
bool processes_any(const struct net_peers *peers, bool says);

/* Reject more processes than a machine has chips. Return 0 or the exit code. */
int processes_fit(unsigned int chips);

/* Reject a command that several processes have been started for. Return 0 or the exit code. */
int processes_refuse(const char *command);

/* What a process reports of itself. */
struct process_row {
	char host[64];
	uint32_t chips;
	uint32_t neighbours;
	uint64_t exchanges;
	uint64_t messages;
	uint64_t bytes;
	uint64_t waited; /* ns in exchanges */
	uint64_t resident; /* most memory that was resident, KiB */
};

/*
 * Gather the rows of all processes, in the order of their numbers; NULL in all but process 0. The
 * caller frees them. Return the exit code; errors are reported.
 */
int processes_rows(const struct engine *engine, struct process_row **rows, size_t *count);

#endif /* PROCESSES_H */
