// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "motif.h"
#include "ugni/include/gpcd_ugni.h"

#define TIMES		1	/* tag of times */
#define BYTES_MOST	(1u << 28)
#define ITERATIONS_MOST	1000000
#define COMPUTE_MOST	1000000000000ull

static void usage(const struct motif *motif, FILE *to)
{
	fprintf(to, "Usage: %s [OPTION...], as program of gpcd-sim ugni\n"
		"  -b BYTES    of a message; default %zu\n"
		"  -i NUMBER   iterations; default %u\n"
		"  -c NS       that a rank computes in each step; default 0\n"
		"  -g XxYxZ    ranks in each dimension\n"
		"  -e BYTES    of messages that are sent without asking, 0 to %d; default %d\n"
		"  -w put|get  who moves larger ones; default put\n"
		"  -h          this help\n", motif->name, motif->bytes, motif->iterations,
		MSG_EAGER_MOST, MSG_EAGER);
}

static void reject(const struct motif *motif, char option, const char *text)
{
	fprintf(stderr, "%s: -%c %s: out of range, or no such thing; -h lists the options\n",
		motif->name, option, text);
	exit(2);
}

static uint64_t number(const struct motif *motif, char option, const char *text, uint64_t least,
		       uint64_t most)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || value < least || value > most)
		reject(motif, option, text);
	return value;
}

static void read_grid(struct motif *motif, const char *text)
{
	int end = 0;

	motif->grid[2] = 1;
	if (sscanf(text, "%3ux%3u%nx%3u%n", &motif->grid[0], &motif->grid[1], &end, &motif->grid[2],
		   &end) < 2 || text[end])
		reject(motif, 'g', text);
}

static enum msg_way read_way(const struct motif *motif, const char *text)
{
	if (!strcmp(text, "get"))
		return MSG_GET;
	if (strcmp(text, "put"))
		reject(motif, 'w', text);
	return MSG_PUT;
}

static void read_options(struct motif *motif, struct msg_options *options, int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "b:i:c:g:e:w:h")) >= 0) {
		switch (option) {
		case 'b':
			motif->bytes = number(motif, 'b', optarg, 0, BYTES_MOST);
			break;
		case 'i':
			motif->iterations = number(motif, 'i', optarg, 1, ITERATIONS_MOST);
			break;
		case 'c':
			motif->compute = number(motif, 'c', optarg, 0, COMPUTE_MOST);
			break;
		case 'g':
			read_grid(motif, optarg);
			break;
		case 'e':
			options->eager = number(motif, 'e', optarg, 0, MSG_EAGER_MOST);
			break;
		case 'w':
			options->way = read_way(motif, optarg);
			break;
		case 'h':
			usage(motif, stdout);
			exit(0);
		default:
			usage(motif, stderr);
			exit(2);
		}
	}
	if (optind < argc) {
		usage(motif, stderr);
		exit(2);
	}
}

void motif_must(const struct motif *motif, int err)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", motif->name,
		motif->msg && *msg_problem(motif->msg) ? msg_problem(motif->msg) : strerror(-err));
	exit(1);
}

void motif_open(struct motif *motif, int argc, char **argv)
{
	struct msg_options options = { MSG_EAGER, MSG_PUT };

	read_options(motif, &options, argc, argv);
	motif_must(motif, msg_open(&options, &motif->msg));
	motif->rank = msg_rank(motif->msg);
	motif->ranks = msg_ranks(motif->msg);
}

/* Return the largest divisor of @ranks whose @root-th power is at most @ranks. */
static unsigned int divisor(unsigned int ranks, unsigned int root)
{
	unsigned int found = 1, power;

	for (unsigned int i = 1; i <= ranks; i++) {
		power = root == 3 ? i * i * i : i * i;
		if (power <= ranks && ranks % i == 0)
			found = i;
	}
	return found;
}

void motif_grid(struct motif *motif, unsigned int dimensions)
{
	unsigned int *grid = motif->grid, left = motif->ranks;

	if (!grid[0]) {
		grid[2] = dimensions == 3 ? divisor(left, 3) : 1;
		left /= grid[2];
		grid[1] = divisor(left, 2);
		grid[0] = left / grid[1];
	}
	if (grid[0] * grid[1] * grid[2] == motif->ranks && (dimensions == 3 || grid[2] == 1))
		return;
	if (!motif->rank)
		fprintf(stderr, "%s: a grid of %ux%ux%u does not fit %u ranks\n", motif->name,
			grid[0], grid[1], grid[2], motif->ranks);
	exit(2);
}

void motif_start(struct motif *motif)
{
	motif_must(motif, msg_barrier(motif->msg));
	motif->began = gpcd_ugni_ns();
}

void motif_end(struct motif *motif, unsigned int steps, const char *step)
{
	uint64_t times[2] = { motif->began, gpcd_ugni_ns() }, other[2], took;
	int err;

	for (unsigned int i = 1; !motif->rank && i < motif->ranks; i++) {
		motif_must(motif, msg_receive(motif->msg, i, TIMES, other, sizeof(other), NULL));
		times[0] = other[0] < times[0] ? other[0] : times[0];
		times[1] = other[1] > times[1] ? other[1] : times[1];
	}
	if (motif->rank)
		motif_must(motif, msg_send(motif->msg, 0, TIMES, times, sizeof(times)));
	took = times[1] - times[0];
	if (!motif->rank)
		printf("%s: %u ranks, %zu bytes: %" PRIu64 " ns, %" PRIu64 " ns for each %s\n",
		       motif->name, motif->ranks, motif->bytes, took, took / steps, step);
	err = msg_close(motif->msg);
	motif->msg = NULL;
	motif_must(motif, err);
}

void *motif_alloc(const struct motif *motif, size_t bytes)
{
	void *memory = calloc(1, bytes + 1);

	if (!memory)
		motif_must(motif, -ENOMEM);
	return memory;
}

void motif_compute(const struct motif *motif)
{
	if (motif->compute && gpcd_ugni_compute(motif->compute))
		motif_must(motif, -EIO);
}

/* Differs from word to word, so that no two parts of a message are alike. */
static uint64_t word(unsigned int from, unsigned int message, size_t at)
{
	uint64_t z = ((uint64_t)from << 32 | message) * 0x9e3779b97f4a7c15ull + at;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	return z ^ z >> 31;
}

void motif_fill(void *data, size_t bytes, unsigned int from, unsigned int number)
{
	unsigned char *to = data;

	for (size_t i = 0; i < bytes; i++)
		to[i] = word(from, number, i / 8) >> i % 8 * 8;
}

void motif_check(const struct motif *motif, const void *data, size_t bytes, unsigned int from,
		 unsigned int number)
{
	const unsigned char *got = data;

	for (size_t i = 0; i < bytes; i++) {
		if (got[i] == (unsigned char)(word(from, number, i / 8) >> i % 8 * 8))
			continue;
		fprintf(stderr, "%s: rank %u: message %u of rank %u is wrong from byte %zu on\n",
			motif->name, motif->rank, number, from, i);
		exit(1);
	}
}
