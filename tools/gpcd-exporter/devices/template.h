/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Templates: most devices are alike. Those of one type of chip with the same links have the same
 * registers, series, and sums of registers in them; they share these.
 */
#ifndef DEVICES_TEMPLATE_H
#define DEVICES_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "choice.h"
#include "metrics/bound.h"
#include "metrics/value.h"
#include "topo/interconnect.h"

struct device;

/* Objects whose labels do not come from their metrics: the device, which has one NIC; its chip. */
enum { TEMPLATE_DEVICE, TEMPLATE_CHIP, TEMPLATE_OBJECTS };

/* An object that has labels. */
struct template_object {
	enum metrics_per per;
	const char *name;	/* as in the subject that has it */
};

/* The series of a metric of an object. */
struct template_series {
	size_t family;			/* index */
	enum metrics_reason why;	/* METRICS_GIVEN, _NO_PEAK or _ZERO */
	bool of_nic;			/* else of the chip, whose leader alone exports it */
	unsigned int object;		/* index */
	unsigned int first, count;	/* of its terms */
};

/* A sum of totals in the numbers of a series, with its factors. */
struct template_term {
	unsigned int sum;	/* number of a sum */
	double over;		/* in the total, or the numerator */
	double under;		/* in the denominator */
};

/*
 * A sum of totals of registers, and of earlier sums: many registers of a chip are also a link's.
 * Sums modulo 2^64 do not depend on the order.
 */
struct template_sum {
	unsigned int number;	/* in the order of the terms */
	unsigned int operand;	/* of the metrics, one of those that it is the sum of */
	bool of_nic;
	unsigned int first;	/* index of its first register in places */
	unsigned int registers;	/* places in a group */
	unsigned int sums;	/* then so many numbers of sums */
};

/* What alike devices share. */
struct template {
	struct template *next;			/* of the same chip */
	LIST_HEAD(template_devices, device) devices;	/* with it, at least one */
	struct choice_chip *chosen;
	struct metrics_link *links;		/* as far as they are known */
	size_t link_count;
	struct metrics_bound bound;		/* without group */
	struct template_series *series;		/* by subject of bound */
	size_t most;				/* series that these may be */
	struct template_object *objects;
	unsigned int object_count;
	struct template_term *terms;
	unsigned int term_count;
	struct template_sum *sums;		/* each after those in it; first those of NICs */
	unsigned int sum_count;
	unsigned int nic_sums;
	unsigned int *places;
	unsigned int place_count;
	uint64_t *totals;			/* scratch space: of a device, by number of sum */
	double *values;				/* likewise */
};

/*
 * Give a device that is open and has chosen metrics a template and a group: another device's, or
 * new ones. @cables is where links lead, or NULL if unknown. Returns 0, -ENODATA if no metric
 * applies, -ERANGE for too many registers, -ENOMEM, or an error of libgpcd. The caller calls
 * template_leave() in any case.
 */
int template_join(struct device *device, const struct choice *choice,
		  const struct interconnect *cables);

/* Free the device's group, and its template if it is the last one that has it. */
void template_leave(struct device *device);

/* Find the sums of a template, whose series are listed. Returns 0 or -ENOMEM. */
int template_find_sums(struct template *template, const struct family *families);

/*
 * Compute a template's values for a device, from its own totals and its chip's. Those of the chip
 * are left out if @chip is NULL.
 */
void template_add_up(const struct template *template, const uint64_t *nic, const uint64_t *chip);

#endif /* DEVICES_TEMPLATE_H */
