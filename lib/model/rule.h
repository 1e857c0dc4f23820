/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which routing a message takes: rule (3) of De Sensi et al., and its dual. */
#ifndef MODEL_RULE_H
#define MODEL_RULE_H

#include "model/message.h"

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

#endif /* MODEL_RULE_H */
