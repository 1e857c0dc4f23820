// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sweep entry points and print a result line each: those whose name contains WORD, or the share K/N
 * of all, numbered K, K + N, K + 2N and so on. For a share, an entry point that takes long is as
 * many as it has parts.
 *
 *	sweep WORD | K/N
 *
 * With SWEEP_ALL=1 no step is left out because the call would take the same path.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sweep.h"

/* More allocations and copies than any call makes. */
#define STEPS_MAX	1000000

/* Refused calls to learn from. */
#define REFUSALS	5

/*
 * Successes in spite of a failure after which they count as a bug. A first charge to a cgroup
 * allocates memory for that when its slab is new, and can do without.
 */
#define SURVIVALS	4

static const char * const fault_names[] = {
	[FAULT_SMALL] = "allocation or copy",
	[FAULT_DROUGHT] = "from allocation or copy",
	[FAULT_PAGE] = "page or copy",
};

/* One entry point, as far as it has been swept. */
static struct sweep {
	const struct entry *entry;
	enum fault fault;	/* what fails */
	unsigned int nth;	/* which of these; 0: none yet */
	int part, parts;	/* the steps tried are those of this part; parts 1: all */
	uint64_t calm;	/* the path of the call when nothing fails */
	uint64_t path;	/* of the last call */
	bool ended;	/* it has come to the steps before our code */
	unsigned int failures;	/* in all */
	unsigned int survived;	/* how often the call worked all the same */
	bool insists;	/* that is held against it now */
	struct world begin;	/* the world before the preparation */
	struct world ready;	/* the world before the call */
	char complaint[1024];	/* what is wrong, or "" */
} sweep;

void complain(const char *fmt, ...)
{
	va_list args;
	int length;

	if (sweep.complaint[0])
		return;
	length = snprintf(sweep.complaint, sizeof(sweep.complaint), "%s %u: ",
			  fault_names[sweep.fault], sweep.nth);
	va_start(args, fmt);
	vsnprintf(sweep.complaint + length, sizeof(sweep.complaint) - length, fmt, args);
	va_end(args);
}

void must(bool good, const char *what)
{
	if (good)
		return;
	printf("Bail out! %s, %s %u: %s: %s\n", sweep.entry ? sweep.entry->name : "set-up",
	       fault_names[sweep.fault], sweep.nth, what, strerror(errno));
	exit(EXIT_FAILURE);
}

static void judge_errno(long ret, bool struck)
{
	int wanted = fault_was_copy() ? EFAULT : ENOMEM;

	if (!struck)
		complain("nothing has failed, and yet: %s", strerrorname_np(-ret));
	else if (ret != -wanted)
		complain("%s, wanted %s", strerrorname_np(-ret), strerrorname_np(wanted));
}

static void judge_failure(long ret, bool struck)
{
	static struct world after;

	judge_errno(ret, struck);
	world_see(&after);
	if (!sweep.entry->late) {
		text_compare("after a failed call", sweep.ready.things, after.things);
		text_compare("after a failed call", sweep.ready.values, after.values);
	}
	if (sweep.entry->failed)
		sweep.entry->failed(sweep.entry);
}

static void judge_success(long ret)
{
	if (ret < 0)
		complain("the call does not work without that: %s", strerror(-ret));
	else if (sweep.entry->worked)
		sweep.entry->worked(sweep.entry, ret);
}

static void judge_end(void)
{
	static struct world end;

	world_see_things(&end);
	text_compare("at the end", sweep.begin.things, end.things);
}

static void judge_log(void)
{
	const char *report = kmsg_report();

	if (report)
		complain("the kernel reports '%s'", report);
	kmsg_skip();
}

/* Pages are also requested by code that can do without. */
static bool forgiven(void)
{
	return sweep.entry->forgives || sweep.fault == FAULT_PAGE;
}

static void judge_survival(void)
{
	sweep.survived++;
	if (!forgiven() && sweep.insists)
		complain("the call works, as if nothing had happened");
	judge_end();
}

/*
 * Make the call once, from beginning to end, with its Nth step failing; return the steps missing.
 */
static unsigned int try_nth(unsigned int nth)
{
	const struct entry *entry = sweep.entry;
	unsigned int missing;
	long first, ret;
	bool copy;

	if (entry->prepare)
		entry->prepare(entry);
	if (!sweep.nth)
		world_see(&sweep.ready);
	sweep.nth = nth;
	fault_arm(nth);
	path_begin();
	first = entry->run(entry);
	sweep.path = path_end();
	ret = first;
	missing = fault_disarm();
	sweep.ended = entry->ours && !entry->ours();
	if (first < 0) {
		judge_failure(first, !missing);
		ret = entry->run(entry);
	}
	judge_success(ret);
	if (entry->undo)
		entry->undo(entry, ret);
	if (!missing && first >= 0)
		judge_survival();
	copy = fault_was_copy();
	judge_log();
	sweep.failures += !missing && (sweep.fault != FAULT_PAGE || !copy);
	return missing;
}

/* Return the steps of a call that is refused where our code begins. */
static unsigned int refused_steps(void)
{
	const struct entry *entry = sweep.entry;
	unsigned int missing;

	entry->prepare(entry);
	fault_arm(STEPS_MAX);
	must(entry->refused(entry) == -EINVAL, "the call to be refused");
	missing = fault_disarm();
	entry->undo(entry, -EINVAL);
	return STEPS_MAX - missing;
}

/* Full slabs make a call request more pages: the minimum over some calls is its own number. */
static unsigned int foreign_steps(void)
{
	unsigned int fewest = sweep.entry->refused ? STEPS_MAX : 0;

	for (int i = 0; i < REFUSALS && fewest; i++) {
		unsigned int steps = refused_steps();

		fewest = steps < fewest ? steps : fewest;
	}
	return fewest;
}

/* Let a step fail; return the path that the call took then, 0: unknown. */
static uint64_t try_step(int nth)
{
	unsigned int before;

	for (int i = 1; i <= SURVIVALS; i++) {
		before = sweep.survived;
		sweep.insists = i == SURVIVALS;
		try_nth(nth);
		if (sweep.survived == before || forgiven())
			break;
	}
	return sweep.path == sweep.calm ? 0 : sweep.path;
}

/* Sweep from the last step down to the first of ours. */
static void sweep_steps(int first, int last, int stride)
{
	for (int nth = last; nth >= first && !sweep.complaint[0] && !sweep.ended; nth -= stride)
		try_step(nth);
}

/*
 * If the call takes the same path through our code at two failing steps, both are in the same
 * kernel call, as is each step between: leave these out. @low and @high have been tried, with the
 * paths
 * @low_path and @high_path.
 */
static void sweep_between(int low, uint64_t low_path, int high, uint64_t high_path, int stride)
{
	int middle = high - (high - low) / stride / 2 * stride;
	uint64_t path;

	if (middle == high || sweep.complaint[0] || (low_path && low_path == high_path))
		return;
	path = try_step(middle);
	sweep_between(middle, path, high, high_path, stride);
	sweep_between(low, low_path, middle, path, stride);
}

static void sweep_paths(int first, int last, int stride)
{
	int low = last - (last - first) / stride * stride;
	uint64_t low_path, high_path;

	if (last < first)
		return;
	high_path = try_step(last);
	if (low == last || sweep.complaint[0])
		return;
	low_path = try_step(low);
	sweep_between(low, low_path, last, high_path, stride);
}

static void sweep_faults(enum fault fault)
{
	int stride = 1, nth, first;

	if (fault == FAULT_PAGE && sweep.entry->pages_alike)
		stride = sweep.entry->pages_alike;
	sweep.fault = fault;
	fault_choose(fault);
	first = 1 + foreign_steps();
	nth = STEPS_MAX - try_nth(STEPS_MAX);
	sweep.calm = sweep.path;
	if (nth + 1 < first)
		complain("%d steps before ours, and %d in all", first - 1, nth);
	nth -= sweep.part * stride;
	stride *= sweep.parts;
	if (sweep.entry->ours || getenv("SWEEP_ALL"))
		sweep_steps(first, nth, stride);
	else
		sweep_paths(first, nth, stride);
}

static void sweep_entry(const struct entry *entry, int part, int parts)
{
	sweep = (struct sweep){ .entry = entry, .part = part, .parts = parts };
	world_see_things(&sweep.begin);
	/* Objects made only the first time must not count as the call's. */
	try_nth(STEPS_MAX);
	sweep_faults(entry->fault);
	sweep_faults(FAULT_PAGE);
	judge_end();
	if (!sweep.failures != !!entry->idle)
		complain("%u of them in all", sweep.failures);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void report(int number, double seconds)
{
	const struct entry *entry = sweep.entry;

	if (sweep.complaint[0])
		printf("not ok %d - %s : %s\n", number, entry->name, sweep.complaint);
	else if (entry->idle)
		printf("ok %d - %s: nothing to fail: %s\n", number, entry->name, entry->idle);
	else
		printf("ok %d - %s: %u allocations and copies failed in turn\n", number,
		       entry->name, sweep.failures);
	printf("# %.1f s", seconds);
	if (sweep.parts > 1)
		printf("; part %d of %d", sweep.part + 1, sweep.parts);
	if (sweep.survived)
		printf("; worked all the same %u times", sweep.survived);
	if (sweep.survived && entry->forgives)
		printf(": %s", entry->forgives);
	if (entry->late)
		printf("; may fail after its work is done: %s", entry->late);
	putchar('\n');
	fflush(stdout);
}

static const struct stage * const stages[] = {
	&core_stage, &emu_stage, &chip_stage, &read_stage, &change_stage,
	&file_stage, &event_stage, &pmu_stage, &netlink_stage, &driver_stage,
};

/* Return in how many parts an entry point is swept: only a share of them needs parts. */
static int parts_of(const struct entry *entry, const char *which)
{
	int first, shares;

	return sscanf(which, "%d/%d", &first, &shares) == 2 && shares > 1 && entry->parts ?
	       entry->parts : 1;
}

/* Is the next part to be swept? */
static bool chosen(const struct entry *entry, const char *which)
{
	static int number;
	int first, shares;

	if (sscanf(which, "%d/%d", &first, &shares) == 2)
		return number++ % shares == first - 1;
	return strstr(entry->name, which);
}

/* Sweep those parts that are to be; return how many failed. */
static int sweep_parts(const struct entry *entry, const char *which, int *number)
{
	int parts = parts_of(entry, which), bad = 0;

	for (int part = 0; part < parts; part++) {
		double begin = now();

		if (!chosen(entry, which))
			continue;
		sweep_entry(entry, part, parts);
		report(++*number, now() - begin);
		bad += sweep.complaint[0] != '\0';
	}
	return bad;
}

/* Return how many entry points failed. */
static int sweep_stage(const struct stage *stage, const char *which, int *number)
{
	int bad = 0;

	stage->setup();
	for (int i = 0; i < stage->count; i++)
		bad += sweep_parts(&stage->entries[i], which, number);
	stage->teardown();
	return bad;
}

int main(int argc, char **argv)
{
	int number = 0, bad = 0;

	path_setup();
	fault_setup();
	kmsg_skip();
	for (int i = 0; i < ARRAY_SIZE(stages); i++)
		bad += sweep_stage(stages[i], argc > 1 ? argv[1] : "1/1", &number);
	printf("1..%d\n", number);
	return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
