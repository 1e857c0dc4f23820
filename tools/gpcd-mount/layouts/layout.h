/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Layouts: which files stand for a device, as the driver of another one would show it. A layout is
 * a file here, and a row of the list (list.c). Paths begin at what is /sys.
 */
#ifndef LAYOUTS_LAYOUT_H
#define LAYOUTS_LAYOUT_H

#include <stdbool.h>

#include "cli/words.h"
#include "gpcd-mount/device/measure.h"
#include "metrics/set.h"
#include "topo/interconnect.h"
#include "gpcd-mount/tree/tree.h"

/* Sets of metrics of a type of chip, read once. */
struct layout_sets;

/* Number of layouts. */
#define LAYOUTS	3

/* The layout that suits a device's chip. */
#define LAYOUT_SUITABLE	UINT32_MAX

/* Files that are being made. Owners of files live until layout_free(). */
struct layout_state {
	struct tree tree;
	const struct interconnect *map;	/* where links lead; NULL: unknown */
	uint32_t speed;	/* of links that do not say theirs, Gbit/s */
	struct layout_sets *sets;
	struct measure **measures;	/* owners of files */
	size_t count;	/* of measures */
	unsigned int numbers[LAYOUTS];	/* devices so far, by layout */
};

/* A layout. */
struct layout {
	const char *name;
	/* Does it belong to a type of chip, unless another one is named? */
	bool (*suits)(unsigned int chip);
	/* Add the files of a device, number @number of this layout; return the exit code. */
	int (*add)(struct layout_state *state, struct device *device, unsigned int number);
};

/* Names of layouts, for options. */
extern const struct words layout_names;

/*
 * Add the files of a device in a layout, an index of layout_names or LAYOUT_SUITABLE. Report
 * errors; return the exit code.
 */
int layout_add(struct layout_state *state, struct device *device, unsigned int layout);

/* Return the shortest time after which a counter of a set may have wrapped twice, ns. */
uint64_t layout_wrap_ns(const struct layout_state *state);

/* Read all sets, so that no wrap of a counter is missed. */
void layout_keep(struct layout_state *state);

/* Free what the layouts made, and the tree. */
void layout_free(struct layout_state *state);

/* --- what layouts share (shared.c) --- */

/*
 * Add a device to a class as sysfs does: its folder is below devices/virtual, and the class has a
 * link. Return the folder.
 */
struct node *layout_class(struct layout_state *state, const char *class, const char *name);

/* Add a file with a text in the manner of printf(3), cut off after 127 bytes. */
__printf(4, 5) void layout_say(struct layout_state *state, struct node *in, const char *name,
			       const char *fmt, ...);

/* Add a file that has the first line of a text of two while the link is up, and else the second. */
void layout_link(struct layout_state *state, struct node *in, const char *name,
		 struct device *device, const char *text);

/* Add a file with the address of a device on its fabric. */
void layout_address(struct layout_state *state, struct node *in, const char *name,
		    struct device *device);

/* Add a file about the speed of a link; @text finds it by layout_bits(). */
void layout_speed(struct layout_state *state, struct node *in, const char *name,
		  struct device *device, tree_text *text);

/* Find the bits a second of a link, given the arguments of a tree_text. Return as device_link(). */
int layout_bits(void *owner, const char *key, double *bits);

/* Add a file for each register, or field of a packed one, that is a counter or a gauge. */
void layout_registers(struct layout_state *state, struct node *in, tree_text *text,
		      struct device *device);

/* Make a set of metrics that owns files, as measure_make(). */
int layout_measure(struct layout_state *state, const struct device *device,
		   const struct metrics *metrics, const struct metric *only,
		   struct measure **measure);

/* --- sets of metrics (sets.c) --- */

/*
 * Find the metrics of a type of chip, which `gpcd metrics' lists. Report errors; return the exit
 * code. They belong to @state.
 */
int layout_metrics(struct layout_state *state, unsigned int chip, const struct metrics **metrics);

/*
 * Call @take for each set of metrics that gpcdr shows for a type of chip, in the order of names,
 * until it returns an exit code. Report errors; return the exit code.
 */
int layout_gpcdr_sets(struct layout_state *state, unsigned int chip,
		      int (*take)(void *data, const struct metrics *set), void *data);

/* Return whether there are such sets. */
bool layout_has_gpcdr(unsigned int chip);

/* Free the sets of @state. */
void layout_sets_free(struct layout_state *state);

extern const struct layout layout_gpcdr, layout_cxi, layout_rdma;

#endif /* LAYOUTS_LAYOUT_H */
