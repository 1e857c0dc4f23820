/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Metrics bound to a device: for each tile, link, NIC or chip, the registers that a number is
 * computed from.
 */
#ifndef METRICS_BOUND_H
#define METRICS_BOUND_H

#include <gpcd/gpcd.h>

#include "registers.h"
#include "set.h"

/* Bytes of the longest name of an object, with its NUL. */
#define METRICS_OBJECT_ROOM	24

/* A link of the chip. */
struct metrics_link {
	char name[METRICS_OBJECT_ROOM];	/* such as "X+" */
	struct metrics_tile tiles[64];
	unsigned int count;	/* number of tiles */
	double peak;	/* bytes/s, one way; 0: unknown */
};

/* One number: a metric of one object. */
struct metrics_subject {
	size_t metric;	/* index of the metric */
	char object[METRICS_OBJECT_ROOM]; /* "r,c" of a tile, a link's name, "nic" or "chip" */
	size_t first;	/* index of the first operand; each step that reads registers has one */
	double peak;	/* bytes/s that the object can carry, one way; 0: unknown */
	unsigned int tiles;	/* its tiles; 0 if it is no tile or link */
};

/* The registers of one step for one object. */
struct metrics_operand {
	size_t first;	/* index in the slots */
	size_t count;	/* above 0 */
};

/* Numbers of a device, in the order in which metrics were bound, and then of their objects. */
struct metrics_bound {
	const struct metrics *metrics;	/* must outlive this */
	const struct metrics_link *links;	/* NULL: unknown; must outlive metrics_bind() */
	size_t link_count;
	double nic_peak;	/* bytes/s of the NIC's link, one way; 0: unknown */
	struct gpcd_group *group;	/* metrics_bind() adds registers to it */
	struct metrics_subject *subjects;	/* the numbers */
	size_t count;	/* of subjects */
	struct metrics_operand *operands;	/* registers, by step and object */
	size_t operand_count;
	unsigned int *slots;	/* indices in group */
	size_t slot_count;
	/* by index in the catalogue: index in group + 1, or 0; then the same for a field of it */
	unsigned int *known;
	unsigned int known_count;	/* of each half of known */
	/* number of bindings that have these subjects, operands and slots; NULL: this one alone */
	unsigned int *users;
};

/*
 * Add a metric's numbers. @metric is one of bound->metrics; the members after group are zero before
 * the first call. A metric per tile is bound to the tiles that have all its registers, a metric per
 * link to the links whose tiles all have them. Return 0, -ENODATA if the chip has no such object or
 * its links are unknown, -ERANGE or -EBUSY as gpcd_group_add(), or -ENOMEM. After an error the
 * binding can only be freed.
 */
int metrics_bind(struct metrics_bound *bound, const struct metric *metric);

/*
 * Let a binding have the numbers of another one, which are found anew for neither: many devices
 * have one type of chip. @bound has no number yet; its metrics and its list of links are those of
 * @like, and its group shares that of @like. If metrics_bind() later adds numbers to one of the
 * two, the other one keeps what it has. Not thread-safe. Return 0; -EINVAL if metrics, links or
 * group are others, or if there are numbers of a NIC, whose speed each binding sets for itself; or
 * -ENOMEM. After an error @bound still has no number.
 */
int metrics_bind_like(struct metrics_bound *bound, struct metrics_bound *like);

/* Free what only metrics_bind() needs, after its last call. */
void metrics_bind_end(struct metrics_bound *bound);

/* Set what the link of a NIC carries now; it may come up later, or with another speed. */
void metrics_set_nic_peak(struct metrics_bound *bound, double peak);

/* Free the memory of a binding, but not its group, and make the binding empty. */
void metrics_unbind(struct metrics_bound *bound);

#endif /* METRICS_BOUND_H */
