// SPDX-License-Identifier: LGPL-2.1-or-later
/* Tables of ways: what topo_route() returns, without its divisions. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "ways.h"

static void spots_fill(struct ways *ways)
{
	unsigned int chip;

	for (chip = 0; chip < ways->topo->chips; chip++)
		ways->spot[chip] = (struct ways_spot){ chip / ways->group, chip % ways->group };
}

/* Groups are alike: the first stands for all. */
static void within_fill(struct ways *ways)
{
	unsigned int chip, dst, port;

	for (chip = 0; chip < ways->group; chip++) {
		for (dst = 0; dst < ways->group; dst++) {
			port = topo_route(ways->topo, chip, dst, 0);
			ways->within[chip * ways->group + dst] =
				port == TOPO_NONE ? ways->here : port;
		}
	}
}

/* Find the gate of a group to another one: where the way from its first chip leaves it. */
static struct ways_gate gate_find(const struct ways *ways, unsigned int group, unsigned int other,
				  unsigned int bridge)
{
	unsigned int chip = group * ways->group, next = chip, port;

	do {
		chip = next;
		port = topo_route(ways->topo, chip, other * ways->group, bridge);
		next = topo_neighbour(ways->topo, chip, port);
	} while (next / ways->group == group);
	return (struct ways_gate){ .local = chip % ways->group, .port = port };
}

static void gates_fill(struct ways *ways)
{
	struct ways_gate *gate = ways->gate;
	unsigned int group, other, bridge;

	for (group = 0; group < ways->groups; group++) {
		for (other = 0; other < ways->groups; other++) {
			for (bridge = 0; bridge < ways->bridges; bridge++, gate++) {
				if (group == other)
					continue;
				*gate = gate_find(ways, group, other, bridge);
				ways->leaves |= 1u << gate->port;
			}
		}
	}
}

int ways_new(struct ways *ways, const struct topo *topo, uint64_t seed)
{
	unsigned int port;

	*ways = (struct ways){
		.topo = topo, .seed = net_mix(seed), .group = topo_group(topo),
		.groups = topo->chips / topo_group(topo), .bridges = topo->bridges,
		.here = topo_ports(topo),
	};
	for (port = 0; port < ways->here; port++)
		ways->class[port] = 1 + topo_class_of(topo, port);
	ways->spot = calloc(topo->chips, sizeof(*ways->spot));
	ways->within = calloc(ways->group, ways->group);
	ways->gate = calloc((size_t)ways->groups * ways->groups * ways->bridges + 1,
			    sizeof(*ways->gate));
	if (!ways->spot || !ways->within || !ways->gate)
		return -ENOMEM;
	spots_fill(ways);
	within_fill(ways);
	gates_fill(ways);
	return 0;
}

void ways_free(struct ways *ways)
{
	free(ways->spot);
	free(ways->within);
	free(ways->gate);
}
