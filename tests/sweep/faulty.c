// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that handles failures in one of many wrong ways, to show that a sweep catches it:
 * faulty [FAULT]
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BLOCKS	100

static const char *fault = "none";

static bool faulty(const char *what)
{
	return !strcmp(fault, what);
}

static int failed(const char *what)
{
	const char *why = strerror(errno);

	if (faulty("silent"))
		return 1;
	if (faulty("vague"))
		why = "something went wrong";
	if (faulty("nameless"))
		fprintf(stderr, "faulty: %s\n", why);
	else
		fprintf(stderr, "faulty: %s: %s\n", what, why);
	return !faulty("cheerful");
}

/* A record is taken back unless it is whole. */
static int record_write(const char *record)
{
	size_t length = strlen(record), done = 0;
	ssize_t n;

	while (done < length) {
		n = write(STDOUT_FILENO, record + done, length - done);
		if (n >= 0)
			done += faulty("hasty") ? length - done : (size_t)n;
		else if (errno != EINTR || faulty("impatient"))
			break;
	}
	if (done == length)
		return 0;
	n = failed("standard output");
	if (!faulty("messy") && lseek(STDOUT_FILENO, -(off_t)done, SEEK_CUR) >= 0 &&
	    ftruncate(STDOUT_FILENO, lseek(STDOUT_FILENO, 0, SEEK_CUR)))
		abort();
	return n;
}

static int block_use(char **block, int i)
{
	*block = malloc(1);
	if (!*block && faulty("keeping"))
		block[-i] = NULL;
	if (!*block && !(faulty("careless") && i == BLOCKS - 1))
		return failed("block");
	**block = 'x';
	return 0;
}

/* Many allocations from one place. */
static int blocks_use(void)
{
	char *block[BLOCKS] = { NULL };
	int status = 0;

	for (int i = 0; i < BLOCKS && !status; i++)
		status = block_use(&block[i], i);
	for (int i = 0; i < BLOCKS; i++)
		free(block[i]);
	return status;
}

/* Wait until the clock says that an hour has passed. */
static int hour_wait(void)
{
	struct timespec now, left = { 0 };
	time_t end;

	clock_gettime(CLOCK_MONOTONIC, &now);
	end = now.tv_sec + 3600;
	while (now.tv_sec < end) {
		left.tv_sec = end - now.tv_sec;
		if (ppoll(NULL, 0, &left, NULL) && errno != EINTR)
			return failed("the wait");
		clock_gettime(CLOCK_MONOTONIC, &now);
	}
	return 0;
}

static int file_look(char *room)
{
	int fd = open("/dev/null", O_RDONLY);

	if (fd < 0 && faulty("stubborn"))
		pause();
	if (fd < 0 && faulty("littering"))
		fd = creat("litter", 0666);
	if (fd < 0 && !faulty("forgetful"))
		free(room);
	if (fd < 0)
		return failed("/dev/null");
	close(fd);
	free(room);
	return 0;
}

int main(int argc, char **argv)
{
	char number[32] = "first record\n";
	int status;
	char *room;

	if (argc > 1)
		fault = argv[1];
	if (faulty("fickle"))
		snprintf(number, sizeof(number), "%d\n", getpid());
	/* Time is as good as a number of a process. */
	if (faulty("wavering") && getpid() % 2)
		lseek(STDIN_FILENO, 0, SEEK_CUR);
	room = malloc(64);
	if (!room && !faulty("trusting"))
		return failed("room");
	strcpy(room, "second record\n");
	if (faulty("drifting") && getpid() % 2)
		fputs("faulty: a message\n", stderr);
	status = record_write(number);
	if (faulty("drifting") && getpid() % 2 == 0)
		fputs("faulty: a message\n", stderr);
	if (!status && (faulty("repetitive") || faulty("careless") || faulty("keeping")))
		status = blocks_use();
	if (!status && faulty("patient"))
		status = hour_wait();
	if (!status)
		status = record_write(room);
	if (!status)
		return file_look(room);
	free(room);
	return status;
}
