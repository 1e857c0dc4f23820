/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All devices that are exported, and the page of their series.
 */
#ifndef DEVICES_EXPORTS_H
#define DEVICES_EXPORTS_H

#include <sys/stat.h>

#include "table.h"
#include "gpcd-exporter/expose/page.h"

/** EXPORTS_SEARCHES: most patterns */
#define EXPORTS_SEARCHES	1024

/**
 * struct exports - all devices that are exported
 * @devices: the devices, in the order in which they were named or found
 * @chips: their chips
 * @searches: patterns of devices, which are looked for before each reading
 * @search_count: how many
 * @whole: totals have what was counted since a chip began; else since its first reading
 * @choice: the metrics that are exported
 * @cables: where links lead, or NULL: unknown
 * @cables_file: the file of @cables
 * @limit: most series of all devices
 * @read_ns: CLOCK_MONOTONIC after the last reading; 0: none
 */
struct exports {
	struct table devices;
	struct chips *chips;
	struct search *searches[EXPORTS_SEARCHES];
	size_t search_count;
	bool whole;
	struct choice choice;
	struct interconnect *cables;
	struct stat cables_file;
	size_t limit;
	uint64_t read_ns;
};

/**
 * exports_init() - begin without devices
 * @exports: receives the exports, for exports_free(), also after an error
 *
 * Return: 0, -ENOMEM.
 */
int exports_init(struct exports *exports);

/**
 * exports_own() - tell the families that do not come from metrics
 * @count: receives how many
 *
 * Return: the families.
 */
const struct family *exports_own(size_t *count);

/**
 * exports_add() - add a device, or a pattern of devices
 * @exports: the exports
 * @name: its name, as gpcd_open() takes it; one that is there already is not added again. What a
 *	pattern stands for is added by exports_read()
 *
 * There may be TABLE_MOST devices and EXPORTS_SEARCHES patterns, and each has a label of its own.
 *
 * Return: the exit code, having said what is wrong.
 */
int exports_add(struct exports *exports, const char *name);

/**
 * exports_read() - look for devices of patterns, and read all devices
 * @exports: the exports
 *
 * An image whose pattern does not find it any more is forgotten; a node stays, and is down until it
 * comes back.
 */
void exports_read(struct exports *exports);

/**
 * exports_up() - count the devices that are up
 * @exports: the exports
 * @count: receives how many there are; one that has several names is one
 */
size_t exports_up(const struct exports *exports, size_t *count);

/**
 * exports_replace() - export the devices of another configuration
 * @exports: the exports
 * @next: others, which have not been read; empty after this
 * @keep: @next has the same metrics and cables as @exports; then devices of @exports that @next
 *	names, or finds by a pattern, stay, and their totals go on
 */
void exports_replace(struct exports *exports, struct exports *next, bool keep);

/**
 * exports_complete() - tell if all that was named is there
 * @exports: the exports
 *
 * Return: true if all devices are up, and each pattern found what it stands for, and something.
 */
bool exports_complete(const struct exports *exports);

/**
 * exports_write() - write the page of the latest reading
 * @exports: the exports
 * @page: has its format, and is empty
 */
void exports_write(struct exports *exports, struct page *page);

/**
 * exports_free() - close all devices and free what belongs to them
 * @exports: the exports, empty after this
 */
void exports_free(struct exports *exports);

#endif /* DEVICES_EXPORTS_H */
