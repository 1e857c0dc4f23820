// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sites.h"

/* Clocks of a Gemini's NIC and of an Aries's (chosen), and their cycles from packet to packet. */
#define NIC_HZ		650e6
#define NIC_ARIES_HZ	800e6
#define NIC_TURN	5
#define GB		1e9

/* --- chips --- */

static int compare_sites(const void *a, const void *b)
{
	const struct site *one = a, *other = b;

	for (unsigned int i = 0; i < 3; i++) {
		if (one->coord[i] != other->coord[i])
			return one->coord[i] < other->coord[i] ? -1 : 1;
	}
	return 0;
}

struct site *sites_find(const struct sites *sites, const unsigned int coord[3])
{
	struct site key = { .coord = { coord[0], coord[1], coord[2] } };

	return sites->count ? bsearch(&key, sites->list, sites->count, sizeof(key),
				      compare_sites) : NULL;
}

static int room_make(struct sites *sites)
{
	struct site *list;

	if (sites->count < sites->room)
		return 0;
	list = reallocarray(sites->list, 2 * sites->room + 16, sizeof(*list));
	if (!list)
		return -ENOMEM;
	sites->list = list;
	sites->room = 2 * sites->room + 16;
	return 0;
}

int sites_add(struct sites *sites, const unsigned int coord[3], const struct links *links)
{
	struct site *site;
	int err = room_make(sites);

	if (err)
		return err;
	site = &sites->list[sites->count++];
	*site = (struct site) { .read = links, .coord = { coord[0], coord[1], coord[2] } };
	if (links) {
		site->links = *links;
		sites->is_aries = links->aries;
	}
	memset(site->out, 0xff, sizeof(site->out));
	memset(site->in, 0xff, sizeof(site->in));
	return 0;
}

static void sites_sort(struct sites *sites)
{
	size_t kept = 0;

	if (sites->count)
		qsort(sites->list, sites->count, sizeof(*sites->list), compare_sites);
	for (size_t i = 0; i < sites->count; i++) {
		if (!kept || compare_sites(&sites->list[kept - 1], &sites->list[i]))
			sites->list[kept++] = sites->list[i];
		else if (!sites->list[kept - 1].read)
			sites->list[kept - 1] = sites->list[i];
	}
	sites->count = kept;
}

/* Chips that are not read are known by links that lead there. */
static int neighbours_add(struct sites *sites)
{
	size_t count = sites->count;
	int err = 0;

	for (size_t i = 0; i < count && !err; i++) {
		for (unsigned int k = 0; k < sites->list[i].links.count && !err; k++) {
			const struct link link = sites->list[i].links.link[k];
			struct site key = { .coord = { link.far[0], link.far[1], link.far[2] } };

			if (link.count && !bsearch(&key, sites->list, count, sizeof(key),
						   compare_sites))
				err = sites_add(sites, link.far, NULL);
		}
	}
	return err;
}

/* --- links --- */

static bool is_host(const struct sites *sites, const struct link *link)
{
	return link->direction == links_host(sites->is_aries);
}

/* Phits or flits a second; the tiles to the nodes take one a cycle, whatever their label says. */
static double units_of(const struct sites *sites, const struct link *link)
{
	if (is_host(sites, link))
		return link->count * ROUTER_HZ;
	return link->speed * GB / router_kind_links(sites->is_aries)->unit_bytes;
}

/*
 * The chip at the other end of a link that the map lacks: the one in the same line that lacks the
 * link in the other direction.
 */
static struct site *lost_far(const struct sites *sites, const struct site *site,
			     unsigned int number)
{
	const unsigned int back = number ^ 1, axis = number / 2;

	for (size_t i = 0; i < sites->count && !sites->is_aries; i++) {
		struct site *other = &sites->list[i];
		bool in_line = other != site && other->read && !other->links.link[back].count;

		for (unsigned int k = 0; k < 3; k++)
			in_line &= k == axis || other->coord[k] == site->coord[k];
		if (in_line)
			return other;
	}
	return NULL;
}

static struct site *far_of(const struct sites *sites, const struct site *site, unsigned int number)
{
	const struct link *link = &site->links.link[number];

	if (is_host(sites, link))
		return sites_find(sites, site->coord);
	return link->count ? sites_find(sites, link->far) : lost_far(sites, site, number);
}

static int site_link_add(struct sites *sites, const struct site *from, const struct site *to,
			 const struct link *link, bool away, uint32_t *number)
{
	struct explain_link *links;
	bool host = is_host(sites, link);

	if (sites->machine.count == sites->link_room) {
		sites->link_room = 2 * sites->link_room + 64;
		links = reallocarray(sites->links, sites->link_room, sizeof(*links));
		if (!links)
			return -ENOMEM;
		sites->links = links;
	}
	*number = sites->machine.count++;
	sites->links[*number] = (struct explain_link) {
		.from = from - sites->list, .to = to - sites->list,
		.dim = host ? 0 : sites->is_aries ? link->direction : link->direction / 2,
		.port = away || sites->is_aries || host ? link->direction : link->direction ^ 1,
		.lanes = link->count, .units = units_of(sites, link),
	};
	return 0;
}

/*
 * Number a link that leads away from a chip, and tell the chip at its end. In a ring of one chip no
 * packet takes a link.
 */
static int link_away(struct sites *sites, struct site *site, unsigned int number)
{
	const struct link *link = &site->links.link[number];
	struct site *far = far_of(sites, site, number);
	const struct link *back;
	int err;

	if (!far || (far == site && !is_host(sites, link)))
		return 0;
	err = site_link_add(sites, site, far, link, true, &site->out[number]);
	if (err)
		return err;
	if (far == site) {
		site->in[number] = site->out[number];
		return 0;
	}
	if (!far->read)
		return site_link_add(sites, far, site, link, false, &site->in[number]);
	back = link->count ? links_back(&far->links, link, site->coord) :
			     &far->links.link[number ^ 1];
	if (back)
		far->in[back - far->links.link] = site->out[number];
	return 0;
}

int sites_join(struct sites *sites)
{
	int err;

	sites_sort(sites);
	err = neighbours_add(sites);
	sites_sort(sites);
	for (size_t i = 0; i < sites->count && !err; i++) {
		for (unsigned int k = 0; k < sites->list[i].links.count && !err; k++)
			err = link_away(sites, &sites->list[i], k);
	}
	sites->machine.links = sites->links;
	sites->machine.chips = sites->count;
	sites->machine.ordered = !sites->is_aries;
	sites->machine.nic_packets = (sites->is_aries ? NIC_ARIES_HZ : NIC_HZ) / NIC_TURN;
	return err ? err : explain_new(&sites->machine, &sites->explain);
}

/* Check if the chip at the end of a link has tiles there: else nobody counts what arrives. */
static bool has_end(const struct sites *sites, uint32_t number)
{
	const struct site *site = &sites->list[sites->links[number].to];

	for (unsigned int k = 0; k < LINKS_MOST; k++) {
		if (site->in[k] == number)
			return true;
	}
	return false;
}

struct sites_gaps sites_gaps(const struct sites *sites)
{
	struct sites_gaps gaps = { 0 };

	for (uint32_t i = 0; i < sites->machine.count; i++) {
		const struct explain_link *link = &sites->links[i];

		/* A link without a tile is known to carry nothing. */
		if (!link->lanes)
			continue;
		if (!sites->list[link->from].read || !sites->list[link->to].read)
			gaps.unread++;
		else
			gaps.unmapped += !has_end(sites, i);
	}
	return gaps;
}

/* --- windows --- */

void sites_clear(const struct sites *sites, struct explain_counts *counts)
{
	for (uint32_t i = 0; i < sites->machine.count; i++)
		counts[i] = (struct explain_counts) { .use = NAN, .packets = NAN,
							.input = NAN, .credit = NAN };
	/* A link without a tile carries nothing, whether its chips are read or not. */
	for (uint32_t i = 0; i < sites->machine.count; i++) {
		if (!sites->links[i].lanes)
			counts[i] = (struct explain_counts) { 0 };
	}
}

void sites_fill(const struct sites *sites, const struct site *site, unsigned int link,
		const double rates[ROUTER_COUNTERS], struct explain_counts *counts)
{
	uint32_t in = site->in[link], out = site->out[link];
	double cycles = site->links.link[link].count * ROUTER_HZ;

	if (!site->links.link[link].count)
		return;
	if (in != EXPLAIN_NONE) {
		counts[in].use = (rates[ROUTER_IN_REQUESTS] + rates[ROUTER_IN_RESPONSES]) /
				 sites->links[in].units;
		counts[in].packets = rates[ROUTER_REQUESTS] + rates[ROUTER_RESPONSES];
		counts[in].input = rates[ROUTER_INQ_STALLS] / cycles;
	}
	if (out != EXPLAIN_NONE)
		counts[out].credit = rates[ROUTER_OUTQ_STALLS] / cycles;
}

void sites_close(struct sites *sites)
{
	explain_free(sites->explain);
	free(sites->links);
	free(sites->list);
	*sites = (struct sites) { 0 };
}

/* --- words --- */

const char *sites_name(const struct sites *sites, uint32_t link, char name[SITES_NAME])
{
	const struct explain_link *it = &sites->links[link];
	const unsigned int *at = sites->list[it->from].coord;
	char port[LINKS_NAME];

	if (it->from == it->to) {
		snprintf(name, SITES_NAME, "%u,%u,%u", at[0], at[1], at[2]);
		return name;
	}
	links_name(sites->is_aries, it->port, sites->list[it->to].coord, port);
	snprintf(name, SITES_NAME, "%u,%u,%u %s", at[0], at[1], at[2], port);
	return name;
}

static const char *const kinds[EXPLAIN_KINDS] = {
	[EXPLAIN_END_POINT] = "end-point", [EXPLAIN_SLOW_RECEIVER] = "slow-receiver",
	[EXPLAIN_LINK] = "link", [EXPLAIN_DEGRADED] = "degraded", [EXPLAIN_FAILED] = "failed",
	[EXPLAIN_SENDER] = "sender", [EXPLAIN_DETOURS] = "detours",
};

const char *sites_kind(enum explain_kind kind)
{
	return kinds[kind];
}
