// SPDX-License-Identifier: GPL-2.0-only
/*
 * Process time of reading an interconnect file into a map, compared with `wc -l' on the same file.
 * Each is a process of its own, start and end included; they take turns.
 *
 *	bench_interconnect FILE [ROUNDS]
 */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "topo/interconnect.h"

#define ROUNDS 101

static int load(const char *path)
{
	struct interconnect_error error;
	struct interconnect *map;

	if (interconnect_load(&map, path, NULL, &error)) {
		fprintf(stderr, "%s:%lu: %s\n", path, error.line, error.reason);
		return 1;
	}
	printf("%u chips in %.2f MiB", interconnect_chips(map),
	       interconnect_bytes(map) / 1048576.0);
	return 0;
}

/* User and system time of a command, ms; its output is discarded. */
static double run(const char *command, const char *option, const char *path)
{
	struct rusage usage;
	int status, fd;
	pid_t child = fork();

	if (!child) {
		fd = open("/dev/null", O_WRONLY);
		dup2(fd, STDOUT_FILENO);
		execlp(command, command, option, path, NULL);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status) {
		fprintf(stderr, "%s failed\n", command);
		exit(1);
	}
	return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
	       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static double tell(const char *what, double *values, size_t count)
{
	doubles_sort(values, count);
	printf("%-16s %6.2f [%.2f, %.2f]\n", what, values[count / 2], values[0],
	       values[count - 1]);
	return values[count / 2];
}

int main(int argc, char **argv)
{
	size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : ROUNDS, i;
	double *times, *others, *ratios, median;

	if (argc > 2 && !strcmp(argv[1], "--load"))
		return load(argv[2]);
	if (argc < 2 || !rounds || load(argv[1]))
		return 2;
	printf("; %zu rounds, median [least, most]\n", rounds);
	fflush(stdout);
	times = calloc(rounds, sizeof(*times));
	others = calloc(rounds, sizeof(*others));
	ratios = calloc(rounds, sizeof(*ratios));
	for (i = 0; i < rounds; i++) {
		others[i] = run("wc", "-l", argv[1]);
		times[i] = run("/proc/self/exe", "--load", argv[1]);
		ratios[i] = times[i] / others[i];
	}
	median = tell("wc -l, ms", others, rounds);
	median = tell("map, ms", times, rounds) / median;
	tell("ratio a round", ratios, rounds);
	printf("%-16s %6.2f\n", "ratio of medians", median);
	return 0;
}
