/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What is wrong in a network, by what its links counted in a window of time: where packets wait,
 * what they wait for, and what holds that. docs/explain.md derives the rules.
 *
 * Nothing is read or printed here, and no chip's registers are known.
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No link. */
#define EXPLAIN_NONE	(~0u)

/* --- the machine --- */

/*
 * A logical link in one direction. The host link of a chip, and no other, leads from the chip to
 * itself: its input comes from the chip's NICs, its output leads to them.
 */
struct explain_link {
	uint32_t from, to;	/* chips */
	uint8_t dim;		/* of a grid; colour on a dragonfly */
	uint8_t port;		/* the same for links of a grid that lead the same way */
	uint8_t lanes;		/* tiles that work; 0: the map says that the link has failed */
	double units;		/* phits or flits a second that they carry together */
};

/* The links of a machine; they outlive its explanation. */
struct explain_machine {
	const struct explain_link *links;
	uint32_t count;		/* of links */
	uint32_t chips;
	bool ordered;		/* packets take dimensions in their order, as on a grid */
	double nic_packets;	/* packets a second that a NIC can take */
};

struct explain;

/*
 * Prepare to explain a machine; free it with explain_free(). Returns 0, -EINVAL for a link of a
 * chip that is none, or -ENOMEM.
 */
int explain_new(const struct explain_machine *machine, struct explain **result);

/* Free what explain_new() made; NULL is allowed. */
void explain_free(struct explain *explain);

/* --- a window --- */

/* What a link did in a window; NAN: not known, as its chip is not read. */
struct explain_counts {
	double use;		/* share of its units that arrived */
	double packets;		/* that arrived, per second */
	/* cycles that heads waited at its end, as a share of its tiles' time; may exceed 1 */
	double input;
	double credit;		/* share of its tiles' time that its start waited for credits */
	double most;		/* use in the sample that has most of it; 0: not known */
};

/* --- findings --- */

enum explain_kind {
	EXPLAIN_END_POINT,	/* a NIC is sent more than it takes */
	EXPLAIN_SLOW_RECEIVER,	/* a NIC takes less than it could */
	EXPLAIN_LINK,		/* a link is routed more than it carries */
	EXPLAIN_DEGRADED,	/* a link is full at a third, or two thirds, of what it carries */
	EXPLAIN_FAILED,		/* a link carries nothing, and others carry its traffic */
	EXPLAIN_SENDER,		/* a NIC sends far more than its like */
	EXPLAIN_DETOURS,	/* round a full link packets pass groups that are not theirs */
	EXPLAIN_KINDS,
};

/* Most branches that a finding names. */
#define EXPLAIN_BRANCHES	4

/* A tree of congestion, or several with equal roots. */
struct explain_finding {
	enum explain_kind kind;
	uint32_t *roots;	/* links, the worst first; host links stand for their NICs */
	size_t count;
	uint32_t full;		/* FAILED, SENDER: the full link that it shows by; else the root */
	double waiting;		/* tiles whose packets wait for the roots, on average */
	double share;		/* of all waiting, when that is most */
	double sure;		/* 0 to 1 */
	bool minor;		/* few packets wait for it, though it is out of order */
	struct explain_counts counts;	/* of the worst full link; host: what its NICs take */
	double usual;		/* SENDER: packets a second that such a chip usually sends */
	uint32_t passed;	/* DETOURS: a chip of the group that most packets pass */
	double passing;		/* DETOURS: of those that leave that group, at least */
	uint32_t links;		/* in the tree of the worst root */
	uint32_t hurt;		/* chips whose nodes wait for it */
	/* links + hurt links whose packets wait for the worst root, the nearest first */
	uint32_t *tree;
	uint32_t branches[EXPLAIN_BRANCHES];	/* its worst links upstream, or EXPLAIN_NONE */
};

/* The result of a window. */
struct explain_findings {
	struct explain_finding *list;	/* the worst first */
	size_t count;
	uint32_t busiest;	/* network link that is used most, or EXPLAIN_NONE */
	double use;		/* its use, of what it carries */
	uint32_t unread;	/* links of which something is not known */
};

/*
 * Explain a window; counts are by link. Free the findings with explain_findings_free(), also after
 * an error. Returns 0 or -ENOMEM.
 */
int explain_window(struct explain *explain, const struct explain_counts *counts,
		   struct explain_findings *findings);

/*
 * Mark the chips whose nodes wait for a root of a finding of the last window, by chip; others stay
 * as they are.
 */
void explain_hurt(struct explain *explain, const struct explain_counts *counts,
		  const struct explain_finding *finding, bool *hurt);

/* Free findings. */
void explain_findings_free(struct explain_findings *findings);

#endif /* EXPLAIN_H */
