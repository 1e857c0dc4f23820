// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The environment of a process contains its rank. Its ancestors identify its job: the nearest
 * ancestor that has no rank, or another one, is the launcher, and all ranks of a job have the same
 * launcher.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gm/profile/life/life.h"

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

int siblings_find(const char *variable, int ranks, bool *profiled)
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
