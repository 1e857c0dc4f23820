// SPDX-License-Identifier: GPL-2.0-only
/*
 * gm-measure: measures the times of messages and programs between the ranks of a job, or what the
 * chips count of known messages.
 */
#include <errno.h>
#include <stdio.h>
#include <mpi.h>

#include "cli/out/complain.h"
#include "cli/out/unicode.h"
#include "cli/util.h"
#include "cli/words.h"
#include "gm/hooks.h"
#include "kinds.h"

/* Defined if the program runs under gm-profile. */
#pragma weak gm_profile_quiet

/* The first one is used if the first argument is an option, or if there is none. */
static const struct kind {
	const char *name;
	int (*run)(int argc, char **argv, int rank, int ranks);
} kinds[] = {
	{ "times", times_run },
	{ "ping", ping_run },
};

static const char *kind_word(unsigned int i)
{
	return kinds[i].name;
}

/* Run the kind that argv[0] names. */
static int run_named(int argc, char **argv, int rank, int ranks)
{
	static const struct words words = { .name = kind_word, .count = ARRAY_SIZE(kinds) };
	int found = words_find(&words, argv[0]);
	char text[WORDS_ROOM], title[32];

	if (found < 0) {
		if (rank)
			return -EINVAL;
		fputs("gm-measure: no kind '", stderr);
		unicode_print(stderr, argv[0]);
		fprintf(stderr, "': %s\n", words_offer(&words, argv[0], text));
		return -EINVAL;
	}
	snprintf(title, sizeof(title), "gm-measure %s", kinds[found].name);
	argv[0] = title;
	return kinds[found].run(argc, argv, rank, ranks);
}

static int run(int argc, char **argv)
{
	int rank, ranks;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc < 2 || argv[1][0] == '-')
		return kinds[0].run(argc, argv, rank, ranks);
	return run_named(argc - 1, argv + 1, rank, ranks);
}

int main(int argc, char **argv)
{
	int status;

	MPI_Init(&argc, &argv);
	status = run(argc, argv);
	/* Nothing was measured: prevent gm-profile from reporting that nothing was sent. */
	if (status < 0 && gm_profile_quiet)
		gm_profile_quiet(1);
	MPI_Finalize();
	if (status < 0)
		return status == -ECANCELED ? 0 : EXIT_USAGE;
	return status;
}
