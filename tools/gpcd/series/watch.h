/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chips that are watched together. If one of them cannot be read, that is reported once, with
 * its name; the others go on.
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linkmap.h"
#include "router/router.h"

/**
 * struct watched - a chip that is watched
 * @router: its registers and links
 * @fresh: the sums in @router are those of the last two sweeps
 * @said: the error that was reported last, a negative errno, or 0
 */
struct watched {
	struct router router;
	bool fresh;
	int said;
};

/**
 * struct watch - chips that are watched together
 * @chips: those that can be read, sorted by coordinate
 * @count: number of @chips
 * @code: exit code of the first chip that cannot be read or that the map lacks, or of one
 *	coordinate for several chips; 0: there was none
 */
struct watch {
	struct watched *chips;
	size_t count;
	int code;
};

/**
 * struct watch_sample - a sample of links: what they counted between two sweeps
 * @watch: the chips
 * @missed: number of periods without a sample since the sample before
 * @rates: print rates and shares too
 * @heading: print the names of columns too
 */
struct watch_sample {
	const struct watch *watch;
	uint64_t missed;
	bool rates;
	bool heading;
};

/**
 * watch_open() - open the devices that -d and GPCD_DEVICE name, or else all of this machine
 * @watch: receives the chips, for watch_close()
 * @map: where links lead
 * @coord: coordinate of the only device, or NULL: what it says itself
 *
 * If several devices of this machine are views of one chip, only one of them is opened.
 *
 * Return: 0, or the exit code if there is nothing to watch, having said why.
 */
int watch_open(struct watch *watch, const struct linkmap *map, const unsigned int *coord);

/**
 * watch_close() - close the devices
 * @watch: the chips
 */
void watch_close(struct watch *watch);

/**
 * watch_read() - read all counters of all chips
 * @watch: the chips; those that cannot be read are removed
 *
 * Return: 0, or the exit code if none is left, having said why.
 */
int watch_read(struct watch *watch);

/**
 * watch_sum() - sum up by link what all chips counted between the last two sweeps
 * @watch: the chips; those that may not be read are removed
 *
 * Return: the number of chips that have fresh sums.
 */
size_t watch_sum(struct watch *watch);

/**
 * watch_torn() - check if the last two sweeps may mix two updates of the chip
 * @router: a chip
 *
 * Return: true if one of them may.
 */
bool watch_torn(const struct router *router);

/**
 * watch_status() - name the status of a link in a sample
 * @router: a chip
 * @link: index of the link
 *
 * Return: "lost" if the map has none of its tiles, else "torn" as watch_torn() says, else "part"
 * if the map lacks some of its tiles, else "ok".
 */
const char *watch_status(const struct router *router, unsigned int link);

/**
 * watch_link_name() - name a link
 * @router: a chip
 * @link: index of the link
 * @name: receives the name
 *
 * Return: @name.
 */
const char *watch_link_name(const struct router *router, unsigned int link,
			    char name[LINKS_NAME]);

#endif /* WATCH_H */
