/* SPDX-License-Identifier: GPL-2.0-only */
/* A fabric and its traffic, to be run by any engine. */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <errno.h>

#include "netsim/measure/latency.h"
#include "netsim/net.h"

/* Engines with a notion of time come first. */
enum engine {
	EVENT,
	REFERENCE,
	TIMED,
	FLOW = TIMED,
	ENGINES,
};

extern const char *const engine_name[ENGINES];

/* Ports of three dimensions. */
enum { XP, XM, YP, YM, ZP, ZM };

struct scenario_sent {
	uint32_t node;
	struct net_transfer transfer;
};

struct scenario {
	struct net_fabric fabric;
	struct net_config config;
	struct net_traffic traffic;	/* requests and phits: at least the actual ones */
	struct scenario_sent *sent;
	size_t count;
	bool measured;			/* runs measure latencies */
	unsigned int processes;		/* of the event engine, at most as many as chips; 0: 1 */
	struct net_changes changes;	/* its list is in order of cycles */
	struct net_change *change;
};

/* Begin with equal links; then set failed lanes and other rates in the fabric. */
void scenario_even(struct scenario *scenario, const char *topo, unsigned int lanes,
		   unsigned int ticks);
void scenario_gemini(struct scenario *scenario, const char *torus);
void scenario_end(struct scenario *scenario);

/* Add a transfer; a node sends in the order of these calls. */
void scenario_send(struct scenario *scenario, uint32_t node, struct net_transfer transfer);

/* Fail so many @lanes of one link of a chip. */
void scenario_fail(struct scenario *scenario, unsigned int chip, unsigned int port,
		   unsigned int lanes);

/* Change a direction of a link; calls come in order of cycles. Times are 300, 500 and 700. */
void scenario_change(struct scenario *scenario, struct net_change change);

#define FAIL(at, from, to_port, mask) \
	((struct net_change){ .cycle = (at), .chip = (from), .port = (to_port), .lanes = (mask), \
			      .kind = NET_FAIL })
#define MEND(at, from, to_port, mask) \
	((struct net_change){ .cycle = (at), .chip = (from), .port = (to_port), .lanes = (mask), \
			      .kind = NET_MEND })
#define WIDTH(at, from, to_port, mask, phit) \
	((struct net_change){ .cycle = (at), .chip = (from), .port = (to_port), .lanes = (mask), \
			      .kind = NET_WIDTH, .ticks = (phit) })

#define TAKE(at, from, nics, factor) \
	((struct net_change){ .cycle = (at), .chip = (from), .lanes = (nics), .kind = NET_TAKE, \
			      .ticks = (factor) })

#define PUT(to, size)	((struct net_transfer){ .op = NET_PUT, .node = (to), .bytes = (size) })
#define GET(to, size)	((struct net_transfer){ .op = NET_GET, .node = (to), .bytes = (size) })
#define AMO(to) \
	((struct net_transfer){ .op = NET_AMO, .node = (to), .bytes = NET_AMO_BYTES })
#define RAW(to, n, size) \
	((struct net_transfer){ .op = NET_RAW, .node = (to), .bytes = (n), .phits = (size) })

/* A scenario run by an engine. */
struct run;

struct run *run_start(const struct scenario *scenario, enum engine engine);
void run_end(struct run *run);

/* Return what net_new(), or then net_run(), returns. */
int run_until(struct run *run, uint64_t until);

/* Run a scenario until nothing is under way. */
struct run *run_all(const struct scenario *scenario, enum engine engine);

/* Return what a measured run has counted; NULL: it was not measured. */
struct latency *run_latency(const struct run *run);

bool run_idle(const struct run *run);
struct net_totals run_totals(const struct run *run);

/* Return the packets in the network, which the reference counts one by one. */
uint64_t run_under_way(const struct run *run);

/* Return a counter of one lane; the flow engine has none. */
uint64_t run_lane(const struct run *run, unsigned int chip, unsigned int port, unsigned int lane,
		  enum net_counter counter);

/* Like net_count_channel(), for the event engine or the reference. */
uint64_t run_channel(const struct run *run, unsigned int chip, unsigned int port,
		     unsigned int lane, unsigned int vc, enum net_channel_counter counter);

/* Return the counts of a NIC; not for the flow engine. */
struct net_nic run_nic(const struct run *run, uint32_t node);

/* Take out the times of a NIC's transactions; not for the flow engine. */
struct net_times run_times(struct run *run, uint32_t node, const uint64_t *begin);

/* Return the sum of a counter over all lanes of a link. */
uint64_t run_link(const struct run *run, unsigned int chip, unsigned int port,
		  enum net_counter counter);

/* Return the sum of a counter over all links between chips. */
uint64_t run_network(const struct run *run, enum net_counter counter);

/* Return the sum of a counter over all host links. */
uint64_t run_hosts(const struct run *run, enum net_counter counter);

#endif /* SCENARIO_H */
