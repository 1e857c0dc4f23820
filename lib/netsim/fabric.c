// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fabric.h"
#include "topo/gemini.h"

/* A phit of 3 bytes, or a flit of 20/3, takes one tick of 10 ps at so many GB/s. */
#define PHIT_RATE	300
#define FLIT_RATE	(2000 / 3.)

/*
 * A Gemini's NIC needs 5 cycles of 650 MHz, and HyperTransport moves 9.6 GB/s. For an Aries's the
 * same cycles are chosen, of 800 MHz; 16 lanes of PCIe 3.0 move 15.75 GB/s.
 */
static const struct net_host gemini = { 10000, { 48, 5000 } };
static const struct net_host aries = { 8125, { 63, 4000 } };

/* Take hop (1.25 ns a router cycle) and buffer of a port from a class of links. */
static void port_start(struct net_fabric *fabric, unsigned int port, unsigned int number)
{
	struct topo_class class;

	topo_class(&fabric->topo, number, &class);
	fabric->hop[port] = class.hop * 4 / 5;
	fabric->buffer[port] = class.buffer;
}

static int fabric_start(struct net_fabric *fabric, const struct topo *topo)
{
	unsigned int ports = topo_ports(topo), port;

	*fabric = (struct net_fabric){
		.topo = *topo, .host = topo->family->flits ? aries : gemini,
	};
	memcpy(fabric->bias, net_biases, sizeof(net_biases));
	for (port = 0; port < ports; port++)
		port_start(fabric, port, topo_class_of(topo, port));
	port_start(fabric, ports, 0);
	fabric->ticks = calloc((size_t)topo->chips * topo_ports(topo), sizeof(*fabric->ticks));
	return fabric->ticks ? 0 : -ENOMEM;
}

int net_fabric_gemini(struct net_fabric *fabric, const struct gemini_system *system)
{
	unsigned int ports = topo_ports(&system->torus), chip, port;
	int err = fabric_start(fabric, &system->torus);
	uint16_t *ticks = fabric->ticks;

	if (err)
		return err;
	for (port = 0; port < ports; port++)
		fabric->lanes[port] = gemini_lanes(port);
	for (chip = 0; chip < system->torus.chips; chip++)
		for (port = 0; port < ports; port++)
			*ticks++ = gemini_phit_ticks(gemini_medium(system, chip, port));
	return 0;
}

int net_fabric_classes(struct net_fabric *fabric, const struct topo *topo)
{
	double rate = topo->family->flits ? FLIT_RATE : PHIT_RATE;
	unsigned int ports = topo_ports(topo), port;
	struct topo_class class;
	size_t link;
	int err = fabric_start(fabric, topo);

	if (err)
		return err;
	for (port = 0; port < ports; port++) {
		topo_class(topo, topo_class_of(topo, port), &class);
		fabric->lanes[port] = class.lanes;
		for (link = port; link < (size_t)topo->chips * ports; link += ports)
			fabric->ticks[link] = rate / class.rate + 0.5;
	}
	return 0;
}

int net_fabric_even(struct net_fabric *fabric, const struct topo *topo, unsigned int lanes,
		    unsigned int ticks)
{
	unsigned int ports = topo_ports(topo), port;
	size_t link;
	int err;

	if (!lanes || lanes > NET_LANES || !ticks || ticks > UINT16_MAX)
		return -EINVAL;
	err = fabric_start(fabric, topo);
	if (err)
		return err;
	for (port = 0; port < ports; port++)
		fabric->lanes[port] = lanes;
	for (link = 0; link < (size_t)topo->chips * ports; link++)
		fabric->ticks[link] = ticks;
	return 0;
}

int net_fabric_degrade(struct net_fabric *fabric, unsigned int chip, unsigned int port,
		       unsigned int serdes)
{
	size_t links = (size_t)fabric->topo.chips * topo_ports(&fabric->topo);
	size_t link = (size_t)chip * topo_ports(&fabric->topo) + port;
	unsigned int ticks;

	if (!fabric->rated) {
		fabric->rated = calloc(links, sizeof(*fabric->rated));
		if (!fabric->rated)
			return -ENOMEM;
		memcpy(fabric->rated, fabric->ticks, links * sizeof(*fabric->rated));
	}
	ticks = net_serdes_ticks(fabric->rated[link], serdes);
	if (ticks > UINT16_MAX)
		return -EINVAL;
	fabric->ticks[link] = ticks;
	return 0;
}

struct net_fabric net_fabric_whole(const struct net_fabric *fabric)
{
	struct net_fabric whole = *fabric;

	if (fabric->rated)
		whole.ticks = fabric->rated;
	whole.rated = NULL;
	whole.failed = NULL;
	return whole;
}

void net_fabric_free(struct net_fabric *fabric)
{
	free(fabric->ticks);
	free(fabric->rated);
	free(fabric->failed);
	*fabric = (struct net_fabric){ 0 };
}
