// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "folder.h"
#include "scratch.h"
#include "topo/cabling.h"
#include "topo/interconnect.h"

static int open_temporary(struct folder *folder, uint64_t bytes)
{
	int fd = scratch_make(bytes, folder->path);

	if (fd < 0)
		return complain_error(folder->path, fd);
	folder->temporary = true;
	folder->fd = fd;
	return 0;
}

static int open_kept(struct folder *folder, const char *wanted)
{
	if (mkdir(wanted, 0777) && errno != EEXIST)
		return complain_error(wanted, -errno);
	if (!realpath(wanted, folder->path))
		return complain_error(wanted, -errno);
	folder->fd = scratch_lock(folder->path);
	if (folder->fd == -EWOULDBLOCK) {
		complain("%s: another job runs there: name another folder", wanted);
		return EXIT_RUNTIME;
	}
	return folder->fd < 0 ? complain_error(wanted, folder->fd) : 0;
}

int folder_open(struct folder *folder, const char *wanted, uint64_t bytes)
{
	return wanted ? open_kept(folder, wanted) : open_temporary(folder, bytes);
}

int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX])
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder->path, name) < PATH_MAX)
		return 0;
	return complain_error(folder->path, -ENAMETOOLONG);
}

static int write_interconnect(const char *path, const struct machine *machine)
{
	const struct topo *topo = &machine->fabric.topo;
	const struct cabling *cabling = cabling_find(topo);
	FILE *file = fopen(path, "we");
	char text[INTERCONNECT_TEXT];
	int err = 0;
	size_t size;

	if (!file)
		return -errno;
	for (unsigned int chip = 0; chip < topo->chips && !err; chip++) {
		size = cabling->text(topo, machine->system.class, chip, text);
		err = fwrite(text, 1, size, file) == size ? 0 : -EIO;
	}
	if (fclose(file) && !err)
		err = -errno;
	return err;
}

/* Replace an older link, but no other file. */
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
	const struct topo *topo = &machine->fabric.topo;
	int code = 0, err;

	for (uint32_t rank = 0; rank < places->ranks && !code; rank++) {
		machine_chip_name(machine, topo_node_chip(topo, places->node[rank]), chip);
		snprintf(image, sizeof(image), "%sn%u", chip,
			 topo_node_nic(topo, places->node[rank]));
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
	err = write_interconnect(path, machine);
	return err ? complain_error(path, err) : link_ranks(folder, machine, places);
}

void folder_close(struct folder *folder)
{
	int err = 0;

	if (folder->fd < 0)
		return;
	if (folder->temporary)
		err = scratch_remove(folder->path, folder->fd);
	if (err)
		complain_error(folder->path, err);
	close(folder->fd);
}
