/* SPDX-License-Identifier: GPL-2.0-only */
/* What is wrong in the last window, as series whose number is bounded. */
#ifndef DEVICES_FINDINGS_H
#define DEVICES_FINDINGS_H

#include "cli/explain/nics.h"
#include "cli/explain/sites.h"
#include "gpcd-exporter/expose/page.h"

struct exports;

/* Most findings on a page: the worst ones, networks' before others. */
#define FINDINGS_MOST	10

/* Kinds of findings, of networks and then of NICs. */
#define FINDINGS_KINDS	(EXPLAIN_KINDS + EXPLAIN_TROUBLES)

/* A finding as a series. */
struct cause {
	const char *kind;
	char *root;		/* a chip, a link, or a device; owned */
	double sure;
};

/* The findings of all devices. */
struct findings {
	uint64_t period;	/* ns of a window; 0: nothing is judged */
	uint64_t begin_ns;	/* of the present window; 0: there is none yet */
	bool judged;		/* the rest is of the last window */
	struct cause list[FINDINGS_MOST];
	size_t count;
	unsigned int kinds[FINDINGS_KINDS];	/* how many there were of each, shown or not */
	uint32_t unread;	/* links, and NICs, of which something is not known */
};

/* Judge all devices if a window is over; those that are up were just read. */
void findings_judge(struct exports *exports);

/*
 * Add the series of the last window: of families for a finding, for the number of a kind, and for
 * what is not known.
 */
void findings_write(const struct findings *findings, struct page *page,
		    const struct family families[3]);

/* Forget all findings. */
void findings_free(struct findings *findings);

#endif /* DEVICES_FINDINGS_H */
