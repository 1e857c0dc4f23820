/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Routing chosen by the application, message by message, on an Aries network: De Sensi et al.,
 * "Mitigating Network Noise on Dragonfly Networks through Application-Aware Routing" (SC '19).
 *
 * Times are cycles of the NIC's clock, with fractions. Nothing here allocates, locks or fails, so a
 * library may call it for each message.
 */
#ifndef MODEL_ROUTING_H
#define MODEL_ROUTING_H

#include <stdbool.h>
#include <stdint.h>

/* --- readings --- */

/*
 * The model of message time and of routing chosen by the application has two readings: as the paper
 * prints it, and as the program that its authors published computes it.
 */

/* A reading of the model. */
struct model_variant {
	const char *name;	/* as users type it */
	const char *help;	/* a few words */
	bool whole_flits;	/* by packet; else 5/64 of a PUT's bytes, 1/64 of a GET's */
	bool whole_latencies;	/* a whole number of latencies; else (p + 512) / 1024 */
	bool less_responses;	/* subtract cycles of stalled responses */
	bool same_message;	/* a remembered state holds only for one size and peer */
};

/* The model as De Sensi et al. print it. */
extern const struct model_variant model_paper;

/* The model as their program computes it. */
extern const struct model_variant model_published;

#define MODEL_VARIANTS 2

/* All readings; the first is the default. */
extern const struct model_variant * const model_variants[MODEL_VARIANTS];

/* --- how long a message takes: equations (1) and (2) --- */

/* ns of a cycle of the NIC's clock, as in the published program: 800 MHz. */
#define MODEL_CYCLE_NS 1.25

/* Which side moves the data of a message. */
enum model_kind {
	MODEL_PUT,	/* the sender; requests carry it */
	MODEL_GET,	/* the receiver; responses carry it */
};

/* A message that is about to be sent. */
struct model_message {
	uint64_t bytes;
	enum model_kind kind;
	uint64_t peer;	/* any number that differs from peer to peer */
};

/* The terms of a message's time. */
struct model_terms {
	uint64_t packets;	/* p: request packets */
	double flits;		/* f: request flits */
	double latencies;	/* packet latencies counted by (2) */
};

/* The state of the network, as a NIC's counters show it. */
struct model_network {
	double latency;	/* L: of a packet, request and response, cycles */
	double stalls;	/* s: mean cycles that a flit waits before it is sent */
};

/*
 * Take a message apart. A packet has 64 bytes or fewer, and a message one packet or more. A request
 * of a PUT is a header flit and one to four flits of 16 bytes of payload; a request of a GET is one
 * flit.
 */
struct model_terms model_terms(const struct model_variant *variant,
			       const struct model_message *message);

/*
 * Equation (1): return the time of a message if any number of packets may be outstanding, L / 2 + f
 * (s + 1), cycles.
 */
static inline double model_time_unbounded(const struct model_terms *terms,
					  const struct model_network *network)
{
	return network->latency / 2 + terms->flits * (network->stalls + 1);
}

/*
 * Equation (2): return the time of a message if 1,024 packets may be outstanding, (p + 512) / 1024
 * L + f (s + 1), cycles; with the variant's whole_latencies the first factor is rounded up.
 */
static inline double model_time(const struct model_terms *terms,
				const struct model_network *network)
{
	return terms->latencies * network->latency + terms->flits * (network->stalls + 1);
}

/* --- the state of the network, from a NIC's counters --- */

/* NIC cycles in a unit of AR_NIC_ORB_PRF_NET_RSP_TRACK_2: a microsecond. */
#define MODEL_TICK_CYCLES (1000 / MODEL_CYCLE_NS)

/*
 * A reading of a NIC's counters, which have 64 bits and wrap to 0. Only some variants use
 * responses_stalled.
 */
struct model_counters {
	uint64_t flits;			/* AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS */
	uint64_t stalled;		/* AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED */
	uint64_t responses_stalled;	/* AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_STALLED */
	uint64_t pairs;			/* AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK */
	uint64_t pair_time;		/* AR_NIC_ORB_PRF_NET_RSP_TRACK_2 */
};

/*
 * Compute the state of the network between two readings. @tick_cycles is NIC cycles in a unit of
 * pair_time, such as MODEL_TICK_CYCLES. Stalls that subtracting responses makes negative are 0, as
 * in the published program. Returns -ENODATA if no flit was sent or no response came in between,
 * -ESTALE if a counter went back, so was cleared; @network is untouched after an error.
 */
int model_sample(const struct model_variant *variant, double tick_cycles,
		 const struct model_counters *before, const struct model_counters *now,
		 struct model_network *network);

/* --- which routing a message takes: rule (3), and its dual --- */

/* The two routings that an application chooses from. */
enum model_routing {
	MODEL_ADAPTIVE,	/* the default: ADAPTIVE0, for an alltoall ADAPTIVE1 */
	MODEL_BIASED,	/* high bias towards minimal paths: ADAPTIVE3 */
	MODEL_ROUTINGS,
};

/* Factors from the state of the network in one routing to its state in the other. */
struct model_scale {
	double latency;	/* lambda in the paper */
	double stalls;	/* sigma */
};

/* Ratio of biased to unbiased latency, from the published program. */
#define MODEL_LAMBDA (1 / 1.2)

/* Ratio of biased to unbiased stalls, likewise. */
#define MODEL_SIGMA 5.0

/* Return the routing that @routing is not. */
static inline enum model_routing model_other(enum model_routing routing)
{
	return routing == MODEL_ADAPTIVE ? MODEL_BIASED : MODEL_ADAPTIVE;
}

/* Return @network, multiplied by the factors of @scale. */
static inline struct model_network model_scaled(const struct model_network *network,
						const struct model_scale *scale)
{
	return (struct model_network){
		.latency = network->latency * scale->latency,
		.stalls = network->stalls * scale->stalls,
	};
}

/*
 * Return true if equation (2) gives the message less time in the other routing; with equal times
 * the routing stays. For MODEL_ADAPTIVE this is rule (3), for MODEL_BIASED its dual. The rule's
 * division form (4) is not used: it decides wrongly where a bias reduces stalls, and is undefined
 * where it does not change them.
 */
static inline bool model_changes(const struct model_terms *terms,
				 const struct model_network *current,
				 const struct model_network *other)
{
	return model_time(terms, other) < model_time(terms, current);
}

/* --- the choice, message by message: Algorithm 1 --- */

/*
 * Before sending a message, the caller asks model_routing_choose() and sends with the routing that
 * it returns. If the answer says so, it then reads the counters of its NIC and passes them to
 * model_routing_observe():
 *
 *	choice = model_routing_choose(&aware, &message);
 *	send(message, choice.routing);
 *	if (choice.read)
 *		model_routing_observe(&aware, &counters);
 *
 * A struct model_routing_state serves one thread at a time.
 */

/* Bytes that are sent without a decision; from the paper. */
#define MODEL_THRESHOLD 4096

/* Decisions after which a remembered state is too old; from the published program. */
#define MODEL_AGE_LIMIT 5

/* Parameters of decisions. */
struct model_rules {
	const struct model_variant *variant;
	uint64_t threshold;	/* decide when more bytes than this were sent */
	unsigned int age_limit;	/* decisions; 1 or less: always estimate the other state */
	double tick_cycles;	/* NIC cycles in a unit of pair_time */
	struct model_scale scale[MODEL_ROUTINGS];	/* by enum model_routing */
};

/* Return the rules of a variant, with the constants of the paper and the program. */
struct model_rules model_rules_default(const struct model_variant *variant);

/*
 * Set all scaling factors from the paper's two: latency, and stalls, with a high bias over without
 * it; both above 0. The factors of the dual rule are their inverses.
 */
void model_rules_scale(struct model_rules *rules, double lambda, double sigma);

/* The last state seen in a routing. */
struct model_memory {
	struct model_network network;
	unsigned int age;	/* decisions since then; UINT_MAX: nothing seen yet */
	uint64_t bytes;		/* size of that decision's message */
	uint64_t peer;		/* of that message */
};

/* An application, or a NIC, that chooses its routing. All members are private. */
struct model_routing_state {
	struct model_rules rules;
	enum model_routing routing;			/* that the last decision chose */
	uint64_t bytes;					/* sent since the last decision */
	bool based;					/* base is valid */
	bool sampled;					/* network is valid and not used yet */
	struct model_counters base;			/* counters to compare the next ones with */
	struct model_network network;			/* since the previous reading */
	struct model_memory seen[MODEL_ROUTINGS];	/* by enum model_routing */
};

/* Why a message takes its routing. */
enum model_reason {
	MODEL_DECIDED,	/* by rule (3) or its dual */
	MODEL_FEW_BYTES, /* at most threshold: MODEL_BIASED, for low latency */
	MODEL_NO_SAMPLE, /* no usable sample since the last decision, which stays */
};

/* The routing of a message. */
struct model_routing_choice {
	enum model_routing routing;
	enum model_reason reason;
	bool read;	/* read the counters after sending */
};

/* Start with MODEL_ADAPTIVE and no reading. The rules are copied, their variant is not. */
void model_routing_init(struct model_routing_state *aware, const struct model_rules *rules);

/* Choose the routing of a message that is about to be sent. */
struct model_routing_choice model_routing_choose(struct model_routing_state *aware,
						 const struct model_message *message);

/*
 * Use a reading of the counters. The first one only serves as the base of the next. If no flit was
 * sent or no response came since the base, the base stays, so that late responses are not lost. If
 * a counter went back, @now becomes the base and there is no sample.
 */
void model_routing_observe(struct model_routing_state *aware, const struct model_counters *now);

/* --- at which sizes the rule changes its choice --- */

/* Largest size that model_flip() takes, bytes: all numbers are exact up to it. */
#define MODEL_SIZE_MAX (1ULL << 40)

/* All that the rule's choice depends on, except the size. */
struct model_case {
	const struct model_variant *variant;
	enum model_kind kind;
	struct model_network networks[MODEL_ROUTINGS];	/* by enum model_routing */
	enum model_routing current;			/* the routing in use */
};

/* Return the terms of a message of @bytes. */
struct model_terms model_case_terms(const struct model_case *this, uint64_t bytes);

/* Return the routing that the rule chooses for a message of @bytes. */
enum model_routing model_case_routing(const struct model_case *this, uint64_t bytes);

/*
 * Return the smallest size above @from, up to @to (at most MODEL_SIZE_MAX), for which the rule
 * chooses otherwise than for @from, or 0 if there is none.
 */
uint64_t model_flip(const struct model_case *this, uint64_t from, uint64_t to);

#endif /* MODEL_ROUTING_H */
