// SPDX-License-Identifier: GPL-2.0-only
/* A page of what was counted and found. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "explain.h"

#define NS_PER_S	1e9

int findings_page_open(struct findings_page *page, const struct linkmap *map,
		       const struct sites *sites)
{
	page->sites = sites;
	return linkheat_open(&page->heat, map, &page->request);
}

/* Find what the page calls a link; the host link stands for its chip. */
static struct html_place page_place(const struct findings_page *page, uint32_t number)
{
	const struct sites *sites = page->sites;
	const struct explain_link *link = &sites->links[number];
	struct html_place place = {
		cabling_chip(page->heat.cabling, &page->heat.topo, sites->list[link->from].coord),
		TOPO_NONE,
	};

	if (link->from != link->to && place.chip != TOPO_NONE)
		place.port = linkheat_port(&page->heat, place.chip, link->port,
					   sites->list[link->to].coord);
	return place;
}

/* --- samples --- */

/* Add a share of some units a second, unless it is not known. */
static void share_add(struct findings_page *page, enum network_quantities quantity,
		      const struct html_place *place, double share, double units)
{
	if (!isnan(share))
		linkheat_share(&page->heat, quantity, place->chip, place->port, share,
			       llround(share * units));
}

static void state_set(struct findings_page *page, const struct html_place *place,
		      unsigned int lanes, unsigned int failed)
{
	page->heat.states[place->chip * topo_ports(&page->heat.topo) + place->port] =
		failed >= lanes ? NETWORK_FAILED : failed ? NETWORK_PARTLY : NETWORK_WORKS;
}

/* Counts are those that the shares were made of: only the length of the sample is not exact. */
static void link_add(struct findings_page *page, uint32_t number,
		     const struct window *window, double seconds)
{
	const struct explain_link *link = &page->sites->links[number];
	const struct explain_counts *counts = &window->counts[number];
	const struct html_place place = page_place(page, number);
	double cycles = link->lanes * ROUTER_HZ * seconds;

	if (place.chip == TOPO_NONE || place.port >= topo_ports(&page->heat.topo))
		return;
	share_add(page, NETWORK_LOAD, &place, counts->use, link->units * seconds);
	share_add(page, NETWORK_INPUT_STALLS, &place, counts->input, cycles);
	share_add(page, NETWORK_CREDIT_STALLS, &place, counts->credit, cycles);
	state_set(page, &place, link->lanes, window->failed ? window->failed[number] : 0);
}

void findings_page_sample(struct findings_page *page, const struct window *window)
{
	if (!page->request.page.path)
		return;
	linkheat_begin(&page->heat);
	for (uint32_t i = 0; i < page->sites->machine.count; i++)
		link_add(page, i, window, (window->to - window->from) / NS_PER_S);
	linkheat_end(&page->heat, window->from, window->to);
}

/* --- findings --- */

static void finding_say(struct findings_page *page, const struct explain_finding *found,
			struct html_finding *said, struct html_place *roots,
			struct html_place *tree)
{
	said->roots = roots;
	said->count = found->count;
	for (size_t i = 0; i < found->count; i++)
		roots[i] = page_place(page, found->roots[i]);
	said->tree = tree;
	said->waiting = found->links + found->hurt;
	for (size_t i = 0; i < said->waiting; i++)
		tree[i] = page_place(page, found->tree[i]);
	html_finding(&page->heat.page, said);
}

int findings_page_say(struct findings_page *page, const struct explain_findings *findings,
		      bool always)
{
	const uint32_t links = page->sites->machine.count;
	struct html_place *roots, *tree;
	char text[SENTENCE_ROOM];
	bool there;

	if (!page->request.page.path || !page->heat.samples)
		return 0;
	roots = calloc(links + 1, sizeof(*roots));
	tree = calloc(links + 1, sizeof(*tree));
	there = roots && tree;
	for (size_t i = 0; there && (i < findings->count || !i); i++) {
		struct html_finding said = {
			.sample = always ? HTML_ALWAYS : page->heat.samples - 1, .text = text,
		};

		findings_sentence(page->sites, findings, i, text);
		if (i < findings->count)
			finding_say(page, &findings->list[i], &said, roots, tree);
		else
			html_finding(&page->heat.page, &said);
	}
	free(roots);
	free(tree);
	if (!there)
		html_drop(&page->heat.page);
	return there ? 0 : complain_error(page->request.page.path, -ENOMEM);
}

/* --- the end --- */

int findings_page_write(struct findings_page *page)
{
	return linkheat_write(&page->heat, 0);
}

void findings_page_close(struct findings_page *page)
{
	if (page->heat.request)
		linkheat_close(&page->heat);
}
