/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trial: an application runs once on its nodes, beside other jobs, in a network that is empty at
 * first. The counters are from the application's NICs and routers.
 */
#ifndef ARIES_TRIAL_H
#define ARIES_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/machine.h"
#include "model/routing.h"
#include "netsim/collective/collective.h"
#include "netsim/traffic/traffic.h"
#include "topo/topo.h"

/* --- random numbers --- */

/* Jobs are numbered below this; the application is job 0. */
#define STREAM_JOBS		(1u << 16)

/* Ranks and repetitions are numbered below this. */
#define STREAM_RANKS		(1u << 24)

/* The job whose streams place ranks on nodes. */
#define STREAM_PLACES		(STREAM_JOBS - 1)

/* The rank whose stream is for a whole job. */
#define STREAM_WHOLE		(STREAM_RANKS - 1)

/* A stream of random numbers. */
struct stream {
	uint64_t key; /* unique among the streams of a seed */
	uint64_t drawn; /* how many numbers were drawn */
};

/* Begin a stream. job is below STREAM_JOBS, rank and repetition are below STREAM_RANKS. */
struct stream stream_of(uint64_t seed, uint32_t job, uint32_t rank, uint32_t repetition);

/* Draw 64 bits. */
uint64_t stream_next(struct stream *stream);

/* Draw a number below a limit, which is 1 or more. */
uint32_t stream_below(struct stream *stream, uint32_t limit);

/*
 * Draw an exponentially distributed time, ns, rounded down, with this mean. It is at most 38 times
 * the mean.
 */
uint64_t stream_wait(struct stream *stream, uint64_t mean);

/* Shuffle a list in place; all orders are equally likely. */
void stream_shuffle(struct stream *stream, uint32_t *list, uint32_t count);

/* --- nodes for ranks --- */

/* The distance of two nodes. */
enum allocation_pair {
	PAIR_ROUTER, /* one router, i.e. one blade: the paper's Inter-Nodes */
	PAIR_CHASSIS, /* two blades of a chassis: Inter-Blades */
	PAIR_GROUP, /* different chassis of a group: Inter-Chassis */
	PAIR_GROUPS, /* different groups: Inter-Groups */
	PAIR_KINDS,
};

/* Return the paper's name for a kind of pairs: "inter-nodes". */
const char *allocation_pair_name(enum allocation_pair pair);

/* Draw two nodes of a dragonfly at a distance. Return 0, or -EDOM if there are none. */
int allocation_pair(const struct topo *topo, enum allocation_pair pair, struct stream *stream,
		    uint32_t place[2]);

/*
 * Draw count nodes of a dragonfly, spread over routers, which are spread over groups: 1 <= groups
 * <= routers <= count. Groups have equal numbers of routers, and routers of nodes, to within one.
 * Return 0, -ENOMEM, or -EDOM if the machine is too small or a number is out of range.
 */
int allocation_spread(const struct topo *topo, unsigned int groups, unsigned int routers,
		      struct stream *stream, uint32_t *place, uint32_t count);

/*
 * Draw count random nodes that are not taken (by node), and mark them as taken. Return 0, -ENOMEM,
 * or -EDOM if there are too few.
 */
int allocation_rest(const struct topo *topo, struct stream *stream, bool *taken, uint32_t *place,
		    uint32_t count);

/* --- programs --- */

/* Programs of applications. */
enum work_kind {
	WORK_PINGPONG, /* two ranks; in each round a message there and one back */
	WORK_IDLE, /* ranks wait, and send nothing */
	WORK_ALLTOALL, /* ranks wait, then each sends to all others, step by step */
	WORK_SHIFT, /* ranks wait, then each sends to the one ranks / 2 further on */
	WORK_PLAN, /* ranks wait, then run a program of gpcd-sim program */
};

/* An application. */
struct work {
	enum work_kind kind;
	uint32_t ranks; /* 2 or more; WORK_PINGPONG: 2 */
	uint64_t bytes; /* of a message; WORK_PLAN: of the largest one */
	uint64_t idle; /* ns that all ranks wait at the beginning */
	uint64_t delay; /* mean ns before a send (ping-pong) or before all; not in WORK_PLAN */
	uint32_t rounds; /* of WORK_PINGPONG; 0 is one */
	uint64_t engine; /* size from which on messages are block engine PUTs; 0: as in mpi_cray */
	struct program_plan plan; /* of WORK_PLAN, for these ranks */
	uint64_t span; /* of WORK_PLAN: estimate of the most ns that it takes */
	uint64_t sent; /* of WORK_PLAN: bytes of all messages */
	uint32_t ops; /* of WORK_PLAN: operations of its program */
};

/* Return the number of rounds of an application, 1 or more. */
static inline uint32_t work_rounds(const struct work *work)
{
	return work->rounds ? work->rounds : 1;
}

/* Return the protocols of messages in an application, and of the jobs beside it. */
struct mpi work_mpi(const struct work *work);

/* Programs of jobs beside the application. */
enum work_beside {
	BESIDE_UNIFORM, /* in each step each rank sends to and receives from a random one */
	BESIDE_ALLTOALL, /* in step i each rank sends to the one i ranks further on */
	BESIDE_NEIGHBOUR, /* each rank sends to the next one */
	BESIDE_KINDS,
};

/*
 * Make the program of an application in a repetition, for program_free(). All ranks wait for begin
 * ns first, while the network fills. seed is for the delays. Return 0 or -ENOMEM.
 */
int work_program(const struct work *work, uint64_t begin, uint64_t seed, uint32_t repetition,
		 struct program **program);

/* ns of a step of such a job, besides its pause: about 16 KiB (chosen). */
#define BESIDE_STEP	1000

/* A job beside the application. */
struct beside {
	enum work_beside kind;
	uint32_t ranks; /* 2 or more */
	uint64_t bytes; /* of a message */
	uint64_t pause; /* mean ns that a rank computes before each step */
	uint64_t stay; /* mean ns after which the job goes, if it does */
	uint64_t away; /* mean ns until it is back; 0: it does not go */
	uint32_t steps; /* 1 or more; must be enough to outlast the application */
};

/*
 * Make the program of a job beside the application in a repetition, for program_free(). job counts
 * from 1. seed is for peers and pauses. Return 0 or -ENOMEM.
 */
int work_beside(const struct beside *beside, uint64_t seed, uint32_t job, uint32_t repetition,
		struct program **program);

/* --- trials --- */

/* ns that other jobs have run when the application begins. */
#define TRIAL_BEGIN	10000

/* Most jobs beside the application. */
#define TRIAL_JOBS	16

/* Routings of messages, besides all of enum net_routing. */
enum trial_routing {
	TRIAL_DEFAULT = NET_ROUTINGS, /* as Cray's MPI: ADAPTIVE0, in an alltoall ADAPTIVE1 */
	TRIAL_AWARE, /* chosen by ranks between that and NET_ADAPTIVE3 */
};

/* Return the name of an enum net_routing or enum trial_routing. */
const char *trial_routing_name(unsigned int routing);

/* A trial. */
struct trial {
	const struct machine *machine; /* a dragonfly */
	struct work work; /* the application */
	const uint32_t *place; /* by rank of the application */
	unsigned int routing; /* enum net_routing or enum trial_routing */
	uint16_t add; /* what the bias of NET_ADAPTIVE3 adds, flits; 0: as of the machine */
	struct net_host host; /* turn and rate; each that is 0 is as of the machine */
	struct model_rules rules; /* with TRIAL_AWARE: how ranks choose */
	uint64_t reading; /* likewise: ns for which reading its counters keeps a rank busy */
	struct beside beside; /* each other job, at random nodes, the same in all repetitions */
	const uint32_t *beside_place; /* nodes of all their ranks, or NULL: at random */
	unsigned int jobs; /* number of other jobs, up to TRIAL_JOBS */
	unsigned int beside_routing; /* enum net_routing */
	uint64_t seed; /* of the experiment */
	uint32_t repetition;
};

/* The results for the application. */
struct trial_result {
	double time; /* us from its beginning to the end of its last rank */
	double latency; /* mean NIC cycles from request to response (paper: L); 0: none came */
	double stalls; /* mean cycles that a request's flit waited for its turn, the paper's s */
	double flits; /* of requests that its NICs sent */
	double answers; /* flits of responses that its NICs sent */
	double packets; /* requests that they sent */
	double tile_flits; /* flits into its routers over network links, since it began */
	double tile_stalls; /* cycles that packets waited there for outputs or credits, likewise */
	struct model_counters counters; /* registers of its NICs, added up */
	double share; /* part of its bytes in the network sent by default if ranks chose, else 0 */
};

/*
 * Run a trial, between stop_catch() and stop_heeded(); a signal ends it early. Trials may run in
 * parallel. Return 0, -EDOM if the machine has too few nodes, -EINTR after a signal, -ENOMEM, or an
 * error of the engine.
 */
int trial_run(const struct trial *trial, struct trial_result *result);

/* Report an error of trial_run(); return the exit code. */
int trial_failed(const struct trial *trial, int err);

#endif /* ARIES_TRIAL_H */
