// SPDX-License-Identifier: GPL-2.0-only
/*
 * A target without libFuzzer, which is clang's: it runs on the seeds alone, a test line each. A
 * failure ends it, with the seed's name in the last line.
 *
 *	PROGRAM FOLDER
 */
#include <dirent.h>

#include "fuzz.h"

/* Targets without preparation lack it. */
#pragma weak LLVMFuzzerInitialize

static int is_seed(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

static void run_seed(const char *folder, const char *name)
{
	char path[PATH_MAX];
	unsigned char *data;
	struct stat seed;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	EXPECT(fd >= 0 && !fstat(fd, &seed));
	/* Exactly as large as the seed, so that a step beyond it is noticed. */
	data = malloc(seed.st_size ? seed.st_size : 1);
	EXPECT(data && read(fd, data, seed.st_size) == seed.st_size);
	close(fd);
	LLVMFuzzerTestOneInput(data, seed.st_size);
	free(data);
}

int main(int argc, char **argv)
{
	struct dirent **seeds;
	/* A target may use standard output for itself. */
	int count, said = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

	if (argc != 2 || said < 0)
		return EXIT_FAILURE;
	if (LLVMFuzzerInitialize)
		LLVMFuzzerInitialize(&argc, &argv);
	count = scandir(argv[1], &seeds, is_seed, alphasort);
	for (int i = 0; i < count; i++) {
		dprintf(said, "# %s\n", seeds[i]->d_name);
		run_seed(argv[1], seeds[i]->d_name);
		dprintf(said, "ok %d - %s\n", i + 1, seeds[i]->d_name);
		free(seeds[i]);
	}
	free(seeds);
	dprintf(said, "1..%d\n", count);
	close(said);
	return EXIT_SUCCESS;
}
