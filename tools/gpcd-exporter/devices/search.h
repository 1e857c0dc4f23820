/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices of which a pattern is known: they are looked for before each reading.
 */
#ifndef DEVICES_SEARCH_H
#define DEVICES_SEARCH_H

#include <stdbool.h>

/**
 * struct search - a pattern that stands for devices
 * @name: the pattern, as devname_each() takes it
 * @labels: label of its series, which it has while it is down
 * @why: why it is down, one of a few words: not all that it stands for is found; NULL: it is up
 * @count: how many it found last; -1: it has not been run
 * @whole: all folders could be read then: what was not found is not there
 * @wanted: the configuration has it
 */
struct search {
	char *name;
	char *labels;
	const char *why;
	int count;
	bool whole;
	bool wanted;
};

/**
 * search_make() - make a search
 * @name: the pattern
 *
 * Return: the search, for search_free(), or NULL if there is no memory.
 */
struct search *search_make(const char *name);

/**
 * search_run() - look for the devices of a pattern
 * @search: the search
 * @take: is called with the name of each; an error of one keeps no other from being found, and the
 *	first is the search's
 * @data: for @take
 *
 * A search that goes down or comes up, and one that finds nothing at first, is reported.
 */
void search_run(struct search *search, int (*take)(void *data, const char *name), void *data);

/**
 * search_free() - free a search
 * @search: the search, or NULL
 */
void search_free(struct search *search);

#endif /* DEVICES_SEARCH_H */
