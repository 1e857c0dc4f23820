/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A program of ranks as the workload of a run: --job FILE[@NODES].
 */
#ifndef RANKS_H
#define RANKS_H

#include "netsim/job/job.h"

/**
 * struct ranks - a program on a machine
 * @file: name of its text
 * @program: the program
 * @job: the program on its nodes
 */
struct ranks {
	char *file;
	struct program *program;
	struct job *job;
};

/**
 * ranks_open() - read a program and place its ranks
 * @ranks: the result, for ranks_close() in any case
 * @argument: the name of a text in the format GOAL, "-" for standard input; behind an @ the nodes
 *	of the ranks, numbers and ranges with commas between them; without: rank r on node r
 * @topo: the machine, which must outlive @ranks
 * @traffic: receives the traffic
 *
 * Return: the exit code, having said what is wrong.
 */
int ranks_open(struct ranks *ranks, const char *argument, const struct topo *topo,
	       struct net_traffic *traffic);

/**
 * ranks_check() - check how ranks have fared
 * @ranks: the ranks
 * @idle: nothing is under way any more: ranks that have not come to their end wait for ever
 *
 * Return: the exit code, having named those that wait for what never comes.
 */
int ranks_check(const struct ranks *ranks, bool idle);

/**
 * ranks_close() - free what ranks_open() has allocated
 * @ranks: the ranks; { 0 } will do
 */
void ranks_close(struct ranks *ranks);

#endif /* RANKS_H */
