// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program for gpcd-sim ugni that asks for its host's name and the time, and sleeps; its argument
 * says what it tries. It prints a line with each result.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>

#include "gpcd_ugni.h"
#include "pmi.h"
#include "ugni_pair.h"

#define RANKS	64
#define NAME	16	/* bytes of a host's name here, with its NUL */

static int size, pmi_rank;

static unsigned long long now(void)
{
	return gpcd_ugni_ns();
}

/* --- names --- */

static void names(void)
{
	char name[65] = "", cut[4] = "xyz";
	struct utsname host, real;
	int nid = -1, rc;

	uname(&host);
	syscall(SYS_uname, &real);
	gethostname(name, sizeof(name));
	PMI_Get_nid(pmi_rank, &nid);
	errno = 0;
	rc = gethostname(cut, sizeof(cut));
	printf("rank %d on node %d: %s, %s; cut: %.4s, %d, %s; the rest is the machine's: %d\n",
	       pmi_rank, nid, host.nodename, name, cut, rc, strerrorname_np(errno),
	       !strcmp(host.sysname, real.sysname) && !strcmp(host.release, real.release) &&
	       !strcmp(host.version, real.version) && !strcmp(host.machine, real.machine));
}

/* As benchmarks do that want no two ranks on a host. */
static void count_hosts(void)
{
	char own_name[NAME] = "", name[RANKS][NAME];
	int different = 0;

	gethostname(own_name, NAME);
	PMI_Allgather(own_name, name, NAME);
	for (int i = 0; i < size; i++) {
		int j = 0;

		while (j < i && strcmp(name[j], name[i]))
			j++;
		different += j == i;
	}
	printf("ranks: %d, hosts: %d, of the machine: %d\n", size, different,
	       strncmp(own_name, "nid", 3) != 0);
}

/* --- sleeping --- */

static unsigned long long began;

/* What a call returned, and when. */
static void took(const char *what, int rc)
{
	printf("%s: %d, at %llu ns\n", what, rc, now() - began);
}

static void sleeps(void)
{
	struct timespec time = { 0, 7000 }, wrong = { 0, 1000000000 };
	int rc;

	began = now();
	took("sleep", sleep(1));
	took("usleep", usleep(1500000));
	took("nanosleep", nanosleep(&time, NULL));
	took("clock_nanosleep", clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL));
	took("sched_yield", sched_yield());
	rc = nanosleep(&wrong, NULL);
	took(strerrorname_np(errno), rc);
	took("a wrong time", clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL));
	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_sec++;
	rc = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
	took("until a second later", rc);
	rc = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
	took("until a time that is over", rc);
}

/* --- clocks --- */

static time_t timed(void)
{
	time_t also = 0, s = time(&also);

	return s == also ? s : -1;
}

static void read_clocks(void)
{
	static const clockid_t same[] = {
		CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC, CLOCK_MONOTONIC_COARSE,
		CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_TAI,
	};
	struct timespec time = { 0 };
	struct timeval day;
	unsigned int looks;

	for (unsigned int i = 0; i < sizeof(same) / sizeof(*same); i++) {
		clock_gettime(same[i], &time);
		printf("%ld.%09ld, ", (long)time.tv_sec, time.tv_nsec);
	}
	took("the processor's", clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time));
	sleep(3);
	gettimeofday(&day, NULL);
	printf("gettimeofday: %ld.%06ld\n", (long)day.tv_sec, (long)day.tv_usec);
	took("time", timed());
	for (looks = 0; day.tv_usec < 4; looks++)
		gettimeofday(&day, NULL);
	printf("4 us are over after %u looks, at %llu ns\n", looks, now());
}

/* Rank 1 writes to the memory of rank 0 when it has slept; rank 0 looks between its sleeps. */
static void await(int (*rest)(void), const char *what)
{
	gni_post_descriptor_t post = {
		.type = GNI_POST_FMA_PUT, .cq_mode = GNI_CQMODE_GLOBAL_EVENT, .length = 8,
		.local_addr = own.address + MOST, .local_mem_hndl = own.memory,
		.remote_addr = other.address, .remote_mem_hndl = other.memory,
	};
	unsigned int looks = 0;

	if (rank) {
		sleep(1);
		memory[MOST] = 1;
		check(GNI_PostFma(ep, &post), "GNI_PostFma");
		complete(&post);
	} else {
		for (; !__atomic_load_n(memory, __ATOMIC_ACQUIRE); looks++)
			rest();
	}
	printf("rank %u: %s %u times, until %llu ns\n", rank, what, looks, now());
}

static int doze(void)
{
	return usleep(1000);
}

/* The PUT is written when the last of its packets has arrived, after so many ns of a sleep. */
static int yield_after(void)
{
	static bool slept;

	if (!slept)
		sleep(1);
	slept = true;
	return sched_yield();
}

static void dozes(void)
{
	meet(0);
	await(doze, "dozed");
}

static void yields(void)
{
	meet(0);
	await(yield_after, "yielded");
}

/* Nobody writes there. */
static void in_vain(void)
{
	meet(0);
	while (!__atomic_load_n(memory, __ATOMIC_ACQUIRE))
		usleep(1000);
}

static void for_ever(void)
{
	meet(0);
	sleep(-1);
}

/* --- who else sleeps --- */

static void *nap(void *result)
{
	*(int *)result = usleep(1000) || sched_yield();
	return NULL;
}

/* A thread, and a process that was forked, sleep in real time, and disturb no call of the rank. */
static void others_sleep(void)
{
	unsigned long long then = now();
	int result = 7, status;
	pthread_t thread;
	pid_t child;

	pthread_create(&thread, NULL, nap, &result);
	pthread_join(thread, NULL);
	child = fork();
	if (!child)
		_exit(usleep(1000) ? 1 : 0);
	waitpid(child, &status, 0);
	printf("others sleep: %d, %d; it took %llu ns\n", result, status, now() - then);
	usleep(1);
	printf("then the rank itself: %llu ns\n", now() - then);
}

/* Before the first call there is no virtual time. */
static void early(void)
{
	struct timespec time = { 7, 7 };

	usleep(1);
	clock_gettime(CLOCK_MONOTONIC, &time);
	printf("slept before the first call: %llu ns, %ld.%09ld\n", now(), (long)time.tv_sec,
	       time.tv_nsec);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*act)(void);
	} acts[] = {
		{ "names", names }, { "hosts", count_hosts }, { "sleeps", sleeps },
		{ "clocks", read_clocks }, { "dozes", dozes },
		{ "yields", yields }, { "in_vain", in_vain }, { "for_ever", for_ever },
		{ "others", others_sleep },
	};
	char name[65] = "";
	int spawned;

	if (argc < 2)
		return 2;
	if (!strcmp(argv[1], "outside")) {
		gethostname(name, sizeof(name));
		printf("%s, %d, %d, %d\n", name, usleep(1), sched_yield(), time(NULL) > 1700000000);
		return 0;
	}
	begin();
	if (!strcmp(argv[1], "early"))
		early();
	if (PMI_Init(&spawned) || PMI_Get_rank(&pmi_rank) || PMI_Get_size(&size))
		return 3;
	for (unsigned int i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
		if (!strcmp(argv[1], acts[i].name))
			acts[i].act();
	}
	return 0;
}
