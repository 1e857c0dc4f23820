/* SPDX-License-Identifier: GPL-2.0-only */
/* Patterns of devices, which are searched before each reading. */
#ifndef DEVICES_SEARCH_H
#define DEVICES_SEARCH_H

#include <stdbool.h>

/* A pattern of devices. */
struct search {
	char *name;		/* as for devname_each() */
	char *labels;		/* of its series while it is down */
	const char *why;	/* word for why it is down, that is incomplete; NULL: it is up */
	int count;		/* devices found last; -1: not run yet */
	bool whole;		/* all folders could be read: what was not found does not exist */
	bool wanted;		/* the configuration contains it */
};

/* Create a search. Returns NULL if there is no memory; free it by search_free(). */
struct search *search_make(const char *name);

/*
 * Call @take with the name of each device that the pattern matches. An error for one device does
 * not stop the search; the first error is the search's result. Reports when the search goes down or
 * comes up, and when its first run finds nothing.
 */
void search_run(struct search *search, int (*take)(void *data, const char *name), void *data);

/* Free a search; NULL is allowed. */
void search_free(struct search *search);

#endif /* DEVICES_SEARCH_H */
