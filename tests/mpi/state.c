// SPDX-License-Identifier: GPL-2.0-only
/*
 * libgm's calls around counts that are known, for a shell test to look at what comes out.
 *
 *	mpirun -n RANKS state MODE [ARGUMENT]
 *
 * Modes are described where they are. A rank that finds an image by GM_FEED ("%r" as in GM_DEVICE,
 * without "image:") feeds it: between two samples 1000 * (rank + 1) + counter on each of the six
 * counters of each tile. Of ranks that find the same one the first to come does.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <gpcd/gm.h>
#include <gpcd/gpcd.h>

#define TILES		48
#define COUNTERS	6
#define STATES		4
#define THREADS		4

#define NS		1000000000ULL
#define HOST_COUNTER	"GM_2_3_TILE_PERFORMANCE_COUNTERS_0"
#define SLACK_NS	(NS / 10)

static int rank, ranks;
static time_t skew;

/* Ours before the C library's: what time a rank believes it is. */
__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *now)
{
	int result = syscall(SYS_clock_gettime, id, now);

	if (id == CLOCK_MONOTONIC)
		now->tv_sec += skew;
	return result;
}

static uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS + now.tv_nsec;
}

static void fail(const char *what, const gemini_state_t *state, int err)
{
	fprintf(stderr, "rank %d: %s: %d: %s\n", rank, what, err,
		state ? gemini_error(state) : strerror(-err));
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(const char *what, const gemini_state_t *state, int err)
{
	if (err)
		fail(what, state, err);
}

/* Failing what should fail otherwise, or not at all. */
static void expect(const char *what, const gemini_state_t *state, int err, int wanted)
{
	if (err != wanted) {
		fprintf(stderr, "expected %d: ", wanted);
		fail(what, state, err);
	}
}

static struct gpcd_image_feed *feed_open(void)
{
	const char *pattern = getenv("GM_FEED"), *mark;
	struct gpcd_image_feed *feed = NULL;
	char path[4096];
	int err;

	if (!pattern)
		return NULL;
	mark = strstr(pattern, "%r");
	if (mark)
		snprintf(path, sizeof(path), "%.*s%d%s", (int)(mark - pattern), pattern, rank,
			 mark + 2);
	else
		snprintf(path, sizeof(path), "%s", pattern);
	err = gpcd_image_feed_open(path, &feed);
	if (err && err != -ENOENT && err != -EBUSY)
		fail(path, NULL, err);
	return feed;
}

static void count(struct gpcd_image_feed *feed, const char *name, uint64_t n)
{
	struct gpcd_feed_reg reg;

	check(name, NULL, gpcd_feed_reg_find(GPCD_CHIP_GEMINI, name, &reg));
	check(name, NULL, gpcd_image_feed_count(feed, &reg, n));
}

static void count_all(struct gpcd_image_feed *feed, uint64_t times)
{
	char name[64];

	if (!feed)
		return;
	check("begin", NULL, gpcd_image_feed_begin(feed));
	for (int i = 0; i < TILES * COUNTERS; i++) {
		snprintf(name, sizeof(name), "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d",
			 i / COUNTERS / 8, i / COUNTERS % 8, i % COUNTERS);
		count(feed, name, times * (1000 * (rank + 1) + i % COUNTERS));
	}
	check("end", NULL, gpcd_image_feed_end(feed, gpcd_image_feed_time(feed) + 1000000));
}

/* All counts have arrived before anybody goes on. */
static void traffic(struct gpcd_image_feed *feed, uint64_t times)
{
	count_all(feed, times);
	MPI_Barrier(MPI_COMM_WORLD);
}

static void sample(MPI_Comm comm, gemini_state_t *state)
{
	check("gemini_read_counters", state, gemini_read_counters(comm, state));
}

static void begin(MPI_Comm comm, gemini_state_t *state)
{
	check("gemini_init_state", state, gemini_init_state(comm, state));
}

static void end(MPI_Comm comm, gemini_state_t *state)
{
	check("gemini_finalize_state", state, gemini_finalize_state(comm, state));
	check("again", state, gemini_finalize_state(comm, state));
}

/* table FORMAT: counts between two samples; those before the first are not to be seen. */
static void table(struct gpcd_image_feed *feed, const char *format)
{
	enum gemini_format how = !strcmp(format, "json") ? GEMINI_JSON :
				 !strcmp(format, "head") ? GEMINI_TEXT_HEAD : GEMINI_TEXT;
	gemini_state_t state;

	begin(MPI_COMM_WORLD, &state);
	traffic(feed, 7);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	if (how == GEMINI_TEXT)
		check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	else
		check("fprint", &state,
		      gemini_fprint_counters(MPI_COMM_WORLD, &state, stdout, how));
	end(MPI_COMM_WORLD, &state);
}

/* write PATH: the table into a file, or what was wrong, told by the last rank. */
static void write_table(struct gpcd_image_feed *feed, const char *path)
{
	gemini_state_t state;
	int err;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	err = gemini_write_counters(MPI_COMM_WORLD, &state, path, GEMINI_TEXT);
	if (rank == ranks - 1)
		printf("%d: %s\n", err, gemini_error(&state));
	end(MPI_COMM_WORLD, &state);
}

/* init: what it returns and says, at the last rank. */
static void init(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;
	int err = gemini_init_state(MPI_COMM_WORLD, &state), low, high;

	(void)feed;
	(void)argument;
	MPI_Allreduce(&err, &low, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	MPI_Allreduce(&err, &high, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	if (low != high)
		fail("ranks differ", &state, err);
	if (rank == ranks - 1)
		printf("%d: %s\n", err, gemini_error(&state));
	end(MPI_COMM_WORLD, &state);
}

/* gone RANK: that rank's chip goes between the samples; then all sample on, twice. */
static void gone(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	if (rank == atoi(argument))
		gpcd_image_feed_close(feed);
	else
		gpcd_image_feed_release(feed);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 2; i++) {
		sample(MPI_COMM_WORLD, &state);
		check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	}
	end(MPI_COMM_WORLD, &state);
}

/* A device of its own, as whoever resets or clears a chip has one. */
static struct gpcd *device_open(void)
{
	char where[4096];
	struct gpcd *device;

	snprintf(where, sizeof(where), "image:%s", getenv("GM_WRITE"));
	check(where, NULL, gpcd_open(where, &device));
	return device;
}

/* reset RANK: that rank writes a counter of GM_WRITE between two samples, not the next two. */
static void reset(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;
	struct gpcd *device;

	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	if (rank == atoi(argument)) {
		device = device_open();
		check("write", NULL, gpcd_write(device, 0, HOST_COUNTER, 5));
		gpcd_close(device);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	sample(MPI_COMM_WORLD, &state);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	end(MPI_COMM_WORLD, &state);
}

/* wrap RANK: a counter of GM_WRITE, that rank's chip, wraps between the samples. */
static void wrap(struct gpcd_image_feed *feed, const char *argument)
{
	bool mine = rank == atoi(argument);
	struct gpcd *device = NULL;
	gemini_state_t state;
	uint64_t value = 0;

	if (mine) {
		device = device_open();
		check("write", NULL, gpcd_write(device, 0, HOST_COUNTER, (1ULL << 48) - 1));
	}
	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	if (mine)
		check("read", NULL, gpcd_read(device, 0, HOST_COUNTER, &value));
	if (value >= 1ULL << 47)
		fail("the counter went on", NULL, -ERANGE);
	gpcd_close(device);
	check("print", &state, gemini_print_counters(MPI_COMM_WORLD, &state));
	end(MPI_COMM_WORLD, &state);
}

/* many: states side by side, each with other samples; the last table is that of the first state. */
static void many(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t states[STATES];

	(void)argument;
	for (int i = 0; i < STATES; i++)
		begin(MPI_COMM_WORLD, &states[i]);
	for (int i = 0; i < STATES; i++) {
		sample(MPI_COMM_WORLD, &states[i]);
		traffic(feed, 1);
	}
	for (int i = STATES - 1; i >= 0; i--) {
		sample(MPI_COMM_WORLD, &states[i]);
		if (!rank)
			printf("# state %d\n", i);
		check("print", &states[i], gemini_print_counters(MPI_COMM_WORLD, &states[i]));
	}
	for (int i = 0; i < STATES; i++)
		end(MPI_COMM_WORLD, &states[i]);
}

/* part: the odd ranks alone; the even ones have a state of their own, and no table. */
static void part(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;
	MPI_Comm comm;

	(void)argument;
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
	begin(comm, &state);
	sample(comm, &state);
	traffic(feed, 1);
	sample(comm, &state);
	if (rank % 2)
		check("print", &state, gemini_print_counters(comm, &state));
	end(comm, &state);
	MPI_Comm_free(&comm);
}

/* A thread's own communicator and state. */
struct worker {
	pthread_t thread;
	MPI_Comm comm;
	int number;
};

static void *work(void *argument)
{
	struct worker *worker = argument;
	char path[4096];
	gemini_state_t state;

	for (int i = 0; i < 10; i++) {
		begin(worker->comm, &state);
		sample(worker->comm, &state);
		sample(worker->comm, &state);
		snprintf(path, sizeof(path), "%s.%d", getenv("GM_TABLES"), worker->number);
		check(path, &state,
		      gemini_write_counters(worker->comm, &state, path, GEMINI_TEXT));
		end(worker->comm, &state);
	}
	return NULL;
}

/* threads: each its own state, at once; files GM_TABLES.N. */
static void threads(struct gpcd_image_feed *feed, const char *argument)
{
	struct worker workers[THREADS];

	(void)feed;
	(void)argument;
	for (int i = 0; i < THREADS; i++) {
		workers[i].number = i;
		MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].comm);
	}
	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			fail("pthread_create", NULL, -errno);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(workers[i].thread, NULL);
		MPI_Comm_free(&workers[i].comm);
	}
}

/* misuse: each call that must be refused. */
static void misuse(struct gpcd_image_feed *feed, const char *argument)
{
	struct gemini_sample when;
	struct gemini_cost cost;
	gemini_state_t state;

	(void)feed;
	(void)argument;
	expect("null", NULL, gemini_init_state(MPI_COMM_NULL, &state), -EINVAL);
	expect("no state", NULL, gemini_read_counters(MPI_COMM_WORLD, &state), -EINVAL);
	check("finalize none", NULL, gemini_finalize_state(MPI_COMM_WORLD, &state));
	begin(MPI_COMM_WORLD, &state);
	expect("cost", &state, gemini_get_cost(MPI_COMM_WORLD, &state, &cost), -ENODATA);
	expect("sample", &state, gemini_get_sample(MPI_COMM_WORLD, &state, &when), -ENODATA);
	expect("none", &state, gemini_print_counters(MPI_COMM_WORLD, &state), -ENODATA);
	sample(MPI_COMM_WORLD, &state);
	expect("one", &state, gemini_print_counters(MPI_COMM_WORLD, &state), -ENODATA);
	sample(MPI_COMM_WORLD, &state);
	expect("format", &state,
	       gemini_fprint_counters(MPI_COMM_WORLD, &state, stdout, 99), -EINVAL);
	expect("stream", &state,
	       gemini_fprint_counters(MPI_COMM_WORLD, &state, NULL, GEMINI_TEXT), -EINVAL);
	expect("path", &state,
	       gemini_write_counters(MPI_COMM_WORLD, &state, NULL, GEMINI_TEXT), -EINVAL);
	expect("comm", &state, gemini_read_counters(MPI_COMM_NULL, &state), -EINVAL);
	expect("finalize", &state, gemini_finalize_state(MPI_COMM_NULL, &state), -EINVAL);
	if (ranks > 1)
		expect("self", &state, gemini_read_counters(MPI_COMM_SELF, &state), -EINVAL);
	end(MPI_COMM_WORLD, &state);
	if (!rank)
		printf("refused\n");
}

/* cost: what is measured, and that it makes sense. */
static void cost(struct gpcd_image_feed *feed, const char *argument)
{
	struct gemini_sample when, next;
	struct gemini_cost took;
	gemini_state_t state;
	size_t held, peak;

	(void)argument;
	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	check("sample", &state, gemini_get_sample(MPI_COMM_WORLD, &state, &when));
	traffic(feed, 1);
	sample(MPI_COMM_WORLD, &state);
	check("sample", &state, gemini_get_sample(MPI_COMM_WORLD, &state, &next));
	if (when.first_ns > when.last_ns || when.last_ns >= next.first_ns)
		fail("samples out of order", &state, 0);
	check("print", &state, gemini_write_counters(MPI_COMM_WORLD, &state, "/dev/null",
						     GEMINI_TEXT) == -EINVAL ? 0 : -EIO);
	check("cost", &state, gemini_get_cost(MPI_COMM_WORLD, &state, &took));
	held = gemini_memory(&state, &peak);
	printf("rank %d: held %zu, peak %zu\n", rank, held, peak);
	if (!rank)
		printf("clock %" PRIu64 " barrier %" PRIu64 " read %" PRIu64 " aggregate %" PRIu64
		       " gather %" PRIu64 " spread %" PRIu64 "\n", took.clock_ns, took.barrier_ns,
		       took.read_ns, took.aggregate_ns, took.gather_ns,
		       next.last_ns - next.first_ns);
	end(MPI_COMM_WORLD, &state);
}

/* skew: all clocks differ by 1000 s; samples carry rank 0's. */
static void skewed(struct gpcd_image_feed *feed, const char *argument)
{
	struct gemini_sample when;
	gemini_state_t state;
	uint64_t before, after;

	(void)feed;
	(void)argument;
	skew = 1000 * (rank + 1);
	begin(MPI_COMM_WORLD, &state);
	for (int i = 0; i < 3; i++) {
		before = clock_ns() - SLACK_NS;
		sample(MPI_COMM_WORLD, &state);
		after = clock_ns() + SLACK_NS;
		check("when", &state, gemini_get_sample(MPI_COMM_WORLD, &state, &when));
		MPI_Bcast(&before, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
		MPI_Bcast(&after, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
		if (before > when.first_ns || when.first_ns > when.last_ns ||
		    when.last_ns > after)
			fail("not on rank 0's clock", &state, i);
	}
	end(MPI_COMM_WORLD, &state);
	if (!rank)
		printf("one clock\n");
}

/* die RANK: that rank ends amid it all; the launcher must end the job. */
static void die(struct gpcd_image_feed *feed, const char *argument)
{
	gemini_state_t state;

	(void)feed;
	begin(MPI_COMM_WORLD, &state);
	sample(MPI_COMM_WORLD, &state);
	if (rank == atoi(argument))
		abort();
	gemini_read_counters(MPI_COMM_WORLD, &state);
	gemini_print_counters(MPI_COMM_WORLD, &state);
	pause();
}

static const struct mode {
	const char *name;
	void (*run)(struct gpcd_image_feed *feed, const char *argument);
} modes[] = {
	{ "table", table }, { "write", write_table }, { "init", init }, { "gone", gone },
	{ "reset", reset }, { "wrap", wrap }, { "many", many }, { "part", part },
	{ "threads", threads }, { "misuse", misuse }, { "cost", cost }, { "die", die },
	{ "skew", skewed },
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
	if (mode->run != gone)
		gpcd_image_feed_release(feed);
	MPI_Finalize();
	return 0;
}
