// SPDX-License-Identifier: GPL-2.0-only
/*
 * A rank of an emulated job without MPI: it sends the records that the command line asks for.
 *
 *	told RANK RANKS WORD...		after a hello
 *	told - - WORD...		without one; hello:RANK:RANKS sends it later
 *
 * message:RANK:BYTES[:COUNT[:FLAGS]], put:..., get:..., unseen:NAME:COUNT; flush, whose answer is
 * printed; flushes:COUNT, whose answers are not read; rubbish:BYTES; sleep:MILLISECONDS;
 * work:MILLISECONDS of processor time; after:FILE[:TEXT], when FILE contains TEXT, or anything;
 * puts:RANK:COUNT, no two alike. For the rerun: send:RANK:BYTES:TAG and recv:RANK:TAG, with
 * :REQUEST at the end if they have a request; wait:REQUEST[:RANK:TAG]; compute:NS. A RANK or TAG
 * may be -1, any.
 */
#include <err.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "gm/wire.h"

#define BLOCK	1000	/* records */

static int job;

static void tell(const void *what, size_t size)
{
	if (send(job, what, size, MSG_NOSIGNAL) == (ssize_t)size)
		return;
	printf("dropped\n");
	exit(0);
}

static void hear(const char *what)
{
	struct job_answer answer;

	if (recv(job, &answer, sizeof(answer), MSG_WAITALL) == sizeof(answer))
		printf("%s %s node %u at %u,%u,%u\n", what,
		       answer.error ? strerrorname_np(answer.error) : "done", answer.node,
		       answer.coord[0], answer.coord[1], answer.coord[2]);
	else
		printf("%s gone\n", what);
	fflush(stdout);
}

static void meet(void)
{
	const char *path = getenv("GM_JOB");
	struct sockaddr_un address;
	int folder;

	if (!path || job_address(path, &address, &folder))
		errx(1, "no GM_JOB");
	job = socket(AF_UNIX, SOCK_STREAM, 0);
	if (job < 0 || connect(job, (struct sockaddr *)&address, sizeof(address)))
		err(1, "%s", path);
}

static void greet(const char *rank, const char *ranks)
{
	struct job_hello hello = {
		.magic = JOB_MAGIC, .rank = strtoul(rank, NULL, 0),
		.ranks = strtoul(ranks, NULL, 0),
	};

	tell(&hello, sizeof(hello));
	hear("hello");
}

static uint64_t number(char **rest)
{
	const char *text = strsep(rest, ":");

	return text ? strtoull(text, NULL, 0) : 0;
}

static void tell_messages(enum job_kind kind, char **rest)
{
	struct job_record record = { .kind = kind };

	record.rank = number(rest);
	record.bytes = number(rest);
	record.count = *rest ? number(rest) : 1;
	record.flags = number(rest);
	tell(&record, sizeof(record));
}

/* Calls that block are steps of their own. */
static void tell_step(enum job_kind kind, char **rest)
{
	struct job_record record = { .kind = kind, .count = 1 };

	if (kind != JOB_COMPUTE)
		record.rank = number(rest);
	if (kind == JOB_MESSAGE || kind == JOB_COMPUTE)
		record.bytes = number(rest);
	record.tag = number(rest);
	record.request = number(rest);
	if (!record.request)
		record.flags = JOB_STEP;
	tell(&record, sizeof(record));
}

static void tell_wait(char **rest)
{
	struct job_record record = { .kind = JOB_WAIT, .count = 1, .rank = JOB_ANY };

	record.request = number(rest);
	if (*rest) {
		record.rank = number(rest);
		record.tag = number(rest);
	}
	tell(&record, sizeof(record));
}

static bool obey_rerun(const char *what, char **rest)
{
	if (!strcmp(what, "send"))
		tell_step(JOB_MESSAGE, rest);
	else if (!strcmp(what, "recv"))
		tell_step(JOB_RECEIVE, rest);
	else if (!strcmp(what, "compute"))
		tell_step(JOB_COMPUTE, rest);
	else if (!strcmp(what, "wait"))
		tell_wait(rest);
	else
		return false;
	return true;
}

static void tell_unseen(char **rest)
{
	struct job_record record = { .kind = JOB_UNSEEN };

	snprintf(record.name, sizeof(record.name), "%s", strsep(rest, ":"));
	record.count = number(rest);
	tell(&record, sizeof(record));
}

static void flush(uint64_t count)
{
	const struct job_record record = { .kind = JOB_FLUSH };

	while (count--)
		tell(&record, sizeof(record));
}

/* In blocks, as libgm-profile writes them: many small writes would fill a socket sooner. */
static void put_each(uint32_t rank, uint64_t count)
{
	static struct job_record block[BLOCK];

	for (size_t i = 0; i < BLOCK; i++)
		block[i] = (struct job_record) {
			.kind = JOB_PUT, .rank = rank, .bytes = 8 + i % 2, .count = 1,
		};
	for (; count > BLOCK; count -= BLOCK)
		tell(block, sizeof(block));
	tell(block, count * sizeof(block[0]));
}

static bool is_said(const char *path, const char *text)
{
	FILE *file = fopen(path, "r");
	char said[4096];
	size_t length;

	if (!file)
		return false;
	length = fread(said, 1, sizeof(said) - 1, file);
	fclose(file);
	said[length] = '\0';
	return length && strstr(said, text);
}

static void wait_for(char **rest)
{
	const char *path = strsep(rest, ":");

	while (!is_said(path, *rest ?: ""))
		usleep(1000);
}

static void work(uint64_t ms)
{
	const clock_t until = clock() + ms * (CLOCKS_PER_SEC / 1000);

	while (clock() < until)
		;
}

static void rubbish(uint64_t bytes)
{
	while (bytes--)
		tell("\xff", 1);
}

static void obey(char *word)
{
	static const char *const kinds[] = {
		[JOB_MESSAGE] = "message", [JOB_PUT] = "put", [JOB_GET] = "get",
	};
	char *rest = word, *what = strsep(&rest, ":");
	unsigned int i = JOB_MESSAGE;

	while (i <= JOB_GET && strcmp(what, kinds[i]))
		i++;
	if (i <= JOB_GET) {
		tell_messages(i, &rest);
	} else if (!strcmp(what, "unseen")) {
		tell_unseen(&rest);
	} else if (!strcmp(what, "hello")) {
		what = strsep(&rest, ":");
		greet(what, rest);
	} else if (!strcmp(what, "flush")) {
		flush(1);
		hear("flush");
	} else if (!strcmp(what, "flushes")) {
		flush(number(&rest));
	} else if (!strcmp(what, "puts")) {
		i = number(&rest);
		put_each(i, number(&rest));
	} else if (!strcmp(what, "after")) {
		wait_for(&rest);
	} else if (!strcmp(what, "rubbish")) {
		rubbish(number(&rest));
	} else if (!strcmp(what, "work")) {
		work(number(&rest));
	} else if (!strcmp(what, "sleep")) {
		usleep(1000 * number(&rest));
	} else if (!obey_rerun(what, &rest)) {
		errx(1, "no word: %s", what);
	}
}

int main(int argc, char **argv)
{
	if (argc < 3)
		errx(1, "RANK RANKS WORD...");
	meet();
	if (strcmp(argv[1], "-"))
		greet(argv[1], argv[2]);
	for (int i = 3; i < argc; i++)
		obey(argv[i]);
	return 0;
}
