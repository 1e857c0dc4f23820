/* SPDX-License-Identifier: GPL-2.0-only */
/* `gpcd explain': recordings as samples that lib/explain knows, and what it finds as text. */
#ifndef GPCD_EXPLAIN_H
#define GPCD_EXPLAIN_H

#include "cli/explain/sites.h"
#include "cli/out/out.h"
#include "explain/windows.h"
#include "metrics/measured.h"
#include "recording/tracks.h"

/* --- recordings --- */

/* Most samples of a recording that are kept; then two become one. */
#define RECORDED_SAMPLES 40

/* The samples of a recording. */
struct recorded {
	struct explain_counts *samples[RECORDED_SAMPLES];
	size_t count;
	size_t merged; /* readings that make a sample */
	size_t pending; /* readings in the sample that is being made */
};

/* Add a reading, which is copied. Return 0 or -ENOMEM. */
int recorded_add(struct recorded *recorded, const struct sites *sites,
		 const struct explain_counts *counts);

void recorded_free(struct recorded *recorded);

/*
 * Read a recording of registers, by gpcd record, into samples. Report any error and return the exit
 * code.
 */
int recorded_read(struct recorded *recorded, const char *path, struct measuring *measuring,
		  struct sites *sites);

/* Check if a recording is of links, by gpcd-sim run. */
bool simulated_is(const struct player *player);

/* Read such a recording, whose reader stays the caller's. Report errors; return the exit code. */
int simulated_read(struct recorded *recorded, struct player *player, const struct linkmap *map,
		   struct sites *sites);

/* --- what was found --- */

/* Begin one of several windows in text: say which, and on a terminal when it ended. */
void findings_begin(struct out *out, uint64_t window);

/* Add what was found to a record, in the chosen format. @window counts from 1. */
void findings_print(struct out *out, const struct sites *sites, uint64_t window,
		    const struct explain_findings *findings);

/* Begin a stream of findings in the chosen format. */
void findings_header(struct out *out);

#endif /* GPCD_EXPLAIN_H */
