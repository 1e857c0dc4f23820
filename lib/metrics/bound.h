/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Metrics of a device: for each tile, link, NIC or chip the registers that its number is made of.
 */
#ifndef METRICS_BOUND_H
#define METRICS_BOUND_H

#include <gpcd/gpcd.h>

#include "registers.h"
#include "set.h"

/** METRICS_OBJECT_ROOM: bytes of the longest name of an object, with its NUL */
#define METRICS_OBJECT_ROOM	24

/**
 * struct metrics_link - a link of the chip
 * @name: its name, such as "X+"
 * @tiles: its tiles
 * @count: how many
 * @peak: bytes that it can carry in a second, one way; 0: unknown
 */
struct metrics_link {
	char name[METRICS_OBJECT_ROOM];
	struct metrics_tile tiles[64];
	unsigned int count;
	double peak;
};

/**
 * struct metrics_subject - one number: a metric of one object
 * @metric: index of the metric
 * @object: name of the object: "r,c" of a tile, a link's name, "nic", "chip"
 * @first: index of the first operand: each step that reads registers has one
 * @peak: bytes that the object can carry in a second, one way; 0: unknown
 * @tiles: its tiles; 0 if it is no tile or link
 */
struct metrics_subject {
	size_t metric;
	char object[METRICS_OBJECT_ROOM];
	size_t first;
	double peak;
	unsigned int tiles;
};

/**
 * struct metrics_operand - the registers of one step for one object
 * @first: index of the first one among the slots
 * @count: how many, above 0
 */
struct metrics_operand {
	size_t first;
	size_t count;
};

/**
 * struct metrics_bound - numbers of a device
 * @metrics: the metrics; must outlive this
 * @links: links of the chip; NULL: unknown. Must outlive metrics_bind()
 * @link_count: how many
 * @group: group of the registers; metrics_bind() adds to it
 * @subjects: the numbers, in the order in which metrics were bound, of each in that of its objects
 * @count: how many
 * @operands: registers by step and object
 * @operand_count: how many
 * @slots: indices in @group
 * @slot_count: how many
 * @known: by place in the catalogue, index in @group plus 1, of whole registers; 0: not there
 */
struct metrics_bound {
	const struct metrics *metrics;
	const struct metrics_link *links;
	size_t link_count;
	struct gpcd_group *group;
	struct metrics_subject *subjects;
	size_t count;
	struct metrics_operand *operands;
	size_t operand_count;
	unsigned int *slots;
	size_t slot_count;
	unsigned int *known;
};

/**
 * metrics_bind() - add a metric's numbers
 * @bound: has @metrics, @links and @group; the rest is zero before the first call
 * @metric: a metric of @metrics
 *
 * A metric per tile is bound to the tiles that have all its registers, a metric per link to the
 * links of @links whose tiles all have them.
 *
 * Return: 0; -ENODATA the chip has no such object, or its links are not known; -EMSGSIZE, -EBUSY
 * as gpcd_group_add(); -ENOMEM. After an error @bound may only be released.
 */
int metrics_bind(struct metrics_bound *bound, const struct metric *metric);

/**
 * metrics_unbind() - free what a binding holds, but not the group
 * @bound: the binding, empty after this
 */
void metrics_unbind(struct metrics_bound *bound);

#endif /* METRICS_BOUND_H */
