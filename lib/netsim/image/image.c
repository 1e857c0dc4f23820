// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "view.h"

/* A router cycle is 1.25 ns. */
#define CYCLES_NS(cycles)	((cycles) * 5 / 4)

static int registers_find(struct net_images *images)
{
	if (!images->kind->registers)
		return 0;
	images->registers = calloc(1, images->kind->registers);
	return images->registers ? images->kind->find(images->registers) : -ENOMEM;
}

/* Make an empty list of images, of chips of a kind with so many NICs each. */
static int images_new(const struct image_kind *kind, const struct topo *topo, unsigned int nics,
		      struct net_images **result)
{
	struct net_images *images = calloc(1, sizeof(*images));
	int err;

	if (!images)
		return -ENOMEM;
	images->kind = kind;
	images->topo = *topo;
	images->nics = nics;
	images->chips = topo_nodes(topo) / nics;
	images->views = calloc(images->chips, sizeof(*images->views));
	err = images->views ? registers_find(images) : -ENOMEM;
	if (err)
		net_images_release(images);
	else
		*result = images;
	return err;
}

int net_images_gemini(const struct gemini_system *system, struct net_images **result)
{
	int err = images_new(&image_gemini, &system->torus, topo_nics(&system->torus), result);

	if (!err)
		(*result)->system = *system;
	return err;
}

int net_images_aries(const struct topo *topo, struct net_images **result)
{
	return images_new(&image_aries, topo, topo_nics(topo), result);
}

int net_images_cassini(const struct topo *topo, unsigned int type, struct net_images **result)
{
	static const struct image_kind *const kinds[] = { &image_cassini1, &image_cassini2 };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (kinds[i]->chip == type)
			return images_new(kinds[i], topo, 1, result);
	return -EINVAL;
}

int net_images_add(struct net_images *images, unsigned int chip, const char *path)
{
	struct view *view = calloc(1, sizeof(*view) + images->kind->tiles);
	struct gpcd_info info = { .size = sizeof(info) };
	int err;

	if (!view)
		return -ENOMEM;
	view->path = strdup(path);
	err = view->path ? gpcd_image_feed_open(path, &view->feed) : -ENOMEM;
	if (err)
		goto free_view;
	err = gpcd_image_feed_info(view->feed, &info);
	if (!err && info.chip != images->kind->chip)
		err = -EINVAL;
	if (err)
		goto release_feed;
	view->start = gpcd_image_feed_time(view->feed);
	view->chip = chip;
	view->next = images->views[chip];
	images->views[chip] = view;
	images->count++;
	return 0;

release_feed:
	gpcd_image_feed_release(view->feed);
free_view:
	free(view->path);
	free(view);
	return err;
}

/* Return the node of a NIC, by its index on its chip. */
static uint32_t view_node(const struct net_images *images, unsigned int chip, unsigned int nic)
{
	return chip * images->nics + nic;
}

static void nic_write(const struct net_images *images, struct view *view, const struct net *net,
		      unsigned int nic)
{
	struct net_nic did;

	if (net_nic(net, view_node(images, view->chip, nic), &did))
		net_nic_write(&view->nics[nic], &did, view->feed, images->kind->chip, nic);
	net_times_write(&view->owed[nic], view->feed, nic);
}

/* An image during a write. */
struct update {
	const struct net_images *images;
	struct view *view;
	const struct net *net;
	unsigned int nic;	/* NIC whose bins are looked up */
	uint64_t *begin;	/* receives where they begin */
	bool arrivals;		/* an image needs arrivals */
};

static int view_write(void *data)
{
	struct update *update = data;
	const struct net_images *images = update->images;
	struct view *view = update->view;
	struct net_totals totals;
	int err = gpcd_image_feed_begin(view->feed);

	if (err)
		return err;
	if (images->kind->write)
		images->kind->write(images, view, update->net);
	for (unsigned int nic = 0; nic < images->nics; nic++)
		nic_write(images, view, update->net, nic);
	net_totals(update->net, &totals);
	gpcd_image_feed_end(view->feed, view->start + CYCLES_NS(totals.cycle));
	return 0;
}

static int view_look(void *data)
{
	struct update *update = data;
	const struct image_kind *kind = update->images->kind;

	update->arrivals |= kind->look && kind->look(update->images, update->view);
	return 0;
}

static int view_bins(void *data)
{
	struct update *update = data;

	return net_times_begin(update->view->feed, update->nic, update->begin) ? 0 : -ENODATA;
}

/*
 * Find where the bins of a NIC begin, by its latest view that keeps times. Returns false if none
 * does.
 */
static bool bins_begin(const struct net_images *images, unsigned int chip, unsigned int nic,
		       uint64_t begin[NET_BINS])
{
	struct update update = { .images = images, .nic = nic, .begin = begin };

	for (update.view = images->views[chip]; update.view; update.view = update.view->next)
		if (!gpcd_image_guard(view_bins, &update))
			return true;
	return false;
}

/* Take the times of a chip's NICs, for all of its views. */
static void times_take(struct net_images *images, struct net *net, unsigned int chip)
{
	uint64_t begin[NET_BINS];
	struct net_times times;
	struct view *view;

	for (unsigned int nic = 0; nic < images->nics; nic++) {
		if (!bins_begin(images, chip, nic, begin) ||
		    !net_nic_times(net, view_node(images, chip, nic), begin, &times))
			continue;
		for (view = images->views[chip]; view; view = view->next)
			net_times_owe(&view->owed[nic], &times);
	}
}

/* Release an image, but keep its path. If even this hits a missing page, a descriptor leaks. */
static int view_release(void *data)
{
	struct update *update = data;

	gpcd_image_feed_release(update->view->feed);
	return 0;
}

static void view_lose(struct net_images *images, struct view **place)
{
	struct update update = { .images = images, .view = *place };

	gpcd_image_guard(view_release, &update);
	*place = update.view->next;
	update.view->feed = NULL;
	update.view->next = images->lost;
	images->lost = update.view;
	images->count--;
}

/* An image that is locked still says which arrivals it needs. */
static int view_update(struct update *update)
{
	int err = gpcd_image_guard(view_write, update), lost = 0;

	if (!err || err == -EBUSY)
		lost = gpcd_image_guard(view_look, update);
	return lost ? lost : err;
}

/* Write all images of a chip. Returns 0, -EBUSY, or the error by which an image was lost. */
static int chip_write(struct net_images *images, unsigned int chip, struct update *update,
		      const char **failed)
{
	int busy = 0, err;

	for (struct view **place = &images->views[chip]; *place; place = &(*place)->next) {
		update->view = *place;
		err = view_update(update);
		if (err)
			*failed = update->view->path;
		if (err && err != -EBUSY) {
			view_lose(images, place);
			return err;
		}
		busy = err ? err : busy;
	}
	return busy;
}

int net_images_write(struct net_images *images, struct net *net, const char **failed)
{
	const struct net_observer observer = { .arrive = images->kind->arrive, .context = images };
	struct update update = { .images = images, .net = net };
	int busy = 0, err;

	for (unsigned int chip = 0; chip < images->chips; chip++) {
		times_take(images, net, chip);
		err = chip_write(images, chip, &update, failed);
		if (err && err != -EBUSY)
			return err;
		busy = err ? err : busy;
	}
	net_observe(net, update.arrivals ? &observer : NULL);
	return busy;
}

size_t net_images_count(const struct net_images *images)
{
	return images->count;
}

static void view_restart(const struct net_images *images, struct view *view, const struct net *net)
{
	struct net_totals totals;
	struct net_nic did;

	if (images->kind->restart)
		images->kind->restart(images, view, net);
	for (unsigned int nic = 0; nic < images->nics; nic++) {
		if (net_nic(net, view_node(images, view->chip, nic), &did))
			net_nic_restart(&view->nics[nic], &did);
	}
	net_totals(net, &totals);
	view->start += CYCLES_NS(totals.cycle);
}

void net_images_restart(struct net_images *images, struct net *net)
{
	for (unsigned int chip = 0; chip < images->chips; chip++) {
		times_take(images, net, chip);
		for (struct view *view = images->views[chip]; view; view = view->next)
			view_restart(images, view, net);
	}
}

static void views_release(struct view *view)
{
	struct view *next;

	for (; view; view = next) {
		next = view->next;
		gpcd_image_feed_release(view->feed);
		free(view->path);
		free(view);
	}
}

void net_images_release(struct net_images *images)
{
	if (!images)
		return;
	for (unsigned int chip = 0; images->views && chip < images->chips; chip++)
		views_release(images->views[chip]);
	views_release(images->lost);
	free(images->views);
	free(images->registers);
	free(images);
}
