// SPDX-License-Identifier: GPL-2.0-only
/*
 * libgm's calls around known counts; a shell test checks the output.
 *
 *	mpirun -n RANKS state MODE [ARGUMENT]
 *
 * Modes are described where they are. A rank that finds an image by GM_FEED ("%r" as in GM_DEVICE,
 * without "image:") feeds it: between two samples 1000 * (rank + 1) + counter on each of the six
 * counters of each tile. If several ranks find the same image, the first one feeds it. At the
 * same time rank 0 runs the command GM_STEP, with the factor in $TIMES.
 */
#include <errno.h>
#include <string.h>

#include "state/state.h"

int rank, ranks;

static const struct mode {
	const char *name;
	void (*run)(struct gpcd_image_feed *feed, const char *argument);
} modes[] = {
	{ "table", run_table }, { "write", run_write }, { "init", run_init }, { "gone", run_gone },
	{ "reset", run_reset }, { "wrap", run_wrap }, { "many", run_many }, { "part", run_part },
	{ "threads", run_threads }, { "misuse", run_misuse }, { "cost", run_cost },
	{ "die", run_die }, { "skew", run_skew }, { "between", run_between },
	{ "torn", run_torn },
};

static const struct mode *mode_find(const char *name)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		if (!strcmp(modes[i].name, name))
			return &modes[i];
	}
	fail(name, NULL, -EINVAL);
	return NULL;
}

int main(int argc, char **argv)
{
	struct gpcd_image_feed *feed;
	const struct mode *mode;
	int provided;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (provided != MPI_THREAD_MULTIPLE)
		fail("no MPI_THREAD_MULTIPLE", NULL, -ENOTSUP);
	mode = mode_find(argc > 1 ? argv[1] : "");
	feed = feed_open();
	MPI_Barrier(MPI_COMM_WORLD);
	mode->run(feed, argc > 2 ? argv[2] : "");
	if (mode->run != run_gone)
		gpcd_image_feed_release(feed);
	MPI_Finalize();
	return 0;
}
