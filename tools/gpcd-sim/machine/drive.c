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
#include "cli/parse.h"
#include "cli/wait/wait.h"
#include "netsim/image/image.h"
#include "processes.h"
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
	{ .help = "Registers that follow it, of Geminis, Aries, Cassinis (engine event):",
	  .group = 7 },
	{ "image", 0, "FOLDER", 7,
	  "an image file a NIC: FOLDER/c0-0c0s0g0n0, of a dragonfly FOLDER/0,0,0n0; old ones are replaced",
	  OPTION_TEXT(struct drive, folder) },
	{ "chips", 0, "CHIP", 7,
	  "only this chip's, 0,3,7 or c1-0c2s7g1; may be repeated; default: all",
	  OPTION_LIST(struct drive, chips),
	  .with = "image" },
	{ "device", 0, "gpcd_emuN=CHIP", 7,
	  "drive an emulated chip, by its back door, as this one (Cassini: 0,3,7n1); may be repeated",
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

/* Are a machine's NICs chips of their own, and its routers without registers? */
static bool has_nics_alone(const struct machine *machine)
{
	return machine->chip != GPCD_CHIP_GEMINI && machine->chip != GPCD_CHIP_ARIES;
}

/* Return the number of a NIC's chip for net_images_add(). */
static unsigned int image_chip(const struct machine *machine, unsigned int chip, unsigned int nic)
{
	return has_nics_alone(machine) ? topo_node(&machine->fabric.topo, chip, nic) : chip;
}

static int find_chip(const struct machine *machine, const char *name, unsigned int *chip)
{
	*chip = machine_chip(machine, name);
	if (*chip != TOPO_NONE)
		return 0;
	complain("%s: no chip of this machine: name it 0,3,7 or c1-0c2s7g1", name);
	return EXIT_USAGE;
}

/* Find the chip that an emulated one is: 0,3,7, or if NICs are chips of their own 0,3,7n1. */
static int find_device(const struct machine *machine, const char *device, unsigned int *chip)
{
	const char *name = strchr(device, '=') + 1, *digit = strrchr(name, 'n');
	char router[MACHINE_NAME];
	unsigned int nic;

	if (!has_nics_alone(machine))
		return find_chip(machine, name, chip);
	if (!digit || digit - name >= MACHINE_NAME ||
	    parse_between(digit + 1, 0, topo_nics(&machine->fabric.topo) - 1, &nic)) {
		complain("%s: no NIC of this machine: name it 0,3,7n1", name);
		return EXIT_USAGE;
	}
	snprintf(router, sizeof(router), "%.*s", (int)(digit - name), name);
	if (find_chip(machine, router, chip))
		return EXIT_USAGE;
	*chip = image_chip(machine, *chip, nic);
	return 0;
}

int drive_check(const struct drive *drive, const struct machine *machine)
{
	char *text = NULL;
	unsigned int chip;
	int code = 0;

	if (machine->chip == GPCD_CHIPS) {
		complain("only a torus of three dimensions and a dragonfly have registers");
		return EXIT_USAGE;
	}
	while (!code && (text = argz_next(drive->chips.argz, drive->chips.size, text)))
		code = find_chip(machine, text, &chip);
	while (!code && (text = argz_next(drive->devices.argz, drive->devices.size, text)))
		code = find_device(machine, text, &chip);
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
	unsigned int first, end; /* chips that this process simulates, end exclusive */
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

/* A NIC alone has the coordinate of its port: group, switch, port. */
static void nic_coord(const struct topo *topo, struct gpcd_info *info, unsigned int chip,
		      unsigned int nic)
{
	info->coord[0] = chip / topo_group(topo);
	info->coord[1] = chip % topo_group(topo);
	info->coord[2] = nic;
}

static int add_file(struct files *files)
{
	const struct machine *machine = files->machine;
	const struct topo *topo = &machine->fabric.topo;
	unsigned int chip = files->chips[files->made / files->nics];
	unsigned int nic = files->made % files->nics;
	struct gpcd_info info = {
		.chip = machine->chip, .chip_id = image_chip(machine, chip, nic),
		.nic_index = has_nics_alone(machine) ? 0 : nic,
		.nic_addr = topo_node(topo, chip, nic) + 1,
	};
	char path[PATH_MAX];
	int err;

	if (file_path(files, files->made, path))
		return drive_failed(files->drive->folder, -ENAMETOOLONG);
	if (has_nics_alone(machine))
		nic_coord(topo, &info, chip, nic);
	else
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
	unsigned int chip;
	int code = 0, err;

	for (size_t i = 0; i < files->views && !code; i++) {
		chip = files->chips[i / files->nics];
		if (chip < files->first || chip >= files->end)
			continue;
		chip = image_chip(files->machine, chip, i % files->nics);
		err = file_path(files, i, path);
		if (!err)
			err = net_images_add(files->drive->images, chip, path);
		if (err)
			code = drive_failed(path, err);
	}
	return code;
}

static int make_folder(struct files *files)
{
	int code = folder_begin(files);

	if (!code)
		code = make_files(files);
	return code ? code : folder_finish(files);
}

static int add_files(struct files *files, const struct net_peers *peers)
{
	int code = select_chips(files);

	files->folder = files->drive->folder;
	if (!code && processes_is_first(peers))
		code = make_folder(files);
	code = processes_agree(peers, code);
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
	int code = find_device(machine, text, &chip);
	int err;

	if (code)
		return code;
	snprintf(path, sizeof(path), "/dev/%.*s", (int)(equals - text), text);
	err = net_images_add(drive->images, chip, path);
	return err ? drive_failed(path, err) : 0;
}

static int images_of(const struct machine *machine, struct net_images **images)
{
	const struct topo *topo = &machine->fabric.topo;

	if (has_nics_alone(machine))
		return net_images_cassini(topo, machine->chip, images);
	return machine->is_gemini ? net_images_gemini(&machine->system, images) :
				    net_images_aries(topo, images);
}

int drive_open(struct drive *drive, const struct machine *machine)
{
	struct files files = { .drive = drive, .machine = machine, .end = UINT_MAX };
	const struct net_peers *peers = drive->engine ? drive->engine->config.peers : NULL;
	char *text = NULL;
	int code = 0, err = images_of(machine, &drive->images);

	if (drive->engine)
		net_part(drive->engine->net, &files.first, &files.end);
	if (err)
		code = drive_failed("images", err);
	code = processes_agree(peers, code);
	if (!code && drive->folder)
		code = add_files(&files, peers);
	while (!code && (text = argz_next(drive->devices.argz, drive->devices.size, text)))
		code = add_device(drive, machine, text);
	code = processes_agree(peers, code);
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
