// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Find the ranks that are profiled, from the first of these sources that gives an answer: the user,
 * by GM_RANKS; /proc, if the whole job is on this node; the application context, that is the ranks
 * that Open MPI's launcher started with one command. Otherwise all ranks are taken as peers.
 */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "gm/profile/life/life.h"

#define TAG		31847	/* used in MPI_Init(), where no program has a receive */
#define PATIENCE	30	/* seconds before a message explains the wait */

static bool *peers;
static int own_rank, ranks;
static bool guessed;
static MPI_Comm comm = MPI_COMM_NULL;

/* --- which ranks are peers --- */

static bool number(const char **text, int *value)
{
	char *end;
	long parsed = strtol(*text, &end, 10);

	if (end == *text || parsed < 0 || parsed > INT_MAX)
		return false;
	*text = end;
	*value = parsed;
	return true;
}

/* Parse a list such as "0-3,8". Returns false if it is invalid or lacks this rank. */
static bool by_list(const char *text)
{
	int first, last;

	while (number(&text, &first)) {
		last = first;
		if (*text == '-') {
			text++;
			if (!number(&text, &last))
				return false;
		}
		for (int i = first; i <= last && i < ranks; i++)
			peers[i] = true;
		if (*text != ',')
			return !*text && peers[own_rank];
		text++;
	}
	return false;
}

/* Use /proc. Returns false unless all ranks are on this node. */
static bool by_proc(void)
{
	static const char *const names[] = {
		"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID", NULL
	};

	for (size_t i = 0; names[i]; i++) {
		if (getenv(names[i]))
			return siblings_find(names[i], ranks, peers) == ranks && peers[own_rank];
	}
	return false;
}

/* Ranks are numbered context by context: OMPI_APP_CTX_NUM_PROCS="2 4" means 0 to 1, and 2 to 5. */
static bool by_context(void)
{
	const char *sizes = getenv("OMPI_APP_CTX_NUM_PROCS");
	int first = 0, size = 0, found = 0;
	const int *context;

	PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &context, &found);
	if (!sizes || !found)
		return false;
	for (int i = 0; i <= *context; i++) {
		first += size;
		if (!number(&sizes, &size))
			return false;
	}
	if (own_rank < first || own_rank - first >= size || size > ranks - first)
		return false;
	for (int i = 0; i < size; i++)
		peers[first + i] = true;
	return true;
}

static void fill(bool value)
{
	for (int i = 0; i < ranks; i++)
		peers[i] = value;
}

/* Use the list of GM_RANKS. A rank for which the list is invalid reports and ignores it. */
static bool by_user(void)
{
	const char *list = getenv("GM_RANKS");

	if (!list || !*list)
		return false;
	if (by_list(list))
		return true;
	fprintf(stderr,
		"gm-profile: rank %d: GM_RANKS=%s: no list such as 0-3,8 that has this rank\n",
		own_rank, list);
	return false;
}

static void peers_find(void)
{
	fill(ranks == 1);
	if (ranks == 1 || by_user())
		return;
	fill(false);
	if (by_proc())
		return;
	fill(false);
	if (by_context())
		return;
	fill(true);
	guessed = true;
}

bool peers_first(void)
{
	int first = 0;

	while (peers && first < ranks && !peers[first])
		first++;
	return peers && first == own_rank;
}

/* --- the communicator --- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t met = PTHREAD_COND_INITIALIZER;
static bool done;

static void *wait_explain(void *unused)
{
	struct timespec until;
	bool late;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE;
	pthread_mutex_lock(&lock);
	while (!done && !pthread_cond_timedwait(&met, &lock, &until))
		;
	late = !done;
	pthread_mutex_unlock(&lock);
	if (late && peers_first())
		fprintf(stderr,
			"gm-profile: rank %d waits for all ranks of the job: if some do not run under gm-profile, say with --ranks which do\n",
			own_rank);
	return unused;
}

static MPI_Group group_of_peers(void)
{
	int *list = malloc(ranks * sizeof(*list)), count = 0;
	MPI_Group world, group = MPI_GROUP_NULL;

	if (!list)
		return MPI_GROUP_NULL;
	for (int i = 0; i < ranks; i++) {
		if (peers[i])
			list[count++] = i;
	}
	PMPI_Comm_group(MPI_COMM_WORLD, &world);
	PMPI_Group_incl(world, count, list, &group);
	PMPI_Group_free(&world);
	free(list);
	return group;
}

/*
 * Open MPI's MPI_Comm_create_group() sends messages with the caller's tag, which a receive from any
 * source with any tag matches. So after MPI_Init() a peer may not call it while others still run.
 * MPI_Comm_create() uses tags that no receive matches, but all ranks must call it.
 */
static void make(bool early)
{
	MPI_Group group = peers ? group_of_peers() : MPI_GROUP_NULL;
	int err;

	if (group == MPI_GROUP_NULL)
		return;
	if (early)
		err = PMPI_Comm_create_group(MPI_COMM_WORLD, group, TAG, &comm);
	else
		err = PMPI_Comm_create(MPI_COMM_WORLD, group, &comm);
	if (err)
		comm = MPI_COMM_NULL;
	if (comm != MPI_COMM_NULL)
		PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	PMPI_Group_free(&group);
}

static void make_watched(bool early)
{
	pthread_t watch;
	bool watched = guessed && !pthread_create(&watch, NULL, wait_explain, NULL);

	make(early);
	if (!watched)
		return;
	pthread_mutex_lock(&lock);
	done = true;
	pthread_cond_signal(&met);
	pthread_mutex_unlock(&lock);
	pthread_join(watch, NULL);
}

static bool everybody(void)
{
	int first = 0;

	while (peers && first < ranks && peers[first])
		first++;
	return first == ranks;
}

void peers_open(bool meet)
{
	PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	peers = calloc(ranks, sizeof(*peers));
	if (peers)
		peers_find();
	if (meet || !everybody())
		make_watched(true);
}

MPI_Comm peers_comm(void)
{
	if (comm == MPI_COMM_NULL && everybody())
		make_watched(false);
	return comm;
}

void peers_close(void)
{
	if (comm != MPI_COMM_NULL)
		PMPI_Comm_free(&comm);
	free(peers);
	peers = NULL;
}
