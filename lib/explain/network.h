/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the steps of an explanation share. */
#ifndef EXPLAIN_NETWORK_H
#define EXPLAIN_NETWORK_H

#include "explain.h"
#include "nics.h"

/* An output that is used, and waits for credits, this much of the time is full. */
#define EXPLAIN_FULL	0.95

/* Colour of a dragonfly's links between groups. */
#define EXPLAIN_BETWEEN_GROUPS	2

/* Links by chip: chip c has list[first[c]] to list[first[c + 1] - 1]. */
struct explain_index {
	uint32_t *first;
	uint32_t *list;
};

/* A link in the present window. */
struct explain_state {
	double pressure;	/* how much its output makes packets wait */
	double forward;		/* share of these waits that what follows the link causes */
	double sum;		/* of pressures of the outputs that its packets may take */
	double width;		/* part of its lanes' width that seems to work: 1, 2/3, 1/3 */
	double waits;		/* at its end, on average: tiles whose heads wait */
	double share;		/* of waits passed on; while walking: waits to be passed on */
	double next;		/* while walking: waits of the next step */
	double rooted;		/* waits that end at its output */
};

struct explain {
	const struct explain_machine *machine;
	struct explain_index in, out;	/* links that end, and that begin, at a chip */
	uint32_t *back;			/* by link: the same link in the other direction, or NONE */
	struct explain_state *states;	/* by link */
	uint32_t *queue;		/* by link: room for a search */
	uint32_t *seen;			/* by link: number of the search that found it */
	uint32_t search;		/* number of the last search */
	double total;			/* waits of all links */
};

/*
 * Tiles of a host link lack credits of a NIC this much of the time if it is full: they are busy
 * with it for the rest. Half of an Aries's tiles serve other NICs.
 */
static inline double explain_nic_full(const struct explain_machine *machine)
{
	return machine->ordered ? 0.25 : 0.15;
}

static inline bool explain_is_host(const struct explain_link *link)
{
	return link->from == link->to;
}

/* Whether a packet that arrives by one link of a chip may leave it by another. */
bool explain_may_feed(const struct explain_machine *machine, const struct explain_link *in,
		      const struct explain_link *out);

/* Find out where the waits of this window end: fill in all states. */
void explain_walk(struct explain *explain, const struct explain_counts *counts);

/* The tree of a root, found backward. */
struct explain_tree {
	const uint32_t *links;	/* of which packets wait for the root, nearest first */
	uint32_t count;
};

/* Find the links whose packets wait for a root, by its link; loaded: also those that fill it. */
struct explain_tree explain_tree(struct explain *explain, const struct explain_counts *counts,
				 uint32_t root, bool loaded);

/* Packets a second that the NICs of a chip take; NAN: not known. */
double explain_taken(const struct explain *explain, const struct explain_counts *counts,
		     uint32_t chip);

/* Say how much waits for a root; its kind is not decided. */
void explain_describe(const struct explain *explain, const struct explain_counts *counts,
		      uint32_t root, struct explain_finding *finding);

/* Decide what a root is; returns false if it is nothing to report. */
bool explain_judge(struct explain *explain, const struct explain_counts *counts, uint32_t root,
		   struct explain_finding *finding);

/* Add a copy of a finding with this root. Returns 0 or -ENOMEM. */
int explain_add(struct explain_findings *findings, const struct explain_finding *finding,
		uint32_t root);

/* Whether two findings, the first the worse one, are one: of the same root, or of equal roots. */
bool explain_is_like(const struct explain *explain, const struct explain_finding *worse,
		     const struct explain_finding *other);

/* Add to a finding the roots of another one that it lacks. Returns 0 or -ENOMEM. */
int explain_add_roots(struct explain *explain, struct explain_finding *finding,
		      const struct explain_finding *other);

/* Add a NIC to a finding. Returns 0 or -ENOMEM. */
int explain_add_nic(struct explain_nic_finding *finding, uint32_t nic);

/* Beside findings that are shown, add end points that these hide. Returns 0 or -ENOMEM. */
int explain_hidden(struct explain *explain, const struct explain_counts *counts,
		   struct explain_findings *findings);

/* Find full links that adaptive routing goes round. Returns 0 or -ENOMEM. */
int explain_detours(struct explain *explain, const struct explain_counts *counts,
		    struct explain_findings *findings);

/* The median, for explain_quantile(). */
#define EXPLAIN_MEDIAN	0.5

/* Sort values, leave out NAN, and return the one below which a part is; 0: there is none. */
double explain_quantile(double *values, size_t count, double part);

/*
 * Sort findings, fold equal ones, find what they have in common, leave out negligible ones, and add
 * hidden ones. Returns 0 or -ENOMEM.
 */
int explain_fold(struct explain *explain, const struct explain_counts *counts,
		 struct explain_findings *findings);

/* Sort findings, the worst first. */
void explain_sort(struct explain_findings *findings);

#endif /* EXPLAIN_NETWORK_H */
