// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "folder.h"
#include "topo/interconnect.h"

#define FOLDERS_OPEN	8

static int open_temporary(struct folder *folder)
{
	const char *where = getenv("TMPDIR");
	char path[PATH_MAX];

	if (!where || !*where)
		where = "/tmp";
	if (snprintf(path, sizeof(path), "%s/gpcd-job-XXXXXX", where) >= PATH_MAX)
		return complain_error(where, -ENAMETOOLONG);
	if (!mkdtemp(path))
		return complain_error(path, -errno);
	folder->temporary = true;
	return realpath(path, folder->path) ? 0 : complain_error(path, -errno);
}

int folder_open(struct folder *folder, const char *wanted)
{
	if (!wanted)
		return open_temporary(folder);
	if (mkdir(wanted, 0777) && errno != EEXIST)
		return complain_error(wanted, -errno);
	return realpath(wanted, folder->path) ? 0 : complain_error(wanted, -errno);
}

int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX])
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder->path, name) < PATH_MAX)
		return 0;
	return complain_error(folder->path, -ENAMETOOLONG);
}

static int write_interconnect(const char *path, const struct gemini_system *system)
{
	FILE *file = fopen(path, "we");
	char text[INTERCONNECT_TEXT];
	int err = 0;
	size_t size;

	if (!file)
		return -errno;
	for (unsigned int chip = 0; chip < system->torus.chips && !err; chip++) {
		size = interconnect_gemini_text(system, chip, text);
		err = fwrite(text, 1, size, file) == size ? 0 : -EIO;
	}
	if (fclose(file) && !err)
		err = -errno;
	return err;
}

/* An older link makes room; anything else is not ours. */
static int link_rank(const char *path, const char *image)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISLNK(st.st_mode))
		unlink(path);
	return symlink(image, path) ? -errno : 0;
}

static int link_ranks(const struct folder *folder, const struct machine *machine,
		      const struct places *places)
{
	char path[PATH_MAX], name[32], image[MACHINE_NAME + 16], chip[MACHINE_NAME];
	int code = 0, err;

	for (uint32_t rank = 0; rank < places->ranks && !code; rank++) {
		machine_chip_name(machine, places->node[rank] / NET_NICS, chip);
		snprintf(image, sizeof(image), "%sn%u", chip, places->node[rank] % NET_NICS);
		snprintf(name, sizeof(name), "rank-%u", rank);
		code = folder_path(folder, name, path);
		err = code ? 0 : link_rank(path, image);
		if (err)
			code = complain_error(path, err);
	}
	return code;
}

int folder_fill(const struct folder *folder, const struct machine *machine,
		const struct places *places)
{
	char path[PATH_MAX];
	int code = folder_path(folder, "interconnect.txt", path);
	int err;

	if (code)
		return code;
	err = write_interconnect(path, &machine->system);
	return err ? complain_error(path, err) : link_ranks(folder, machine, places);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)st;
	(void)type;
	(void)where;
	if (remove(path))
		complain("%s: %s", path, strerror(errno));
	return 0;
}

void folder_close(struct folder *folder)
{
	if (folder->temporary)
		nftw(folder->path, remove_one, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
