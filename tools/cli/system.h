/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A whole system, as the command line names it.
 */
#ifndef CLI_SYSTEM_H
#define CLI_SYSTEM_H

#include <argp.h>

#include "topo/cabling.h"
#include "topo/gemini.h"

/** SYSTEM_BLUE: help of --blue */
#define SYSTEM_BLUE	"blue links of each pair of groups of a dragonfly; default 1"

/**
 * struct system - a whole system
 * @size: its size, as the user typed it
 * @class: topology class, --class, or -1: by its size
 * @blue: links a pair of groups, --blue, or 0: as the size says
 * @topo: its chips
 * @cabling: how its chips are cabled
 * @gemini: its cabinets, if its cabling has topology classes
 */
struct system {
	const char *size;
	int class;
	unsigned int blue;
	struct topo topo;
	const struct cabling *cabling;
	struct gemini_system gemini;
};

/** system_argp - the argument SIZE, --class and --blue; the input is a struct system */
extern const struct argp system_argp;

/**
 * system_find() - find the system that is named, of which the cabling must be known: a torus of
 *	three dimensions or a dragonfly
 * @system: its arguments; receives its chips and cabinets
 *
 * Return: the exit code, having said what is wrong.
 */
int system_find(struct system *system);

/**
 * system_find_gemini() - find the system that is named, which must be one of Geminis
 * @system: its arguments; receives its chips and cabinets
 *
 * Return: the exit code, having said what is wrong.
 */
int system_find_gemini(struct system *system);

/**
 * system_class() - parse the argument of --class
 * @state: state of the parser
 * @arg: the argument
 *
 * Exits if @arg is wrong.
 *
 * Return: the topology class, 0 to 3.
 */
int system_class(const struct argp_state *state, const char *arg);

/**
 * system_blue() - parse the argument of --blue
 * @state: state of the parser
 * @arg: the argument
 *
 * Exits if @arg is wrong.
 *
 * Return: the blue links of each pair of groups, from 1 on.
 */
unsigned int system_blue(const struct argp_state *state, const char *arg);

/**
 * system_bridges() - join groups by as many blue links as --blue says
 * @topo: the topology; receives them
 * @blue: how many, or 0: as the size says
 * @size: its size, as the user typed it, for messages
 *
 * Return: the exit code, having said what is wrong.
 */
int system_bridges(struct topo *topo, unsigned int blue, const char *size);

/**
 * system_cabinets() - find the cabinets of a torus
 * @gemini: receives the cabinets
 * @torus: the torus
 * @class: topology class, or -1: by its size
 * @size: its size, as the user typed it, for messages
 *
 * Return: the exit code, having said what is wrong.
 */
int system_cabinets(struct gemini_system *gemini, const struct topo *torus, int class,
		    const char *size);

#endif /* CLI_SYSTEM_H */
