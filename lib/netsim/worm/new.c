// SPDX-License-Identifier: LGPL-2.1-or-later
/* Building a wormhole network. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/worm/state.h"
#include "topo/grid.h"

/* --- what cannot be built --- */

static bool class_is_possible(const struct worm_class *class)
{
	return class->links && class->links <= WORM_LINKS && class->flit_ps &&
	       class->flit_ps <= WORM_PS && class->hop_ps && class->hop_ps <= WORM_PS &&
	       class->buffer && class->buffer <= WORM_BUFFER;
}

static bool classes_are_possible(const struct worm_config *config)
{
	struct worm_class out = config->out;
	unsigned int dim;

	if (!config->queues)
		out.buffer = 1;
	for (dim = 0; dim < config->topo->dims; dim++)
		if (!class_is_possible(&config->dim[dim]))
			return false;
	return class_is_possible(&config->in) && class_is_possible(&out);
}

const char *worm_refusal(const struct worm_config *config)
{
	const struct topo *topo = config->topo;

	if (!topo_is_grid(topo))
		return "worms need a mesh or a hypercube: a dragonfly has no dimension order";
	if (topo_has_rings(topo))
		return "worms need a mesh or a hypercube: in a torus they might wait for ever";
	if (!config->nodes || topo->chips > WORM_NODES ||
	    config->nodes > WORM_NODES / topo->chips)
		return "a network of worms has 1 to 1024 nodes";
	if (!config->flit || config->flit > WORM_BYTES)
		return "a flit has 1 to 2^30 bytes";
	if (!config->header || config->header > WORM_BYTES)
		return "a header has 1 to 2^30 flits";
	if (!classes_are_possible(config))
		return "a channel has 1 to 4 links, 1 to 2^30 ps a flit and hop, 1 to 4096 flits";
	if (config->port_ps > WORM_PS)
		return "a byte keeps a memory's port busy for at most 2^30 ps";
	return NULL;
}

/* --- channels --- */

static void path_add(struct worm *worm, const struct worm_class *class,
		     struct worm_channel channel)
{
	struct worm_path *path = &worm->path[worm->paths];
	unsigned int i;

	*path = (struct worm_path){ .class = class, .link = worm->links, .count = channel };
	for (i = 0; i < class->links; i++)
		worm->link[worm->links++].channel = worm->paths;
	worm->paths++;
}

static void router_new(struct worm *worm, uint32_t chip)
{
	const struct worm_config *config = &worm->config;
	uint32_t node = chip * config->nodes, i;
	unsigned int far;

	worm->router[chip] = worm->paths;
	for (i = 0; i < worm->ports; i++) {
		far = topo_neighbour(config->topo, chip, i);
		if (far == TOPO_NONE)
			continue;
		worm->outlet[chip * worm->ports + i] = worm->paths;
		path_add(worm, &config->dim[grid_dim(i)],
			 (struct worm_channel){ WORM_LINK, chip, i, far, 0, 0, 0, 0 });
	}
	for (i = 0; i < config->nodes; i++)
		path_add(worm, &config->in,
			 (struct worm_channel){ WORM_IN, chip, i, node + i, 0, 0, 0, 0 });
	for (i = 0; i < config->nodes; i++)
		path_add(worm, &config->out,
			 (struct worm_channel){ WORM_OUT, chip, i, node + i, 0, 0, 0, 0 });
}

static void coords_fill(struct worm *worm)
{
	const struct topo *topo = worm->config.topo;
	unsigned int coord[TOPO_DIMS], chip, dim;

	for (chip = 0; chip < topo->chips; chip++) {
		topo_coord(topo, chip, coord);
		for (dim = 0; dim < topo->dims; dim++)
			worm->coord[chip * topo->dims + dim] = coord[dim];
	}
}

/* Nodes that take all that comes have no buffers. */
static bool has_buffers(const struct worm *worm, const struct worm_path *path)
{
	return path->count.side != WORM_OUT || worm->config.queues;
}

static int buffers_new(struct worm *worm)
{
	size_t slots = 0;
	uint32_t i;

	for (i = 0; i < worm->paths; i++)
		if (has_buffers(worm, &worm->path[i]))
			slots += (size_t)worm->path[i].class->links * worm->path[i].class->buffer;
	worm->slot = calloc(slots, sizeof(*worm->slot));
	if (!worm->slot)
		return -ENOMEM;
	for (i = worm->links, slots = 0; i--;) {
		const struct worm_path *path = &worm->path[worm->link[i].channel];

		if (!has_buffers(worm, path))
			continue;
		worm->link[i].slot = &worm->slot[slots];
		slots += path->class->buffer;
	}
	return 0;
}

static int worm_build(struct worm *worm)
{
	const struct worm_config *config = &worm->config;
	uint32_t chips = config->topo->chips, chip;
	size_t paths = (size_t)chips * (worm->ports + 2 * config->nodes);

	worm->path = calloc(paths, sizeof(*worm->path));
	worm->link = calloc(paths, WORM_LINKS * sizeof(*worm->link));
	worm->router = calloc(chips + (size_t)1, sizeof(*worm->router));
	worm->outlet = calloc(chips, worm->ports * sizeof(*worm->outlet));
	worm->coord = calloc(chips, config->topo->dims * sizeof(*worm->coord));
	if (!worm->path || !worm->link || !worm->router || !worm->outlet || !worm->coord)
		return -ENOMEM;
	coords_fill(worm);
	for (chip = 0; chip < chips; chip++)
		router_new(worm, chip);
	worm->router[chips] = worm->paths;
	if (config->port_ps) {
		worm->port = calloc(worm_nodes(config), sizeof(*worm->port));
		if (!worm->port)
			return -ENOMEM;
	}
	return worm_due_new(&worm->due,
			    worm->links + worm->paths + (config->queues ? worm->links : 0));
}

int worm_new(const struct worm_config *config, struct worm **result)
{
	struct worm *worm;
	int err;

	if (worm_refusal(config))
		return -EINVAL;
	worm = calloc(1, sizeof(*worm));
	if (!worm)
		return -ENOMEM;
	worm->config = *config;
	worm->ports = topo_ports(config->topo);
	err = worm_build(worm);
	if (!err)
		err = buffers_new(worm);
	if (err) {
		worm_free(worm);
		return err;
	}
	*result = worm;
	return 0;
}

void worm_free(struct worm *worm)
{
	if (!worm)
		return;
	free(worm->path);
	free(worm->link);
	free(worm->slot);
	free(worm->port);
	free(worm->router);
	free(worm->outlet);
	free(worm->coord);
	free(worm->flight);
	worm_due_free(&worm->due);
	agenda_free(&worm->notices);
	free(worm);
}
