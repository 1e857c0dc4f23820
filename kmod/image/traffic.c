// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The meetings of a tick: which inputs send which packets through which tiles. traffic.c in a
 * chip's folder, kmod/chips, counts them.
 */
#include "image/traffic_chip.h"

#define THROUGH_MEETINGS	3
#define LOAD_PERIOD		256	/* ticks from one random load to the next */
#define LOAD_MIN		16	/* of 256 */
#define LOAD_SPAN		200

/*
 * A tick divides into time slots, few enough that shares of its packets need no 64-bit division:
 * 15,624 times 15,624 is less than 2^32.
 */
#define SLOT_NS			640
#define SLOTS			(GPCD_TRAFFIC_TICK_NS / SLOT_NS)

/* A part of a tick that passes in one step. */
struct tick {
	struct gpcd_traffic *traffic;
	const struct gpcd_traffic_chip *chip;
	struct gpcd_image *views;	/* by NIC index; the first stands for the router */
	__u32 from;	/* slots of the tick that had passed before the step */
	__u32 to;	/* slots that have passed after it */
	unsigned int salt;	/* meetings drawn */
	unsigned int start;	/* where in the list of network tiles the deal began */
	unsigned int step;	/* from one tile to the next, coprime to their number */
	unsigned int dealt;	/* tiles dealt */
};

/* Inputs that send to one output at once. */
struct meeting {
	struct gpcd_exchange exchange;
	unsigned int inputs;
	__u32 train;	/* packets that each sends in a row */
	__u32 before;	/* packets that each has sent earlier in the tick */
	__u32 packets;	/* packets that each sends in this step */
};

/* The finalizer of splitmix64. */
static __u64 mix(__u64 x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
	return x ^ x >> 31;
}

static __u64 traffic_draw(const struct gpcd_traffic *traffic, __u64 when, unsigned int salt)
{
	return mix(traffic->seed + mix(when + mix(salt + 0x9e3779b97f4a7c15ULL)));
}

static __u32 load_knot(const struct gpcd_traffic *traffic, __u64 period, unsigned int salt)
{
	return LOAD_MIN + ((traffic_draw(traffic, period, salt + 0x100) & 0xff) * LOAD_SPAN >> 8);
}

/* Return the load of meeting @salt, of 256, by interpolation between random loads. */
static __u32 load_now(const struct gpcd_traffic *traffic, unsigned int salt)
{
	__u64 period = traffic->tick / LOAD_PERIOD;
	__u32 part = traffic->tick % LOAD_PERIOD;

	return (load_knot(traffic, period, salt) * (LOAD_PERIOD - part) +
		load_knot(traffic, period + 1, salt) * part) / LOAD_PERIOD;
}

/* Does the chip have a router, so that its tiles count, too? */
static int counts_tiles(const struct tick *tick)
{
	return tick->chip->host != (void *)0;
}

static unsigned int tile_deal(struct tick *tick)
{
	return tick->chip->net[(tick->start + tick->step * tick->dealt++) %
			       GPCD_TRAFFIC_NET_TILES];
}

static void exchange_draw(const struct gpcd_traffic_chip *chip, struct gpcd_exchange *exchange,
			  __u32 random)
{
	static const __u8 words[] = { 8, 8, 8, 8, 8, 4, 2, 1 };
	__u32 data;

	exchange->words = words[random & 7];
	exchange->get = !(random >> 3 & 3);
	exchange->bte = !exchange->get && exchange->words == 8 && (random >> 5 & 1);
	exchange->hop = random >> 6 & 3;
	data = (exchange->words + 1) / 2;
	exchange->flits[REQUEST] = exchange->get ? 1 : 1 + data;
	exchange->flits[RESPONSE] = exchange->get ? 1 + data : 1;
	chip->units(exchange);
}

/* Return the part of @total that is done after @slots slots of the tick. */
static __u32 share(__u32 total, __u32 slots)
{
	return total / SLOTS * slots + total % SLOTS * slots / SLOTS;
}

/*
 * Draw a meeting that fills the output, and the way back, to the load. A chip with a shift has so
 * many NICs that four inputs each would take too many tiles.
 */
static void meeting_draw(struct tick *tick, unsigned int shift, struct meeting *meeting)
{
	const struct gpcd_exchange *exchange = &meeting->exchange;
	unsigned int salt = tick->salt++;
	__u64 random = traffic_draw(tick->traffic, tick->traffic->tick, salt);
	__u32 units, room, total;

	exchange_draw(tick->chip, &meeting->exchange, random >> 32);
	meeting->inputs = 1 + (random & (shift ? 1 : 3));
	meeting->train = 1 + (random >> 2 & 15);
	units = exchange->units[REQUEST] > exchange->units[RESPONSE] ?
		exchange->units[REQUEST] : exchange->units[RESPONSE];
	room = (tick->chip->link_units >> 8) * load_now(tick->traffic, salt) >> shift;
	total = room / (meeting->inputs * meeting->train * units) * meeting->train;
	meeting->before = share(total, tick->from);
	meeting->packets = share(total, tick->to) - meeting->before;
}

/* Return the cycles that input @i waits for the inputs before it, if each sends @packets. */
static __u64 meeting_wait(const struct meeting *meeting, unsigned int i, __u32 packets)
{
	return (__u64)i * packets * meeting->exchange.units[REQUEST];
}

static void requests_enter(struct tick *tick, const struct meeting *meeting, unsigned int i,
			   unsigned int tile)
{
	const struct gpcd_passage passage = { &meeting->exchange, REQUEST, tile };

	if (!counts_tiles(tick))
		return;
	tick->chip->arrive(tick->traffic, tick->views, &passage, meeting->packets);
	tick->chip->wait(tick->traffic, tick->views, &passage,
			 meeting_wait(meeting, i, meeting->packets));
}

static void responses_enter(struct tick *tick, const struct meeting *meeting, unsigned int tile)
{
	const struct gpcd_passage passage = { &meeting->exchange, RESPONSE, tile };

	if (!counts_tiles(tick))
		return;
	tick->chip->arrive(tick->traffic, tick->views, &passage,
			   (__u64)meeting->inputs * meeting->packets);
}

/* Return the cycles that a network tile's output waits for credits in one burst of @units. */
static __u32 credit_wait(const struct gpcd_traffic_chip *chip, __u32 units)
{
	__u32 thousandths;

	if (units <= chip->far_buffer)
		return 0;
	thousandths = (units - chip->far_buffer) * chip->link_milli;
	return thousandths > units * 1000 ? (thousandths - units * 1000) / 1000 : 0;
}

/* Count the trains of all inputs, which leave together by one network tile. */
static void trains_leave(struct tick *tick, const struct meeting *meeting, unsigned int way)
{
	const struct gpcd_passage passage = { &meeting->exchange, way, tile_deal(tick) };
	__u32 units = meeting->inputs * meeting->train * meeting->exchange.units[way];
	__u32 bursts = (meeting->before + meeting->packets) / meeting->train -
		       meeting->before / meeting->train;

	if (!counts_tiles(tick))
		return;
	tick->chip->starve(tick->traffic, tick->views, &passage,
			   (__u64)bursts * credit_wait(tick->chip, units));
}

static void meet_through(struct tick *tick)
{
	struct meeting meeting;
	unsigned int i;

	meeting_draw(tick, 0, &meeting);
	for (i = 0; i < meeting.inputs; i++)
		requests_enter(tick, &meeting, i, tile_deal(tick));
	trains_leave(tick, &meeting, REQUEST);
	responses_enter(tick, &meeting, tile_deal(tick));
}

/* --- counters of NICs --- */

static unsigned int class_of(const struct gpcd_exchange *exchange)
{
	if (exchange->get)
		return exchange->bte ? GPCD_NIC_BTE_GET : GPCD_NIC_FMA_GET;
	return exchange->bte ? GPCD_NIC_BTE_PUT : GPCD_NIC_FMA_PUT;
}

/* Return packets of an exchange; a get's payload is in the response, a put's in the request. */
static struct gpcd_nic_packets packets_of(const struct gpcd_exchange *exchange, unsigned int way,
					  __u64 count)
{
	int response = way == GPCD_NIC_RESPONSES_RECEIVED || way == GPCD_NIC_RESPONSES_SENT;
	struct gpcd_nic_packets packets = {
		.way = way, .kind = class_of(exchange), .packets = count,
		.data = count * (exchange->flits[response ? RESPONSE : REQUEST] - 1),
	};

	if (!exchange->get == !response)
		packets.bytes = count * exchange->words * 8;
	packets.sized[packets.bytes ? exchange->words : 0] = count;
	return packets;
}

/* Round once a tick: the sum must not depend on the steps into which the tick is divided. */
static __u64 nic_waited(const struct gpcd_traffic *traffic, const struct gpcd_crossing *crossing)
{
	unsigned int clock = traffic->rules.model ? traffic->rules.model->clock : 0;

	return (crossing->waited_before + crossing->waited) * clock / 16 -
	       crossing->waited_before * clock / 16;
}

/* Count responses that all take the same time, us. */
static void nic_track(const struct gpcd_traffic *traffic, struct gpcd_image *view, __u64 packets,
		      __u64 us)
{
	struct gpcd_nic_times times = { .shortest = us, .longest = us };
	struct gpcd_nic_bins bins;

	if (!packets || gpcd_nic_bins(&traffic->rules, view, &bins))
		return;
	times.bin[gpcd_nic_bin(&bins, us)] = packets;
	gpcd_nic_track(&traffic->rules, view, &times);
}

/* Count packets that cross between a NIC and a host tile. */
static void nic_cross(const struct gpcd_traffic *traffic, struct gpcd_image *view,
		      const struct gpcd_crossing *crossing, const struct gpcd_nic_packets *packets)
{
	const struct gpcd_nic_crossing what = {
		.way = packets->way, .tile = crossing->tile - traffic->chip->ptile,
		.packets = packets->packets, .flits = packets->packets + packets->data,
	};

	gpcd_nic_cross(&traffic->rules, view, crossing->nic, &what);
}

static void nic_issue(const struct gpcd_traffic *traffic, struct gpcd_image *view,
		      const struct gpcd_exchange *exchange, const struct gpcd_crossing *crossing)
{
	struct gpcd_nic_packets requests, responses;
	unsigned int us = crossing->waited ? 3 : 2;

	requests = packets_of(exchange, GPCD_NIC_REQUESTS_SENT, crossing->packets);
	requests.transfers = crossing->trains;
	requests.waited = nic_waited(traffic, crossing);
	responses = packets_of(exchange, GPCD_NIC_RESPONSES_RECEIVED, crossing->packets);
	responses.latency = us * crossing->packets;
	gpcd_nic_count(&traffic->rules, view, crossing->nic, &requests);
	gpcd_nic_count(&traffic->rules, view, crossing->nic, &responses);
	nic_cross(traffic, view, crossing, &requests);
	nic_cross(traffic, view, crossing, &responses);
	nic_track(traffic, view, crossing->packets, us);
}

static void nic_serve(const struct gpcd_traffic *traffic, struct gpcd_image *view,
		      const struct gpcd_exchange *exchange, const struct gpcd_crossing *crossing)
{
	struct gpcd_nic_packets requests, responses;

	requests = packets_of(exchange, GPCD_NIC_REQUESTS_RECEIVED, crossing->packets);
	responses = packets_of(exchange, GPCD_NIC_RESPONSES_SENT, crossing->packets);
	gpcd_nic_count(&traffic->rules, view, crossing->nic, &requests);
	gpcd_nic_count(&traffic->rules, view, crossing->nic, &responses);
	nic_cross(traffic, view, crossing, &requests);
	nic_cross(traffic, view, crossing, &responses);
}

/* --- meetings --- */

/* Return the tile that a NIC takes in this tick for its meeting's input @i. */
static unsigned int host_tile(const struct tick *tick, unsigned int nic, unsigned int i)
{
	if (!counts_tiles(tick))
		return 0;
	return tick->chip->host(nic, (tick->start + i) % GPCD_TRAFFIC_HOST_TILES);
}

/* Return how many trains each input began in this step. */
static __u32 meeting_trains(const struct meeting *meeting)
{
	__u32 train = meeting->train, after = meeting->before + meeting->packets;

	return (after + train - 1) / train - (meeting->before + train - 1) / train;
}

/* Draw a meeting of requests: a NIC sends them by several of its host tiles. */
static void meet_own(struct tick *tick, unsigned int view)
{
	struct gpcd_crossing crossing = { .nic = tick->traffic->nic + view };
	struct meeting meeting;
	unsigned int i;

	meeting_draw(tick, tick->chip->nic_shift, &meeting);
	for (i = 0; i < meeting.inputs; i++) {
		crossing.tile = host_tile(tick, crossing.nic, i);
		crossing.packets = meeting.packets;
		crossing.trains = meeting_trains(&meeting);
		crossing.waited = meeting_wait(&meeting, i, meeting.packets);
		crossing.waited_before = meeting_wait(&meeting, i, meeting.before);
		requests_enter(tick, &meeting, i, crossing.tile);
		nic_issue(tick->traffic, &tick->views[view], &meeting.exchange, &crossing);
	}
	trains_leave(tick, &meeting, REQUEST);
	responses_enter(tick, &meeting, tile_deal(tick));
}

/* Draw a meeting of responses: a NIC answers requests by one of its host tiles. */
static void meet_served(struct tick *tick, unsigned int view)
{
	struct gpcd_crossing crossing = { .nic = tick->traffic->nic + view };
	struct meeting meeting;
	unsigned int i;

	meeting_draw(tick, tick->chip->nic_shift, &meeting);
	for (i = 0; i < meeting.inputs; i++)
		requests_enter(tick, &meeting, i, tile_deal(tick));
	crossing.tile = host_tile(tick, crossing.nic, 0);
	crossing.packets = (__u64)meeting.inputs * meeting.packets;
	responses_enter(tick, &meeting, crossing.tile);
	trains_leave(tick, &meeting, RESPONSE);
	nic_serve(tick->traffic, &tick->views[view], &meeting.exchange, &crossing);
}

/* Let a range of slots of the present tick pass. */
static void tick_run(struct gpcd_traffic *traffic, struct gpcd_image *views, unsigned int count,
		     __u32 from, __u32 to)
{
	static const __u8 steps[] = { 1, 3, 7, 9, 11, 13, 17, 19 };
	__u32 random = traffic_draw(traffic, traffic->tick, ~0U);
	struct tick tick = {
		.traffic = traffic,
		.chip = traffic->chip,
		.views = views,
		.from = from,
		.to = to,
		.start = (random >> 8) % GPCD_TRAFFIC_NET_TILES,
		.step = steps[random & 7],
	};
	unsigned int i;

	for (i = 0; counts_tiles(&tick) && i < THROUGH_MEETINGS; i++)
		meet_through(&tick);
	for (i = 0; i < count; i++) {
		meet_own(&tick, i);
		meet_served(&tick, i);
	}
}

/* Resolve counter @i of the counters that @name stands for. */
static int name_resolve(const struct gpcd_traffic_name *name, unsigned int i, unsigned int chip,
			struct gpcd_image_counter *counter)
{
	char text[GPCD_NAME_MAX];
	unsigned int c;

	for (c = 0; c < GPCD_NAME_MAX - 1 && name->name[c]; c++)
		text[c] = name->name[c] == '#' ? (char)('0' + i) : name->name[c];
	text[c] = '\0';
	return gpcd_image_counter_find(chip, text, name->field, counter);
}

/* Resolve all names of a chip. Return -1 if a name is unknown, or there are too many. */
static int counters_resolve(const struct gpcd_traffic_name *name, unsigned int chip,
			    struct gpcd_image_counter *counter)
{
	unsigned int i, room = GPCD_TRAFFIC_COUNTERS;

	for (; name->name; name++) {
		for (i = 0; !i || i < name->count; i++) {
			if (!room-- || name_resolve(name, i, chip, counter++))
				return -1;
		}
	}
	return 0;
}

void gpcd_traffic_init(struct gpcd_traffic *traffic, unsigned int chip, __u64 seed,
		       unsigned int nic)
{
	traffic->chip = gpcd_chip_model(chip)->traffic;
	traffic->seed = seed;
	traffic->tick = 0;
	traffic->now_ns = 0;
	traffic->nic = nic;
	traffic->quiet = 0;
	traffic->writer = GPCD_IMAGE_OWNER;
	gpcd_nic_init(&traffic->rules, chip);
	if (traffic->chip && counters_resolve(traffic->chip->names, chip, traffic->counter))
		traffic->chip = (void *)0;
}

/* Return whether the counters stand still while time passes. */
static int at_rest(const struct gpcd_traffic *traffic)
{
	return traffic->quiet || !traffic->chip;
}

/* Move the counters from now to @until_ns, in the present tick. */
static void part_run(struct gpcd_traffic *traffic, struct gpcd_image *views, unsigned int count,
		     __u64 until_ns)
{
	__u64 begin_ns = traffic->tick * GPCD_TRAFFIC_TICK_NS;
	__u32 from = (__u32)(traffic->now_ns - begin_ns) / SLOT_NS;
	__u32 to = (__u32)(until_ns - begin_ns) / SLOT_NS;

	if (to > from)
		tick_run(traffic, views, count, from, to);
	if (to == SLOTS)
		traffic->tick++;
}

int gpcd_traffic_step(struct gpcd_traffic *traffic, struct gpcd_image *views,
		      unsigned int count, __u64 until_ns)
{
	__u64 end_ns = (traffic->tick + 1) * GPCD_TRAFFIC_TICK_NS;
	/* The last tick may end beyond 64 bits of time: end_ns has wrapped then. */
	int ends = end_ns <= until_ns && end_ns > traffic->now_ns && !at_rest(traffic);
	__u64 then_ns = ends ? end_ns : until_ns;
	unsigned int i;

	if (until_ns <= traffic->now_ns)
		return 0;
	gpcd_image_batch_begin(views, count, traffic->writer);
	if (!at_rest(traffic))
		part_run(traffic, views, count, then_ns);
	traffic->now_ns = then_ns;
	for (i = 0; i < count; i++)
		gpcd_image_store(&views[i].info->chip_ns, traffic->now_ns);
	gpcd_image_batch_end(views, count, traffic->writer);
	return then_ns < until_ns;
}
