/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A whole system, as the command line names it.
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <argp.h>

#include "topo/cabling.h"
#include "topo/gemini.h"

/**
 * struct system - a system
 * @size: the argument
 * @class: --class, or -1
 * @topo: its chips
 * @cabling: how its chips are cabled
 * @gemini: its cabinets, if its cabling has topology classes
 */
struct system {
	const char *size;
	int class;
	struct topo topo;
	const struct cabling *cabling;
	struct gemini_system gemini;
};

/* SIZE and --class; its input is a struct system. */
extern const struct argp system_argp;

/*
 * Find what is named, of which the cabling must be known: a three-dimensional torus, or a
 * dragonfly; returns the exit code, having said what is wrong.
 */
int system_find(struct system *system);

/* Find what is named, which must be a Gemini system; likewise. */
int system_find_gemini(struct system *system);

/* The argument of a --class; exits on a wrong one. */
int system_class(const struct argp_state *state, const char *arg);

/* The cabinets of a torus, @size as the user has it; @class: or -1; as system_find(). */
int system_cabinets(struct gemini_system *gemini, const struct topo *torus, int class,
		    const char *size);

#endif /* SYSTEM_H */
