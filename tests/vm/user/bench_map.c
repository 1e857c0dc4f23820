// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long a load from a mapping waits while others have as many mappings as they get: users
 * hoard one-page mappings of two devices, and a watcher loads from a mapping of one of them, and
 * of a third device, without pause, while permissions change, nothing changes, and a device of
 * the hoarders is unplugged.
 *
 *	bench_map [USERS [MAPPINGS [TRIES]]]	(4, 65000, 25)
 *
 * Loads and unloads the modules itself. Each row: what was done, how often, how long that took,
 * and the longest wait of a load on each device meanwhile: median, 9th decile and maximum over
 * the tries. A load waits when it sleeps. One that is late because others have the processor, or
 * the host has it, does not count.
 */
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

#include "actor.h"
#include "module.h"

#define PAGE		4096
#define TRIES_MAX	200
#define USERS_MAX	16
#define UNPLUGGED	2	/* half of the hoarders' mappings are of this device */
#define PERIODS_S	25	/* two periods of the worker that looks for ended jobs */

enum { SAME, OTHER, DEVICES };

/* What the watcher sees: the longest wait since the main process last set it to 0. */
static struct watch {
	uint64_t longest_ns[DEVICES];
	uint64_t loads;
	int ready, end;
} *watch;

/* A hoarder does one thing for each byte on its socket, and answers with a number. */
static struct hoarder {
	pid_t pid;
	int socket;
} hoarders[USERS_MAX];

static int users = 4, mappings = 65000, tries = 25, ctl;
static double took[TRIES_MAX], longest[DEVICES][TRIES_MAX];

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* Return how often this process has gone to sleep voluntarily. */
static long sleeps(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw;
}

static void processor_take(int number)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(number, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static int device_of(int number)
{
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/dev/gpcd%d", number);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	must(fd >= 0, path);
	return fd;
}

static const uint64_t *page_of(int fd)
{
	const char *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, TILE_REG / PAGE * PAGE);

	return page == MAP_FAILED ? NULL : (const uint64_t *)(page + TILE_REG % PAGE);
}

/* --- hoarders --- */

static const uint64_t **hoard;
static int hoarded;

/* Map; open the devices again when a descriptor gets no more mappings. */
static void hoard_fill(void)
{
	int fd[2], i, fresh = 1;

	for (i = 0; i < mappings; i++) {
		if (fresh)
			fd[0] = device_of(0), fd[1] = device_of(UNPLUGGED);
		hoard[i] = page_of(fd[i % 2]);
		if (!hoard[i] && fresh)
			break;
		fresh = !hoard[i];
		i -= fresh;
	}
	hoarded = i;
}

static void hoard_touch(void)
{
	for (int i = 0; i < hoarded; i++)
		__atomic_load_n(hoard[i], __ATOMIC_RELAXED);
}

static void hoarder_run(int socket, int user)
{
	struct rlimit files = { 4096, 4096 };
	char byte;

	setrlimit(RLIMIT_NOFILE, &files);
	hoard = calloc(mappings, sizeof(*hoard));
	must(hoard && !setresuid(USER_ID + user, USER_ID + user, USER_ID + user), "a hoarder");
	while (read(socket, &byte, 1) == 1) {
		if (byte == 'f')
			hoard_fill();
		hoard_touch();
		must(write(socket, &hoarded, sizeof(hoarded)) == sizeof(hoarded), "write");
	}
	_exit(0);
}

static void hoarder_begin(struct hoarder *hoarder, int user)
{
	int ends[2];

	must(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "socketpair");
	hoarder->pid = job_fork("hoard");
	must(hoarder->pid >= 0, "fork");
	if (!hoarder->pid)
		hoarder_run(ends[1], user);
	close(ends[1]);
	hoarder->socket = ends[0];
}

/* Return how many mappings they have together. */
static int hoarders_do(char what)
{
	int sum = 0, count;

	for (int i = 0; i < users; i++)
		must(write(hoarders[i].socket, &what, 1) == 1, "write");
	for (int i = 0; i < users; i++) {
		must(read(hoarders[i].socket, &count, sizeof(count)) == sizeof(count), "read");
		sum += count;
	}
	return sum;
}

static void hoarders_end(void)
{
	for (int i = 0; i < users; i++) {
		close(hoarders[i].socket);
		waitpid(hoarders[i].pid, NULL, 0);
	}
}

/* --- the watcher --- */

static void load(const uint64_t *from, uint64_t *longest_ns)
{
	long slept = sleeps();
	uint64_t begin = now_ns(), ns;

	__atomic_load_n(from, __ATOMIC_RELAXED);
	ns = now_ns() - begin;
	if (sleeps() != slept && ns > __atomic_load_n(longest_ns, __ATOMIC_RELAXED))
		__atomic_store_n(longest_ns, ns, __ATOMIC_RELAXED);
}

static void watcher_run(void)
{
	const uint64_t *page[DEVICES] = { page_of(device_of(0)), page_of(device_of(1)) };

	must(page[SAME] && page[OTHER], "mmap");
	processor_take(1);
	while (!__atomic_load_n(&watch->end, __ATOMIC_RELAXED)) {
		for (int i = 0; i < DEVICES; i++)
			load(page[i], &watch->longest_ns[i]);
		__atomic_store_n(&watch->ready, 1, __ATOMIC_RELEASE);
		__atomic_add_fetch(&watch->loads, 1, __ATOMIC_RELAXED);
	}
	_exit(0);
}

/* Let the watcher make so many more loads. */
static void watcher_let(uint64_t times)
{
	uint64_t until = __atomic_load_n(&watch->loads, __ATOMIC_RELAXED) + times;

	while (__atomic_load_n(&watch->loads, __ATOMIC_RELAXED) < until)
		usleep(1000);
}

/* --- what is done meanwhile --- */

static void level_set(const char *job, unsigned int level)
{
	must(!perms_give(ctl, job, level_may[level]), "PERMS_SET");
}

static void of_nobody(int try)
{
	level_set("nobody", try % 2 ? GPC_PERMS_NIC : GPC_PERMS_LOCAL);
}

static void of_hoarders(int try)
{
	level_set("hoard", try % 2 ? GPC_PERMS_NIC : GPC_PERMS_LOCAL);
}

static void of_all(int try)
{
	default_level_set(try % 2 ? GPC_PERMS_LOCAL : GPC_PERMS_NIC);
}

static void nothing(int try)
{
	(void)try;
	sleep(PERIODS_S);
}

static void unplug(int try)
{
	static const char path[] = "/sys/class/gpcd_emu/gpcd_emu2/fault";
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	(void)try;
	must(fd >= 0 && write(fd, "unplug", 6) == 6, path);
	close(fd);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print_figures(double *x, int count)
{
	qsort(x, count, sizeof(*x), by_value);
	printf("  %9.3f %9.3f %9.3f", x[count / 2], x[count * 9 / 10], x[count - 1]);
}

static void measure(const char *name, void (*deed)(int try), int count, char hoarding)
{
	uint64_t begin;

	for (int try = 0; try < count; try++) {
		if (hoarding)
			hoarders_do('t');
		watcher_let(100);
		for (int i = 0; i < DEVICES; i++)
			__atomic_store_n(&watch->longest_ns[i], 0, __ATOMIC_RELAXED);
		begin = now_ns();
		deed(try);
		took[try] = (now_ns() - begin) / 1e6;
		watcher_let(100);
		for (int i = 0; i < DEVICES; i++)
			longest[i][try] = watch->longest_ns[i] / 1e6;
	}
	printf("%-28s %5d", name, count);
	print_figures(took, count);
	for (int i = 0; i < DEVICES; i++)
		print_figures(longest[i], count);
	printf("\n");
	fflush(stdout);
}

static void measure_all(char hoarding)
{
	measure("a job without mappings", of_nobody, tries, hoarding);
	measure("the hoarders' job", of_hoarders, tries, hoarding);
	measure("the default", of_all, tries, hoarding);
	measure("nothing, for 25 s", nothing, hoarding ? 3 : 1, hoarding);
}

/* --- all of it --- */

static void prepare(void)
{
	char path[32];

	must(!module_load("gpcd", "") &&
	     !module_load("gpcd_emu", "clock=virtual traffic=0 chips=3"), "the modules");
	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/dev/gpcd%d", i);
		must(!chmod(path, 0666), path);
	}
	must(!mkdir(JOBS, 0755) || errno == EEXIST, JOBS);
	job_make("hoard");
	job_make("nobody");
	job_make("watch");
	ctl = ctl_open();
	watch = mmap(NULL, sizeof(*watch), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		     -1, 0);
	must(watch != MAP_FAILED, "mmap");
}

static pid_t watcher_begin(void)
{
	pid_t pid = job_fork("watch");

	must(pid >= 0, "fork");
	if (!pid) {
		actor_become(&user);
		watcher_run();
	}
	while (!__atomic_load_n(&watch->ready, __ATOMIC_ACQUIRE))
		usleep(1000);
	return pid;
}

static int finish(pid_t watcher)
{
	__atomic_store_n(&watch->end, 1, __ATOMIC_RELAXED);
	waitpid(watcher, NULL, 0);
	hoarders_end();
	close(ctl);
	return module_unload("gpcd_emu") || module_unload("gpcd");
}

int main(int argc, char **argv)
{
	pid_t watcher;

	users = argc > 1 ? atoi(argv[1]) : users;
	mappings = argc > 2 ? atoi(argv[2]) : mappings;
	tries = argc > 3 ? atoi(argv[3]) : tries;
	must(users > 0 && users <= USERS_MAX && mappings > 0 && tries > 0 && tries <= TRIES_MAX,
	     "bench_map [USERS [MAPPINGS [TRIES]]]");
	prepare();
	watcher = watcher_begin();
	printf("ms: median, 9th decile, maximum\n%-28s %5s  %-29s  %-29s  %s\n", "a change of",
	       "tries", "how long it takes", "a load waits, same device", "another device");
	measure_all(0);
	for (int i = 0; i < users; i++)
		hoarder_begin(&hoarders[i], i);
	printf("%d users have %d mappings of a page\n", users, hoarders_do('f'));
	measure_all(1);
	measure("unplugging a hoarded device", unplug, 1, 1);
	return finish(watcher);
}
