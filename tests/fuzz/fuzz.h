/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shared by fuzz targets. A target is a file fuzz_NAME.c with LLVMFuzzerTestOneInput(), seeds in
 * corpus/NAME, and optionally words in dict/NAME.dict; `make fuzz' finds them by their names.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gpcd/image.h>

#include "cli/util.h"
#include "image/image.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A condition that holds for any input; if not, crash, so that the input is kept. */
#define EXPECT(condition) do {						\
	if (!(condition)) {						\
		dprintf(STDERR_FILENO, "%s:%d: ERROR: not so: %s\n",	\
			__FILE__, __LINE__, #condition);		\
		abort();						\
	}								\
} while (0)

#define FUZZ_LINES 64

/* The input as lines, each in memory of its own, so that a step beyond one is noticed. */
struct fuzz_lines {
	int count;
	char *line[FUZZ_LINES + 1];
};

static inline void fuzz_lines_create(struct fuzz_lines *lines, const uint8_t *data, size_t size)
{
	const char *from = (const char *)data, *end = from + size;
	const char *stop;

	lines->count = 0;
	for (; from < end && lines->count < FUZZ_LINES; from = stop + 1) {
		stop = memchr(from, '\n', end - from);
		stop = stop ? stop : end;
		lines->line[lines->count++] = strndup(from, stop - from);
	}
	lines->line[lines->count] = NULL;
}

static inline void fuzz_lines_destroy(struct fuzz_lines *lines)
{
	while (lines->count)
		free(lines->line[--lines->count]);
}

/* Output to the stream stderr is counted and discarded. */
static size_t fuzz_said;

static inline ssize_t fuzz_count_said(void *cookie, const char *text, size_t length)
{
	(void)cookie;
	(void)text;
	fuzz_said += length;
	return length;
}

static inline void fuzz_hush(void)
{
	const cookie_io_functions_t counter = { .write = fuzz_count_said };

	stderr = fopencookie(NULL, "w", counter);
	EXPECT(stderr);
	setvbuf(stderr, NULL, _IONBF, 0);
}

/* A folder for files of targets; the runner removes it. */
static inline const char *fuzz_folder(void)
{
	static char folder[PATH_MAX];
	const char *parent = getenv("TMPDIR");

	if (*folder)
		return folder;
	snprintf(folder, sizeof(folder), "%s/gpcd-fuzz-XXXXXX", parent ? parent : "/tmp");
	EXPECT(mkdtemp(folder));
	return folder;
}

/* An image file that can be restored to its first state. */
struct fuzz_image {
	unsigned int chip;
	char path[PATH_MAX];
	char where[PATH_MAX + 8];	/* for gpcd_open() */
	unsigned char *map;
	struct gpcd_image_info *info;	/* describing page */
	struct gpcd_image_info made;	/* that page as it was made */
	/* register pages as they were made, one after another */
	unsigned char pages[GPCD_PAGES_MAX][GPCD_PAGE_SIZE];
};

static inline unsigned char *fuzz_image_page(const struct fuzz_image *image, unsigned int slot)
{
	return image->map + gpcd_catalogue_page(image->chip, slot);
}

static inline void fuzz_image_create(struct fuzz_image *image, unsigned int chip,
				     const char *name)
{
	const struct gpcd_info info = { .chip = chip, .nic_addr = 5, .nic_index = 1 };
	unsigned int slot;
	int fd;

	image->chip = chip;
	EXPECT(snprintf(image->path, sizeof(image->path), "%s/%s", fuzz_folder(), name) <
	       (int)sizeof(image->path));
	snprintf(image->where, sizeof(image->where), "image:%s", image->path);
	EXPECT(!gpcd_image_create(image->path, &info));
	fd = open(image->path, O_RDWR);
	image->map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	EXPECT(image->map != MAP_FAILED);
	close(fd);
	image->info = (struct gpcd_image_info *)(image->map + GPCD_IMAGE_INFO);
	image->made = *image->info;
	for (slot = 0; slot < gpcd_catalogue_pages(chip); slot++)
		memcpy(image->pages[slot], fuzz_image_page(image, slot), GPCD_PAGE_SIZE);
}

/* Open a device on an image that is then unlinked. */
static inline struct gpcd *fuzz_device(unsigned int chip, const char *name)
{
	static struct fuzz_image image;
	struct gpcd *device;

	fuzz_image_create(&image, chip, name);
	EXPECT(!gpcd_open(image.where, &device));
	munmap(image.map, GPCD_IMAGE_SIZE);
	unlink(image.path);
	return device;
}

static inline void fuzz_image_restore(struct fuzz_image *image)
{
	unsigned int slot;

	for (slot = 0; slot < gpcd_catalogue_pages(image->chip); slot++)
		memcpy(fuzz_image_page(image, slot), image->pages[slot], GPCD_PAGE_SIZE);
	*image->info = image->made;
}

#endif /* TESTS_FUZZ_H */
