/* SPDX-License-Identifier: GPL-2.0-only */
/* `gpcd explain': recordings as samples that lib/explain knows, and what it finds as text. */
#ifndef GPCD_EXPLAIN_H
#define GPCD_EXPLAIN_H

#include "cli/explain/nics.h"
#include "cli/explain/sites.h"
#include "cli/out/out.h"
#include "explain/windows.h"
#include "metrics/measured.h"
#include "recording/tracks.h"

/* --- what is judged --- */

/* Routers and network interfaces. */
struct judged {
	struct sites sites;
	struct nics_signs nics;
};

/* What they did in a window. */
struct window {
	struct explain_counts *counts; /* by link */
	struct explain_nic *signs; /* by NIC */
	uint8_t *failed; /* by link, lanes that had failed at its end; NULL: not known */
	uint64_t from, to; /* ns */
};

/* Make a window of which nothing is known. Free it by window_free(). Return 0 or -ENOMEM. */
int window_make(struct window *window, const struct judged *judged);

/* Forget all of a window. */
void window_clear(struct window *window, const struct judged *judged);

void window_free(struct window *window);

void judged_close(struct judged *judged);

/* --- recordings --- */

/* Most samples of a recording that are kept; then two become one. */
#define RECORDED_SAMPLES 40

/* The samples of a recording. */
struct recorded {
	struct window samples[RECORDED_SAMPLES];
	size_t count;
	size_t merged; /* readings that make a sample */
	bool undated; /* times count from the beginning of a simulation */
	size_t pending; /* readings in the sample that is being made */
};

/* Add a reading, which is copied. Return 0 or -ENOMEM. */
int recorded_add(struct recorded *recorded, const struct judged *judged,
		 const struct window *window);

void recorded_free(struct recorded *recorded);

/*
 * Read a recording of registers, by gpcd record, into samples. Report any error and return the exit
 * code.
 */
int recorded_read(struct recorded *recorded, const char *path, struct measuring *measuring,
		  struct judged *judged);

/* Check if a recording is of links, by gpcd-sim run. */
bool simulated_is(const struct player *player);

/* Read such a recording, whose reader stays the caller's. Report errors; return the exit code. */
int simulated_read(struct recorded *recorded, struct player *player, const struct linkmap *map,
		   struct judged *judged);

/* --- what was found --- */

/* What is wrong in a window. */
struct explained {
	struct explain_findings network;
	struct explain_nic_findings nics;
};

/* A link that carries more than this share of what it can is busy. */
#define FINDINGS_BUSY 0.7

/* Size of the longest sentence with its NUL. */
#define SENTENCE_ROOM 1024

/* Write the sentence of a finding, or of none if @number is not below their count. */
void findings_sentence(const struct sites *sites, const struct explain_findings *findings,
		       size_t number, char text[SENTENCE_ROOM]);

/* Begin one of several windows in text: say which, and on a terminal when it ended. */
void findings_begin(struct out *out, uint64_t window);

/* Add what was found to a record, in the chosen format. @window counts from 1. */
void findings_print(struct out *out, const struct judged *judged, uint64_t window,
		    const struct explained *explained);

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
void findings_page_sample(struct findings_page *page, const struct window *window);

/* Add what was found in the last sample, or always. Report any error and return the exit code. */
int findings_page_say(struct findings_page *page, const struct explain_findings *findings,
		      bool always);

/* Finish the page if there was a sample. Report any error and return the exit code. */
int findings_page_write(struct findings_page *page);

/* Free what it has; a page that was not finished is not written. */
void findings_page_close(struct findings_page *page);

/* --- network interfaces --- */

/* Write a sentence about what is wrong with NICs. */
void nic_say(const struct nics_signs *nics, const struct explain_nic_finding *found,
	     char text[SENTENCE_ROOM]);

/* Check if none of a NIC's signs is known. */
bool nic_is_unread(const struct nic_signs *nic);

/* Add lines: that nothing is wrong with any NIC, if so; which signs are not known of which. */
void nics_say_rest(struct out *out, const struct nics_signs *nics,
		   const struct explain_nic_findings *findings);

#endif /* GPCD_EXPLAIN_H */
