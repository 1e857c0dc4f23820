// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program on the message layer: ranks do what the argument says, and say what they saw.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ugni/msg/msg.h"
#include "ugni/include/gpcd_ugni.h"

#define LARGE	100000
#define MANY	200

static struct msg *msg;
static unsigned int rank, ranks;

static void must(int err)
{
	if (!err)
		return;
	printf("rank %u: %s\n", rank, msg ? msg_problem(msg) : "no memory");
	exit(9);
}

static void expect(bool right, const char *what)
{
	if (right)
		return;
	printf("rank %u: wrong: %s\n", rank, what);
	exit(8);
}

/* Much is sent before anybody receives, more than a mailbox holds; then the sender takes leave. */
static void leave(void)
{
	unsigned int got;

	for (unsigned int i = 0; i < MANY; i++) {
		if (!rank)
			must(msg_send(msg, 1, 5, &i, sizeof(i)));
	}
	if (rank != 1)
		return;
	must(gpcd_ugni_compute(1000000) ? -EIO : 0);
	for (unsigned int i = 0; i < MANY; i++) {
		must(msg_receive(msg, 0, 5, &got, sizeof(got), NULL));
		expect(got == i, "order");
	}
}

/* The same of messages that nobody ever receives. */
static void lose(void)
{
	for (unsigned int i = 0; i < MANY && rank; i++)
		must(msg_send(msg, 0, 5, &i, sizeof(i)));
}

/* Rank 0 takes what comes by tag, and small and large ones with one tag in their order. */
static void tags(void)
{
	static char out[2][LARGE], in[LARGE];
	struct msg_sending *sending[2];
	struct msg_status status;

	memset(out[0], 'a' + rank, LARGE);
	memset(out[1], 'A' + rank, LARGE);
	if (rank) {
		must(msg_start(msg, 0, 1, out[0], LARGE, &sending[0]));
		must(msg_start(msg, 0, 1, out[1], 10, &sending[1]));
		must(msg_send(msg, 0, 2, &rank, sizeof(rank)));
		must(msg_finish(msg, sending[1]));
		must(msg_finish(msg, sending[0]));
		return;
	}
	for (unsigned int i = 1; i < ranks; i++) {
		must(msg_receive(msg, MSG_ANY, 2, in, LARGE, &status));
		expect(status.bytes == sizeof(rank) && status.tag == 2 && *in == (char)status.from,
		       "a number");
	}
	for (unsigned int i = ranks - 1; i; i--) {
		must(msg_receive(msg, i, MSG_ANY, in, LARGE, &status));
		expect(status.bytes == LARGE && in[0] == (char)('a' + i) &&
		       in[LARGE - 1] == in[0] && !memcmp(in, in + 1, LARGE - 1), "a large one");
		must(msg_receive(msg, i, 1, in, LARGE, &status));
		expect(status.bytes == 10 && in[9] == (char)('A' + i), "a small one");
	}
	printf("all messages are right\n");
}

/* No address and no length is a multiple of 4. */
static void crooked(void)
{
	static char data[LARGE];

	if (rank > 1)
		return;
	if (!rank)
		memset(data, 'x', LARGE);
	if (!rank)
		must(msg_send(msg, 1, 0, data + 1, 54321));
	else
		must(msg_receive(msg, 0, 0, data + 3, LARGE - 3, NULL));
	expect(rank == 0 || (data[3] == 'x' && data[54323] == 'x' && !data[54324] && !data[2]),
	       "bytes at odd places");
}

/* A message that does not fit is lost; the one after it is not. */
static void room(void)
{
	static char data[LARGE];
	struct msg_status status;
	int err;

	if (rank > 1)
		return;
	for (size_t bytes = 100; bytes <= LARGE; bytes += LARGE - 100) {
		if (!rank) {
			must(msg_send(msg, 1, 0, data, bytes));
			continue;
		}
		err = msg_receive(msg, 0, 0, data, 99, &status);
		printf("%zu bytes: %s\n", status.bytes, strerror(-err));
	}
	if (!rank)
		must(msg_send(msg, 1, 0, "end", 4));
	else
		must(msg_receive(msg, 0, 0, data, 4, NULL));
	if (rank)
		printf("then: %s\n", data);
}

static void arguments(void)
{
	struct msg_sending *sending;

	if (!rank)
		must(msg_start(msg, ranks, 0, NULL, 0, &sending));
}

static void waits(void)
{
	if (rank)
		must(msg_receive(msg, 0, 0, NULL, 0, NULL));
}

static void barrier(void)
{
	uint64_t before;

	must(gpcd_ugni_compute(1000 * (rank + 1)) ? -EIO : 0);
	before = gpcd_ugni_ns();
	must(msg_barrier(msg));
	expect(gpcd_ugni_ns() >= 1000 * ranks, "nobody waits");
	expect(gpcd_ugni_ns() >= before, "time");
}

/*
 * Rank 0 receives from any rank. Messages of one rank come in order, small or large. Messages that
 * others send for a barrier do not match a receive from any rank.
 */
static void any(void)
{
	static char data[LARGE];
	unsigned int next[MSG_RANKS] = { 0 };
	struct msg_status status;

	for (unsigned int i = 0; rank && i < 6; i++) {
		memset(data, 16 * rank + i, LARGE);
		must(msg_send(msg, 0, i % 2, data, i % 3 ? 1 + i : LARGE - i));
	}
	for (unsigned int i = 0; !rank && i < 6 * (ranks - 1); i++) {
		must(msg_receive(msg, MSG_ANY, MSG_ANY, data, LARGE, &status));
		expect(status.from && status.from < ranks, "a sender");
		expect(status.tag == (int)next[status.from] % 2, "a tag");
		expect(status.bytes == (next[status.from] % 3 ? 1 + next[status.from] :
					LARGE - next[status.from]), "a size");
		expect(data[status.bytes - 1] == (char)(16 * status.from + next[status.from]++),
		       "the order of a sender's messages");
	}
	must(msg_barrier(msg));
	if (!rank)
		printf("all came in order\n");
}

/* Each part names its sender and receiver; nothing is written after the last part. */
static void alltoall(void)
{
	static const size_t sizes[] = { 0, 1, MSG_EAGER, MSG_EAGER + 1, 20000 };
	static unsigned char out[8 * 20000], in[8 * 20000 + 1];
	size_t bytes;

	expect(ranks <= 8, "the number of ranks");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		bytes = sizes[i];
		memset(in, 0xff, sizeof(in));
		for (size_t j = 0; j < bytes * ranks; j++)
			out[j] = 32 * i + 8 * rank + j / bytes;
		must(msg_alltoall(msg, out, in, bytes));
		for (size_t j = 0; j < bytes * ranks; j++)
			expect(in[j] == (unsigned char)(32 * i + 8 * (j / bytes) + rank), "a part");
		expect(in[bytes * ranks] == 0xff, "what follows the parts");
	}
	if (!rank)
		printf("all parts are right\n");
}

/* The others wait for a rank that is killed. */
static void dies(void)
{
	must(msg_barrier(msg));
	if (rank == 1)
		raise(SIGKILL);
	must(msg_barrier(msg));
	printf("rank %u: nobody died\n", rank);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*act)(void);
	} acts[] = {
		{ "leave", leave }, { "lose", lose }, { "tags", tags }, { "odd", crooked },
		{ "room", room }, { "arguments", arguments }, { "waits", waits },
		{ "barrier", barrier }, { "any", any }, { "alltoall", alltoall }, { "dies", dies },
	};
	struct msg_options options = { MSG_EAGER, argc > 2 ? MSG_GET : MSG_PUT };

	if (argc < 2)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	must(msg_open(&options, &msg));
	rank = msg_rank(msg);
	ranks = msg_ranks(msg);
	for (size_t i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
		if (!strcmp(argv[1], acts[i].name))
			acts[i].act();
	}
	if (msg_close(msg))
		return 7;
	return 0;
}
