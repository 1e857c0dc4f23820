/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The model of message time and of routing chosen by the application has two readings: as the
 * paper prints it, and as the program that its authors published computes it.
 */
#ifndef MODEL_VARIANT_H
#define MODEL_VARIANT_H

#include <stdbool.h>

/**
 * struct model_variant - a reading of the model
 * @name: its name, as users type it
 * @help: what it is, in a few words
 * @whole_flits: flits are counted packet by packet; else they are 5/64 of the bytes of a PUT and
 *	1/64 of those of a GET, with fractions
 * @whole_latencies: a message takes a whole number of latencies; else (p + 512) / 1024 of them
 * @less_responses: cycles in which responses stalled are subtracted from those of requests
 * @same_message: what is remembered of a routing holds for messages of one size to one peer alone
 */
struct model_variant {
	const char *name;
	const char *help;
	bool whole_flits;
	bool whole_latencies;
	bool less_responses;
	bool same_message;
};

/** model_paper - the model as De Sensi et al. print it */
extern const struct model_variant model_paper;

/** model_published - the model as their program computes it */
extern const struct model_variant model_published;

/** MODEL_VARIANTS - number of readings */
#define MODEL_VARIANTS 2

/** model_variants - all readings; the first is the default */
extern const struct model_variant * const model_variants[MODEL_VARIANTS];

#endif /* MODEL_VARIANT_H */
