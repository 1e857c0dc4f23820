// SPDX-License-Identifier: GPL-2.0-only
#include "described.h"

/* Sizes of a Gemini's phit and an Aries's flit, in 1/3 B; length of a tick, ps. */
#define PHIT		9
#define FLIT		20
#define TICK_PS		10
#define ENGINE_CLOCK	(NET_TICKS * TICK_PS)

/* Compute the time of this many bytes, so that rounding to ticks happens only once. */
#define SAMPLE		(1 << 20)

_Static_assert(HARDWARE_BUFFER_LEAST == NET_BUFFER_LEAST, "as the engine has it");
_Static_assert(HARDWARE_BUFFER_MOST == NET_BUFFER_MOST, "likewise");
_Static_assert(HARDWARE_PACKET_CLOCK == ENGINE_CLOCK, "as the engine has it");

bool described_has_cabinets(const struct hardware *hardware)
{
	return hardware_is_given(hardware, "medium.rate");
}

bool described_has_tiles(const struct hardware *hardware)
{
	struct topo_class class;

	if (hardware->topo.family != &topo_dragonfly)
		return described_has_cabinets(hardware);
	for (unsigned int i = 0; i < topo_classes(&hardware->topo); i++) {
		topo_class(&hardware->topo, i, &class);
		if (hardware->link[i].links != class.lanes)
			return false;
	}
	return true;
}

/* Return the ticks of a phit or a flit. */
static unsigned int ticks_at(const struct topo *topo, const struct hardware_rate *rate)
{
	uint64_t thirds = topo->family->flits ? FLIT : PHIT;
	uint64_t by = 3ull * SAMPLE * TICK_PS;

	return (hardware_time(rate, SAMPLE) * thirds + by / 2) / by;
}

static const struct hardware_rate *rate_of(const struct hardware *hardware,
					   const struct gemini_system *system, unsigned int chip,
					   unsigned int port)
{
	static const enum hardware_medium media[] = {
		[GEMINI_MEZZANINE] = HARDWARE_MEZZANINE,
		[GEMINI_BACKPLANE] = HARDWARE_BACKPLANE,
		[GEMINI_CABLE] = HARDWARE_CABLE,
	};

	if (described_has_cabinets(hardware))
		return &hardware->medium[media[gemini_medium(system, chip, port)]].rate;
	return &hardware->link[topo_class_of(&hardware->topo, port)].rate;
}

int described_fabric(const struct hardware *hardware, const struct gemini_system *system,
		     struct net_fabric *fabric)
{
	const struct topo *topo = &hardware->topo;
	unsigned int ports = topo_ports(topo), port, chip;
	int err = net_fabric_classes(fabric, topo);

	if (err)
		return err;
	for (port = 0; port < ports; port++) {
		const struct hardware_links *links = &hardware->link[topo_class_of(topo, port)];

		fabric->lanes[port] = links->links;
		fabric->hop[port] = links->hop_ps / HARDWARE_PACKET_CLOCK;
		fabric->buffer[port] = links->buffer;
		for (chip = 0; chip < topo->chips; chip++)
			fabric->ticks[(size_t)chip * ports + port] =
				ticks_at(topo, rate_of(hardware, system, chip, port));
	}
	fabric->hop[ports] = hardware->out.hop_ps / HARDWARE_PACKET_CLOCK;
	fabric->buffer[ports] = hardware->out.buffer;
	return 0;
}
