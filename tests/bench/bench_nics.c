// SPDX-License-Identifier: GPL-2.0-only
/*
 * Process time of reading all counters of a Slingshot NIC, each a file, compared with the preads
 * alone and with opening each file by stdio. The files are in memory, or those of a folder such as
 * /sys/class/net/lo/statistics. The three take turns.
 *
 *	bench_nics [FOLDER [ROUNDS]]
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench.h"
#include "nics/files/files.h"

#define ROUNDS	201
#define COUNT	1922

static char made[32];
static const char *folder = made;
static struct nic_files *files;
static unsigned int count;
static int fds[COUNT];
static uint64_t values[COUNT], ns[COUNT];
static uint8_t statuses[COUNT];

static const char *path_of(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

/* Write files as the driver does, whose values have up to 17 digits. */
static void make_files(void)
{
	char name[32];
	FILE *file;

	strcpy(made, "/dev/shm/gpcd-bench-XXXXXX");
	check(mkdtemp(made) ? 0 : -errno, made);
	for (unsigned int i = 0; i < COUNT; i++) {
		snprintf(name, sizeof(name), "counter_%u", i);
		file = fopen(path_of(name), "w");
		check(file ? 0 : -errno, path_of(name));
		fprintf(file, "%" PRIu64 "@4000000000.%09u\n",
			UINT64_C(12345678901234567) >> i % 57, i);
		fclose(file);
	}
}

static void open_files(void)
{
	struct rlimit limit = { 3 * COUNT, 3 * COUNT };

	setrlimit(RLIMIT_NOFILE, &limit);
	check(nic_files_open(&files, folder, NIC_FILES_KERNEL), folder);
	count = nic_files_count(files);
	check(count > COUNT ? -E2BIG : 0, folder);
	for (unsigned int i = 0; i < count; i++) {
		fds[i] = open(path_of(nic_files_name(files, i)), O_RDONLY | O_CLOEXEC);
		check(fds[i] < 0 ? -errno : 0, path_of(nic_files_name(files, i)));
	}
}

static void remove_files(void)
{
	for (unsigned int i = 0; i < count; i++)
		unlink(path_of(nic_files_name(files, i)));
	rmdir(made);
}

/* --- what is compared --- */

static void read_bare(void)
{
	char text[64];

	for (unsigned int i = 0; i < count; i++)
		check(pread(fds[i], text, sizeof(text), 0) < 0 ? -errno : 0, "pread");
}

static void read_stdio(void)
{
	unsigned long long value;
	FILE *file;

	for (unsigned int i = 0; i < count; i++) {
		file = fopen(path_of(nic_files_name(files, i)), "r");
		check(file && fscanf(file, "%llu", &value) == 1 ? 0 : -EIO, folder);
		values[i] = value;
		fclose(file);
	}
}

static void read_nic(void)
{
	const struct nic_values all = { values, ns, statuses };

	check(nic_files_read(files, NULL, &all), folder);
}

/* Nanoseconds a file. */
static double median(const char *what, double *times, size_t rounds)
{
	doubles_sort(times, rounds);
	printf("%-22s %6.0f [%.0f, %.0f]\n", what, times[rounds / 2] * 1e9 / count,
	       times[0] * 1e9 / count, times[rounds - 1] * 1e9 / count);
	return times[rounds / 2];
}

static double time_of(void (*run)(void))
{
	double start = seconds(CLOCK_PROCESS_CPUTIME_ID);

	run();
	return seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
}

int main(int argc, char **argv)
{
	size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : ROUNDS;
	double *bare = calloc(rounds, sizeof(*bare)), *stdio = calloc(rounds, sizeof(*stdio)),
	       *own = calloc(rounds, sizeof(*own)), median_own;

	if (!rounds || !bare || !stdio || !own)
		return 2;
	if (argc > 1)
		folder = argv[1];
	else
		make_files();
	open_files();
	read_nic();
	for (size_t i = 0; i < rounds; i++) {
		bare[i] = time_of(read_bare);
		own[i] = time_of(read_nic);
		stdio[i] = time_of(read_stdio);
	}
	printf("%u files, %zu rounds, ns a file: median [least, most]\n", count, rounds);
	median_own = median("nic_files_read", own, rounds);
	printf("%-22s %6.2f\n", "over preads alone",
	       median_own / median("preads alone", bare, rounds));
	printf("%-22s %6.2f\n", "fopen, fscanf over it",
	       median("fopen, fscanf", stdio, rounds) / median_own);
	if (folder == made)
		remove_files();
	nic_files_close(files);
	return 0;
}
