// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "job.h"

#define PATIENCE	100000000ULL	/* ns that other ranks get to run after the first flush */
#define FINISH		1000000000ULL	/* processor time to receive what a job had sent, ns */
#define LINGER		10000000000ULL	/* time for ranks that outlive the job's command, ns */
#define MS		1000000ULL

/* The sockets of an emulated job. */
struct server {
	char path[PATH_MAX]; /* of the socket that ranks connect to */
	int listener;
	struct round *round; /* messages are logged here */
	struct rerun *rerun; /* all that ranks do is logged here */
	bool *here; /* by rank: it is connected */
	bool *seen; /* by rank: it was ever connected */
	struct client **clients;
	struct pollfd *polls; /* two more than clients */
	size_t count;
	size_t room; /* room for clients */
	bool crowded; /* more ranks than places, which was reported */
	bool full; /* no rank can connect until another one hangs up */
	uint64_t since; /* CLOCK_MONOTONIC, ns, of the first waiting rank's flush; 0: none */
	bool looked; /* patience is over, and what had arrived by then was received */
	bool ending; /* the job has ended: ranks do not wait in flushes any more */
};

/* Indices in the array of struct pollfd. */
enum { ENDED, LISTENER, CLIENTS };

/* --- the listener --- */

/* Replace a socket that a killed simulator left, but no other file. */
static int listener_bind(int fd, const char *path)
{
	struct sockaddr_un address;
	int folder, err = job_address(path, &address, &folder);
	struct stat st;

	if (err)
		return err;
	if (!lstat(path, &st) && S_ISSOCK(st.st_mode))
		unlink(path);
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)) || listen(fd, SOMAXCONN))
		err = -errno;
	if (folder >= 0)
		close(folder);
	return err;
}

static int listener_open(const char *path)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int err;

	if (fd < 0)
		return -errno;
	err = listener_bind(fd, path);
	if (!err)
		return fd;
	close(fd);
	return err;
}

static int server_grow(struct server *server)
{
	size_t room = server->room ? 2 * server->room : 64;
	struct client **clients = reallocarray(server->clients, room, sizeof(struct client *));
	struct pollfd *polls;

	if (!clients)
		return -ENOMEM;
	server->clients = clients;
	polls = reallocarray(server->polls, room + CLIENTS, sizeof(*polls));
	if (!polls)
		return -ENOMEM;
	server->polls = polls;
	server->room = room;
	return 0;
}

int server_open(const char *path, struct round *round, struct rerun *rerun,
		struct server **result)
{
	struct server *server;
	int err = -ENOMEM;

	server = calloc(1, sizeof(*server));
	if (!server)
		return -ENOMEM;
	snprintf(server->path, sizeof(server->path), "%s", path);
	server->round = round;
	server->rerun = rerun;
	server->here = calloc(round->places->ranks, sizeof(*server->here));
	server->seen = calloc(round->places->ranks, sizeof(*server->seen));
	if (!server->here || !server->seen || server_grow(server))
		goto free_server;
	server->listener = listener_open(path);
	err = server->listener < 0 ? server->listener : 0;
	if (err)
		goto free_server;
	*result = server;
	return 0;

free_server:
	free(server->polls);
	free(server->clients);
	free(server->seen);
	free(server->here);
	free(server);
	return err;
}

void server_close(struct server *server)
{
	if (!server)
		return;
	for (size_t i = 0; i < server->count; i++)
		client_free(server->clients[i]);
	close(server->listener);
	unlink(server->path);
	free(server->polls);
	free(server->clients);
	free(server->seen);
	free(server->here);
	free(server);
}

/* --- records of ranks --- */

/* Does this number of ranks differ from what other ranks of the job say? */
static bool differs(const struct server *server, uint32_t ranks)
{
	for (size_t i = 0; i < server->count; i++) {
		if (server->clients[i]->known)
			return server->clients[i]->ranks != ranks;
	}
	return false;
}

static int hello_check(const struct server *server, const struct job_hello *hello)
{
	if (hello->magic != JOB_MAGIC || hello->rank >= hello->ranks)
		return -EPROTO;
	if (hello->ranks > server->round->places->ranks)
		return -E2BIG;
	if (server->here[hello->rank])
		return -EBUSY;
	return differs(server, hello->ranks) ? -EPROTO : 0;
}

/* All ranks of a job that is too large are rejected: report that once. */
static void report_crowded(struct server *server, const struct job_hello *hello)
{
	if (!server->crowded)
		complain("a job of %u ranks: places: %u: see --per-node, --torus", hello->ranks,
			 server->round->places->ranks);
	server->crowded = true;
}

static void hello_rejected(struct server *server, const struct job_hello *hello, int err)
{
	server->round->tally.rejected++;
	if (err == -E2BIG)
		report_crowded(server, hello);
	else if (err == -EBUSY)
		complain("rank %u is there already: somebody else is not heard", hello->rank);
	else
		complain("somebody who is no rank of this job is not heard");
}

/* Answer a rank's hello or flush with the rank's place, or with an errno. */
static void server_reply(const struct server *server, struct client *client, unsigned int error)
{
	const struct round *round = server->round;
	const struct topo *topo = &round->machine->fabric.topo;
	struct job_answer answer = { .error = error };

	if (client->known) {
		answer.node = round->places->node[client->rank];
		topo_coord(topo, topo_node_chip(topo, answer.node), answer.coord);
	}
	client_answer(client, &answer);
}

static void receive_hello(struct server *server, struct client *client,
			  const struct job_hello *hello)
{
	int err = hello_check(server, hello);

	if (err) {
		hello_rejected(server, hello, err);
		server_reply(server, client, -err);
		client->over = true;
		return;
	}
	client->known = true;
	client->rank = hello->rank;
	client->ranks = hello->ranks;
	server->here[hello->rank] = true;
	rerun_rank(server->rerun, hello->rank, hello->ranks, server->seen[hello->rank]);
	server->round->tally.ranks += !server->seen[hello->rank];
	server->seen[hello->rank] = true;
	server_reply(server, client, 0);
}

/* Report only one rejected record until the next flush. */
static void record_rejected(struct server *server, struct client *client,
			    const struct job_record *record, int err)
{
	server->round->tally.rejected++;
	if (!client->error && err == -E2BIG)
		complain("rank %u to rank %u: messages: %ju, of bytes: %ju: too much to simulate",
			 client->rank, record->rank, (uintmax_t)record->count,
			 (uintmax_t)record->bytes);
	else if (!client->error)
		complain("rank %u: a record: %s", client->rank, strerror(-err));
	client->error = err == -ENOMEM ? EIO : EPROTO;
}

static void patience_begin(struct server *server)
{
	struct client *client;

	server->since = monotonic_ns();
	server->looked = false;
	for (size_t i = 0; i < server->count; i++) {
		client = server->clients[i];
		if (!client->waiting)
			client->cpu = cpu_time_read(client->pid);
	}
}

static void receive_flush(struct server *server, struct client *client)
{
	client->waiting = !client->closed && !server->ending;
	if (client->waiting && !server->since)
		patience_begin(server);
}

/* Does a record name a rank that its job does not have? */
static bool is_nobody(const struct client *client, const struct job_record *record)
{
	switch (record->kind) {
	case JOB_MESSAGE:
	case JOB_PUT:
	case JOB_GET:
		return record->rank >= client->ranks;
	case JOB_RECEIVE:
	case JOB_WAIT:
		return record->rank >= client->ranks && record->rank < JOB_NOBODY;
	default:
		return false;
	}
}

/* Log traffic in the round, and all that ranks do in the rerun. */
static int record_log(struct server *server, const struct client *client,
		      const struct job_record *record)
{
	int err = 0;

	if (is_nobody(client, record))
		return -EPROTO;
	if (record->kind <= JOB_UNSEEN)
		err = round_log(server->round, client->rank, record);
	if (!err && record->kind != JOB_UNSEEN)
		err = rerun_log(server->rerun, client->rank, record);
	return err;
}

/* Act on a record of a rank. */
static void server_record(struct server *server, struct client *client,
			  const struct job_record *record)
{
	int err;

	client->received++;
	if (record->kind == JOB_BYE) {
		client->end = record->count;
		return;
	}
	if (record->kind == JOB_FLUSH) {
		receive_flush(server, client);
		return;
	}
	err = record_log(server, client, record);
	if (err)
		record_rejected(server, client, record, err);
}

/* Parse what was received from a rank, and act on it. */
static void server_parse(struct server *server, struct client *client)
{
	struct job_record record;
	struct job_hello hello;

	if (!client->known && client_take(client, &hello, sizeof(hello)))
		receive_hello(server, client, &hello);
	while (client->known && client_take(client, &record, sizeof(record)))
		server_record(server, client, &record);
}

/* --- clients come and go --- */

/* The descriptor need not be closed on exec: no other command is started. */
static void accept_client(struct server *server)
{
	int fd = accept(server->listener, NULL, NULL);
	struct client *client = NULL;

	if (fd < 0) {
		server->full = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
		if (server->full)
			complain("a rank cannot connect: %s", strerror(errno));
		return;
	}
	if (server->count < server->room || !server_grow(server))
		client = client_new(fd);
	if (client)
		server->clients[server->count++] = client;
	else
		close(fd);
}

struct waiters {
	size_t known, waiting;
};

static struct waiters count_waiters(const struct server *server)
{
	struct waiters waiters = { 0 };

	for (size_t i = 0; i < server->count; i++) {
		waiters.known += server->clients[i]->known;
		waiters.waiting += server->clients[i]->waiting;
	}
	return waiters;
}

/* A connection ends: read what a killed rank had not sent, and count how the rank ended. */
static void client_gone(struct server *server, struct client *client)
{
	struct job_record record;

	if (!client->known)
		return;
	if (client->filled && client->memory < 0)
		complain("rank %u went in the midst of a record", client->rank);
	client->filled = 0;
	while (client->end == JOB_KILLED && client_read_unsent(client, &record))
		server_record(server, client, &record);
	client->waiting = false;
	tally_end(&server->round->tally, client->rank, client->end);
	server->here[client->rank] = false;
	client->known = false;
}

/* If all ranks that waited have gone, the next one to wait is the first. */
static void drop_clients_over(struct server *server)
{
	struct client *client;
	size_t left = 0;

	for (size_t i = 0; i < server->count; i++) {
		client = server->clients[i];
		if (!client->over) {
			server->clients[left++] = client;
			continue;
		}
		client_gone(server, client);
		client_free(client);
		server->full = false;
	}
	server->count = left;
	if (!count_waiters(server).waiting)
		server->since = 0;
}

/* A rank that hung up in a flush may have sent more after it. */
static void serve_client(struct server *server, struct client *client, int events)
{
	if (client->waiting) {
		client->closed = events & (POLLHUP | POLLERR);
		client->waiting = !client->closed;
	}
	server_parse(server, client);
	/* After a hang-up, receive everything at once: the rank may connect again. */
	do {
		if (client->waiting || client->over)
			return;
		client_read(client);
		server_parse(server, client);
	} while (events & POLLHUP);
}

/* --- rounds --- */

/* Return how long (ns) ranks in a flush still wait for the others, other load not counted. */
static uint64_t patience_left(const struct server *server)
{
	uint64_t waited = monotonic_ns() - server->since, least = waited, had;
	const struct client *client;

	if (waited < PATIENCE)
		return PATIENCE - waited;
	for (size_t i = 0; i < server->count; i++) {
		client = server->clients[i];
		if (!client->known || client->waiting)
			continue;
		had = cpu_time_had(client->pid, &client->cpu, waited);
		least = had < least ? had : least;
	}
	return least < PATIENCE ? PATIENCE - least : 0;
}

bool server_due(const struct server *server)
{
	struct waiters waiters = count_waiters(server);

	if (round_full(server->round))
		return true;
	if (!waiters.waiting)
		return false;
	if (waiters.waiting == waiters.known)
		return true;
	return server->looked && !patience_left(server);
}

void server_answer(struct server *server, unsigned int error)
{
	struct client *client;
	size_t count = server->count;

	server->since = 0;
	for (size_t i = 0; i < count; i++) {
		client = server->clients[i];
		if (!client->waiting)
			continue;
		server_reply(server, client, client->error ? client->error : error);
		client->error = 0;
		server_parse(server, client);
	}
	drop_clients_over(server);
}

/* --- waiting --- */

/* Return the time (ms) until the round is due, or -1 if no rank waits for it. */
static int time_left(const struct server *server)
{
	if (!count_waiters(server).waiting)
		return -1;
	return (patience_left(server) + MS - 1) / MS;
}

/* For clients that wait in a flush, poll only for hang-up. */
static void polls_fill(struct server *server, int ended)
{
	const struct client *client;

	server->polls[ENDED] = (struct pollfd){ .fd = ended, .events = POLLIN };
	server->polls[LISTENER] = (struct pollfd){
		.fd = server->full ? -1 : server->listener, .events = POLLIN,
	};
	for (size_t i = 0; i < server->count; i++) {
		client = server->clients[i];
		server->polls[CLIENTS + i] = (struct pollfd){
			.fd = client->fd, .events = client->waiting ? 0 : POLLIN,
		};
	}
}

/* Receive what has arrived; return the number of descriptors, or an error as stop_poll() does. */
static int receive_all(struct server *server, int ended, int timeout_ms)
{
	size_t count = server->count;
	int ready, events;

	polls_fill(server, ended);
	ready = stop_poll(server->polls, CLIENTS + count, timeout_ms);
	if (ready <= 0)
		return ready;
	for (size_t i = 0; i < count; i++) {
		events = server->polls[CLIENTS + i].revents;
		if (events)
			serve_client(server, server->clients[i], events);
		/* A later connection in the list may be the same rank's, whose hello is next. */
		if (server->clients[i]->over)
			client_gone(server, server->clients[i]);
	}
	if (server->polls[LISTENER].revents)
		accept_client(server);
	drop_clients_over(server);
	return ready;
}

bool server_serve(struct server *server, int ended)
{
	int timeout_ms = time_left(server);

	server->looked = !timeout_ms;
	return receive_all(server, ended, timeout_ms) > 0 && server->polls[ENDED].revents;
}

/* Return the processor time of this thread, which other load does not use up. */
static uint64_t processor_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec * 1000 * MS + time.tv_nsec;
}

/*
 * Ranks that a launcher ends may outlive it by a moment. If they live even longer, their unsent
 * records are read from their memory.
 */
void server_finish(struct server *server)
{
	uint64_t start = processor_ns();
	int ready;

	server->ending = true;
	for (size_t i = 0; i < server->count; i++) {
		server->clients[i]->waiting = false;
		server_parse(server, server->clients[i]);
	}
	do {
		ready = receive_all(server, -1, 0);
	} while (ready && processor_ns() - start < FINISH);
	start = monotonic_ns();
	while (server->count && monotonic_ns() - start < LINGER)
		receive_all(server, -1, LINGER / MS);
	for (size_t i = 0; i < server->count; i++)
		server->clients[i]->over = true;
	drop_clients_over(server);
}

