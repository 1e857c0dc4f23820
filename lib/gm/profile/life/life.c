// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * libgm-profile: gm-profile preloads it into a program. From MPI_Init() to MPI_Finalize() the
 * program's MPI calls pass through this library, under all of their names: see call.h. The
 * library's own MPI calls do not count.
 *
 * No rank waits for one that is not profiled. If all ranks are, MPI_Init() does only local work. At
 * MPI_Finalize() the peers print the table of the whole run and add up what they sent. With
 * GM_REGIONS, MPI_Pcontrol(1) begins a region, and MPI_Pcontrol(0) ends the region and prints its
 * table; both are collective over the peers. All levels are passed on to other tools.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "gm/hooks.h"
#include "gm/profile/call.h"
#include "gm/profile/life/life.h"
#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

/* --- whether MPI was used --- */

/*
 * A program whose MPI calls bypass libgm-profile, or that makes none, gets no table. To explain
 * this to the user, the process that gm-profile started prints a message when it exits, unless it
 * or a process that it started on this machine has called MPI_Init() under libgm-profile: the
 * program may be a script.
 *
 * gm-profile stores its process id, which becomes the program's, and the program's name in
 * GM_PROFILE_ROOT: "PID NAME". Processes send that process a datagram.
 */

#define SAID	"no MPI_Init was seen: there is no table. If it is an MPI program, link it with " \
		"the shared library of its MPI (--mpi names the MPI), and do not load that with " \
		"RTLD_LOCAL\n"
#define FIRST_FD	64	/* lower descriptors are for scripts, which use fixed numbers */

/*
 * A descriptor that the program does not know of, and may close or reuse. The inode shows whether
 * it is still ours.
 */
struct kept {
	int fd;		/* -1: none */
	dev_t volume;	/* device of the inode */
	ino_t file;
};

/* State of the process that gm-profile started; unset in all others. */
static struct root {
	pid_t pid;		/* 0: another process, or MPI_Init() was called */
	const char *name;	/* the program */
	struct kept mail;	/* socket on which other processes report MPI_Init() */
	struct kept errors;	/* copy of standard error, which programs close at exit */
} root = { .mail.fd = -1, .errors.fd = -1 };

/* Parse GM_PROFILE_ROOT. Returns the process, or 0. */
static pid_t root_find(const char **name)
{
	const char *text = getenv("GM_PROFILE_ROOT");
	char *end;
	long pid;

	if (!text)
		return 0;
	pid = strtol(text, &end, 10);
	if (pid <= 0 || *end != ' ')
		return 0;
	*name = end + 1;
	return pid;
}

/* Write the address of the root's socket, an abstract one. Returns its length. */
static socklen_t mail_address(pid_t pid, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	return offsetof(struct sockaddr_un, sun_path) + 1 +
	       snprintf(address->sun_path + 1, sizeof(address->sun_path) - 1, "gm-profile.%d.%d",
			(int)getuid(), (int)pid);
}

/* Keep a copy of a descriptor with a high number; it is closed on exec. */
static void keep(struct kept *kept, int fd)
{
	struct stat st;

	*kept = (struct kept){ .fd = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FD) };
	if (kept->fd < 0 || fstat(kept->fd, &st))
		return;
	kept->volume = st.st_dev;
	kept->file = st.st_ino;
}

/* Check that the descriptor still refers to the same inode. */
static bool is_ours(const struct kept *kept)
{
	struct stat st;

	return kept->fd >= 0 && !fstat(kept->fd, &st) && st.st_dev == kept->volume &&
	       st.st_ino == kept->file;
}

static void drop(struct kept *kept)
{
	if (is_ours(kept))
		close(kept->fd);
	kept->fd = -1;
}

static void root_forget(void)
{
	if (!root.pid)
		return;
	drop(&root.mail);
	drop(&root.errors);
	root.pid = 0;
}

/* Open the socket on which other processes of the program report MPI_Init(). */
static void open_mail(void)
{
	struct sockaddr_un address;
	socklen_t length = mail_address(root.pid, &address);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0)
		return;
	if (!bind(fd, (struct sockaddr *)&address, length))
		keep(&root.mail, fd);
	close(fd);
}

__attribute__((constructor)) static void seen_begin(void)
{
	if (root_find(&root.name) != getpid())
		return;
	root.pid = getpid();
	keep(&root.errors, STDERR_FILENO);
	open_mail();
	pthread_atfork(NULL, NULL, root_forget);
}

/* Record that this process has called MPI_Init(); any number of times. */
static void seen_mark(void)
{
	struct sockaddr_un address;
	const char *name;
	pid_t pid = root_find(&name);
	socklen_t length;
	int fd;

	root_forget();
	if (!pid || pid == getpid())
		return;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return;
	length = mail_address(pid, &address);
	sendto(fd, "", 1, 0, (struct sockaddr *)&address, length);
	close(fd);
}

/* Return whether another process of the program has called MPI_Init(). */
static bool seen_elsewhere(void)
{
	char byte;

	return is_ours(&root.mail) && recv(root.mail.fd, &byte, 1, MSG_DONTWAIT) == 1;
}

__attribute__((destructor)) static void seen_end(void)
{
	if (root.pid != getpid())
		return;
	if (!seen_elsewhere() && is_ours(&root.errors))
		dprintf(root.errors.fd, "gm-profile: %s: " SAID, root.name);
	root_forget();
}

/* --- calls that begin and end --- */

enum level {
	LEVEL_END,
	LEVEL_BEGIN,
};

static pid_t running;	/* pid between MPI_Init() and MPI_Finalize(), else 0 */
static bool emulated;
static bool met;

static void meet(void)
{
	MPI_Comm comm = peers_comm();

	met = comm != MPI_COMM_NULL;
	if (!met)
		return;
	emulated = report_join(comm);
	table_join(comm);
}

static int begin(void)
{
	int err;

	err = ranks_open();
	if (err)
		return err;
	running = getpid();
	peers_open(table_has_regions());
	report_open();
	if (report_active)
		ranks_of(MPI_COMM_WORLD);
	table_open();
	if (table_has_regions())
		meet();
	return MPI_SUCCESS;
}

int profile_open(void)
{
	int err;

	seen_mark();
	if (call_is_inner())
		return MPI_SUCCESS;
	call_enter();
	err = begin();
	call_leave();
	return err;
}

static void finish(void)
{
	if (!met)
		meet();
	if (met)
		table_last(peers_comm());
	report_close(JOB_FINALIZED);
	if (met && emulated)
		report_sum(peers_comm(), table_output(), table_is_json());
	table_close(peers_comm());
	peers_close();
	ranks_close();
}

void profile_close(void)
{
	if (call_is_inner() || running != getpid())
		return;
	running = 0;
	call_enter();
	finish();
	call_leave();
}

/* There can be no table, which is collective. The messages of this rank are still reported. */
static void leave(enum job_end how, const char *words)
{
	int rank, finalized;

	/* MPI may have been finalized by a call that bypassed our wrappers. */
	PMPI_Finalized(&finalized);
	report_close(finalized ? JOB_FINALIZED : how);
	if (finalized)
		return;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	fprintf(stderr, "gm-profile: rank %d left %s, without MPI_Finalize: there is no table\n",
		rank, words);
}

/* Does not check call_is_inner(): the process ends, even inside another call. */
void profile_leave(enum job_end how, const char *words)
{
	if (running != getpid())
		return;
	running = 0;
	call_enter();
	leave(how, words);
	call_leave();
}

__attribute__((destructor)) static void profile_exit(void)
{
	profile_leave(JOB_EXITED, "by exit()");
}

void profile_level(int level)
{
	if (call_is_inner() || !running || !table_has_regions() || !met)
		return;
	call_enter();
	if (level == LEVEL_BEGIN)
		table_begin(peers_comm());
	if (level == LEVEL_END)
		table_end(peers_comm());
	call_leave();
}

/* --- the functions that libgm calls --- */

void gm_profile_quiet(int change)
{
	for (; change > 0; change--)
		call_enter();
	for (; change < 0; change++)
		call_leave();
}

int gm_profile_flush(void)
{
	return report_flush();
}
