// SPDX-License-Identifier: LGPL-2.1-or-later
/* Which way a packet takes. */
#include "netsim/mix.h"
#include "netsim/route.h"
#include "ways.h"

/* Ways that an adaptive packet compares: so many minimal ones first, then the others. */
#define DRAWS	4
#define MINIMAL	2

/* Flits that NET_ADAPTIVE1 adds to the load of non-minimal ways for each hop made. */
#define HOP_ADDS	16

/*
 * NET_ADAPTIVE1 reconsiders only in virtual channels below this, from which minimal ways are left.
 */
#define JUDGED_PHASES	2

/* A way that is still to be reconsidered: bits of the hops made, and the lowest bit of the draw. */
#define JUDGE_HOPS	0xf
#define JUDGE_DRAW	4

/* No way. */
#define NO_WAY		(~0u)

static uint64_t pair_key(uint32_t from, uint32_t to)
{
	return (uint64_t)from << 32 | to;
}

/* Return the bridge of a part of a non-minimal way, from router to router. */
static unsigned int bridge_between(const struct ways *ways, unsigned int from, unsigned int to)
{
	return ways->bridges > 1 ? net_mix_below(pair_key(from, to), ways->bridges) : 0;
}

unsigned int ways_step(const struct ways *ways, unsigned int from, unsigned int chip,
		       unsigned int dst, uint16_t *way)
{
	unsigned int via = *way & ~WAY_VIA;

	if (!(*way & WAY_VIA))
		return ways_port(ways, chip, dst, *way);
	if (chip != via)
		return ways_port(ways, chip, via, bridge_between(ways, from, via));
	*way = bridge_between(ways, via, dst);
	return ways_port(ways, chip, dst, *way);
}

/* --- ways that there are --- */

static unsigned int skip(unsigned int number, unsigned int first, unsigned int size)
{
	return number >= first ? number + size : number;
}

/* Return how many intermediate routers there are from the source to the destination. */
static unsigned int routers(const struct ways *ways, const struct ways_head *head)
{
	if (head->from == head->to)
		return 0;
	if (ways->spot[head->from].group == ways->spot[head->to].group)
		return ways->group - 2;
	return (ways->groups - 2) * ways->group;
}

/* Return an intermediate router by number: of a third group, or another one of the only group. */
static unsigned int router_at(const struct ways *ways, const struct ways_head *head,
			      unsigned int number)
{
	unsigned int low = head->from < head->to ? head->from : head->to;
	unsigned int high = low ^ head->from ^ head->to, first;

	first = low - ways->spot[low].local;
	if (ways->spot[low].group == ways->spot[high].group)
		return skip(skip(first + number, low, 1), high, 1);
	number = skip(number, first, ways->group);
	return skip(number, high - ways->spot[high].local, ways->group);
}

/* Return the way over the router that a draw gives, or NO_WAY. */
static unsigned int way_over(const struct ways *ways, const struct ways_head *head, uint64_t draw)
{
	unsigned int count = routers(ways, head), router;

	if (!count)
		return NO_WAY;
	router = router_at(ways, head, net_mix_below(draw, count));
	return router < WAY_VIA && router != head->chip ? WAY_VIA | router : NO_WAY;
}

/* Return the minimal way that a draw gives. */
static unsigned int way_minimal(const struct ways *ways, const struct ways_head *head,
				uint64_t draw)
{
	if (ways->bridges < 2 || ways->spot[head->chip].group == ways->spot[head->to].group)
		return 0;
	return net_mix_below(draw, ways->bridges);
}

/*
 * Whether a packet can go a way to its end: with the virtual channels left, and over no lost link.
 */
static bool is_open(const struct ways *ways, const struct ways_head *head, uint16_t way)
{
	unsigned int chip = head->chip, in = head->in, phase = head->phase, port;

	for (;;) {
		port = ways_step(ways, head->from, chip, head->to, &way);
		if (port == ways->here)
			return true;
		phase += ways_rises(ways, in, port);
		if (phase >= ways->topo->family->phases)
			return false;
		if (head->fabric && !net_lanes_left(head->fabric, chip, port))
			return false;
		chip = topo_neighbour(ways->topo, chip, port);
		in = port;
	}
}

/* From a NIC, all ways have channels enough. */
static bool is_candidate(const struct ways *ways, const struct ways_head *head, unsigned int way)
{
	if (way == NO_WAY)
		return false;
	return (head->in == ways->here && !head->fabric) || is_open(ways, head, way);
}

/* --- ways without a choice --- */

/* Return the way of NET_MINIMAL, also for packets that no drawn way is left for. */
static uint16_t way_usual(const struct ways *ways, const struct ways_head *head)
{
	if (head->fabric)
		return net_bridge(head->fabric, head->chip, head->to);
	return way_minimal(ways, head, pair_key(head->chip, head->to));
}

static uint16_t way_or_usual(const struct ways *ways, const struct ways_head *head,
			     unsigned int way)
{
	return is_candidate(ways, head, way) ? way : way_usual(ways, head);
}

/* Return the first of a packet's draws, which the others follow. */
static uint64_t first_draw(const struct ways *ways, const struct ways_head *head)
{
	return net_mix(ways->seed + pair_key(head->src, head->birth));
}

/* --- adaptive ways --- */

static const struct {
	uint8_t shift;
	uint8_t add;
} biases[NET_ROUTINGS] = {
	[NET_ADAPTIVE2] = { 0, 16 },
	[NET_ADAPTIVE3] = { 2, 64 },
};

/* Return what is added to the load of non-minimal ways, in flits. */
static unsigned int bias_add(const struct ways_head *head, unsigned int hops)
{
	return head->routing == NET_ADAPTIVE1 ? HOP_ADDS * hops : biases[head->routing].add;
}

/* Return the load of a way, in flits, with the packet's bias. */
static uint64_t load_of_way(const struct ways *ways, const struct ways_head *head, uint16_t way,
			    unsigned int hops)
{
	unsigned int port = ways_step(ways, head->from, head->chip, head->to, &(uint16_t){ way });
	uint64_t load = head->load(head->context, port,
				   head->phase + ways_rises(ways, head->in, port));

	if (way & WAY_VIA)
		load = (load << biases[head->routing].shift) + bias_add(head, hops);
	return load;
}

/* Return the way of one of a packet's draws: at each router two minimal ones, then the others. */
static unsigned int way_drawn(const struct ways *ways, const struct ways_head *head,
			      uint64_t first, unsigned int number)
{
	return number % DRAWS < MINIMAL ? way_minimal(ways, head, first + number) :
					  way_over(ways, head, first + number);
}

/* A candidate way, and the number of the draw that gave it. */
struct pick {
	unsigned int way;
	unsigned int number;
};

/*
 * Pick the way with the least load; ties go to the first. Candidates are the packet's present way,
 * if it reconsiders, and those drawn. Non-minimal ways need not be drawn if their bias alone is at
 * least the least load so far.
 */
static struct pick way_best(const struct ways *ways, const struct ways_head *head, uint16_t is)
{
	unsigned int hops = is & JUDGE_HOPS, way, before = NO_WAY, number, i;
	bool anew = head->in != ways->here;
	uint64_t first = first_draw(ways, head), least = ~0ull, load;
	struct pick best = { NO_WAY, 0 };

	for (i = !anew; i <= DRAWS; i++, before = way) {
		number = (is & ~WAY_JUDGE) >> JUDGE_DRAW;
		if (i)
			number = DRAWS * hops + i - 1;
		if (i == 1 + MINIMAL && least <= bias_add(head, hops))
			break;
		way = way_drawn(ways, head, first, number);
		if (way == before || !is_candidate(ways, head, way))
			continue;
		load = load_of_way(ways, head, way, hops);
		if (load >= least)
			continue;
		least = load;
		best = (struct pick){ way, number };
	}
	return best;
}

/* Whether NET_ADAPTIVE1 will reconsider after this port. */
static bool judges_again(const struct ways *ways, const struct ways_head *head, uint16_t way,
			 unsigned int port)
{
	if (port == ways->here || ways->leaves >> port & 1 ||
	    head->phase + ways_rises(ways, head->in, port) >= JUDGED_PHASES)
		return false;
	return way != (WAY_VIA | topo_neighbour(ways->topo, head->chip, port));
}

static unsigned int judge_ways(const struct ways *ways, const struct ways_head *head, uint16_t *way)
{
	uint16_t is = head->in == ways->here ? 0 : *way;
	struct pick best = way_best(ways, head, is);
	unsigned int port;

	*way = best.way == NO_WAY ? way_usual(ways, head) : best.way;
	port = ways_step(ways, head->from, head->chip, head->to, way);
	if (head->routing == NET_ADAPTIVE1 && best.way != NO_WAY &&
	    judges_again(ways, head, best.way, port))
		*way = WAY_JUDGE | best.number << JUDGE_DRAW | (is & JUDGE_HOPS);
	return port;
}

unsigned int ways_choose(const struct ways *ways, const struct ways_head *head, uint16_t *way)
{
	switch (head->routing) {
	case NET_ADAPTIVE0:
	case NET_ADAPTIVE1:
	case NET_ADAPTIVE2:
	case NET_ADAPTIVE3:
		return judge_ways(ways, head, way);
	case NET_VALIANT:
		*way = way_or_usual(ways, head,
				    way_over(ways, head, first_draw(ways, head) + MINIMAL));
		break;
	case NET_MIN_HASH:
		*way = way_or_usual(ways, head,
				    way_minimal(ways, head, pair_key(head->src, head->dst)));
		break;
	case NET_NMIN_HASH:
		*way = way_or_usual(ways, head,
				    way_over(ways, head, net_mix(pair_key(head->src, head->dst))));
		break;
	default:
		*way = way_usual(ways, head);
		break;
	}
	return ways_step(ways, head->from, head->chip, head->to, way);
}
