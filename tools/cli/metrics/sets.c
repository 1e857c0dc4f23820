// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fnmatch.h>
#include <gpcd/nics.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/infile.h"
#include "metrics/folders.h"
#include "sets.h"

static int take_name(const char *name, void *input)
{
	struct sets_wanted *wanted = input;

	if (wanted->count == SETS_WANTED_MAX)
		return -EINVAL;
	wanted->names[wanted->count++] = name;
	return 0;
}

static const struct option_row rows[] = {
	{ "metrics", 'm', "NAME", 0, "a set, router or nic, a metric, or a glob; may be repeated",
	  OPTION_CALL_WHOLE(take_name) },
	{ 0 }
};

const struct options sets_options = { .rows = rows };

static int complain_failure(const struct metrics_failure *failure, int err)
{
	const struct metrics_problem *problem = &failure->problem;

	switch (err) {
	case -EINVAL:
		complain("%s:%u:%u: %s", failure->path, problem->at.line, problem->at.column,
			 problem->text);
		return EXIT_USAGE;
	case -EFBIG:
		complain("%s: a file of metrics has at most %d bytes", failure->path,
			 METRICS_FILE_MOST);
		return EXIT_USAGE;
	case -EISDIR:
		complain("%s: not a file", failure->path);
		return EXIT_USAGE;
	default:
		return infile_failed(failure->path, err);
	}
}

static const char *sets_folder(void)
{
	return cli_data("metrics");
}

static int complain_none(unsigned int chip)
{
	const char *only = getenv(METRICS_FOLDER_ENV);

	complain("no metrics of %s in %s/%s: %s names another folder", gpcd_chip_name(chip),
		 only && *only ? only : sets_folder(), gpcd_chip_name(chip), METRICS_FOLDER_ENV);
	return EXIT_RUNTIME;
}

int sets_find(struct metrics *metrics, unsigned int chip)
{
	struct metrics_failure failure = { 0 };
	int err, code;

	*metrics = (struct metrics) { .chip = chip };
	err = metrics_read_chip(metrics, sets_folder(), &failure);
	if (!err)
		return 0;
	code = complain_failure(&failure, err);
	metrics_free(metrics);
	return code;
}

int sets_read(struct metrics *metrics, unsigned int chip)
{
	int code = sets_find(metrics, chip);

	return code || metrics->count ? code : complain_none(chip);
}

int sets_read_type(struct metrics *metrics, const char *type)
{
	struct metrics_failure failure = { 0 };
	int err, code;

	*metrics = (struct metrics) { .chip = GPCD_CHIP_NONE };
	err = metrics_read_all(metrics, type, sets_folder(), &failure);
	if (!err)
		return 0;
	code = complain_failure(&failure, err);
	metrics_free(metrics);
	return code;
}

static int read_one_file(struct metrics *metrics, const char *path)
{
	struct metrics_failure failure = { 0 };
	int err, code;

	err = metrics_read_file(metrics, path, &failure);
	if (!err)
		return 0;
	code = complain_failure(&failure, err);
	metrics_free(metrics);
	return code;
}

int sets_read_file(struct metrics *metrics, unsigned int chip, const char *path)
{
	*metrics = (struct metrics) { .chip = chip };
	return read_one_file(metrics, path);
}

int sets_check_file(struct metrics *metrics, unsigned int chip, const char *path)
{
	*metrics = (struct metrics) { .chip = chip, .strict = true };
	return read_one_file(metrics, path);
}

bool sets_match(const char *name, const struct metric *metric)
{
	return !strcmp(name, metric->set) || !fnmatch(name, metric->name, 0);
}

/* METRIC:OBJECT, as values are called. The metric may be a glob, and so may the object. */
static bool full_match(const char *name, const char *metric, const char *object)
{
	const char *colon = strchr(name, ':');
	char part[METRICS_NAME_ROOM];

	if (!colon || (size_t)(colon - name) >= sizeof(part))
		return false;
	*(char *)mempcpy(part, name, colon - name) = '\0';
	return !fnmatch(part, metric, 0) &&
	       (!object || !fnmatch(colon + 1, object, FNM_CASEFOLD));
}

/* Is it a word of several, the last ones? "stalls" stands for "input_stalls", too. */
static bool has_last_words(const char *text, const char *word)
{
	size_t length = strlen(text), size = strlen(word);

	return length > size && text[length - size - 1] == '_' &&
	       !strcmp(text + length - size, word);
}

/*
 * The short name, "tile:0,0.input_stalls" or "X+.input_stalls": @kind, "tile" or "link", stands
 * before the object or nowhere.
 */
static bool short_match(const char *name, const char *kind, const char *metric, const char *object)
{
	const char *dot = strrchr(name, '.'), *rest = metric + strlen(kind) + 1;
	bool tile = !strncmp(name, "tile:", 5);
	char place[METRICS_OBJECT_ROOM];

	if (!dot || tile != !strcmp(kind, "tile") || strncmp(metric, kind, strlen(kind)) ||
	    rest[-1] != '_')
		return false;
	name += tile ? 5 : 0;
	if ((size_t)(dot - name) >= sizeof(place))
		return false;
	*(char *)mempcpy(place, name, dot - name) = '\0';
	return (!fnmatch(dot + 1, rest, 0) || has_last_words(rest, dot + 1)) &&
	       (!object || !fnmatch(place, object, FNM_CASEFOLD));
}

bool sets_match_object(const char *name, const struct metric *metric, const char *object)
{
	bool tile = metric->per == METRICS_PER_TILE;

	if (sets_match(name, metric))
		return true;
	if (!tile && metric->per != METRICS_PER_LINK)
		return false;
	return full_match(name, metric->name, object) ||
	       short_match(name, tile ? "tile" : "link", metric->name, object);
}

bool sets_want_object(const struct sets_wanted *wanted, const struct metric *metric,
		      const char *object)
{
	for (unsigned int i = 0; i < wanted->count; i++) {
		if (sets_match_object(wanted->names[i], metric, object))
			return true;
	}
	return !wanted->count;
}

const char *sets_short_name(const struct metric *metric, const char *object,
			    char name[SETS_SHORT_ROOM])
{
	const char *kind = metric->per == METRICS_PER_TILE ? "tile" : "link";
	size_t length = strlen(kind);

	if (metric->per != METRICS_PER_TILE && metric->per != METRICS_PER_LINK)
		return NULL;
	if (strncmp(metric->name, kind, length) || metric->name[length] != '_')
		return NULL;
	snprintf(name, SETS_SHORT_ROOM, "%s%s.%s", metric->per == METRICS_PER_TILE ? "tile:" : "",
		 object, metric->name + length + 1);
	return name;
}

bool sets_want(const struct sets_wanted *wanted, const struct metric *metric)
{
	for (unsigned int i = 0; i < wanted->count; i++) {
		if (sets_match(wanted->names[i], metric))
			return true;
	}
	return !wanted->count;
}

void sets_offer(const struct metrics *metrics, struct nearest *nearest)
{
	for (size_t i = 0; i < metrics->count; i++) {
		nearest_offer(nearest, metrics->list[i].name);
		nearest_offer(nearest, metrics->list[i].set);
	}
}

int sets_unknown(const struct metrics *metrics, const char *name)
{
	char hint[NEAREST_ROOM + 32];
	struct nearest nearest;

	nearest_begin(&nearest, name);
	sets_offer(metrics, &nearest);
	complain("%s: no set of metrics, no metric '%s': see `gpcd metrics'%s",
		 gpcd_chip_name(metrics->chip), name, nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

/* A search for a name in the metrics of all chips. */
struct hunt {
	const char *name;
	bool found;
	struct metrics_failure failure;
};

static int hunt_folder(void *data, const char *path)
{
	struct hunt *hunt = data;
	struct metrics metrics = { .chip = GPCD_CHIP_NONE };
	char chip[TEXT_PATH_ROOM];
	int err;

	text_base(path, "", chip, sizeof(chip));
	err = metrics_read_all(&metrics, chip, sets_folder(), &hunt->failure);
	for (size_t i = 0; i < metrics.count && !hunt->found; i++)
		hunt->found = sets_match(hunt->name, &metrics.list[i]);
	metrics_free(&metrics);
	return err;
}

int sets_known(const char *name, bool *known)
{
	struct hunt hunt = { .name = name };
	const struct text_visitor visitor = { hunt_folder, &hunt };
	struct metrics_failure failure = { 0 };
	int err = metrics_each_folder(sets_folder(), &visitor, &failure);

	*known = hunt.found;
	if (!err)
		return 0;
	return complain_failure(*hunt.failure.path ? &hunt.failure : &failure, err);
}

/* The metrics of a chip. */
struct sets_chip {
	struct sets_chip *next;
	unsigned int chip;
	struct metrics metrics;
};

struct metrics *sets_of_chip(struct sets *sets, unsigned int chip)
{
	struct sets_chip *it = sets->first;

	while (it && it->chip != chip)
		it = it->next;
	if (it)
		return &it->metrics;
	it = calloc(1, sizeof(*it));
	if (!it)
		return NULL;
	it->chip = chip;
	it->next = sets->first;
	sets->first = it;
	return &it->metrics;
}

void sets_free(struct sets *sets)
{
	struct sets_chip *it = sets->first, *next;

	for (; it; it = next) {
		next = it->next;
		metrics_free(&it->metrics);
		free(it);
	}
	sets->first = NULL;
}

int sets_check(const struct sets_wanted *wanted, const struct metrics *metrics)
{
	for (unsigned int i = 0; i < wanted->count; i++) {
		bool found = false;

		for (size_t j = 0; j < metrics->count && !found; j++)
			found = sets_match_object(wanted->names[i], &metrics->list[j], NULL);
		if (!found)
			return sets_unknown(metrics, wanted->names[i]);
	}
	return 0;
}

double sets_nic_peak(struct gpcd *device)
{
	const struct gpcd_nic_about *nic;

	return gpcd_nic_about(device, &nic) ? 0 : nic->bits_per_second / 8.0;
}

/* Convert a link: the bits of its mask become tiles. */
static void take_link(struct metrics_link *link, const struct link *from, bool aries)
{
	char name[LINKS_NAME];

	strcpy(link->name, links_name(aries, from->direction, from->far, name));
	link->peak = from->speed * 1e9;
	for (unsigned int tile = 0; tile < 64; tile++) {
		if (from->tiles >> tile & 1) {
			link->tiles[link->count].row = tile / 8;
			link->tiles[link->count++].column = tile % 8;
		}
	}
}

void linked_take(struct metrics_link *list, const struct links *links)
{
	for (unsigned int i = 0; i < links->count; i++)
		take_link(&list[i], &links->link[i], links->aries);
}
