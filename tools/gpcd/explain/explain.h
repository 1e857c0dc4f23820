/* SPDX-License-Identifier: GPL-2.0-only */
/* `gpcd explain': chips and their links as lib/explain knows them, and what it finds as text. */
#ifndef GPCD_EXPLAIN_H
#define GPCD_EXPLAIN_H

#include "cli/out/out.h"
#include "explain/explain.h"
#include "explain/windows.h"
#include "metrics/measured.h"
#include "recording/tracks.h"

/* --- the machine --- */

#define ROUTER_HZ	800e6 /* cycles a second */

/* A chip. */
struct site {
	unsigned int coord[3];
	bool read; /* its counters are read: it has links */
	struct links links;
	/* numbers of its links in the machine, leading away and coming in; or EXPLAIN_NONE */
	uint32_t out[LINKS_MOST];
	uint32_t in[LINKS_MOST];
};

/* The chips that are read, those next to them, and their links; initialise with { 0 }. */
struct sites {
	struct site *list; /* in the order of coordinates */
	size_t count;
	size_t room;
	bool is_aries;
	struct explain_link *links;
	size_t link_room;
	struct explain_machine machine;
	struct explain *explain;
};

/* Add a chip that is read. Return 0 or -ENOMEM. */
int sites_add(struct sites *sites, const unsigned int coord[3], const struct links *links);

/* Add the chips next to them and number all links, once. Return 0 or -ENOMEM. */
int sites_join(struct sites *sites);

/* Find a chip by its coordinate, or return NULL. */
struct site *sites_find(const struct sites *sites, const unsigned int coord[3]);

/* Forget a window: nothing is known of any link. */
void sites_clear(const struct sites *sites, struct explain_counts *counts);

/* What a link of a chip counted, summed over its tiles, per second: arrivals, and stalls. */
void sites_fill(const struct sites *sites, const struct site *site, unsigned int link,
		const double rates[ROUTER_COUNTERS], struct explain_counts *counts);

/* Free all. */
void sites_close(struct sites *sites);

/* --- recordings --- */

/* Most samples of a recording that are kept; then two become one. */
#define RECORDED_SAMPLES 40

/* The samples of a recording. */
struct recorded {
	struct explain_counts *samples[RECORDED_SAMPLES];
	/* by link, lanes that had failed at the end of a sample; NULL: not recorded */
	uint8_t *failed[RECORDED_SAMPLES];
	uint64_t ends[RECORDED_SAMPLES]; /* of samples, ns */
	uint64_t begin; /* of the first one */
	size_t count;
	size_t merged; /* readings that make a sample */
	bool undated; /* times count from the beginning of a simulation */
	size_t pending; /* readings in the sample that is being made */
};

/* A reading of all links. */
struct recorded_reading {
	const struct explain_counts *counts;
	const uint8_t *failed; /* lanes, or NULL */
	uint64_t from, to; /* ns */
};

/* Add a reading, which is copied. Return 0 or -ENOMEM. */
int recorded_add(struct recorded *recorded, const struct sites *sites,
		 const struct recorded_reading *reading);

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

/* Room for a sentence. */
#define SENTENCE_ROOM	512

/* Write the sentence of a finding, or of none if @number is not below their count. */
void findings_sentence(const struct sites *sites, const struct explain_findings *findings,
		       size_t number, char text[SENTENCE_ROOM]);

/* Begin one of several windows in text: say which, and on a terminal when it ended. */
void findings_begin(struct out *out, uint64_t window);

/* Add what was found to a record, in the chosen format. @window counts from 1. */
void findings_print(struct out *out, const struct sites *sites, uint64_t window,
		    const struct explain_findings *findings);

/* Begin a stream of findings in the chosen format. */
void findings_header(struct out *out);

/* --- a page for a browser: what was counted, with roots and who waits for them --- */

/* The page, or none if no path is given. */
struct findings_page {
	struct linkheat_request request;
	struct linkheat heat;
	const struct sites *sites;
};

/*
 * Check that a page can be made of this map, before anything is read. Call findings_page_close() in
 * any case. Report any error and return the exit code.
 */
int findings_page_open(struct findings_page *page, const struct linkmap *map,
		       const struct sites *sites);

/* Add a sample; sites are joined. */
void findings_page_sample(struct findings_page *page, const struct recorded_reading *reading);

/* Add what was found in the last sample, or always. Report any error and return the exit code. */
int findings_page_say(struct findings_page *page, const struct explain_findings *findings,
		      bool always);

/* Finish the page if there was a sample. Report any error and return the exit code. */
int findings_page_write(struct findings_page *page);

/* Free what it has; a page that was not finished is not written. */
void findings_page_close(struct findings_page *page);

#endif /* GPCD_EXPLAIN_H */
