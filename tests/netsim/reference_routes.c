// SPDX-License-Identifier: GPL-2.0-only
/* Ways without a grid: docs/simulator.md, "Routing", as plainly as it says it. */
#include <stdlib.h>

#include "netsim/mix.h"
#include "reference_state.h"

/* Most links between two groups, in the small machines of tests. */
#define MOST_BRIDGES	64

/* Routers from this number on cannot be intermediates. */
#define MOST_ROUTERS	32768

/* A way: to a router first, or minimal over a bridge. */
struct course {
	unsigned int via;	/* TOPO_NONE: minimal */
	unsigned int bridge;
	bool black_first;	/* minimal, in one group */
};

static const struct course no_course = { TOPO_NONE, TOPO_NONE, false };

static uint64_t pair(uint64_t src, uint64_t dst)
{
	return src * (1ull << 32) + dst;
}

static unsigned int group_of(const struct ref *ref, unsigned int chip)
{
	return chip / topo_group(ref->topo);
}

unsigned int ref_lanes(const struct ref *ref, unsigned int chip, unsigned int port)
{
	const struct net_fabric *fabric = ref->config.fabric;
	unsigned int failed = fabric->failed ? fabric->failed[chip * ref->host + port] : 0;

	return ((1u << fabric->lanes[port]) - 1) & ~failed;
}

/* --- NET_MINIMAL --- */

/* A failed lane matters only on its own link. */
static bool bridge_reaches(const struct ref *ref, unsigned int chip, unsigned int dst,
			   unsigned int bridge)
{
	unsigned int port;

	for (; chip != dst; chip = topo_neighbour(ref->topo, chip, port)) {
		port = topo_route(ref->topo, chip, dst, bridge);
		if (!ref_lanes(ref, chip, port))
			return false;
	}
	return true;
}

/* Draw the bridge of a packet between groups: the first draw, or one of those with a way. */
static unsigned int bridge_draw(const struct ref *ref, unsigned int src, unsigned int dst)
{
	unsigned int bridges = ref->topo->bridges, usable[MOST_BRIDGES], count = 0, i;
	unsigned int drawn = net_mix_below(pair(src, dst), bridges);

	for (i = 0; i < bridges; i++)
		if (bridge_reaches(ref, src, dst, i))
			usable[count++] = i;
	if (!count || bridge_reaches(ref, src, dst, drawn))
		return drawn;
	return usable[net_mix_below(net_mix(pair(src, dst)), count)];
}

static unsigned int bridge_pick(const struct ref *ref, unsigned int src, unsigned int dst)
{
	return group_of(ref, src) == group_of(ref, dst) ? 0 : bridge_draw(ref, src, dst);
}

/* May a packet go over this router? */
static bool is_intermediate(const struct ref *ref, unsigned int src, unsigned int dst,
			    unsigned int router)
{
	unsigned int from = group_of(ref, src), to = group_of(ref, dst);

	if (from == to)
		return group_of(ref, router) == from && router != src && router != dst;
	return group_of(ref, router) != from && group_of(ref, router) != to;
}

/* Is a way left over a router? */
static bool router_reaches(const struct ref *ref, unsigned int src, unsigned int dst,
			   unsigned int router)
{
	unsigned int bridges = ref->topo->bridges;

	return router < MOST_ROUTERS && router != src && router != dst &&
	       bridge_reaches(ref, src, router, net_mix_below(pair(src, router), bridges)) &&
	       bridge_reaches(ref, router, dst, net_mix_below(pair(router, dst), bridges));
}

/* Return the first router of a list, from a number on, over which a way is left, or TOPO_NONE. */
static unsigned int detour_first(const struct ref *ref, unsigned int src, unsigned int dst,
				 const unsigned int *router, unsigned int count, unsigned int from)
{
	unsigned int i;

	for (i = from; i < from + count; i++)
		if (router_reaches(ref, src, dst, router[i % count]))
			return router[i % count];
	return TOPO_NONE;
}

/*
 * Return the router that a packet goes over without a minimal way: an intermediate router, or else
 * any. TOPO_NONE: there is none.
 */
static unsigned int detour_draw(const struct ref *ref, unsigned int src, unsigned int dst)
{
	unsigned int chips = ref->topo->chips, *router = calloc(chips, sizeof(*router));
	unsigned int count = 0, i, found = TOPO_NONE;
	uint64_t draw = net_mix(net_mix(pair(src, dst)));

	if (!router)
		abort();
	for (i = 0; src != dst && i < chips; i++)
		if (is_intermediate(ref, src, dst, i))
			router[count++] = i;
	if (count)
		found = detour_first(ref, src, dst, router, count, net_mix_below(draw, count));
	for (i = 0; i < chips; i++)
		router[i] = i;
	if (found == TOPO_NONE && src != dst)
		found = detour_first(ref, src, dst, router, chips, net_mix_below(draw, chips));
	free(router);
	return found;
}

bool ref_is_joined(const struct ref *ref, unsigned int chip, unsigned int dst)
{
	return bridge_reaches(ref, chip, dst, bridge_pick(ref, chip, dst)) ||
	       detour_draw(ref, chip, dst) != TOPO_NONE;
}

unsigned int ref_first_port(const struct ref *ref, unsigned int chip, unsigned int src,
			    unsigned int dst)
{
	return topo_route(ref->topo, chip, dst, net_mix_below(pair(src, dst), ref->topo->bridges));
}

/* --- courses --- */

/* Go first to the router of one's own blade in the chassis of the destination. */
static unsigned int black_port(const struct ref *ref, unsigned int chip, unsigned int dst)
{
	unsigned int blades = ref->topo->size[0], corner = dst - dst % blades + chip % blades;

	return topo_route(ref->topo, chip, chip == corner ? dst : corner, 0);
}

/* Return the next port of a course, which changes at its router. */
static unsigned int course_port(const struct ref *ref, unsigned int chip,
				const struct packet *packet, struct course *course)
{
	unsigned int src = topo_node_chip(ref->topo, packet->src);
	unsigned int dst = topo_node_chip(ref->topo, packet->dst);
	unsigned int bridges = ref->topo->bridges;

	if (chip == course->via) {
		course->bridge = net_mix_below(pair(chip, dst), bridges);
		course->via = TOPO_NONE;
	}
	if (course->black_first)
		return black_port(ref, chip, dst);
	if (course->via == TOPO_NONE)
		return topo_route(ref->topo, chip, dst, course->bridge);
	return topo_route(ref->topo, chip, course->via,
			  net_mix_below(pair(src, course->via), bridges));
}

static bool rises(const struct ref *ref, unsigned int in, unsigned int port)
{
	return topo_rises(ref->topo, in == ref->host ? TOPO_NONE : in, port);
}

/* Has a course enough channels, and lanes on all links? */
static bool course_is_open(const struct ref *ref, unsigned int chip, unsigned int in,
			   const struct packet *packet, struct course course)
{
	unsigned int phase = packet->phase, port;

	while (chip != topo_node_chip(ref->topo, packet->dst)) {
		port = course_port(ref, chip, packet, &course);
		phase += rises(ref, in, port);
		if (phase == ref->phases || !ref_lanes(ref, chip, port))
			return false;
		in = topo_far_port(ref->topo, chip, port);
		chip = topo_neighbour(ref->topo, chip, port);
	}
	return true;
}

static struct course course_minimal(const struct ref *ref, uint64_t draw)
{
	return (struct course){ TOPO_NONE, net_mix_below(draw, ref->topo->bridges), false };
}

/* Return one of the two minimal courses of an adaptive packet; in a group they are two orders. */
static struct course course_of_two(const struct ref *ref, unsigned int chip,
				   const struct packet *packet, uint64_t draw, unsigned int which)
{
	struct course course = course_minimal(ref, draw + which);
	unsigned int black = net_mix_below(draw, 2);

	if (group_of(ref, chip) == group_of(ref, topo_node_chip(ref->topo, packet->dst)))
		course.black_first = which ? !black : black;
	return course;
}

/* Return the course over a router drawn from all existing ones. */
static struct course course_over(const struct ref *ref, unsigned int chip,
				 const struct packet *packet, uint64_t draw)
{
	unsigned int src = topo_node_chip(ref->topo, packet->src);
	unsigned int dst = topo_node_chip(ref->topo, packet->dst), count = 0, router, number;

	for (router = 0; router < ref->topo->chips; router++)
		count += is_intermediate(ref, src, dst, router);
	if (!count)
		return no_course;
	number = net_mix_below(draw, count);
	for (router = 0;; router++)
		if (is_intermediate(ref, src, dst, router) && !number--)
			return router < MOST_ROUTERS && router != chip ?
			       (struct course){ router, TOPO_NONE, false } : no_course;
}

/* --- adaptive --- */

/* Return the flits in front of a packet on a lane, in a virtual channel. */
static uint64_t lane_load(const struct ref *ref, unsigned int chip, unsigned int port,
			  unsigned int lane, unsigned int kind, unsigned int phase)
{
	unsigned int slot = net_slot(&ref->config, &ref->traffic, kind), i, input;
	struct fifo *far = channel(ref, far_tile(ref, chip, port, lane), kind, phase);
	const struct tile *tiles = tile(ref, chip, 0, 0);
	uint64_t load = slot * (far->slots - slots_free(ref, far));
	const struct packet *packet;

	for (i = 0; i < ref->tiles; i++)
		for (input = 0; tiles[i].held && input < ref->fifos; input++) {
			packet = STAILQ_FIRST(&tiles[i].in[input].packets);
			if (packet && packet->asking && packet->link == port &&
			    packet->lane == lane && packet->kind == kind &&
			    packet->next_phase == phase)
				load += packet->phits;
		}
	return load;
}

static uint64_t course_load(const struct ref *ref, unsigned int chip, unsigned int in,
			    const struct packet *packet, struct course course)
{
	const struct net_bias *bias = &ref->config.fabric->bias[packet->routing - NET_ADAPTIVE0];
	unsigned int port = course_port(ref, chip, packet, &course), lane, i;
	unsigned int phase = packet->phase + rises(ref, in, port);
	uint64_t least = NEVER, load;

	for (lane = 0; lane < NET_LANES; lane++) {
		if (!(ref_lanes(ref, chip, port) & 1u << lane))
			continue;
		load = lane_load(ref, chip, port, lane, packet->kind, phase);
		least = load < least ? load : least;
	}
	if (course.via == TOPO_NONE)
		return least;
	for (i = 0; i < bias->shift; i++)
		least *= 2;
	least += bias->add;
	return packet->routing == NET_ADAPTIVE1 ? least + bias->hop * packet->hops : least;
}

static struct course course_best(const struct ref *ref, unsigned int chip, unsigned int in,
				 const struct packet *packet, uint64_t draw)
{
	struct course best = no_course, course;
	uint64_t least = NEVER, load;
	int i;

	for (i = packet->judged ? -1 : 0; i < 4; i++) {
		if (i < 0)
			course = (struct course){ packet->via, packet->bridge,
						  packet->black_first };
		else
			course = i < 2 ? course_of_two(ref, chip, packet, draw, i) :
					 course_over(ref, chip, packet, draw + i);
		if ((course.via == TOPO_NONE && course.bridge == TOPO_NONE) ||
		    !course_is_open(ref, chip, in, packet, course))
			continue;
		load = course_load(ref, chip, in, packet, course);
		if (load < least) {
			least = load;
			best = course;
		}
	}
	return best;
}

/* --- all --- */

static struct course course_drawn(const struct ref *ref, unsigned int chip, unsigned int in,
				  const struct packet *packet)
{
	uint64_t nodes = pair(packet->src, packet->dst), draw;

	draw = net_mix(net_mix(ref->config.seed) + pair(packet->src, packet->born % (1ull << 32)));
	switch (packet->routing) {
	case NET_VALIANT:
		return course_over(ref, chip, packet, draw + 2);
	case NET_ADAPTIVE0:
	case NET_ADAPTIVE1:
	case NET_ADAPTIVE2:
	case NET_ADAPTIVE3:
		return course_best(ref, chip, in, packet, draw + 4 * packet->hops);
	case NET_MIN_HASH:
		return course_minimal(ref, nodes);
	case NET_NMIN_HASH:
		return course_over(ref, chip, packet, net_mix(nodes));
	default:
		return no_course;
	}
}

/* Return NET_MINIMAL's course: minimal, or at the first chip a detour if no such way is left. */
static struct course course_usual(const struct ref *ref, unsigned int chip, unsigned int in,
				  unsigned int dst)
{
	struct course course = { TOPO_NONE, bridge_pick(ref, chip, dst), false };

	if (in == ref->host && !bridge_reaches(ref, chip, dst, course.bridge))
		course.via = detour_draw(ref, chip, dst);
	return course;
}

/* Choose a packet's course: as drawn, or else NET_MINIMAL's way, for good. */
static struct course course_choose(const struct ref *ref, unsigned int chip, unsigned int in,
				   const struct packet *packet, bool *usual)
{
	unsigned int dst = topo_node_chip(ref->topo, packet->dst);
	struct course course = course_drawn(ref, chip, in, packet);

	*usual = false;
	if ((course.via != TOPO_NONE || course.bridge != TOPO_NONE) &&
	    course_is_open(ref, chip, in, packet, course))
		return course;
	*usual = true;
	return course_usual(ref, chip, in, dst);
}

/* Must the route be judged again at the chip after this port? */
static bool is_judged_again(const struct ref *ref, unsigned int chip, const struct packet *packet,
			    const struct course *course)
{
	unsigned int next = topo_neighbour(ref->topo, chip, packet->link);

	return packet->routing == NET_ADAPTIVE1 && packet->next_phase < 2 &&
	       group_of(ref, next) == group_of(ref, chip) && next != course->via;
}

void ref_walk(const struct ref *ref, unsigned int chip, unsigned int in, struct packet *packet)
{
	struct course course = { packet->via, packet->bridge, packet->black_first };
	bool chooses = in == ref->host || packet->judged, usual = false;

	if (in == ref->host)
		packet->judged = false;
	packet->link = ref->host;
	if (chip == topo_node_chip(ref->topo, packet->dst))
		return;
	if (chooses)
		course = course_choose(ref, chip, in, packet, &usual);
	packet->link = course_port(ref, chip, packet, &course);
	packet->next_phase = packet->phase + rises(ref, in, packet->link);
	if (chooses)
		packet->judged = !usual && is_judged_again(ref, chip, packet, &course);
	packet->via = course.via;
	packet->bridge = course.bridge;
	packet->black_first = course.black_first;
}
