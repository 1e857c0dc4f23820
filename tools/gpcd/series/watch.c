// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/guard.h"
#include "cli/out/complain.h"
#include "device/device.h"
#include "device/set.h"
#include "watch.h"

static void map_complain(const struct linkmap *map, const char *name,
			 const unsigned int coord[3], int err)
{
	if (err == -ENOENT)
		complain("%s: the map has no %s (%u, %u, %u): see --chip", name,
			 router_kind_links(linkmap_is_aries(map))->name, coord[0], coord[1],
			 coord[2]);
	else if (err == -EBADMSG)
		complain("%s: a link of (%u, %u, %u) leads to several chips: correct its lines",
			 map->file, coord[0], coord[1], coord[2]);
	else
		complain("%s: %s", name, strerror(-err));
}

static void router_complain(const char *name, int err)
{
	switch (err) {
	case -ENOTSUP:
		complain_of(name, "not a Gemini or an Aries, whose links these are");
		break;
	case -EPERM:
		complain_of(name,
			    "your permission level does not reach its tiles: see `gpcd perms'");
		break;
	case -ESTALE:
		complain_of(name,
			    "reset, cleared or written to: no difference to the sample before");
		break;
	case -ENODATA:
		complain_of(name,
			    "its tiles cannot be read now, or could not in the sample before");
		break;
	default:
		device_complain(name, err);
	}
}

/* After -ESTALE the next sample has the chip again: this is no reason to fail. */
static void router_failed(struct watch *watch, const char *name, int err)
{
	router_complain(name, err);
	if (!watch->code && err != -ESTALE)
		watch->code = err == -ENOTSUP ? EXIT_USAGE : exit_code(err);
}

static void tell_lost(const struct router *router)
{
	const char *path = gpcd_path(router->device);
	const struct links *links = &router->links;
	char name[LINKS_NAME];

	for (unsigned int i = 0; i < links->count; i++) {
		if (links->link[i].lost)
			complain("%s: link %s has %u of %u tiles in the map: failed ones?", path,
				 watch_link_name(router, i, name), links->link[i].count,
				 links->link[i].count + links->link[i].lost);
	}
	if (links->unknown)
		complain("%s: the map has no line about %u of its tiles: failed ones?", path,
			 links->unknown);
}

/* Report that the device has another type of chip than the map. */
static int kind_complain(struct watch *watch, const struct linkmap *map, const char *name)
{
	complain("%s: not %s, whose links the map has", name,
		 linkmap_is_aries(map) ? "an Aries" : "a Gemini");
	if (!watch->code)
		watch->code = EXIT_USAGE;
	return -ENOTSUP;
}

/* Check if the device is a view of a chip that is watched already. */
static bool is_twin(const struct watch *watch, const struct router *router)
{
	for (size_t i = 0; i < watch->count; i++) {
		if (watch->chips[i].router.chip_id == router->chip_id)
			return true;
	}
	return false;
}

/* What is to be watched, and how. */
struct wish {
	const struct linkmap *map;
	const unsigned int *coord; /* of the only device, or NULL: as it reports */
	bool once; /* open each chip once */
};

/* Return 1 if it is open, 0 if its chip is open already, or a negative errno after reporting it. */
static int router_begin(struct watch *watch, const struct wish *wish, struct router *router,
			const char *name)
{
	int err;

	device_wait(name);
	err = router_open(router, name);
	if (err) {
		router_failed(watch, name, err);
		return err;
	}
	if (wish->once && is_twin(watch, router))
		return 0;
	if (router->kind->aries != linkmap_is_aries(wish->map))
		return kind_complain(watch, wish->map, name);
	if (wish->coord)
		memcpy(router->coord, wish->coord, sizeof(router->coord));
	err = linkmap_find(wish->map, router->coord, &router->links);
	if (err) {
		map_complain(wish->map, name, router->coord, err);
		if (!watch->code)
			watch->code = err == -ENOENT ? EXIT_USAGE : exit_code(err);
		return err;
	}
	tell_lost(router);
	return 1;
}

static void watch_add(struct watch *watch, const struct wish *wish, const char *name)
{
	size_t room = (watch->count + 1) * sizeof(struct watched);
	struct watched *chips = realloc(watch->chips, room), *last;

	if (!chips) {
		router_failed(watch, name, -ENOMEM);
		return;
	}
	watch->chips = chips;
	last = &chips[watch->count];
	*last = (struct watched) { 0 };
	if (router_begin(watch, wish, &last->router, name) > 0)
		watch->count++;
	else
		router_close(&last->router);
}

/* Add the devices; unless they are named, add a chip with several views only once. */
static void add_devices(struct watch *watch, const struct wish *wish)
{
	struct device_set set;
	int code = device_set_find(&set, wish->once);

	if (!code)
		code = device_set_check(&set);
	for (size_t i = 0; !code && i < set.count; i++)
		watch_add(watch, wish, set.names[i]);
	if (!watch->code)
		watch->code = code;
	device_set_free(&set);
}

static int coord_compare(const void *a, const void *b)
{
	const struct watched *one = a, *other = b;

	for (int i = 0; i < 3; i++) {
		if (one->router.coord[i] != other->router.coord[i])
			return one->router.coord[i] < other->router.coord[i] ? -1 : 1;
	}
	return 0;
}

int watch_open(struct watch *watch, const struct linkmap *map, const unsigned int *coord)
{
	struct wish wish = { .map = map, .coord = coord, .once = !device_is_named() };

	*watch = (struct watch) { 0 };
	add_devices(watch, &wish);
	if (coord && watch->count > 1) {
		complain("--chip says where one device is: name it by -d");
		watch->code = EXIT_USAGE;
	} else if (watch->count) {
		qsort(watch->chips, watch->count, sizeof(*watch->chips), coord_compare);
		return 0;
	}
	watch_close(watch);
	return watch->code;
}

void watch_close(struct watch *watch)
{
	for (size_t i = 0; i < watch->count; i++)
		router_close(&watch->chips[i].router);
	free(watch->chips);
}

static void watch_remove(struct watch *watch, size_t i)
{
	router_close(&watch->chips[i].router);
	watch->count--;
	memmove(&watch->chips[i], &watch->chips[i + 1],
		(watch->count - i) * sizeof(*watch->chips));
}

static int read_router(void *router)
{
	return router_read(router);
}

/* A device that fails is gone, or as good as gone. */
int watch_read(struct watch *watch)
{
	for (size_t i = watch->count; i-- > 0;) {
		struct router *router = &watch->chips[i].router;
		int err = guard_call(read_router, router);

		if (!err)
			continue;
		router_failed(watch, gpcd_path(router->device), err);
		watch_remove(watch, i);
	}
	return watch->count ? 0 : watch->code;
}

size_t watch_sum(struct watch *watch)
{
	size_t fresh = 0;

	for (size_t i = watch->count; i-- > 0;) {
		struct watched *chip = &watch->chips[i];
		int err = router_sum(&chip->router);

		if (err && err != chip->said)
			router_failed(watch, gpcd_path(chip->router.device), err);
		chip->said = err;
		chip->fresh = !err;
		fresh += !err;
		if (err == -EPERM)
			watch_remove(watch, i);
	}
	return fresh;
}

bool watch_torn(const struct router *router)
{
	return gpcd_snapshot_times(router->now)->torn ||
	       gpcd_snapshot_times(router->before)->torn;
}

const char *watch_status(const struct router *router, unsigned int link)
{
	const struct link *it = &router->links.link[link];

	if (!it->count)
		return "lost";
	if (watch_torn(router))
		return "torn";
	return it->lost ? "part" : "ok";
}

const char *watch_link_name(const struct router *router, unsigned int link, char name[LINKS_NAME])
{
	const struct link *it = &router->links.link[link];

	return links_name(router->links.aries, it->direction, it->far, name);
}
