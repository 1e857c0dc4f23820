/* SPDX-License-Identifier: GPL-2.0-only */
/* A whole system, as named on the command line. */
#ifndef CLI_SYSTEM_H
#define CLI_SYSTEM_H

#include "options.h"
#include "topo/cabling.h"
#include "topo/gemini.h"

/* Help of --blue. */
#define SYSTEM_BLUE	"blue links of each pair of groups of a dragonfly; default 1"

/* A whole system. */
struct system {
	const char *size; /* as the user typed it */
	int class; /* --class, or -1: chosen by the size */
	unsigned int blue; /* links per pair of groups, --blue; 0: as the size says */
	struct topo topo;
	const struct cabling *cabling;
	struct gemini_system gemini; /* cabinets, if the cabling has topology classes */
};

/* Argument SIZE, --class and --blue; the class is -1 before. */
extern const struct options system_options;

/*
 * Find the chips and cabinets of the system that was named. Its cabling must be known: a torus of
 * three dimensions or a dragonfly. Report any error and return the exit code.
 */
int system_find(struct system *system);

/* Like system_find(), but only for a Gemini system. */
int system_find_gemini(struct system *system);

/* Complain of a size that topo_parse() has refused with @err. Return the exit code. */
int system_refuse(const char *size, int err);

/*
 * Set the blue links per pair of groups to @blue; 0 leaves @topo as its size says. @size is what
 * the user typed, for messages. Report any error and return the exit code.
 */
int system_bridges(struct topo *topo, unsigned int blue, const char *size);

/*
 * Find the cabinets of a torus by its topology class, or by its size if @class is -1. @size is what
 * the user typed, for messages. Report any error and return the exit code.
 */
int system_cabinets(struct gemini_system *gemini, const struct topo *torus, int class,
		    const char *size);

#endif /* CLI_SYSTEM_H */
