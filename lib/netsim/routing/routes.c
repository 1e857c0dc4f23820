// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "route.h"
#include "routes.h"

/* --- tables: what topo_route() returns, without its divisions --- */

static void spots_fill(struct routes *routes)
{
	unsigned int chip;

	for (chip = 0; chip < routes->topo->chips; chip++)
		routes->spot[chip] = (struct routes_spot){ chip / routes->group,
							   chip % routes->group };
}

/* Ports that are not connected are on no route. */
static void links_fill(struct routes *routes)
{
	uint16_t *beyond = routes->beyond;
	unsigned int chip, port;

	for (chip = 0; chip < routes->topo->chips; chip++)
		for (port = 0; port < routes->here; port++)
			*beyond++ = topo_neighbour(routes->topo, chip, port);
}

/* Return the port at a chip where the route to it from another one of its group ends. */
static unsigned int last_port(const struct routes *routes, unsigned int chip, unsigned int other)
{
	unsigned int last = routes->here, port;

	for (; other != chip; other = topo_neighbour(routes->topo, other, port)) {
		port = topo_route(routes->topo, other, chip, 0);
		last = topo_far_port(routes->topo, other, port);
	}
	return last;
}

/* Groups are alike: the first stands for all. */
static void within_fill(struct routes *routes)
{
	unsigned int chip, dst, port, pair;

	for (chip = 0; chip < routes->group; chip++) {
		for (dst = 0; dst < routes->group; dst++) {
			port = topo_route(routes->topo, chip, dst, 0);
			pair = chip * routes->group + dst;
			routes->within[0][pair] = port == TOPO_NONE ? routes->here : port;
			routes->within[1][pair] = last_port(routes, chip, dst);
		}
	}
}

/* Follow a route within the first group; in is the class of the port before it. */
static uint8_t rises_find(const struct routes *routes, unsigned int chip, unsigned int dst,
			  unsigned int in)
{
	unsigned int port, rises = 0;

	for (; chip != dst; chip = topo_neighbour(routes->topo, chip, port)) {
		port = routes_port(routes, chip, dst, 0);
		rises += routes->class[port] <= in;
		in = routes->class[port];
	}
	return ROUTES_ROW * rises + in;
}

static void rises_fill(struct routes *routes)
{
	unsigned int chip, dst, in;
	uint8_t *rises = routes->rises;

	for (chip = 0; chip < routes->group; chip++)
		for (dst = 0; dst < routes->group; dst++)
			for (in = 0; in < ROUTES_ROW; in++)
				*rises++ = rises_find(routes, chip, dst, in);
}

/* Find the gate of a group to another one: where the route from its first chip leaves it. */
static struct routes_gate gate_find(const struct routes *routes, unsigned int group,
				    unsigned int other, unsigned int bridge)
{
	unsigned int chip = group * routes->group, next = chip, port;

	do {
		chip = next;
		port = topo_route(routes->topo, chip, other * routes->group, bridge);
		next = topo_neighbour(routes->topo, chip, port);
	} while (next / routes->group == group);
	return (struct routes_gate){ .local = chip % routes->group, .port = port };
}

static void gates_fill(struct routes *routes)
{
	struct routes_gate *gate = routes->gate;
	unsigned int group, other, bridge;

	for (group = 0; group < routes->groups; group++) {
		for (other = 0; other < routes->groups; other++) {
			for (bridge = 0; bridge < routes->bridges; bridge++, gate++) {
				if (group == other)
					continue;
				*gate = gate_find(routes, group, other, bridge);
				routes->leaves |= 1u << gate->port;
			}
		}
	}
}

int routes_new(struct routes *routes, const struct net_fabric *fabric, uint64_t seed)
{
	const struct topo *topo = &fabric->topo;
	unsigned int port;

	*routes = (struct routes){
		.topo = topo, .bias = fabric->bias, .seed = net_mix(seed),
		.group = topo_group(topo),
		.groups = topo->chips / topo_group(topo), .bridges = topo->bridges,
		.here = topo_ports(topo),
	};
	for (port = 0; port < routes->here; port++)
		routes->class[port] = 1 + topo_class_of(topo, port);
	routes->spot = calloc(topo->chips, sizeof(*routes->spot));
	routes->within[0] = calloc(routes->group, routes->group);
	routes->within[1] = calloc(routes->group, routes->group);
	routes->rises = calloc((size_t)routes->group * routes->group, ROUTES_ROW);
	routes->beyond = calloc((size_t)topo->chips * routes->here + 1, sizeof(*routes->beyond));
	routes->gate = calloc((size_t)routes->groups * routes->groups * routes->bridges + 1,
			      sizeof(*routes->gate));
	if (!routes->spot || !routes->within[0] || !routes->within[1] || !routes->rises ||
	    !routes->beyond || !routes->gate)
		return -ENOMEM;
	spots_fill(routes);
	links_fill(routes);
	within_fill(routes);
	rises_fill(routes);
	gates_fill(routes);
	return 0;
}

void routes_free(struct routes *routes)
{
	free(routes->spot);
	free(routes->within[0]);
	free(routes->within[1]);
	free(routes->rises);
	free(routes->beyond);
	free(routes->gate);
}

/* --- the choice of a route --- */

/* Routes that an adaptive packet compares: so many minimal ones first, then the others. */
#define CANDIDATES	4
#define MINIMAL		2

/*
 * NET_ADAPTIVE1 reconsiders only in virtual channels below this, from which minimal routes are
 * left.
 */
#define RECONSIDERED_PHASES	2

/*
 * A route that is still to be reconsidered: bits of the hops made, and the lowest bit of the draw.
 */
#define RECONSIDER_HOPS	0xf
#define RECONSIDER_DRAW	4

/* No route. */
#define NO_ROUTE		(~0u)

static uint64_t pair_key(uint32_t from, uint32_t to)
{
	return (uint64_t)from << 32 | to;
}

/* Return the bridge of a part of a non-minimal route, from router to router. */
static unsigned int bridge_between(const struct routes *routes, unsigned int from, unsigned int to)
{
	return routes->bridges > 1 ? net_mix_below(pair_key(from, to), routes->bridges) : 0;
}

unsigned int routes_step_over(const struct routes *routes, unsigned int from, unsigned int chip,
			      unsigned int dst, uint16_t *route)
{
	unsigned int via = *route & ~ROUTE_VIA;

	if (chip != via)
		return routes_port(routes, chip, via, bridge_between(routes, from, via));
	*route = bridge_between(routes, via, dst);
	return routes_port(routes, chip, dst, *route);
}

/* --- routes to choose from --- */

/* Return the intermediate routers of a packet. */
static inline struct net_vias vias_of(const struct routes *routes, const struct routes_head *head)
{
	unsigned int group = routes->group;

	return net_vias_between(routes->topo, group,
				head->from, routes->spot[head->from].group * group,
				head->to, routes->spot[head->to].group * group);
}

/* Return the route over the router that a draw gives, or NO_ROUTE. */
static unsigned int route_over(const struct routes *routes, const struct routes_head *head,
			       uint64_t draw)
{
	struct net_vias vias = vias_of(routes, head);
	unsigned int router;

	if (!vias.count)
		return NO_ROUTE;
	router = net_via(&vias, net_mix_below(draw, vias.count));
	return router < NET_VIAS && router != head->chip ? ROUTE_VIA | router : NO_ROUTE;
}

static unsigned int chip_beyond(const struct routes *routes, unsigned int chip, unsigned int port)
{
	return routes->beyond[(size_t)chip * routes->here + port];
}

static bool is_within_group(const struct routes *routes, const struct routes_head *head)
{
	return routes->spot[head->chip].group == routes->spot[head->to].group;
}

/* Return the minimal route that a draw gives, within a group the topology's. */
static unsigned int route_minimal(const struct routes *routes, const struct routes_head *head,
				  uint64_t draw)
{
	if (routes->bridges < 2 || is_within_group(routes, head))
		return 0;
	return net_mix_below(draw, routes->bridges);
}

/* Whether no link of a route, whose channels suffice, is lost. */
static bool is_unbroken(const struct routes *routes, const struct routes_head *head,
			uint16_t route)
{
	unsigned int chip = head->chip, port;

	for (;;) {
		port = routes_step(routes, head->from, chip, head->to, &route);
		if (port == routes->here)
			return true;
		if (!net_lanes_left(head->fabric, chip, port))
			return false;
		chip = chip_beyond(routes, chip, port);
	}
}

/* How far a packet has come: its virtual channel, and the class of the last port. */
struct stage {
	unsigned int phase;
	unsigned int class;
};

static inline void stage_within(struct stage *stage, const struct routes *routes,
				unsigned int local, unsigned int to)
{
	unsigned int rises = routes->rises[(local * routes->group + to) * ROUTES_ROW +
					   stage->class];

	stage->phase += rises / ROUTES_ROW;
	stage->class = rises % ROUTES_ROW;
}

/* Go a minimal route, as routes_port() does, which has not turned. */
static void stage_go(struct stage *stage, const struct routes *routes, unsigned int chip,
		     unsigned int dst, unsigned int bridge)
{
	struct routes_spot at = routes->spot[chip], to = routes->spot[dst];
	const struct routes_gate *gate;
	unsigned int class;

	if (at.group != to.group) {
		gate = &routes->gate[(at.group * routes->groups + to.group) * routes->bridges +
				     bridge];
		stage_within(stage, routes, at.local, gate->local);
		class = routes->class[gate->port];
		stage->phase += class <= stage->class;
		stage->class = class;
		at = routes->spot[chip_beyond(routes, at.group * routes->group + gate->local,
					      gate->port)];
	}
	stage_within(stage, routes, at.local, to.local);
}

/*
 * Whether a packet can go a route to its end with the virtual channels that are left. They suffice
 * for minimal routes: see RECONSIDERED_PHASES.
 */
static bool has_channels(const struct routes *routes, const struct routes_head *head,
			 uint16_t route)
{
	struct stage stage = { head->phase, routes->class[head->in] };
	unsigned int via = route & ~ROUTE_VIA;

	if (!(route & ROUTE_VIA))
		return true;
	stage_go(&stage, routes, head->chip, via, bridge_between(routes, head->from, via));
	stage_go(&stage, routes, via, head->to, bridge_between(routes, via, head->to));
	return stage.phase < routes->topo->family->phases;
}

/* Whether a packet can go a route to its end. From a NIC, all have channels enough. */
static inline bool is_open(const struct routes *routes, const struct routes_head *head,
			   unsigned int route)
{
	return (head->in == routes->here || has_channels(routes, head, route)) &&
	       (!head->fabric || is_unbroken(routes, head, route));
}

static bool is_candidate(const struct routes *routes, const struct routes_head *head,
			 unsigned int route)
{
	return route != NO_ROUTE && is_open(routes, head, route);
}

/* --- routes without a choice --- */

/* Return the route of NET_MINIMAL, also for packets that no drawn route is left for. */
static uint16_t route_default(const struct routes *routes, const struct routes_head *head)
{
	unsigned int via = TOPO_NONE;

	if (head->fabric && head->in == routes->here)
		via = net_detour(head->fabric, head->chip, head->to);
	if (via != TOPO_NONE)
		return ROUTE_VIA | via;
	if (head->fabric)
		return net_bridge(head->fabric, head->chip, head->to);
	return route_minimal(routes, head, pair_key(head->chip, head->to));
}

/* Return the first of a packet's draws, which the others follow. */
static uint64_t first_draw(const struct routes *routes, const struct routes_head *head)
{
	return net_mix(routes->seed + pair_key(head->src, head->birth));
}

/* --- adaptive routes --- */

/*
 * Return the route of one of a packet's draws: at each router two minimal ones, then the others.
 * Within a group the first draw gives the order of the first, and the second has the other one.
 */
static unsigned int route_drawn(const struct routes *routes, const struct routes_head *head,
				uint64_t first, unsigned int number)
{
	unsigned int place = number % CANDIDATES;

	if (place >= MINIMAL)
		return route_over(routes, head, first + number);
	if (is_within_group(routes, head))
		return net_mix_below(first + number - place, MINIMAL) != place ? ROUTE_TURNED : 0;
	return route_minimal(routes, head, first + number);
}

/* A candidate route, the number of the draw that gave it, and its first port. */
struct candidate {
	unsigned int route;
	unsigned int number;
	unsigned int port;
};

/* The candidate with the least load so far. */
struct search {
	struct candidate best;
	uint64_t least;		/* its load, in flits, with its bias; ties go to the first */
	unsigned int shift;	/* bias of non-minimal routes */
	unsigned int add;
};

/* Return the first port of a route, which the packet does not leave here. */
static inline unsigned int first_port(const struct routes *routes, const struct routes_head *head,
				      unsigned int route)
{
	return routes_step(routes, head->from, head->chip, head->to, &(uint16_t){ route });
}

/* Take a route if it has less load than the best one. */
static inline void search_try(struct search *search, const struct routes *routes,
			      const struct routes_head *head, unsigned int route,
			      unsigned int number)
{
	unsigned int port = first_port(routes, head, route);
	uint64_t load = head->load(head->context, port,
				   head->phase + routes_rises(routes, head->in, port));

	if (route & ROUTE_VIA)
		load = (load << search->shift) + search->add;
	if (load >= search->least || !is_open(routes, head, route))
		return;
	search->least = load;
	search->best = (struct candidate){ route, number, port };
}

/* Whether all draws of a minimal route give the same one: no draw is needed. */
static bool is_minimal_alone(const struct routes *routes, const struct routes_head *head)
{
	return head->in == routes->here && routes->bridges < 2 && !is_within_group(routes, head);
}

/* Return the least load that a candidate can have: 0 is the present route, then come the draws. */
static inline uint64_t least_of(const struct search *search, unsigned int candidate)
{
	return candidate > MINIMAL ? search->add : 0;
}

/*
 * Pick the route with the least load. Candidates are the packet's present route, if it reconsiders,
 * and those drawn, until none can have less load than the best so far.
 */
static struct candidate best_candidate(const struct routes *routes, const struct routes_head *head,
				       uint16_t is)
{
	unsigned int hops = is & RECONSIDER_HOPS, before = NO_ROUTE, number, route, i;
	struct net_bias bias = routes->bias[head->routing - NET_ADAPTIVE0];
	struct search search = {
		.best.route = NO_ROUTE, .least = ~0ull, .shift = bias.shift,
		.add = bias.add + bias.hop * hops,
	};
	uint64_t first;

	i = head->in == routes->here ? 1 : 0;
	if (is_minimal_alone(routes, head)) {
		search_try(&search, routes, head, 0, 0);
		i = 1 + MINIMAL;
		if (search.least <= least_of(&search, i))
			return search.best;
	}
	first = first_draw(routes, head);
	for (; i <= CANDIDATES && search.least > least_of(&search, i); i++, before = route) {
		number = (is & ~ROUTE_RECONSIDER) >> RECONSIDER_DRAW;
		if (i)
			number = CANDIDATES * hops + i - 1;
		route = route_drawn(routes, head, first, number);
		if (route != before && route != NO_ROUTE)
			search_try(&search, routes, head, route, number);
	}
	return search.best;
}

/* Whether NET_ADAPTIVE1 will reconsider after this port. */
static bool reconsiders_again(const struct routes *routes, const struct routes_head *head,
			      uint16_t route, unsigned int port)
{
	if (port == routes->here || routes->leaves >> port & 1 ||
	    head->phase + routes_rises(routes, head->in, port) >= RECONSIDERED_PHASES)
		return false;
	return route != (ROUTE_VIA | chip_beyond(routes, head->chip, port));
}

static unsigned int choose_adaptive(const struct routes *routes, const struct routes_head *head,
				    uint16_t *route)
{
	uint16_t is = head->in == routes->here ? 0 : *route;
	struct candidate best = best_candidate(routes, head, is);

	if (best.route == NO_ROUTE) {
		*route = route_default(routes, head);
		return routes_step(routes, head->from, head->chip, head->to, route);
	}
	*route = best.route;
	if (head->routing == NET_ADAPTIVE1 &&
	    reconsiders_again(routes, head, best.route, best.port))
		*route = ROUTE_RECONSIDER | best.number << RECONSIDER_DRAW | (is & RECONSIDER_HOPS);
	return best.port;
}

unsigned int routes_minimal(const struct routes *routes, unsigned int chip, unsigned int dst,
			    uint16_t *route)
{
	bool within = routes->spot[chip].group == routes->spot[dst].group;

	*route = within ? 0 : bridge_between(routes, chip, dst);
	return routes_port(routes, chip, dst, *route);
}

unsigned int routes_choose(const struct routes *routes, const struct routes_head *head,
			   uint16_t *route)
{
	unsigned int chosen;

	switch (head->routing) {
	case NET_ADAPTIVE0:
	case NET_ADAPTIVE1:
	case NET_ADAPTIVE2:
	case NET_ADAPTIVE3:
		return choose_adaptive(routes, head, route);
	case NET_VALIANT:
		chosen = route_over(routes, head, first_draw(routes, head) + MINIMAL);
		break;
	case NET_MIN_HASH:
		chosen = route_minimal(routes, head, pair_key(head->src, head->dst));
		break;
	case NET_NMIN_HASH:
		chosen = route_over(routes, head, net_mix(pair_key(head->src, head->dst)));
		break;
	default:
		chosen = NO_ROUTE;
		break;
	}
	*route = is_candidate(routes, head, chosen) ? chosen : route_default(routes, head);
	return routes_step(routes, head->from, head->chip, head->to, route);
}
