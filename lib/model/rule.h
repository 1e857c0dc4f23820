/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which routing a message takes: rule (3) of De Sensi et al., and its dual.
 */
#ifndef MODEL_RULE_H
#define MODEL_RULE_H

#include "model/message.h"

/**
 * enum model_routing - the two routings that an application chooses from
 * @MODEL_ADAPTIVE: the default of the calls that send: ADAPTIVE0, of an alltoall ADAPTIVE1
 * @MODEL_BIASED: with a high bias towards minimal ways: ADAPTIVE3
 * @MODEL_ROUTINGS: number of routings
 */
enum model_routing {
	MODEL_ADAPTIVE,
	MODEL_BIASED,
	MODEL_ROUTINGS,
};

/**
 * struct model_scale - factors from the state of the network in one routing to that in the other
 * @latency: of the latency; the paper's lambda
 * @stalls: of the stalls; the paper's sigma
 */
struct model_scale {
	double latency;
	double stalls;
};

/** MODEL_LAMBDA - latency with a high bias over that without, by the published program */
#define MODEL_LAMBDA (1 / 1.2)

/** MODEL_SIGMA - stalls with a high bias over those without, by the published program */
#define MODEL_SIGMA 5.0

/** model_other() - return the routing that @routing is not */
static inline enum model_routing model_other(enum model_routing routing)
{
	return routing == MODEL_ADAPTIVE ? MODEL_BIASED : MODEL_ADAPTIVE;
}

/** model_scaled() - return @network, multiplied by the factors of @scale */
static inline struct model_network model_scaled(const struct model_network *network,
						const struct model_scale *scale)
{
	return (struct model_network){
		.latency = network->latency * scale->latency,
		.stalls = network->stalls * scale->stalls,
	};
}

/**
 * model_changes() - check if a message is better off with the other routing
 * @terms: the message
 * @current: the state of the network in the routing that is in use
 * @other: the state in the other routing
 *
 * While MODEL_ADAPTIVE is in use this is rule (3), while MODEL_BIASED is, its dual. The division
 * form (4) of the rule is not used: it decides wrongly where a bias makes stalls fewer, and is
 * undefined where it does not change them.
 *
 * Return: true if equation (2) gives the message less time in the other routing; if both times
 * are equal, the routing stays.
 */
static inline bool model_changes(const struct model_terms *terms,
				 const struct model_network *current,
				 const struct model_network *other)
{
	return model_time(terms, other) < model_time(terms, current);
}

#endif /* MODEL_RULE_H */
