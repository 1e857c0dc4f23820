// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random steps: modules and chips come and go while the processes of workers.h use them. Each step
 * must end as the present state demands.
 *
 *	lifetime STEPS SEED
 */
#include <err.h>
#include <signal.h>
#include <time.h>

#include "module.h"
#include "workers.h"

#define SLOTS		4
#define MOOD		64	/* steps */

/* Directories of configfs, and their chips. The last may clash with the first. */
static const struct {
	const char *chip;
	const char *nic_addrs;
	const char *clock;
	const char *traffic;
} slots[SLOTS] = {
	{ "gemini", "101", "virtual", "0" },
	{ "gemini", "102", "real", "1" },
	{ "aries", "103,104", "virtual", "1" },
	{ "gemini", "101", "real", "0" },
};

static struct {
	int core;
	int emu;
	int pmu;
	int dir[SLOTS];
} have;

/* The directory that the step is about. */
static unsigned int slot;

static int dirs(void)
{
	int count = 0;

	for (int i = 0; i < SLOTS; i++)
		count += have.dir[i];
	return count;
}

static const char *slot_path(const char *file)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%u/%s", CONFIG, slot, file);
	return path;
}

/* --- steps: what is to come of them, and how they are taken --------------------- */

static int core_load_expect(void)
{
	return have.core ? EEXIST : 0;
}

static int core_load(void)
{
	int error = -module_load("gpcd", "");

	have.core |= !error;
	return error;
}

static int emu_load_expect(void)
{
	return !have.core ? ENOENT : have.emu ? EEXIST : 0;
}

static int emu_load(void)
{
	int error = -module_load("gpcd_emu", slot % 2 ? "clock=virtual" : "views=2");

	have.emu |= !error;
	return error;
}

static int emu_unload_expect(void)
{
	return !have.emu ? ENOENT : dirs() ? EWOULDBLOCK : 0;
}

static int emu_unload(void)
{
	int error = -module_unload("gpcd_emu");

	have.emu &= !!error;
	return error;
}

static int pmu_load_expect(void)
{
	return !have.core ? ENOENT : have.pmu ? EEXIST : 0;
}

static int pmu_load(void)
{
	int error = -module_load("gpcd_pmu", "");

	have.pmu |= !error;
	return error;
}

static int pmu_unload_expect(void)
{
	return have.pmu ? 0 : ENOENT;
}

static int pmu_unload(void)
{
	int error = -module_unload("gpcd_pmu");

	have.pmu &= !!error;
	return error;
}

static int core_unload_expect(void)
{
	return !have.core ? ENOENT : have.emu || have.pmu ? EWOULDBLOCK : 0;
}

static int core_unload(void)
{
	int error = -module_unload("gpcd");

	have.core &= !!error;
	return error;
}

static int create_expect(void)
{
	return !have.emu ? ENOENT : have.dir[slot] ? EEXIST : 0;
}

/* Write the addresses last: until then no other process can bring it to life. */
static int create(void)
{
	if (mkdir(slot_path(""), 0755))
		return errno;
	have.dir[slot] = 1;
	return file_write(slot_path("chip"), slots[slot].chip) ?:
	       file_write(slot_path("clock"), slots[slot].clock) ?:
	       file_write(slot_path("traffic"), slots[slot].traffic) ?:
	       file_write(slot_path("nic_addrs"), slots[slot].nic_addrs);
}

static int dir_expect(void)
{
	return have.dir[slot] ? 0 : ENOENT;
}

static int destroy(void)
{
	if (rmdir(slot_path("")))
		return errno;
	have.dir[slot] = 0;
	return 0;
}

static int live(void)
{
	return file_write(slot_path("live"), "1");
}

static int die(void)
{
	return file_write(slot_path("live"), "0");
}

static int emu_expect(void)
{
	return have.emu ? 0 : ENOENT;
}

/* The module's own chip has the first back door, and no other chip has its address. */
static int unplug(void)
{
	return file_write(CLASS "/gpcd_emu0/fault", "unplug");
}

static int replug(void)
{
	return file_write(CLASS "/gpcd_emu0/fault", "none");
}

static int core_expect(void)
{
	return have.core ? 0 : ENOENT;
}

static int change_default(void)
{
	static const char * const words[SLOTS] = { "none", "nic", "nic,router,setup", "all" };

	return file_write("/sys/module/gpcd/parameters/default_perms", words[slot]);
}

static int change_table(void)
{
	int fd = open(slot == 3 ? CTL_PATH : GPCD_DEV_PATH, O_RDWR | O_CLOEXEC), error;

	if (fd < 0)
		return errno;
	if (slot == 3)
		error = perms_remove_by(fd, 0);
	else if (slot == 2)
		error = result(ioctl(fd, GPC_IOC_IGNORE_PERMS, NULL));
	else
		error = perms_set(fd, 1 + slot, pick(4));
	close(fd);
	return error;
}

static int always(void)
{
	return 0;
}

static int kill_one(void)
{
	struct worker *worker = &workers[pick(WORKERS)];

	worker_kill(worker);
	worker_start(worker);
	return 0;
}

/* Something that happens to modules, chips, permissions or workers. */
static struct step {
	const char *name;	/* in the report */
	int weight[2];	/* how often: while things grow (most of the time), and shrink */
	int (*expect)(void);	/* the errno that the state calls for, or 0 */
	int (*take)(void);	/* do it; returns an errno or 0 */
	int also[4];	/* errnos that the workers may cause, up to 0 */
	struct tally tally;
} steps[] = {
	{ .name = "load gpcd", .weight = { 40, 4 }, .expect = core_load_expect,
	  .take = core_load },
	{ .name = "load gpcd_emu", .weight = { 40, 4 }, .expect = emu_load_expect,
	  .take = emu_load },
	{ .name = "unload gpcd_emu", .weight = { 1, 20 }, .expect = emu_unload_expect,
	  .take = emu_unload, .also = { EWOULDBLOCK } },
	{ .name = "load gpcd_pmu", .weight = { 40, 4 }, .expect = pmu_load_expect,
	  .take = pmu_load },
	{ .name = "unload gpcd_pmu", .weight = { 4, 40 }, .expect = pmu_unload_expect,
	  .take = pmu_unload, .also = { EWOULDBLOCK } },
	{ .name = "unload gpcd", .weight = { 1, 10 }, .expect = core_unload_expect,
	  .take = core_unload, .also = { EWOULDBLOCK } },
	{ .name = "mkdir", .weight = { 60, 2 }, .expect = create_expect,
	  .take = create },
	{ .name = "rmdir", .weight = { 20, 90 }, .expect = dir_expect,
	  .take = destroy },
	{ .name = "live", .weight = { 60, 20 }, .expect = dir_expect,
	  .take = live, .also = { EEXIST } },
	{ .name = "die", .weight = { 30, 10 }, .expect = dir_expect,
	  .take = die },
	{ .name = "unplug", .weight = { 40, 10 }, .expect = emu_expect,
	  .take = unplug },
	{ .name = "replug", .weight = { 50, 10 }, .expect = emu_expect,
	  .take = replug },
	{ .name = "change default_perms", .weight = { 30, 10 }, .expect = core_expect,
	  .take = change_default },
	{ .name = "change the table", .weight = { 60, 10 }, .expect = core_expect,
	  .take = change_table, .also = { ENOENT, ENXIO, ENODEV } },
	{ .name = "kill a worker", .weight = { 2, 1 }, .expect = always,
	  .take = kill_one },
};

#define STEPS ARRAY_SIZE(steps)

static void workers_check(int number)
{
	for (int i = 0; i < WORKERS; i++) {
		struct worker *worker = &workers[i];
		int dead = waitpid(worker->pid, NULL, WNOHANG);

		if (dead || worker->tally->wrong)
			errx(1, "step %d: the %s: %s", number, worker->name,
			     worker->tally->wrong ? worker->tally->complaint : "died");
	}
}

static void step_take(struct step *step, int number)
{
	int wanted = step->expect();
	int got = step->take();
	const int *also = step->also;

	if (!got)
		step->tally.done++;
	else
		step->tally.refused[got]++;
	if (got == wanted)
		return;
	while (!wanted && *also && *also != got)
		also++;
	if (wanted || !*also)
		errx(1, "step %d, %s %u: %s, not %s", number, step->name, slot,
		     strerrorname_np(got), strerrorname_np(wanted));
}

static struct step *step_draw(int mood)
{
	int total = 0, at;

	for (int i = 0; i < STEPS; i++)
		total += steps[i].weight[mood];
	at = pick(total);
	for (int i = 0; ; i++) {
		at -= steps[i].weight[mood];
		if (at < 0)
			return &steps[i];
	}
}

/* Take a random step; a step that must be refused is taken one time in 16. */
static void step_random(int number)
{
	struct step *step;

	do {
		step = step_draw(number / MOOD % 4 == 3);
		slot = pick(SLOTS);
	} while (step->expect() && pick(16));
	step_take(step, number);
}

static void workers_start(void)
{
	size_t size = WORKERS * sizeof(struct tally);
	struct tally *tallies = mmap(NULL, size, PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	must(tallies != MAP_FAILED, "mmap");
	for (int i = 0; i < COUNTERS; i++)
		tiles[i] = GPC_TILE_SPC(i / 48, i / 6 % 8, i % 6);
	for (int i = 0; i < WORKERS; i++) {
		workers[i].tally = &tallies[i];
		worker_start(&workers[i]);
	}
}

static void all_gone(void)
{
	for (int i = 0; i < WORKERS; i++)
		worker_kill(&workers[i]);
	for (slot = 0; slot < SLOTS; slot++) {
		if (have.dir[slot] && destroy())
			err(1, "rmdir %u", slot);
	}
	if (have.emu && emu_unload())
		errx(1, "gpcd_emu does not unload, with nobody left to use it");
	if (have.pmu && pmu_unload())
		errx(1, "gpcd_pmu does not unload, with nobody left to use it");
	if (have.core && core_unload())
		errx(1, "gpcd does not unload, with nobody left to use it");
}

/* "name: DONE done, refused COUNT ERRNO..." */
static int report(const char *name, const struct tally *tally)
{
	unsigned long refused = 0;

	printf("%s: %lu done, refused", name, tally->done);
	for (int i = 0; i < ERRNOS; i++) {
		if (!tally->refused[i])
			continue;
		printf(" %lu %s", tally->refused[i], strerrorname_np(i));
		refused += tally->refused[i];
	}
	puts(refused ? "" : " 0");
	return tally->done && refused;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	int count = argc == 3 ? atoi(argv[1]) : 0, both = 1;
	double begin = now();

	if (count < 1)
		errx(1, "usage: lifetime STEPS SEED");
	setvbuf(stdout, NULL, _IOLBF, 0);
	chance = strtoull(argv[2], NULL, 0) * 0x9e3779b97f4a7c15ULL + 1;
	workers_start();
	for (int number = 0; number < count; number++) {
		step_random(number);
		workers_check(number);
	}
	all_gone();

	printf("%d steps in %.1f s\n", count, now() - begin);
	for (int i = 0; i < STEPS; i++)
		report(steps[i].name, &steps[i].tally);
	for (int i = 0; i < WORKERS; i++)
		both &= report(workers[i].name, workers[i].tally);
	if (!both)
		errx(1, "somebody was never served, or never refused");
	return 0;
}
