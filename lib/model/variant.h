/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The model of message time and of routing chosen by the application has two readings: as the paper
 * prints it, and as the program that its authors published computes it.
 */
#ifndef MODEL_VARIANT_H
#define MODEL_VARIANT_H

#include <stdbool.h>

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

#endif /* MODEL_VARIANT_H */
