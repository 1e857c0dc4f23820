// SPDX-License-Identifier: LGPL-2.1-or-later
/* The device of a rank, or the reason why it cannot be opened. */
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gm/gm.h"

#define DEFAULT_DEVICE	"/dev/gpcd0"
#define DEVICE_MAX	(sizeof("image:") + PATH_MAX)

/* Expand "%r" in GM_DEVICE to the rank. Returns 0 or -ENAMETOOLONG. */
static int device_path(char name[DEVICE_MAX], int rank)
{
	const char *from = getenv("GM_DEVICE"), *mark;
	size_t room = DEVICE_MAX;

	if (!from || !*from)
		from = DEFAULT_DEVICE;
	for (; (mark = strstr(from, "%r")); from = mark + 2) {
		size_t length = snprintf(name, room, "%.*s%d", (int)(mark - from), from, rank);

		if (length >= room)
			return -ENAMETOOLONG;
		name += length;
		room -= length;
	}
	return (size_t)snprintf(name, room, "%s", from) >= room ? -ENAMETOOLONG : 0;
}

static const char *device_error(int err)
{
	switch (err) {
	case -EPROTO:
		return "no gpcd device or image, or of another version";
	case -ENOTSUP:
		return "not a Gemini or an Aries, whose links these are";
	case -EACCES:
		return "Permission denied: see its mode and group";
	default:
		return strerrordesc_np(-err);
	}
}

/*
 * Return how many bytes malloc() has allocated; nothing else knows what a device of libgpcd needs.
 * The difference of two results is only a guess if other threads allocate or free meanwhile.
 */
static size_t heap(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/*
 * Get the chip's coordinate from sysfs, which anybody may read, even without access to the device.
 */
static bool find_place(const char *name, unsigned int coord[3])
{
	const char *base = strncmp(name, "/dev/", 5) ? name : name + 5;
	char path[sizeof("/sys/class/gpcd//coordinate") + NAME_MAX];
	FILE *file;
	bool found;

	if (strpbrk(base, "/:") || strlen(base) > NAME_MAX)
		return false;
	snprintf(path, sizeof(path), "/sys/class/gpcd/%s/coordinate", base);
	file = fopen(path, "re");
	if (!file)
		return false;
	found = fscanf(file, "%u,%u,%u", &coord[0], &coord[1], &coord[2]) == 3;
	fclose(file);
	return found;
}

static void open_complain(struct gm *gm, const char *name, int err)
{
	gm->placed = find_place(name, gm->router.coord);
	if (gm->placed)
		gm_say_chip(gm, "%.200s: %s: see GM_DEVICE", name, device_error(err));
	else
		gm_say(gm, "rank %d: %.200s: %s: see GM_DEVICE", gm->world, name,
		       device_error(err));
	memcpy(gm->complaint, gm->text, sizeof(gm->complaint));
	gm->fault = err == -ENOTSUP ? -ENOTSUP : -ENODEV;
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t name_hash(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
	return hash;
}

uint64_t gm_device_open(struct gm *gm)
{
	size_t before = heap(), after;
	char name[DEVICE_MAX];
	int err = device_path(name, gm->world);

	if (!err)
		err = router_open(&gm->router, name);
	if (err) {
		open_complain(gm, name, err);
		return name_hash(name) + err;
	}
	gm->placed = true;
	after = heap();
	gm_hold(gm, after > before ? after - before : 0);
	return gm->router.chip_id;
}

void gm_device_read(struct gm *gm)
{
	const struct gpcd_times *times;

	gm->before = gm->now;
	if (gm->alone)
		gm->before.ns += gm->clock.offset + gm->ahead;
	gm->alone = false;
	gm->now = (struct gm_moment) { .err = gm->fault };
	if (!gm->fault)
		gm->now.err = router_read(&gm->router);
	if (gm->now.err)
		return;
	times = gpcd_snapshot_times(gm->router.now);
	if (times->torn)
		gm->now.err = -EAGAIN;
	gm->now.ns = times->start_ns + (times->end_ns - times->start_ns) / 2 + gm->clock.offset +
		     gm->ahead;
}

void gm_device_close(struct gm *gm)
{
	router_close(&gm->router);
	gm->router = (struct router) { 0 };
	gm_release(gm, gm->held - sizeof(*gm));
}
