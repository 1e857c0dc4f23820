// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes that did not exist before, or belong to another communicator: the calls that join them
 * are unseen, and so are messages to them.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "calls.h"

#define TAG	11

/* A child receives a word from the first rank. */
static void tell_child(MPI_Comm children, int child)
{
	int word = 1;

	if (!me) {
		expect_unseen("MPI_Send");
		MPI_Send(&word, 1, MPI_INT, child, TAG, children);
		heard("MPI_Send, to a child");
	}
}

void be_child(MPI_Comm parents)
{
	int word;

	PMPI_Recv(&word, 1, MPI_INT, 0, TAG, parents, MPI_STATUS_IGNORE);
	ASIDE(PMPI_Comm_disconnect(&parents));
}

static void spawn(void)
{
	char path[4096] = "", *commands[] = { path };
	const int one = 1;
	const MPI_Info info = MPI_INFO_NULL;
	MPI_Comm children;

	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0)
		fault("MPI_Comm_spawn", "no program");
	expect_unseen("MPI_Comm_spawn");
	MPI_Comm_spawn(path, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, comm, &children,
		       MPI_ERRCODES_IGNORE);
	heard("MPI_Comm_spawn");
	tell_child(children, 0);
	ASIDE(PMPI_Comm_disconnect(&children));
	expect_unseen("MPI_Comm_spawn_multiple");
	MPI_Comm_spawn_multiple(1, commands, MPI_ARGVS_NULL, &one, &info, 0, comm, &children,
				MPI_ERRCODES_IGNORE);
	heard("MPI_Comm_spawn_multiple");
	tell_child(children, 0);
	ASIDE(PMPI_Comm_disconnect(&children));
}

/* The even ranks accept, the odd ones connect. */
static void call(void)
{
	char port[MPI_MAX_PORT_NAME] = "";
	const char *name = me % 2 ? "MPI_Comm_connect" : "MPI_Comm_accept";
	MPI_Comm half, others;

	if (!me)
		PMPI_Open_port(MPI_INFO_NULL, port);
	ASIDE(PMPI_Bcast(port, sizeof(port), MPI_CHAR, 0, comm));
	ASIDE(PMPI_Comm_split(comm, me % 2, me, &half));
	expect_unseen(name);
	if (me % 2)
		MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &others);
	else
		MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &others);
	heard(name);
	ASIDE(PMPI_Comm_disconnect(&others));
	PMPI_Comm_free(&half);
	if (!me)
		PMPI_Close_port(port);
}

/* The first rank listens, the second one connects. */
static int socket_of_two(void)
{
	const struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "join" };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), came = fd;

	if (me == 0 && (bind(fd, (struct sockaddr *)&address, sizeof(address)) || listen(fd, 1)))
		fault("MPI_Comm_join", "no listener");
	ASIDE(PMPI_Barrier(comm));
	if (me == 1 && connect(fd, (struct sockaddr *)&address, sizeof(address)))
		fault("MPI_Comm_join", "no connection");
	if (me == 0) {
		came = accept(fd, NULL, NULL);
		close(fd);
		unlink(address.sun_path);
	}
	return came;
}

static void join(void)
{
	int fd = socket_of_two();
	MPI_Comm other;

	if (me < 2) {
		expect_unseen("MPI_Comm_join");
		MPI_Comm_join(fd, &other);
		heard("MPI_Comm_join");
		ASIDE(PMPI_Comm_disconnect(&other));
	}
	close(fd);
}

void check_dynamic(void)
{
	spawn();
	if (ranks > 1) {
		call();
		join();
	}
}
