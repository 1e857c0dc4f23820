/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Routing chosen by the application, message by message: Algorithm 1 of De Sensi et al.
 *
 * Before sending a message, the caller asks model_choose() and sends with the routing that it
 * returns. If the answer says so, it then reads the counters of its NIC and passes them to
 * model_observe():
 *
 *	choice = model_choose(&aware, &message);
 *	send(message, choice.routing);
 *	if (choice.read)
 *		model_observe(&aware, &counters);
 *
 * The calls do not allocate, lock or fail. A struct model_aware serves one thread at a time.
 */
#ifndef MODEL_AWARE_H
#define MODEL_AWARE_H

#include "model/rule.h"
#include "model/sample.h"

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
struct model_aware {
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
struct model_choice {
	enum model_routing routing;
	enum model_reason reason;
	bool read;	/* read the counters after sending */
};

/* Start with MODEL_ADAPTIVE and no reading. The rules are copied, their variant is not. */
void model_aware_init(struct model_aware *aware, const struct model_rules *rules);

/* Choose the routing of a message that is about to be sent. */
struct model_choice model_choose(struct model_aware *aware, const struct model_message *message);

/*
 * Use a reading of the counters. The first one only serves as the base of the next. If no flit was
 * sent or no response came since the base, the base stays, so that late responses are not lost. If
 * a counter went back, @now becomes the base and there is no sample.
 */
void model_observe(struct model_aware *aware, const struct model_counters *now);

#endif /* MODEL_AWARE_H */
