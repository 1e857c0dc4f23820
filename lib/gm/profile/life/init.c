// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * libgm-profile: for LD_PRELOAD, by gm-profile. From MPI_Init() to MPI_Finalize() the program's
 * calls pass through here, by whichever name it makes them: call.h. The library's own do not count.
 *
 * What happens at MPI_Init() is local, so that nobody waits for a rank that is not profiled; at
 * MPI_Finalize() the peers meet, print the table of the whole run and add up what they sent. Where
 * GM_REGIONS asks for regions the peers meet at MPI_Init(): MPI_Pcontrol(1) begins one and
 * MPI_Pcontrol(0) ends it and prints its table, both collective over the peers. All levels are
 * passed on to other tools.
 */
#include <stdio.h>
#include <unistd.h>

#include "gm/profile/call.h"
#include "gm/profile/life/init.h"
#include "gm/profile/life/peers.h"
#include "gm/profile/messages/ranks.h"
#include "gm/profile/life/table.h"
#include "gm/profile/tell/tell.h"

enum level {
	LEVEL_END,
	LEVEL_BEGIN,
};

static pid_t running;	/* the process that is between MPI_Init() and MPI_Finalize(), or 0 */
static bool emulated;
static bool met;

static void meet(void)
{
	MPI_Comm comm = peers_comm();

	met = comm != MPI_COMM_NULL;
	if (!met)
		return;
	emulated = tell_join(comm);
	table_join(comm);
}

static int begin(void)
{
	int err;

	err = ranks_open();
	if (err)
		return err;
	running = getpid();
	peers_open();
	tell_open();
	table_open();
	if (table_has_regions())
		meet();
	return MPI_SUCCESS;
}

int profile_open(void)
{
	int err;

	if (call_is_inner())
		return MPI_SUCCESS;
	call_enter();
	err = begin();
	call_leave();
	return err;
}

static void end(void)
{
	if (!met)
		meet();
	if (met)
		table_last(peers_comm());
	tell_close(JOB_FINALIZED);
	if (met && emulated)
		tell_sum(peers_comm(), table_output(), table_is_json());
	table_close(peers_comm());
	peers_close();
	ranks_close();
}

void profile_close(void)
{
	if (call_is_inner() || running != getpid())
		return;
	running = 0;
	call_enter();
	end();
	call_leave();
}

/* Nobody can meet any more; what this rank sent is told all the same. */
static void leave(enum job_end how, const char *words)
{
	int rank, finalized;

	/* A program that another way of MPI_Finalize() has ended wants no table. */
	PMPI_Finalized(&finalized);
	tell_close(finalized ? JOB_FINALIZED : how);
	if (finalized)
		return;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	fprintf(stderr, "gm-profile: rank %d left %s, without MPI_Finalize: there is no table\n",
		rank, words);
}

/* Also in calls that do not count: the process ends. */
void profile_leave(enum job_end how, const char *words)
{
	if (running != getpid())
		return;
	running = 0;
	call_enter();
	leave(how, words);
	call_leave();
}

__attribute__((destructor)) static void profile_exit(void)
{
	profile_leave(JOB_EXITED, "by exit()");
}

void profile_level(int level)
{
	if (call_is_inner() || !running || !table_has_regions() || !met)
		return;
	call_enter();
	if (level == LEVEL_BEGIN)
		table_begin(peers_comm());
	if (level == LEVEL_END)
		table_end(peers_comm());
	call_leave();
}
