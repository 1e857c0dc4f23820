// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the back door of an emulated chip lets through.
 *
 *	backdoor peek PATH OFFSET	print the word there, in decimal
 *	backdoor poke PATH OFFSET VALUE	write it
 *	backdoor pages PATH		print how many pages are backed by memory
 *	backdoor hold PATH OFFSET	map; for each line on stdin print the word
 *	backdoor map PATH PAGES shared|private	map so much; fails as mmap(2) does
 *	backdoor look PATH OFFSET	peek, by a door that is open only for reading
 *	backdoor attribute PATH		print a file of sysfs, read until a signal has come whose
 *					handler has the system call go on; "signal" for each
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "image/image.h"

static void die(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

static unsigned char *image_map_as(const char *path, int access, size_t pages, int flags)
{
	int fd = open(path, access | O_CLOEXEC);
	int protection = access == O_RDONLY ? PROT_READ : PROT_READ | PROT_WRITE;
	unsigned char *image;

	if (fd < 0)
		die(path);
	image = mmap(NULL, pages * GPCD_PAGE_SIZE, protection, flags, fd, 0);
	if (image == MAP_FAILED)
		die("mmap");
	close(fd);
	return image;
}

static unsigned char *image_map(const char *path, size_t pages, int flags)
{
	return image_map_as(path, O_RDWR, pages, flags);
}

static __u64 *word_as(const char *path, int access, const char *offset)
{
	size_t at = strtoul(offset, NULL, 0), pages = GPCD_IMAGE_SIZE / GPCD_PAGE_SIZE;

	return (__u64 *)(image_map_as(path, access, pages, MAP_SHARED) + at);
}

static __u64 *word(const char *path, const char *offset)
{
	return word_as(path, O_RDWR, offset);
}

/* The kernel populates each page that exists: a signal for each missing one would take longer. */
static unsigned int pages_count(unsigned char *image)
{
	unsigned int count = 0, page;

	for (page = 0; page < GPCD_IMAGE_SIZE / GPCD_PAGE_SIZE; page++) {
		if (!madvise(image + (size_t)page * GPCD_PAGE_SIZE, GPCD_PAGE_SIZE,
			     MADV_POPULATE_READ))
			count++;
		else if (errno != EFAULT)
			die("madvise");
	}
	return count;
}

static void hold(const __u64 *at)
{
	char line[8];

	puts("mapped");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		printf("%llu\n", gpcd_image_load(at));
		fflush(stdout);
	}
}

static unsigned int signals;

static void on_alarm(int number)
{
	(void)number;
	__atomic_add_fetch(&signals, 1, __ATOMIC_RELAXED);
	if (write(STDOUT_FILENO, "signal\n", 7) != 7)
		_exit(EXIT_FAILURE);
}

static void attribute(const char *path)
{
	const struct sigaction action = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	const struct itimerval often = { .it_interval = { .tv_usec = 50000 },
					 .it_value = { .tv_usec = 50000 } };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char text[64];
	ssize_t length;

	if (fd < 0)
		die(path);
	if (sigaction(SIGALRM, &action, NULL) || setitimer(ITIMER_REAL, &often, NULL))
		die("SIGALRM");
	do {
		length = pread(fd, text, sizeof(text), 0);
		if (length < 0)
			die(path);
	} while (!__atomic_load_n(&signals, __ATOMIC_RELAXED));
	printf("%.*s", (int)length, text);
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (!strcmp(what, "peek") && argc == 4)
		printf("%llu\n", gpcd_image_load(word(argv[2], argv[3])));
	else if (!strcmp(what, "look") && argc == 4)
		printf("%llu\n", gpcd_image_load(word_as(argv[2], O_RDONLY, argv[3])));
	else if (!strcmp(what, "poke") && argc == 5)
		gpcd_image_store(word(argv[2], argv[3]), strtoull(argv[4], NULL, 0));
	else if (!strcmp(what, "pages") && argc == 3)
		printf("%u\n", pages_count(image_map(argv[2], GPCD_IMAGE_SIZE / GPCD_PAGE_SIZE,
						     MAP_SHARED)));
	else if (!strcmp(what, "hold") && argc == 4)
		hold(word(argv[2], argv[3]));
	else if (!strcmp(what, "map") && argc == 5)
		image_map(argv[2], strtoul(argv[3], NULL, 0),
			  strcmp(argv[4], "private") ? MAP_SHARED : MAP_PRIVATE);
	else if (!strcmp(what, "attribute") && argc == 3)
		attribute(argv[2]);
	else
		return 2;
	return 0;
}
