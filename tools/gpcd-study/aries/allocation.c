// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "trial.h"

/* --- random numbers --- */

/* 53-bit numbers times this are below 1: 2^-53. */
#define STREAM_STEP	(1.0 / (1ull << 53))

/* Keys differ, as the mix is a bijection, and job, rank and repetition have separate bits. */
struct stream stream_of(uint64_t seed, uint32_t job, uint32_t rank, uint32_t repetition)
{
	uint64_t who = (uint64_t)job << 48 | (uint64_t)rank << 24 | repetition;

	return (struct stream){ .key = net_mix(net_mix(seed) ^ who) };
}

/* Numbers are mixed before they are added, so no stream is the tail of another one. */
uint64_t stream_next(struct stream *stream)
{
	return net_mix(stream->key + net_mix(stream->drawn++));
}

uint32_t stream_below(struct stream *stream, uint32_t limit)
{
	return net_mix_below(stream_next(stream), limit);
}

uint64_t stream_wait(struct stream *stream, uint64_t mean)
{
	double part = ((stream_next(stream) >> 11) + 0.5) * STREAM_STEP;

	return -log(part) * mean;
}

void stream_shuffle(struct stream *stream, uint32_t *list, uint32_t count)
{
	uint32_t at, kept;

	for (; count > 1; count--) {
		at = stream_below(stream, count);
		kept = list[at];
		list[at] = list[count - 1];
		list[count - 1] = kept;
	}
}

/* --- nodes for ranks --- */

/* Coordinates of a dragonfly's chip. */
enum { BLADE, CHASSIS, GROUP, COORDS };

const char *allocation_pair_name(enum allocation_pair pair)
{
	static const char *const names[PAIR_KINDS] = {
		[PAIR_ROUTER] = "inter-nodes", [PAIR_CHASSIS] = "inter-blades",
		[PAIR_GROUP] = "inter-chassis", [PAIR_GROUPS] = "inter-groups",
	};

	return names[pair];
}

/* Draw a number below a limit, excluding one number. */
static unsigned int draw_other(struct stream *stream, unsigned int limit, unsigned int not)
{
	unsigned int drawn = stream_below(stream, limit - 1);

	return drawn < not ? drawn : drawn + 1;
}

int allocation_pair(const struct topo *topo, enum allocation_pair pair, struct stream *stream,
		    uint32_t place[2])
{
	unsigned int chip = stream_below(stream, topo->chips), nics = topo_nics(topo);
	unsigned int nic = stream_below(stream, nics), coord[TOPO_DIMS], dim;

	place[0] = topo_node(topo, chip, nic);
	if (pair == PAIR_ROUTER) {
		if (nics < 2)
			return -EDOM;
		place[1] = topo_node(topo, chip, draw_other(stream, nics, nic));
		return 0;
	}
	dim = pair - PAIR_CHASSIS + BLADE;
	if (topo->size[dim] < 2)
		return -EDOM;
	topo_coord(topo, chip, coord);
	for (unsigned int below = BLADE; below < dim; below++)
		coord[below] = stream_below(stream, topo->size[below]);
	coord[dim] = draw_other(stream, topo->size[dim], coord[dim]);
	place[1] = topo_node(topo, topo_chip(topo, coord), stream_below(stream, nics));
	return 0;
}

/* Return all numbers below a limit in random order, for free(), or NULL. */
static uint32_t *draw_order(struct stream *stream, uint32_t limit)
{
	uint32_t *list = calloc(limit, sizeof(*list));

	if (!list)
		return NULL;
	for (uint32_t i = 0; i < limit; i++)
		list[i] = i;
	stream_shuffle(stream, list, limit);
	return list;
}

/* Divide whole into parts that differ by at most one; return the size of one of them. */
static uint32_t even_part(uint32_t whole, uint32_t parts, uint32_t number)
{
	return whole / parts + (number < whole % parts);
}

static int spread_router(const struct topo *topo, unsigned int chip, struct stream *stream,
			 uint32_t *place, uint32_t count)
{
	uint32_t *nics = draw_order(stream, topo_nics(topo));

	if (!nics)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		place[i] = topo_node(topo, chip, nics[i]);
	free(nics);
	return 0;
}

int allocation_spread(const struct topo *topo, unsigned int groups, unsigned int routers,
		      struct stream *stream, uint32_t *place, uint32_t count)
{
	uint32_t size = topo_group(topo), router = 0, *chip = NULL, *group, nodes;
	int err = 0;

	if (!groups || groups > topo->size[GROUP] || routers < groups || count < routers ||
	    even_part(routers, groups, 0) > size || even_part(count, routers, 0) > topo_nics(topo))
		return -EDOM;
	group = draw_order(stream, topo->size[GROUP]);
	if (!group)
		return -ENOMEM;
	for (unsigned int i = 0; i < groups && !err; i++) {
		chip = draw_order(stream, size);
		err = chip ? 0 : -ENOMEM;
		for (uint32_t j = 0; j < even_part(routers, groups, i) && !err; j++) {
			nodes = even_part(count, routers, router++);
			err = spread_router(topo, group[i] * size + chip[j], stream, place, nodes);
			place += nodes;
		}
		free(chip);
	}
	free(group);
	return err;
}

int allocation_rest(const struct topo *topo, struct stream *stream, bool *taken, uint32_t *place,
		    uint32_t count)
{
	uint32_t nodes = topo_nodes(topo), *node = draw_order(stream, nodes), found = 0;

	if (!node)
		return -ENOMEM;
	for (uint32_t i = 0; i < nodes && found < count; i++) {
		if (taken[node[i]])
			continue;
		taken[node[i]] = true;
		place[found++] = node[i];
	}
	free(node);
	return found < count ? -EDOM : 0;
}
