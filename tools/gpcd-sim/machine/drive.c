// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <errno.h>
#include <float.h>
#include <gpcd/image.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/parse.h"
#include "cli/wait/wait.h"
#include "netsim/image/image.h"
#include "simulate.h"
#include "topo/cabling.h"

#define PERIOD_MIN	1000000ULL	/* 1 ms */
#define PERIOD_DEFAULT	100000000ULL
#define IMAGE_BYTES	(256ULL << 10)	/* rough size of a sparse file */

/* Does a text have the form gpcd_emuN=CHIP? */
static bool is_device(const char *text)
{
	char digits[10], equals[2];

	return sscanf(text, "gpcd_emu%9[0-9]%1[=]", digits, equals) == 2;
}

static const struct option_row rows[] = {
	{ .help = "Registers that follow it, of Geminis and Aries (engine event):", .group = 7 },
	{ "image", 0, "FOLDER", 7,
	  "an image file a NIC: FOLDER/c0-0c0s0g0n0, of a dragonfly FOLDER/0,0,0n0; old ones are replaced",
	  OPTION_TEXT(struct drive, folder) },
	{ "chips", 0, "CHIP", 7,
	  "only this chip's, 0,3,7 or c1-0c2s7g1; may be repeated; default: all",
	  OPTION_LIST(struct drive, chips),
	  .with = "image" },
	{ "device", 0, "gpcd_emuN=CHIP", 7,
	  "drive an emulated chip, by its back door, as this one; may be repeated",
	  OPTION_LIST(struct drive, devices),
	  .valid = is_device },
	{ "pace", 0, "FACTOR", 7,
	  "above 0: seconds of the chips in a second; 1: real time; default: unpaced",
	  OPTION_REAL(struct drive, pace, DBL_MIN, DBL_MAX), .with = "image device" },
	{ "interval", 'i', "TIME", 7,
	  "from update to update of the images, 1ms or more; default 100ms",
	  OPTION_TIME(struct drive, period, PERIOD_MIN, UINT64_MAX), .with = "image device" },
	{ 0 }
};

static int complete(struct options_state *state, void *input)
{
	struct drive *drive = input;

	(void)state;
	if (!drive->period)
		drive->period = PERIOD_DEFAULT;
	return 0;
}

const struct options drive_options = { .rows = rows, .check = complete };

bool drive_wanted(const struct drive *drive)
{
	return drive->folder || drive->devices.argz;
}

uint64_t drive_bytes(const struct drive *drive, const struct machine *machine)
{
	uint64_t chips = drive->chips.argz ? argz_count(drive->chips.argz, drive->chips.size) :
			 machine->fabric.topo.chips;

	return chips * topo_nics(&machine->fabric.topo) * IMAGE_BYTES;
}

static int drive_failed(const char *path, int err)
{
	switch (err) {
	case -EBUSY:
		complain_of(path, "somebody else drives or locks it");
		return EXIT_RUNTIME;
	case -EEXIST:
		complain_of(path, "exists and is no register image of this version: remove it");
		return EXIT_RUNTIME;
	case -EPROTO:
	case -EINVAL:
		complain_of(path, "no image of a chip of this machine");
		return EXIT_DEVICE;
	case -EFAULT:
		complain_of(path, "the image file was made shorter: it is driven no more");
		return EXIT_DEVICE;
	default:
		return complain_error(path, err);
	}
}

/* Return the type of a machine's chips, or GPCD_CHIPS if they have no registers. */
static unsigned int chip_type(const struct machine *machine)
{
	if (!machine->has_images)
		return GPCD_CHIPS;
	return machine->is_gemini ? GPCD_CHIP_GEMINI : GPCD_CHIP_ARIES;
}

static int find_chip(const struct machine *machine, const char *name, unsigned int *chip)
{
	*chip = machine_chip(machine, name);
	if (*chip != TOPO_NONE)
		return 0;
	complain("%s: no chip of this machine: name it 0,3,7 or c1-0c2s7g1", name);
	return EXIT_USAGE;
}

int drive_check(const struct drive *drive, const struct machine *machine)
{
	char *text = NULL;
	unsigned int chip;
	int code = 0;

	if (chip_type(machine) == GPCD_CHIPS) {
		complain("only a torus of three dimensions and a dragonfly have registers");
		return EXIT_USAGE;
	}
	while (!code && (text = argz_next(drive->chips.argz, drive->chips.size, text)))
		code = find_chip(machine, text, &chip);
	while (!code && (text = argz_next(drive->devices.argz, drive->devices.size, text)))
		code = find_chip(machine, strchr(text, '=') + 1, &chip);
	return code;
}

/* --- image files --- */

/* Image files while they are made. */
struct files {
	struct drive *drive;
	const struct machine *machine;
	const char *folder; /* the folder that was asked for, or unfinished */
	char *unfinished; /* name of a new folder until it has all files, or NULL */
	unsigned int *chips; /* chips that have image files */
	unsigned int nics; /* NICs of a chip */
	size_t views; /* NICs of all these chips; each has a file */
	size_t made; /* number of files made so far */
	bool folder_made; /* the folder was made, too */
};

static int select_chips(struct files *files)
{
	const struct drive *drive = files->drive;
	size_t count = drive->chips.argz ? argz_count(drive->chips.argz, drive->chips.size) :
		       files->machine->fabric.topo.chips;
	char *name = NULL;

	files->nics = topo_nics(&files->machine->fabric.topo);
	files->views = files->nics * count;
	files->chips = calloc(count, sizeof(*files->chips));
	if (!files->chips)
		return drive_failed(drive->folder, -ENOMEM);
	for (size_t i = 0; i < count; i++) {
		name = argz_next(drive->chips.argz, drive->chips.size, name);
		files->chips[i] = name ? machine_chip(files->machine, name) : i;
	}
	return 0;
}

static int file_path(const struct files *files, size_t view, char path[PATH_MAX])
{
	char name[MACHINE_NAME];

	machine_chip_name(files->machine, files->chips[view / files->nics], name);
	return snprintf(path, PATH_MAX, "%s/%sn%zu", files->folder, name,
			view % files->nics) < PATH_MAX ? 0 : -ENAMETOOLONG;
}

static int add_file(struct files *files)
{
	const struct topo *topo = &files->machine->fabric.topo;
	unsigned int chip = files->chips[files->made / files->nics];
	unsigned int nic = files->made % files->nics;
	struct gpcd_info info = {
		.chip = chip_type(files->machine), .chip_id = chip, .nic_index = nic,
		.nic_addr = topo_node(topo, chip, nic) + 1,
	};
	char path[PATH_MAX];
	int err;

	if (file_path(files, files->made, path))
		return drive_failed(files->drive->folder, -ENAMETOOLONG);
	cabling_coord(cabling_find(topo), topo, chip, info.coord);
	err = gpcd_image_create(path, &info);
	if (err)
		return drive_failed(path, err);
	files->made++;
	return 0;
}

/* Make all files, or stop at a signal. */
static int make_files(struct files *files)
{
	int code = 0;

	while (files->made < files->views && !code && !stop_asked())
		code = add_file(files);
	if (code || !stop_asked())
		return code;
	complain("ended while images were made: none of them is left");
	return EXIT_RUNTIME;
}

/*
 * A new folder appears together with all of its files, so a program that waits for one of them may
 * read all. Until then its name begins with a dot, so that patterns of devices do not match its
 * files.
 */
static int folder_begin(struct files *files)
{
	const char *folder = files->drive->folder, *end = folder + strlen(folder), *base;

	files->folder = folder;
	if (!access(folder, F_OK))
		return 0;
	while (end > folder + 1 && end[-1] == '/')
		end--;
	base = memrchr(folder, '/', end - folder);
	base = base ? base + 1 : folder;
	if (asprintf(&files->unfinished, "%.*s.%.*s.%d", (int)(base - folder), folder,
		     (int)(end - base), base, getpid()) < 0) {
		files->unfinished = NULL;
		return drive_failed(folder, -ENOMEM);
	}
	if (mkdir(files->unfinished, 0777))
		return drive_failed(folder, -errno);
	files->folder = files->unfinished;
	files->folder_made = true;
	return 0;
}

static int folder_finish(struct files *files)
{
	if (!files->unfinished)
		return 0;
	if (rename(files->unfinished, files->drive->folder))
		return drive_failed(files->drive->folder, -errno);
	files->folder = files->drive->folder;
	return 0;
}

static int drive_files(struct files *files)
{
	char path[PATH_MAX];
	int code = 0, err;

	for (size_t i = 0; i < files->made && !code; i++) {
		err = file_path(files, i, path);
		if (!err)
			err = net_images_add(files->drive->images, files->chips[i / files->nics],
					     path);
		if (err)
			code = drive_failed(path, err);
	}
	return code;
}

static int add_files(struct files *files)
{
	int code = folder_begin(files);

	if (!code)
		code = select_chips(files);
	if (!code)
		code = make_files(files);
	if (!code)
		code = folder_finish(files);
	return code ? code : drive_files(files);
}

static void remove_files(struct files *files)
{
	char path[PATH_MAX];

	while (files->made > 0)
		if (!file_path(files, --files->made, path))
			unlink(path);
	if (files->folder_made)
		rmdir(files->folder);
}

/* --- emulated chips --- */

static int add_device(struct drive *drive, const struct machine *machine, const char *text)
{
	const char *equals = strchr(text, '=');
	char path[64];
	unsigned int chip;
	int code = find_chip(machine, equals + 1, &chip);
	int err;

	if (code)
		return code;
	snprintf(path, sizeof(path), "/dev/%.*s", (int)(equals - text), text);
	err = net_images_add(drive->images, chip, path);
	return err ? drive_failed(path, err) : 0;
}

int drive_open(struct drive *drive, const struct machine *machine)
{
	struct files files = { .drive = drive, .machine = machine };
	char *text = NULL;
	int code = 0, err;

	err = machine->is_gemini ? net_images_gemini(&machine->system, &drive->images) :
	      net_images_aries(&machine->fabric.topo, &drive->images);
	if (err)
		return drive_failed("images", err);
	net_images_guard(drive->images, guard_call);
	if (drive->folder)
		code = add_files(&files);
	while (!code && (text = argz_next(drive->devices.argz, drive->devices.size, text)))
		code = add_device(drive, machine, text);
	if (code)
		remove_files(&files);
	free(files.chips);
	free(files.unfinished);
	return code;
}

/* If an image fails, only its counters are lost. */
static void lose_image(struct drive *drive, const char *path, int err)
{
	int code = drive_failed(path, err);

	if (!drive->failed)
		drive->failed = code;
}

int drive_write(struct drive *drive, struct net *net, bool last)
{
	const char *path;
	int err;

	while ((err = net_images_write(drive->images, net, &path)) && err != -EBUSY)
		lose_image(drive, path, err);
	if (err && last)
		return drive_failed(path, err);
	return net_images_count(drive->images) ? 0 : drive->failed;
}

int drive_close(struct drive *drive)
{
	net_images_release(drive->images);
	free(drive->chips.argz);
	free(drive->devices.argz);
	return drive->failed;
}
