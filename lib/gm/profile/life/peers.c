// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Find the ranks that are profiled, from the first of these sources that gives an answer: the user,
 * by GM_RANKS; /proc, if the whole job is on this node; the application context, that is the ranks
 * that Open MPI's launcher started with one command. Otherwise all ranks are taken as peers.
 */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gm/profile/life/life.h"

/* --- siblings: the ranks that one launcher has started on this node, found in /proc --- */

/*
 * The environment of a process contains its rank. Its ancestors identify its job: the nearest
 * ancestor that has no rank, or another one, is the launcher, and all ranks of a job have the same
 * launcher.
 */

#define LIBRARY	"libgm-profile_"
#define NONE	(-1)

/* A process of this node. */
struct process {
	pid_t pid;
	pid_t parent;
	int rank;	/* in the job; NONE: no rank, or a process of another user */
	bool profiled;	/* libgm-profile is preloaded */
};

/* All processes of this node. */
struct processes {
	struct process *all;	/* sorted by process id */
	size_t count;
	size_t room;		/* capacity of all */
};

static pid_t read_parent(pid_t pid)
{
	char path[64], line[512] = "", *end;
	pid_t parent = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	/* The command name, in parentheses, may contain any character: search for the last ')'. */
	if (fgets(line, sizeof(line), file)) {
		end = strrchr(line, ')');
		if (end)
			sscanf(end + 1, " %*c %d", &parent);
	}
	fclose(file);
	return parent;
}

static void read_word(struct process *process, const char *word, const char *variable)
{
	size_t length = strlen(variable);

	if (!strncmp(word, variable, length) && word[length] == '=')
		process->rank = atoi(word + length + 1);
	if (!strncmp(word, "LD_PRELOAD=", 11) && strstr(word, LIBRARY))
		process->profiled = true;
}

static void read_environment(struct process *process, const char *variable)
{
	char path[64], *word = NULL;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/environ", (int)process->pid);
	file = fopen(path, "re");
	if (!file)
		return;
	while (getdelim(&word, &room, '\0', file) > 0)
		read_word(process, word, variable);
	free(word);
	fclose(file);
}

static bool processes_add(struct processes *processes, pid_t pid, const char *variable)
{
	size_t room = processes->room ? 2 * processes->room : 256;
	struct process process = { .pid = pid, .parent = read_parent(pid), .rank = NONE };
	struct process *more;

	if (processes->count == processes->room) {
		more = reallocarray(processes->all, room, sizeof(*more));
		if (!more)
			return false;
		processes->all = more;
		processes->room = room;
	}
	read_environment(&process, variable);
	processes->all[processes->count++] = process;
	return true;
}

static int compare(const void *one, const void *other)
{
	const struct process *a = one, *b = other;

	return (a->pid > b->pid) - (a->pid < b->pid);
}

static bool processes_read(struct processes *processes, const char *variable)
{
	DIR *folder = opendir("/proc");
	const struct dirent *entry;
	bool whole = folder;

	while (whole && (entry = readdir(folder))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			whole = processes_add(processes, atoi(entry->d_name), variable);
	}
	if (folder)
		closedir(folder);
	if (processes->all)
		qsort(processes->all, processes->count, sizeof(processes->all[0]), compare);
	return whole;
}

static const struct process *find(const struct processes *processes, pid_t pid)
{
	const struct process key = { .pid = pid };

	return bsearch(&key, processes->all, processes->count, sizeof(key), compare);
}

/* Return the process id of the launcher that started a rank; 0 if @process is not a rank. */
static pid_t launcher_of(const struct processes *processes, const struct process *process)
{
	pid_t parent = 0;
	int rank = process ? process->rank : NONE;

	while (rank != NONE && process && process->rank == rank) {
		parent = process->parent;
		process = find(processes, parent);
	}
	return parent;
}

static int count_seen(const struct processes *processes, int ranks, bool *profiled, bool *seen)
{
	pid_t ours = launcher_of(processes, find(processes, getpid()));
	int count = 0;

	for (size_t i = 0; ours && i < processes->count; i++) {
		const struct process *process = &processes->all[i];

		if (process->rank < 0 || process->rank >= ranks ||
		    launcher_of(processes, process) != ours)
			continue;
		count += !seen[process->rank];
		seen[process->rank] = true;
		profiled[process->rank] |= process->profiled;
	}
	return count;
}

/*
 * Find the ranks of this node that run under libgm-profile. @variable is the environment variable
 * in which the launcher passes a process its rank; @profiled has @ranks entries, one for each rank
 * of the job. A rank is the process that the launcher started, with all its descendants; it is
 * profiled if the library is preloaded into one of these. Returns how many ranks were found,
 * profiled or not, or -1 if there is no memory or /proc cannot be read.
 */
static int siblings_find(const char *variable, int ranks, bool *profiled)
{
	struct processes processes = { 0 };
	bool *seen = calloc(ranks, sizeof(*seen));
	int count = -1;

	memset(profiled, 0, ranks * sizeof(*profiled));
	if (seen && processes_read(&processes, variable))
		count = count_seen(&processes, ranks, profiled, seen);
	free(processes.all);
	free(seen);
	return count;
}

/* --- which ranks are peers --- */

#define TAG		31847	/* used in MPI_Init(), where no program has a receive */
#define PATIENCE	30	/* seconds before a message explains the wait */

static bool *peers;
static int own_rank, ranks;
static bool guessed;
static MPI_Comm comm = MPI_COMM_NULL;

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
