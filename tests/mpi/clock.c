// SPDX-License-Identifier: GPL-2.0-only
/*
 * The common clock and the barrier, at ranks whose clocks have known errors.
 *
 *	mpirun -n RANKS clock [SEED [SYNCHRONISATIONS]]
 *
 * Rank 0 prints a TAP line per check, and comments with measurements, in ns.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "gm/gm.h"

#define NS		1000000000ULL
#define MS		1000000ULL

/*
 * A rank's clock that stands still, except for @step once the rank has learnt an offset, and for
 * @swing at every other reading.
 */
struct fake {
	uint64_t time;
	int64_t step;
	int64_t swing;
	const struct gm_clock *clock;
	unsigned int looks;
};

static int rank, ranks;
static int checks, failures;
static uint64_t random_state;

static uint64_t monotonic(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS + now.tv_nsec;
}

static void wait_ns(uint64_t ns)
{
	struct timespec time = { .tv_sec = ns / NS, .tv_nsec = ns % NS };

	nanosleep(&time, NULL);
}

/* SplitMix64 (Steele, Lea and Flood, 2014) */
static uint64_t random_word(void)
{
	uint64_t z = random_state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

static uint64_t largest(uint64_t value)
{
	MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
	return value;
}

static uint64_t smallest(uint64_t value)
{
	MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
	return value;
}

/* Good if good at all ranks; otherwise print the reason of the lowest rank that failed. */
__printf(3, 4) static void check(bool good, const char *what, const char *format, ...)
{
	int first = good ? ranks : rank;
	char why[200];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);

	MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	checks++;
	failures += first < ranks;
	if (first < ranks)
		MPI_Bcast(why, sizeof(why), MPI_CHAR, first, MPI_COMM_WORLD);
	if (rank)
		return;
	if (first < ranks)
		printf("not ok %d - %s : rank %d: %s\n", checks, what, first, why);
	else
		printf("ok %d - %s\n", checks, what);
}

__printf(1, 2) static void comment(const char *format, ...)
{
	va_list args;

	if (rank)
		return;
	printf("# ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

static int corners(void)
{
	int n = 1;

	while (n <= ranks / 2)
		n *= 2;
	return n;
}

static uint64_t fake_now(void *context)
{
	struct fake *fake = context;

	return fake->time + (fake->clock->offset ? fake->step : 0) +
	       (fake->looks++ % 2 ? fake->swing : 0);
}

/* Return the common clock minus @truth, or INT64_MAX if there was no clock. */
static int64_t fake_error(struct fake fake, uint64_t truth)
{
	struct gm_clock clock = { .now = fake_now, .context = &fake };

	fake.clock = &clock;
	if (gm_clock_sync(&clock, MPI_COMM_WORLD))
		return INT64_MAX;
	return gm_clock_now(&clock) - truth;
}

/* Clocks that stand still are compared without error, at any distance. */
static void check_exact(void)
{
	struct fake fake = { .time = rank ? random_word() >> 2 : NS };
	int64_t error = fake_error(fake, NS);

	check(!error, "clocks up to 146 years apart agree exactly", "%" PRId64 " ns", error);
}

/*
 * Every other round trip takes rank 0 1000 ns, the others -1000, which is impossible for a sane
 * clock.
 */
static void check_middle(void)
{
	struct fake fake = { .time = NS * (rank + 1), .swing = rank ? 0 : 1000 };
	int64_t error = fake_error(fake, NS);

	check(!rank || error == 500, "the middle of the shortest round trip counts",
	      "%" PRId64 " ns, not 500", error);
}

/*
 * Rank 3 errs by 1000 ns in the second dimension, where it measures against 1 while 2 measures
 * against 0: half of that is each one's. Later dimensions average it away; a twin copies it.
 */
static void check_average(void)
{
	const int64_t step = corners() > 2 ? 1000 : 0;
	const int corner = rank % corners();
	struct fake fake = { .time = NS * (rank + 1), .step = rank == 3 ? step : 0 };
	int64_t error = fake_error(fake, NS);
	int64_t expected = 0;

	if (corner == 2)
		expected = -step / 2;
	if (corner == 3)
		expected = step / 2;
	check(error == expected, "an error of one rank is shared by its subcube",
	      "%" PRId64 " ns, not %" PRId64, error, expected);
}

static uint64_t skewed_now(void *context)
{
	return monotonic() + *(const int64_t *)context;
}

/*
 * How wrong a clock may be, if each measurement is by half a round trip. A rank adds up what was
 * wrong in the dimensions of its bits. In dimension d that is half a trip, and half of what was
 * wrong in each earlier dimension of both subcubes, as the means are over both: together
 * 1, 2, 4, ... half trips. The last is the twin's. Each step may round by a few ns.
 */
static uint64_t bound(uint64_t trip)
{
	return (trip / 2 + 4) * (corners() - 1 + (ranks > corners()));
}

static void check_skewed(int count)
{
	int64_t skew = (int64_t)(random_word() % (2 * NS)) - (int64_t)NS;
	struct gm_clock clock = { .now = skewed_now, .context = &skew };
	uint64_t worst = 0, sum = 0, longest = 0, took = 0, start;
	int64_t reference = skew, error = 0;
	int wrong = 0;
	int err = 0;

	MPI_Bcast(&reference, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
	for (int i = 0; i < count; i++) {
		uint64_t trip, magnitude;

		MPI_Barrier(MPI_COMM_WORLD);
		start = monotonic();
		err |= gm_clock_sync(&clock, MPI_COMM_WORLD);
		took += largest(monotonic() - start);

		error = skew + clock.offset - reference;
		magnitude = largest(llabs(error));
		trip = largest(clock.trip);
		wrong += magnitude > bound(trip);
		worst = magnitude > worst ? magnitude : worst;
		longest = trip > longest ? trip : longest;
		sum += magnitude;
	}

	comment("skews up to 1 s: %d synchronisations of %" PRIu64 " ns each", count, took / count);
	comment("largest error of a rank: mean %" PRIu64 " ns, worst %" PRIu64
		" ns; half the longest round trip kept: %" PRIu64 " ns", sum / count, worst,
		longest / 2);
	check(!err, "clocks synchronise", "error %d", err);
	check(!wrong, "errors are within what round trips allow",
	      "%d of %d are not, the last error here: %" PRId64 " ns", wrong, count, error);
}

/* Ranks enter at random times, each in its turn well after the others. */
static void check_barrier(void)
{
	const int rounds = ranks < 8 ? 8 : ranks;
	int early = 0;
	int err = 0;

	for (int i = 0; i < rounds; i++) {
		uint64_t in, out;

		wait_ns(random_word() % MS + (i % ranks == rank ? 5 * MS : 0));
		in = monotonic();
		err |= gm_barrier(MPI_COMM_WORLD);
		out = monotonic();
		early += largest(in) > smallest(out);
	}
	check(!err && !early, "no rank leaves the barrier before all have entered",
	      "%d of %d times one did, error %d", early, rounds, err);
}

static uint64_t time_barrier(int (*barrier)(MPI_Comm comm), int count)
{
	uint64_t start;

	barrier(MPI_COMM_WORLD);
	start = monotonic();
	for (int i = 0; i < count; i++)
		barrier(MPI_COMM_WORLD);
	return largest(monotonic() - start) / count;
}

static void check_error(void)
{
	struct gm_clock clock = { 0 };
	int sync, barrier;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	sync = gm_clock_sync(&clock, MPI_COMM_NULL);
	barrier = gm_barrier(MPI_COMM_NULL);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
	check(sync == -EIO && barrier == -EIO, "no communicator is -EIO", "%d and %d", sync,
	      barrier);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	int count = argc > 2 ? atoi(argv[2]) : 20;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (count < 1)
		count = 1;
	random_state = seed * ranks + rank;

	comment("%d ranks, seed %" PRIu64, ranks, seed);
	check_exact();
	check_middle();
	check_average();
	check_skewed(count);
	check_barrier();
	comment("gm_barrier: %" PRIu64 " ns", time_barrier(gm_barrier, count));
	comment("PMPI_Barrier: %" PRIu64 " ns", time_barrier(PMPI_Barrier, count));
	check_error();
	if (!rank)
		printf("1..%d\n", checks);

	MPI_Finalize();
	return failures != 0;
}
