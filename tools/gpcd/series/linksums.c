// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "device/device.h"
#include "linksums.h"

static const char * const shares[] = { "utilisation", "inq_stall_share", "outq_stall_share" };

/* --- opening --- */

static int complain_map(const struct series *series, const struct linkmap *map, int err)
{
	const unsigned int *coord = series->coord;
	const char *name = gpcd_path(series->device);

	if (err == -ENOENT)
		complain("%s: the map has no %s (%u, %u, %u): see --chip", name,
			 router_kind_links(linkmap_is_aries(map))->name, coord[0], coord[1],
			 coord[2]);
	else if (err == -EBADMSG)
		complain("%s: a link of (%u, %u, %u) leads to several chips: correct its lines",
			 map->file, coord[0], coord[1], coord[2]);
	else
		complain("%s: %s", name, strerror(-err));
	return err == -ENOENT ? EXIT_USAGE : exit_code(err);
}

/* A module of another version may have learned or lost a register. */
static int complain_counters(const struct series *series, int err)
{
	unsigned int had = gpcd_group_count(series->group);
	char name[GPCD_NAME_MAX];
	struct router_at at;

	if (err != -ENOENT && err != -ENXIO)
		return device_failed(series->device, err);
	router_first(series->sums->kind, &at);
	while (had--)
		router_next(series->sums->kind, &at);
	router_at_name(&at, name, sizeof(name));
	complain("%s: no register %s: gpcd and its module differ in version: update both",
		 gpcd_path(series->device), name);
	return EXIT_DEVICE;
}

static int check_kind(const struct series *series, const struct linkmap *map)
{
	const char *name = gpcd_path(series->device);

	if (!series->sums->kind)
		complain_of(name, "not a Gemini or an Aries, whose links these are");
	else if (series->sums->kind->aries != linkmap_is_aries(map))
		complain("%s: not %s, whose links the map has", name,
			 linkmap_is_aries(map) ? "an Aries" : "a Gemini");
	else
		return 0;
	return EXIT_USAGE;
}

static void report_lost(const struct series *series)
{
	const char *path = gpcd_path(series->device);
	const struct links *links = &series->sums->links;
	char name[LINKS_NAME];

	for (unsigned int i = 0; i < links->count; i++) {
		if (links->link[i].lost)
			complain("%s: link %s has %u of %u tiles in the map: failed ones?", path,
				 linksums_link(series->sums, i, name), links->link[i].count,
				 links->link[i].count + links->link[i].lost);
	}
	if (links->unknown)
		complain("%s: the map has no line about %u of its tiles: failed ones?", path,
			 links->unknown);
}

int linksums_open(struct series *series, const struct linkmap *map, bool rates)
{
	struct linksums *sums = calloc(1, sizeof(*sums));
	int code, err;

	if (!sums)
		return device_failed(series->device, -ENOMEM);
	sums->kind = router_kind(gpcd_chip(series->device));
	sums->rates = rates;
	series->sums = sums;
	code = check_kind(series, map);
	if (code)
		return code;
	err = linkmap_find(map, series->coord, &sums->links);
	if (err)
		return complain_map(series, map, err);
	report_lost(series);
	/* A shared group has them. */
	err = gpcd_group_count(series->group) ? 0 : router_counters(sums->kind, series->group);
	return err ? complain_counters(series, err) : 0;
}

/* --- summing --- */

static void complain_sum(const char *name, int err)
{
	switch (err) {
	case -EPERM:
		complain_of(name,
			    "you may not read its tiles: see `gpcd perms'");
		break;
	case -ESTALE:
		complain_of(name,
			    "reset, cleared or written to: no difference to the sample before");
		break;
	case -ENODATA:
		complain_of(name,
			    "its tiles cannot be read now, or could not in the sample before");
		break;
	default:
		device_complain(name, err);
	}
}

/* After -ESTALE the next sample has the chip again: this is no reason to fail. */
int linksums_add(struct linksums *sums, const struct sample *sample, int *code)
{
	int err = router_links(sums->kind, &sums->links, sample->before, sample->now, &sums->sums);

	if (err && err != sums->said) {
		complain_sum(gpcd_path(sample->series->device), err);
		if (!*code && err != -ESTALE)
			*code = exit_code(err);
	}
	sums->said = err;
	sums->fresh = !err;
	return err == -EPERM ? EXIT_PERMISSION : 0;
}

/* --- values --- */

unsigned int linksums_columns(const struct linksums *sums)
{
	return sums->rates ? LINKSUMS_SHARES + ARRAY_SIZE(shares) : LINKSUMS_RATES;
}

const char *linksums_column(const struct linksums *sums, unsigned int column,
			    char name[SERIES_NAME_MAX])
{
	if (column >= LINKSUMS_SHARES)
		strcpy(name, shares[column - LINKSUMS_SHARES]);
	else
		snprintf(name, SERIES_NAME_MAX, "%s%s", sums->kind->names[column % ROUTER_COUNTERS],
			 column >= LINKSUMS_RATES ? "_s" : "");
	return name;
}

const char *linksums_unit(const struct linksums *sums, unsigned int column)
{
	return column >= LINKSUMS_SHARES ? "share" : sums->kind->units[column % ROUTER_COUNTERS];
}

const char *linksums_link(const struct linksums *sums, unsigned int link, char name[LINKS_NAME])
{
	const struct link *it = &sums->links.link[link];

	return links_name(sums->links.aries, it->direction, it->far, name);
}

const char *linksums_status(const struct linksums *sums, unsigned int link, bool torn)
{
	const struct link *it = &sums->links.link[link];

	if (!it->count)
		return "lost";
	if (torn)
		return "torn";
	return it->lost ? "part" : "ok";
}

static double share_value(const struct linksums *sums, unsigned int link, unsigned int column)
{
	const struct router_link *sum = &sums->sums.link[link];
	const struct link *it = &sums->links.link[link];

	switch (column - LINKSUMS_SHARES) {
	case 0:
		return router_utilisation(sums->kind, it, sum);
	case 1:
		return router_stall_share(it, sum, ROUTER_INQ_STALLS);
	default:
		return router_stall_share(it, sum, ROUTER_OUTQ_STALLS);
	}
}

/* JSON has all digits; elsewhere nine are enough for a share. */
static void print_real(const struct linksums *sums, unsigned int link, unsigned int column,
		       char text[SAMPLE_VALUE_MAX])
{
	bool is_share = column >= LINKSUMS_SHARES;
	double number = is_share ? share_value(sums, link, column) :
				   sums->sums.link[link].rates[column - LINKSUMS_RATES];

	if (format_chosen == &format_json)
		snprintf(text, SAMPLE_VALUE_MAX, "%.17g", number);
	else
		snprintf(text, SAMPLE_VALUE_MAX, "%.*f", is_share ? 9 : 3, number);
}

const char *linksums_value(const struct linksums *sums, unsigned int link, unsigned int column,
			   bool torn, char text[SAMPLE_VALUE_MAX])
{
	bool there = sums->links.link[link].count, counted = column < LINKSUMS_RATES;

	if (there && counted)
		snprintf(text, SAMPLE_VALUE_MAX, "%ju",
			 (uintmax_t)sums->sums.link[link].counters[column]);
	else if (there && sums->sums.timed)
		print_real(sums, link, column, text);
	else if (there)
		return "no-time";
	return linksums_status(sums, link, torn);
}
