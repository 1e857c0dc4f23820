/* SPDX-License-Identifier: GPL-2.0-only */
/* Geminis or Aries that are read, and their links, as lib/explain knows them. */
#ifndef CLI_SITES_H
#define CLI_SITES_H

#include "explain/explain.h"
#include "router/kind.h"
#include "topo/links.h"

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

/* Numbers of links of which something is not known in any window, by the reason. */
struct sites_gaps {
	uint32_t unread; /* a chip at their ends is not read */
	uint32_t unmapped; /* both are, but the map lacks the tiles at the end */
};

/* Count them, after sites_join(). */
struct sites_gaps sites_gaps(const struct sites *sites);

/* What a link of a chip counted, summed over its tiles, per second: arrivals, and stalls. */
void sites_fill(const struct sites *sites, const struct site *site, unsigned int link,
		const double rates[ROUTER_COUNTERS], struct explain_counts *counts);

/* Free all. */
void sites_close(struct sites *sites);

/* Size of the longest name of a root with its NUL. */
#define SITES_NAME	64

/* Write "0,1,2", for the NICs of a chip, or "0,1,2 X+" for another link to @name and return it. */
const char *sites_name(const struct sites *sites, uint32_t link, char name[SITES_NAME]);

/* Return the word for a kind of finding, such as "end-point". */
const char *sites_kind(enum explain_kind kind);

#endif /* CLI_SITES_H */
