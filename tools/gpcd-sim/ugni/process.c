// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calls.h"
#include "cli/out/complain.h"
#include "cli/util.h"
#include "cli/wait/wait.h"

/* ms without a call after which a process is looked at first, and at most until the next time. */
#define SPIN_FIRST	4
#define SPIN_LAST	1000

/* Fields of /proc/PID/stat between the parent and the number of threads. */
#define STAT_SKIPPED	" %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s"

/* --- starting --- */

static int set_number(const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return setenv(name, text, 1);
}

static int set_addresses(const struct world *world)
{
	char text[UGNI_RANKS * 11 + 1] = "";
	size_t used = 0;

	for (uint32_t i = 0; i < world->ranks; i++)
		used += snprintf(text + used, sizeof(text) - used, "%s%u", i ? "," : "",
				 world->rank[i].node + 1);
	return setenv(UGNI_ADDRESSES, text, 1);
}

static int set_device(const struct world *world, const struct rank *rank)
{
	const struct topo *topo = &world->machine->fabric.topo;
	char text[PATH_MAX + MACHINE_NAME + 32], chip[MACHINE_NAME];

	if (!world->images)
		return 0;
	machine_chip_name(world->machine, topo_node_chip(topo, rank->node), chip);
	snprintf(text, sizeof(text), "image:%s/%sn%u", world->drive->folder, chip,
		 topo_node_nic(topo, rank->node));
	return setenv("GPCD_DEVICE", text, 1);
}

/* What Cray's launcher sets: programs that start by PMI read their tags and their address there. */
static int set_pmi(const struct rank *rank)
{
	if (set_number("PMI_GNI_PTAG", GNI_PTAG_USER_START) ||
	    set_number("PMI_GNI_COOKIE", GNI_JOB_CREATE_COOKIE(GNI_PKEY_USER_START, 0)) ||
	    set_number("PMI_GNI_DEV_ID", 0))
		return -1;
	return set_number("PMI_GNI_LOC_ADDR", rank->node + 1);
}

/* PMI's x of a machine of groups is the group, its z the chip in a chassis. */
static int set_grid(const struct world *world)
{
	const struct topo *topo = &world->machine->fabric.topo;
	uint32_t step = topo_nics(topo), nodes = topo_nodes(topo), steps[3], sizes[3];
	char text[80];

	for (unsigned int i = 0; i < 3; i++) {
		unsigned int at = topo_is_grid(topo) ? i : 2 - i;

		steps[at] = step;
		sizes[at] = i < topo->dims ? topo->size[i] : 1;
		if (i == 2) /* z has all further dimensions of a hypercube */
			sizes[at] = nodes / step;
		step *= sizes[at];
	}
	snprintf(text, sizeof(text), "%u:%u,%u:%u,%u:%u", steps[0], sizes[0], steps[1], sizes[1],
		 steps[2], sizes[2]);
	return setenv(UGNI_GRID, text, 1);
}

static int environment_set(const struct world *world, const struct rank *rank, int fd)
{
	if (set_number(UGNI_FD, fd) || set_number(UGNI_RANK, rank - world->rank) ||
	    set_number(UGNI_COUNT, world->ranks) || set_addresses(world) || set_grid(world) ||
	    set_number(UGNI_DEVICE, !world->machine->is_gemini) || set_pmi(rank) ||
	    set_device(world, rank))
		return -errno;
	return 0;
}

static int process_spawn(struct world *world, struct rank *rank, int fd)
{
	int err = environment_set(world, rank, fd);

	if (!err)
		err = child_start(world->command, &world->mask, &rank->pid);
	if (err) {
		complain_error(world->command[0], err);
		return CHILD_NOT_STARTED;
	}
	rank->state = RANK_RUNNING;
	rank->pidfd = pidfd_open(rank->pid, 0);
	return rank->pidfd < 0 ? complain_error("pidfd_open", -errno) : 0;
}

int process_start(struct world *world, struct rank *rank)
{
	int fd[2], heir, code;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
		return complain_error("socketpair", -errno);
	rank->fd = fd[0];
	rank->memory_fd = -1;
	/* Only this process inherits this end, as it is closed before the next one starts. */
	heir = dup(fd[1]);
	code = heir < 0 ? complain_error("dup", -errno) : process_spawn(world, rank, heir);
	if (heir >= 0)
		close(heir);
	close(fd[1]);
	return code;
}

/* --- calls --- */

static int report_stopped(void)
{
	complain("ended by a signal: all processes are ended");
	return CHILD_SIGNALLED + stop_take();
}

static int reap(const struct world *world, struct rank *rank)
{
	int signal, status = child_end(rank->pid, &signal);

	rank->state = RANK_ENDED;
	if (status < 0)
		return complain_error("waitpid", status);
	if (signal)
		complain("rank %u (%s) was killed by signal %d: the job ends",
			 (unsigned int)(rank - world->rank), world->command[0], signal);
	else if (status)
		complain("rank %u (%s) ended with exit status %d: the job ends",
			 (unsigned int)(rank - world->rank), world->command[0], status);
	return status;
}

static int report_hung(const struct world *world, const struct rank *rank)
{
	complain("rank %u (%s) made no call for %.4g s (--timeout): the job ends",
		 (unsigned int)(rank - world->rank), world->command[0], world->timeout / 1e3);
	return EXIT_RUNTIME;
}

/* What /proc/PID/stat says of a process. */
struct stat_line {
	char state; /* 'R': it runs */
	int parent;
	long threads;
};

static bool read_stat(pid_t pid, struct stat_line *line)
{
	char path[32], text[512], *end;
	size_t length;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	length = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[length] = '\0';
	/* The name may contain any character, also brackets; the state and the parent follow it. */
	end = strrchr(text, ')');
	return end && sscanf(end, ") %c %d" STAT_SKIPPED " %ld", &line->state,
			     &line->parent, &line->threads) == 3;
}

/* Is the process that calls the one that was started, which reap() waits for? */
static bool is_own(const struct rank *rank)
{
	return rank->memory == rank->pid;
}

/* A process of several threads may do something else, and one that sleeps does nothing yet. */
static bool process_spins(struct rank *rank)
{
	struct stat_line line;

	if (rank->memory <= 0 || !read_stat(rank->memory, &line) || line.state != 'R' ||
	    line.threads != 1 || !spin_begin(rank->memory, is_own(rank)))
		return false;
	rank->state = RANK_SPINNING;
	rank->written = false;
	return true;
}

/*
 * Wait until a process has called or ended. It is looked at more and more rarely whether it polls
 * its memory, in which case its state changes: how soon this is noticed changes nothing else.
 * Return 0, or the exit code of the job.
 */
static int await_call(struct world *world, struct rank *rank, struct pollfd polls[2])
{
	/* Nobody writes the memory of a process that has not called yet. */
	int patience = rank->memory > 0 ? SPIN_FIRST : world->timeout, waited = 0, ready;

	for (;;) {
		if (patience > world->timeout - waited)
			patience = world->timeout - waited;
		ready = stop_poll(polls, 2, patience);
		if (ready == -EINTR && stop_asked())
			return report_stopped();
		if (ready > 0)
			return 0;
		if (ready && ready != -EINTR)
			return complain_error("poll", ready);
		if (ready)
			continue;
		if (process_spins(rank))
			return 0;
		waited += patience;
		if (waited >= world->timeout)
			return report_hung(world, rank);
		patience = patience < SPIN_LAST ? 2 * patience : SPIN_LAST;
	}
}

/* A process that polls its memory may be killed: then it goes on, and its end is noticed. */
static void wake_killed(struct world *world)
{
	struct pollfd ends[UGNI_RANKS];
	unsigned int count = 0;
	struct rank *rank;

	for (uint32_t i = 0; i < world->ranks; i++) {
		if (world->rank[i].state == RANK_SPINNING)
			ends[count++] = (struct pollfd){
				.fd = world->rank[i].memory_fd, .events = POLLIN,
			};
	}
	if (!count || poll(ends, count, 0) <= 0)
		return;
	count = 0;
	for (uint32_t i = 0; i < world->ranks; i++) {
		rank = &world->rank[i];
		if (rank->state == RANK_SPINNING && ends[count++].revents)
			rank->written = true;
	}
}

int process_receive(struct world *world, struct rank *rank)
{
	char *to = (char *)&rank->request;
	size_t had = 0;
	ssize_t n;
	int code;

	wake_killed(world);
	while (had < sizeof(rank->request)) {
		struct pollfd polls[] = {
			{ .fd = rank->fd, .events = POLLIN },
			{ .fd = rank->pidfd, .events = POLLIN },
		};

		code = await_call(world, rank, polls);
		if (code || rank->state == RANK_SPINNING)
			return code;
		n = recv(rank->fd, to + had, sizeof(rank->request) - had, MSG_DONTWAIT);
		if (n > 0)
			had += n;
		else if (polls[1].revents)
			return reap(world, rank);
		else if (!n)
			rank->fd = (close(rank->fd), -1);
	}
	rank->state = RANK_CALLING;
	return 0;
}

void process_reply(struct rank *rank, const struct ugni_reply *reply)
{
	rank->state = RANK_RUNNING;
	/* If this fails, the process is dying; process_receive() will notice. */
	send(rank->fd, reply, sizeof(*reply), MSG_NOSIGNAL | MSG_DONTWAIT);
}

void process_resume(struct rank *rank)
{
	rank->state = RANK_RUNNING;
	spin_end(rank->memory, is_own(rank));
}

/* The process that calls may be another one than was started, and end at its next call or never. */
void process_kill(struct rank *rank)
{
	if (rank->state != RANK_NOT_STARTED && rank->memory_fd >= 0)
		pidfd_send_signal(rank->memory_fd, SIGKILL, NULL, 0);
	if (rank->state == RANK_RUNNING || rank->state == RANK_CALLING ||
	    rank->state == RANK_SPINNING) {
		kill(rank->pid, SIGKILL);
		child_end(rank->pid, NULL);
	}
	if (rank->state != RANK_NOT_STARTED) {
		close(rank->pidfd);
		if (rank->fd >= 0)
			close(rank->fd);
		if (rank->memory_fd >= 0)
			close(rank->memory_fd);
	}
	rank->state = RANK_ENDED;
}

/* --- memory --- */

static bool descends(pid_t pid, pid_t from)
{
	struct stat_line line;

	while (pid > 1 && pid != from)
		pid = read_stat(pid, &line) ? line.parent : 0;
	return pid == from;
}

bool process_claim(struct rank *rank, uint64_t pid)
{
	int fd;

	if (!pid || pid > INT_MAX)
		return false;
	/*
	 * Open the pidfd before the check, so that a later process with the same number is not
	 * meant.
	 */
	fd = pidfd_open(pid, 0);
	if (fd < 0 || !descends(pid, rank->pid)) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	if (rank->memory_fd >= 0)
		close(rank->memory_fd);
	rank->memory = pid;
	rank->memory_fd = fd;
	return true;
}

/* The number of the started process cannot be reused until its end was reaped. */
static bool has_memory(const struct rank *rank)
{
	struct pollfd end = { .fd = rank->memory_fd, .events = POLLIN };

	if (rank->memory <= 0)
		return false;
	return is_own(rank) ? rank->state != RANK_ENDED : !poll(&end, 1, 0);
}

bool process_read(const struct rank *rank, uint64_t address, void *to, size_t length)
{
	struct iovec near = { to, length }, far = { (void *)(uintptr_t)address, length };

	return !length || (has_memory(rank) && process_vm_readv(rank->memory, &near, 1, &far, 1,
								0) == (ssize_t)length);
}

bool process_write(struct rank *rank, uint64_t address, const void *from, size_t length)
{
	struct iovec near = { (void *)from, length }, far = { (void *)(uintptr_t)address, length };

	rank->written = true;
	return !length || (has_memory(rank) && process_vm_writev(rank->memory, &near, 1, &far, 1,
								 0) == (ssize_t)length);
}
