// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <mpi.h>

#include "heard.h"

#define RECORDS	4096

/* Equal records in succession are merged, as on the wire. */
struct records {
	size_t count;
	struct job_record of[RECORDS];
};

static struct sockaddr_un address = { .sun_family = AF_UNIX };
static bool listening;
static int failures;
static struct records expected, told;

/* Sums of one part of the test. */
static struct sums {
	uint64_t messages, bytes, derived, unseen;
} sums;

/* Receives and waits belong to another test. */
static bool is_traffic(struct job_record *record)
{
	if (record->kind > JOB_BYE)
		return false;
	record->flags &= ~JOB_STEP;
	record->tag = 0;
	if (record->kind != JOB_UNSEEN)
		memset(record->name, 0, sizeof(record->name));
	return true;
}

static void records_add(struct records *records, const struct job_record *record)
{
	struct job_record *last = records->count ? &records->of[records->count - 1] : NULL;

	if (last && last->kind == record->kind && last->flags == record->flags &&
	    last->rank == record->rank && last->bytes == record->bytes &&
	    !strcmp(last->name, record->name)) {
		last->count += record->count;
		return;
	}
	if (records->count < RECORDS)
		records->of[records->count++] = *record;
}

static void sums_add(const struct job_record *record)
{
	if (record->kind == JOB_UNSEEN) {
		sums.unseen += record->count;
		return;
	}
	sums.messages += record->count;
	sums.bytes += record->count * record->bytes;
	if (record->flags & JOB_DERIVED)
		sums.derived += record->count * record->bytes;
}

static void answer(int fd)
{
	const struct job_answer good = { 0 };

	send(fd, &good, sizeof(good), MSG_NOSIGNAL);
}

/* The answer to a flush orders writes here before heard() reads. */
static void *serve(void *listener)
{
	int fd = accept(*(int *)listener, NULL, NULL);
	struct job_hello hello;
	struct job_record record;

	recv(fd, &hello, sizeof(hello), MSG_WAITALL);
	if (hello.magic == JOB_MAGIC)
		answer(fd);
	while (recv(fd, &record, sizeof(record), MSG_WAITALL) == sizeof(record)) {
		if (record.kind == JOB_FLUSH) {
			answer(fd);
			continue;
		}
		if (record.kind == JOB_BYE)
			break;
		if (!is_traffic(&record))
			continue;
		records_add(&told, &record);
		sums_add(&record);
	}
	close(fd);
	return NULL;
}

void heard_listen(void)
{
	static int listener;
	pthread_t thread;

	if (getenv("GM_JOB"))
		return;
	snprintf(address.sun_path, sizeof(address.sun_path), "heard.%d", getpid());
	listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (bind(listener, (struct sockaddr *)&address, sizeof(address)) || listen(listener, 1) ||
	    pthread_create(&thread, NULL, serve, &listener))
		abort();
	pthread_detach(thread);
	setenv("GM_JOB", address.sun_path, 1);
	listening = true;
}

void expect(const struct job_record *record)
{
	records_add(&expected, record);
}

void fault(const char *call, const char *what)
{
	int rank;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	fprintf(stderr, "rank %d: %s: %s\n", rank, call, what);
	failures++;
}

int faults(void)
{
	return failures;
}

static void records_print(const char *what, const struct records *records)
{
	static const char *const kinds[] = {
		[JOB_MESSAGE] = "message", [JOB_PUT] = "PUT", [JOB_GET] = "GET",
		[JOB_UNSEEN] = "unseen",
	};

	for (size_t i = 0; i < records->count; i++) {
		const struct job_record *record = &records->of[i];

		fprintf(stderr, "\t%s: %" PRIu64 " x %s %s, flags %u, rank %u, bytes %" PRIu64 "\n",
			what, record->count, kinds[record->kind], record->name, record->flags,
			record->rank, record->bytes);
	}
}

static bool records_equal(const struct records *a, const struct records *b)
{
	return a->count == b->count && !memcmp(a->of, b->of, a->count * sizeof(a->of[0]));
}

void heard(const char *call)
{
	if (listening) {
		gm_profile_flush();
		if (!records_equal(&told, &expected)) {
			fault(call, "not told as it should be");
			records_print("told", &told);
			records_print("expected", &expected);
		}
	}
	told.count = 0;
	expected.count = 0;
}

void heard_part(const char *name)
{
	struct sums all;
	int rank;

	heard(name);
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	ASIDE(PMPI_Reduce(&sums, &all, sizeof(all) / sizeof(all.messages), MPI_UINT64_T, MPI_SUM, 0,
			  MPI_COMM_WORLD));
	sums = (struct sums){ 0 };
	if (listening && !rank)
		printf("%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", name, all.messages,
		       all.bytes, all.derived, all.unseen);
}

static bool is_line(int fd)
{
	struct sockaddr_un peer = { 0 };
	socklen_t length = sizeof(peer);

	return !getpeername(fd, (struct sockaddr *)&peer, &length) &&
	       peer.sun_family == AF_UNIX && !strcmp(peer.sun_path, address.sun_path);
}

void heard_line_is_patient(void)
{
	struct timeval in = { 0 }, out = { 0 };
	socklen_t length = sizeof(in);
	int lines = 0;

	for (int fd = 0; listening && fd < 1024; fd++) {
		if (!is_line(fd))
			continue;
		lines++;
		getsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &in, &length);
		getsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &out, &length);
		if (in.tv_sec || in.tv_usec || out.tv_sec || out.tv_usec)
			fault("MPI_Init_thread", "a simulator has to answer in time");
	}
	if (listening && lines != 1)
		fault("MPI_Init_thread", "no line to the simulator");
	unlink(address.sun_path);
}
