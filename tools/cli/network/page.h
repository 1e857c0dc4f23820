/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A network over time as one HTML page without requests to anywhere: a map of all links, a slider
 * of time, the numbers of each chip, and findings. Samples are written as they come; none is kept.
 */
#ifndef DRAW_PAGE_H
#define DRAW_PAGE_H

#include <stdint.h>

#include "cli/options.h"
#include "cli/out/out.h"
#include "network.h"

/* Where the page goes, and what is said in it: --html and --findings. */
struct html_request {
	const char *path; /* NULL: no page is written */
	const char *findings; /* file for html_findings(), or NULL */
};

/* Options --html and --findings, for a struct html_request. */
extern const struct options html_options;

/*
 * Check before a long run that a page can be written. Report any error and return the exit code; 0
 * if none is asked for.
 */
int html_check(const struct html_request *request);

/*
 * Check before a long run that the file of findings, if there is one, can be read, has the right
 * form, and names chips and links of @network. A pipe is not checked. Report any error and return
 * the exit code.
 */
int html_check_findings(const struct html_request *request, const struct network *network);

/* A page being written. */
struct page {
	const char *path; /* NULL: there is none */
	const char *findings; /* path of a text, or NULL */
	const struct network *network;
	struct outfile file;
	size_t samples;
	int error; /* the first negative errno, or 0 */
};

/*
 * Begin a page about a network; the values of its quantities are not read yet. @since is what times
 * count from, such as a date, or NULL. @network must outlive @page. Call html_end() or html_drop()
 * in any case. If @request has no path, this and all other calls do nothing.
 */
void html_begin(struct page *page, const struct html_request *request,
		const struct network *network, const char *since);

/*
 * Add a sample, from and to in ns: values, counts and states of the network as they are now. What
 * has no value is neither counted.
 */
void html_sample(struct page *page, double from, double to);

/* A link, by the chip that sends over it, or a whole chip. */
struct html_place {
	unsigned int chip;
	unsigned int port; /* TOPO_NONE: the whole chip */
};

/* A finding about the whole time of the page. */
#define HTML_ALWAYS	SIZE_MAX

/* What is said in a sample, and about what. */
struct html_finding {
	size_t sample; /* from 0 on, or HTML_ALWAYS */
	const char *text; /* a sentence */
	const struct html_place *roots; /* where it comes from, the worst first; or NULL */
	size_t count; /* of roots */
	/* links with packets, and chips with nodes, that wait for the roots; or NULL */
	const struct html_place *tree;
	size_t waiting; /* number of these */
};

/* Add a finding; of several in a sample, the first ones matter most. */
void html_finding(struct page *page, const struct html_finding *finding);

/*
 * Read findings from a text of lines "SAMPLE<tab>CHIP<tab>LINK or -<tab>SENTENCE", and call @add
 * for each, up to the first that is wrong. Report any error and return the exit code.
 */
int html_findings(const char *path, struct page *page,
		  void (*add)(struct page *page, const struct html_finding *finding));

/*
 * Add the findings that were asked for, and finish the page, even if a finding is wrong. Report any
 * error and return the exit code.
 */
int html_end(struct page *page);

/* What all pages contain: the files of this folder's page. */
extern const char page_css[], page_html[], page_data[], page_map[], page_js[];

/* Give up a page that was begun, or none: no file is written. */
void html_drop(struct page *page);

#endif /* DRAW_PAGE_H */
