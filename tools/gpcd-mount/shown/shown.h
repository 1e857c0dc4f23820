/* SPDX-License-Identifier: GPL-2.0-only */
/* All that is shown: devices, the map of their links, and the tree of files that stand for them. */
#ifndef SHOWN_SHOWN_H
#define SHOWN_SHOWN_H

#include <stdint.h>

#include "cli/options.h"
#include "gpcd-mount/layouts/layout.h"

/* What is wanted. */
struct wanted {
	struct option_list names;	/* of devices */
	const char *map;	/* file that says where links lead */
	uint32_t layout;	/* index in layout_names, or LAYOUT_SUITABLE */
	uint32_t speed;	/* of links that do not say theirs, Gbit/s */
};

/* What is shown; all zero before shown_open(). */
struct shown {
	struct devices devices;
	struct interconnect *map;
	struct layout_state state;
};

/*
 * Open the devices that are wanted, by default all of this machine, and make their files. Report
 * errors; return the exit code. Call shown_close() also after an error.
 */
int shown_open(struct shown *shown, const struct wanted *wanted);

/* Return how often shown_keep() is to be called, ms. */
int shown_period(const struct shown *shown);

/* Read what needs it, so that no wrap of a counter is missed. */
void shown_keep(struct shown *shown);

/* Free the files, and close the devices. Nobody may read them any more. */
void shown_close(struct shown *shown);

#endif /* SHOWN_SHOWN_H */
