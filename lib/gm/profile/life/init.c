// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * libgm-profile: gm-profile preloads it into a program. From MPI_Init() to MPI_Finalize() the
 * program's MPI calls pass through this library, under all of their names: see call.h. The
 * library's own MPI calls do not count.
 *
 * No rank waits for one that is not profiled. If all ranks are, MPI_Init() does only local work. At
 * MPI_Finalize() the peers print the table of the whole run and add up what they sent. With
 * GM_REGIONS, MPI_Pcontrol(1) begins a region, and MPI_Pcontrol(0) ends the region and prints its
 * table; both are collective over the peers. All levels are passed on to other tools.
 */
#include <stdio.h>
#include <unistd.h>

#include "gm/hooks.h"
#include "gm/profile/call.h"
#include "gm/profile/life/life.h"
#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

enum level {
	LEVEL_END,
	LEVEL_BEGIN,
};

static pid_t running;	/* pid between MPI_Init() and MPI_Finalize(), else 0 */
static bool emulated;
static bool met;

static void meet(void)
{
	MPI_Comm comm = peers_comm();

	met = comm != MPI_COMM_NULL;
	if (!met)
		return;
	emulated = report_join(comm);
	table_join(comm);
}

static int begin(void)
{
	int err;

	err = ranks_open();
	if (err)
		return err;
	running = getpid();
	peers_open(table_has_regions());
	report_open();
	if (report_active)
		ranks_of(MPI_COMM_WORLD);
	table_open();
	if (table_has_regions())
		meet();
	return MPI_SUCCESS;
}

int profile_open(void)
{
	int err;

	seen_mark();
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
	report_close(JOB_FINALIZED);
	if (met && emulated)
		report_sum(peers_comm(), table_output(), table_is_json());
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

/* There can be no table, which is collective. The messages of this rank are still reported. */
static void leave(enum job_end how, const char *words)
{
	int rank, finalized;

	/* MPI may have been finalized by a call that bypassed our wrappers. */
	PMPI_Finalized(&finalized);
	report_close(finalized ? JOB_FINALIZED : how);
	if (finalized)
		return;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	fprintf(stderr, "gm-profile: rank %d left %s, without MPI_Finalize: there is no table\n",
		rank, words);
}

/* Does not check call_is_inner(): the process ends, even inside another call. */
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

/* --- the functions that libgm calls --- */

void gm_profile_quiet(int change)
{
	for (; change > 0; change--)
		call_enter();
	for (; change < 0; change++)
		call_leave();
}

int gm_profile_flush(void)
{
	return report_flush();
}
