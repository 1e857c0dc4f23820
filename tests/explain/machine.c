// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "topo/gemini.h"

#define HZ	800e6	/* router cycles a second */

int machine_fabric(struct net_fabric *fabric, const struct topo *topo)
{
	struct gemini_system system;
	int err;

	if (!gemini_is_torus(topo))
		return net_fabric_classes(fabric, topo);
	err = gemini_system(&system, topo, -1);
	return err ? err : net_fabric_gemini(fabric, &system);
}

static double link_units(const struct net_fabric *fabric, unsigned int chip, unsigned int port)
{
	unsigned int ports = topo_ports(&fabric->topo);

	if (port == ports)
		return NET_LANES * HZ;
	return fabric->lanes[port] * HZ * NET_TICKS / fabric->ticks[chip * ports + port];
}

int machine_make(struct scenario *scenario)
{
	const struct net_fabric *fabric = &scenario->healthy;
	const struct topo *topo = &fabric->topo;
	unsigned int ports = topo_ports(topo);
	struct explain_machine *machine = &scenario->machine;

	scenario->links = calloc((size_t)topo->chips * (ports + 1), sizeof(*scenario->links));
	scenario->unread = calloc(topo->chips, sizeof(*scenario->unread));
	if (!scenario->links || !scenario->unread)
		return -ENOMEM;
	*machine = (struct explain_machine) {
		.links = scenario->links, .chips = topo->chips, .ordered = topo_is_grid(topo),
		.nic_packets = HZ / net_turn_cycles(fabric),
	};
	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port <= ports; port++) {
			unsigned int far = port == ports ? chip : topo_neighbour(topo, chip, port);

			if (far == TOPO_NONE)
				continue;
			scenario->links[machine->count++] = (struct explain_link) {
				.from = chip, .to = far, .port = port,
				.dim = port == ports ? 0 : topo_class_of(topo, port),
				.lanes = port == ports ? NET_LANES : fabric->lanes[port],
				.units = link_units(fabric, chip, port),
			};
		}
	}
	return 0;
}

uint32_t machine_link(const struct scenario *scenario, unsigned int chip, unsigned int port)
{
	uint32_t link = 0;

	while (scenario->links[link].from != chip || scenario->links[link].port != port)
		link++;
	return link;
}

uint32_t machine_back(const struct scenario *scenario, uint32_t link)
{
	const struct explain_link *it = &scenario->links[link];

	return machine_link(scenario, it->to,
			 topo_far_port(&scenario->healthy.topo, it->from, it->port));
}

bool machine_is_host(const struct scenario *scenario, uint32_t link)
{
	return scenario->links[link].from == scenario->links[link].to;
}

int machine_hurt(struct scenario *scenario, uint32_t link, unsigned int serdes)
{
	struct net_fabric *fabric = &scenario->fabric;
	unsigned int ports = topo_ports(&fabric->topo);
	const uint32_t both[] = { link, machine_back(scenario, link) };
	int err = 0;

	scenario->link = link;
	for (unsigned int i = 0; i < 2 && !err; i++) {
		const struct explain_link *it = &scenario->links[both[i]];

		if (serdes)
			err = net_fabric_degrade(fabric, it->from, it->port, serdes);
		else
			fabric->failed[(size_t)it->from * ports + it->port] =
				(1u << fabric->lanes[it->port]) - 1;
	}
	scenario->healthy = net_fabric_whole(fabric);
	return err;
}

void machine_mend(struct scenario *scenario)
{
	struct net_fabric *fabric = &scenario->fabric;
	size_t count = (size_t)fabric->topo.chips * topo_ports(&fabric->topo);

	if (fabric->rated)
		memcpy(fabric->ticks, fabric->rated, count * sizeof(*fabric->ticks));
	memset(fabric->failed, 0, count);
	scenario->link = EXPLAIN_NONE;
}
