// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "image.h"
#include "nic.h"

#define VCS		2
#define COLUMNS		8
#define MATCHES		(NET_FILTERS + 1)
#define COUNTER_BITS	48

/** struct tile_regs - the registers of a tile, the same on every chip */
struct tile_regs {
	struct gpcd_feed_reg counters[NET_COUNTERS];
	struct gpcd_feed_reg matches[VCS][MATCHES];
	struct gpcd_feed_reg setups[VCS][NET_FILTERS];
};

/**
 * struct tile_state - what a view knows of a tile
 * @written: the network's counters as they were when last written, less what an earlier one still
 *	owes
 * @matches: packets that matched since
 * @filters: as last read
 * @valid: by virtual channel: any of them is
 */
struct tile_state {
	uint64_t written[NET_COUNTERS];
	uint64_t matches[VCS][MATCHES];
	struct gpcd_feed_filter filters[VCS][NET_FILTERS];
	bool valid[VCS];
};

/**
 * struct view - an image of a chip
 * @next: the next view of the same chip
 * @start: the chip's time at the network's cycle 0, ns
 */
struct view {
	struct view *next;
	struct gpcd_image_feed *feed;
	char *path;
	unsigned int chip;
	uint64_t start;
	struct tile_state tiles[GEMINI_TILES];
	struct nic_written nics[GEMINI_NICS];
};

/** struct net_images - @views: by chip */
struct net_images {
	struct gemini_system system;
	struct tile_regs regs[GEMINI_TILES];
	struct view **views;
};

static int filter_reg_find(struct gpcd_feed_reg *reg, unsigned int tile, const char *name,
			   unsigned int vc, unsigned int i)
{
	char text[96], which[8];

	if (i == NET_FILTER_ALL)
		snprintf(which, sizeof(which), "ALL");
	else
		snprintf(which, sizeof(which), "%u", i);
	snprintf(text, sizeof(text), "GM_%u_%u_TILE_FILTERING_PERFORMANCE_COUNTER_%sVC%u_%s",
		 tile / COLUMNS, tile % COLUMNS, name, vc, which);
	return gpcd_feed_reg_find(GPCD_CHIP_GEMINI, text, reg);
}

static int tile_regs_find(struct tile_regs *regs, unsigned int tile)
{
	char name[64];
	int err = 0;

	for (unsigned int i = 0; i < NET_COUNTERS && !err; i++) {
		snprintf(name, sizeof(name), "GM_%u_%u_TILE_PERFORMANCE_COUNTERS_%u",
			 tile / COLUMNS, tile % COLUMNS, i);
		err = gpcd_feed_reg_find(GPCD_CHIP_GEMINI, name, &regs->counters[i]);
	}
	for (unsigned int vc = 0; vc < VCS; vc++) {
		for (unsigned int i = 0; i < MATCHES && !err; i++)
			err = filter_reg_find(&regs->matches[vc][i], tile, "", vc, i);
		for (unsigned int i = 0; i < NET_FILTERS && !err; i++)
			err = filter_reg_find(&regs->setups[vc][i], tile, "SETUP_", vc, i);
	}
	return err;
}

int net_images_new(const struct gemini_system *system, struct net_images **result)
{
	struct net_images *images = calloc(1, sizeof(*images));
	int err = 0;

	if (!images)
		return -ENOMEM;
	images->system = *system;
	images->views = calloc(system->torus.chips, sizeof(*images->views));
	if (!images->views)
		err = -ENOMEM;
	for (unsigned int tile = 0; tile < GEMINI_TILES && !err; tile++)
		err = tile_regs_find(&images->regs[tile], tile);
	if (err)
		goto free_images;
	*result = images;
	return 0;

free_images:
	free(images->views);
	free(images);
	return err;
}

static void view_read_filters(const struct net_images *images, struct view *view)
{
	struct tile_state *tile;

	for (unsigned int i = 0; i < GEMINI_TILES * VCS; i++) {
		tile = &view->tiles[i / VCS];
		tile->valid[i % VCS] = false;
		for (unsigned int j = 0; j < NET_FILTERS; j++) {
			gpcd_image_feed_filter(view->feed,
					       &images->regs[i / VCS].setups[i % VCS][j],
					       &tile->filters[i % VCS][j]);
			tile->valid[i % VCS] |= tile->filters[i % VCS][j].valid;
		}
	}
}

int net_images_add(struct net_images *images, unsigned int chip, const char *path)
{
	struct view *view = calloc(1, sizeof(*view));
	struct gpcd_info info;
	int err;

	if (!view)
		return -ENOMEM;
	view->path = strdup(path);
	err = view->path ? gpcd_image_feed_open(path, &view->feed) : -ENOMEM;
	if (err)
		goto free_view;
	err = gpcd_image_feed_info(view->feed, &info);
	if (!err && info.chip != GPCD_CHIP_GEMINI)
		err = -EINVAL;
	if (err)
		goto release_feed;
	view->start = gpcd_image_feed_time(view->feed);
	view->chip = chip;
	view->next = images->views[chip];
	images->views[chip] = view;
	return 0;

release_feed:
	gpcd_image_feed_release(view->feed);
free_view:
	free(view->path);
	free(view);
	return err;
}

static void matches_count(void *context, unsigned int chip, unsigned int port, unsigned int lane,
			  const struct net_header *header)
{
	struct net_images *images = context;
	struct tile_state *tile;
	unsigned int at = gemini_tile(&images->system, chip, port, lane), matched;

	for (struct view *view = images->views[chip]; view; view = view->next) {
		tile = &view->tiles[at];
		if (!tile->valid[header->vc])
			continue;
		matched = net_filters_match(tile->filters[header->vc], header);
		for (unsigned int i = 0; i < MATCHES; i++)
			tile->matches[header->vc][i] += matched >> i & 1;
	}
}

static void tile_write(const struct net_images *images, struct view *view, const struct net *net,
		       unsigned int port, unsigned int lane)
{
	unsigned int at = gemini_tile(&images->system, view->chip, port, lane);
	const struct tile_regs *regs = &images->regs[at];
	struct tile_state *tile = &view->tiles[at];
	uint64_t now, more;

	for (unsigned int i = 0; i < NET_COUNTERS; i++) {
		now = net_count(net, view->chip, port, lane, i);
		more = (now - tile->written[i]) & ((1ULL << COUNTER_BITS) - 1);
		if (more)
			gpcd_image_feed_count(view->feed, &regs->counters[i], more);
		tile->written[i] = now;
	}
	for (unsigned int i = 0; i < VCS * MATCHES; i++) {
		more = tile->matches[i / MATCHES][i % MATCHES];
		if (more)
			gpcd_image_feed_count(view->feed, &regs->matches[i / MATCHES][i % MATCHES],
					      more);
		tile->matches[i / MATCHES][i % MATCHES] = 0;
	}
}

static void nic_write(struct view *view, const struct net *net, unsigned int nic)
{
	struct net_nic did;

	if (net_nic(net, GEMINI_NICS * view->chip + nic, &did))
		net_nic_write(&view->nics[nic], &did, view->feed, GPCD_CHIP_GEMINI, nic);
}

static int view_write(const struct net_images *images, struct view *view, const struct net *net)
{
	struct net_totals totals;
	int err = gpcd_image_feed_begin(view->feed);

	if (err)
		return err;
	for (unsigned int port = 0; port < GEMINI_LINKS; port++) {
		for (unsigned int lane = 0; lane < gemini_lanes(port); lane++)
			tile_write(images, view, net, port, lane);
	}
	for (unsigned int nic = 0; nic < GEMINI_NICS; nic++)
		nic_write(view, net, nic);
	net_totals(net, &totals);
	gpcd_image_feed_end(view->feed, view->start + totals.cycle * 5 / 4);
	return 0;
}

static bool view_filters(const struct view *view)
{
	bool any = false;

	for (unsigned int i = 0; i < GEMINI_TILES; i++)
		any |= view->tiles[i].valid[0] | view->tiles[i].valid[1];
	return any;
}

int net_images_write(struct net_images *images, struct net *net, const char **failed)
{
	const struct net_observer observer = { .arrive = matches_count, .context = images };
	bool filtering = false;
	int busy = 0, err;

	for (unsigned int chip = 0; chip < images->system.torus.chips; chip++) {
		for (struct view *view = images->views[chip]; view; view = view->next) {
			err = view_write(images, view, net);
			if (err)
				*failed = view->path;
			if (err == -EBUSY)
				busy = err;
			else if (err)
				return err;
			view_read_filters(images, view);
			filtering |= view_filters(view);
		}
	}
	net_observe(net, filtering ? &observer : NULL);
	return busy;
}

static void view_restart(const struct net_images *images, struct view *view, const struct net *net)
{
	struct net_totals totals;
	struct tile_state *tile;
	struct net_nic did;

	for (unsigned int port = 0; port < GEMINI_LINKS; port++) {
		for (unsigned int lane = 0; lane < gemini_lanes(port); lane++) {
			tile = &view->tiles[gemini_tile(&images->system, view->chip, port, lane)];
			for (unsigned int i = 0; i < NET_COUNTERS; i++)
				tile->written[i] -= net_count(net, view->chip, port, lane, i);
		}
	}
	for (unsigned int nic = 0; nic < GEMINI_NICS; nic++) {
		if (net_nic(net, GEMINI_NICS * view->chip + nic, &did))
			net_nic_restart(&view->nics[nic], &did);
	}
	net_totals(net, &totals);
	view->start += totals.cycle * 5 / 4;
}

void net_images_restart(struct net_images *images, const struct net *net)
{
	for (unsigned int chip = 0; chip < images->system.torus.chips; chip++) {
		for (struct view *view = images->views[chip]; view; view = view->next)
			view_restart(images, view, net);
	}
}

void net_images_release(struct net_images *images)
{
	struct view *view, *next;

	if (!images)
		return;
	for (unsigned int chip = 0; chip < images->system.torus.chips; chip++) {
		for (view = images->views[chip]; view; view = next) {
			next = view->next;
			gpcd_image_feed_release(view->feed);
			free(view->path);
			free(view);
		}
	}
	free(images->views);
	free(images);
}
