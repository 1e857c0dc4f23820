// SPDX-License-Identifier: GPL-2.0-only
/* Sets of metrics, each read once. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/metrics/sets.h"
#include "layout.h"
#include "text/files.h"

/* Environment variable that names the only folder of gpcdr's sets. */
#define GPCDR_FOLDER_ENV	"GPCD_GPCDR"

struct layout_sets {
	struct layout_sets *next;
	bool gpcdr;	/* a set of gpcdr; else all metrics of the chip */
	struct metrics metrics;
};

static struct layout_sets *make(void)
{
	struct layout_sets *set = calloc(1, sizeof(*set));

	if (!set)
		complain_error("metrics", -ENOMEM);
	return set;
}

/* Keep the order in which sets were read. */
static void keep(struct layout_state *state, struct layout_sets *set)
{
	struct layout_sets **last = &state->sets;

	while (*last)
		last = &(*last)->next;
	*last = set;
}

static struct layout_sets *next_set(struct layout_sets *set, unsigned int chip, bool gpcdr)
{
	while (set && (set->metrics.chip != chip || set->gpcdr != gpcdr))
		set = set->next;
	return set;
}

int layout_metrics(struct layout_state *state, unsigned int chip, const struct metrics **metrics)
{
	struct layout_sets *set = next_set(state->sets, chip, false);
	int code = 0;

	if (!set) {
		set = make();
		if (!set)
			return EXIT_RUNTIME;
		code = sets_find(&set->metrics, chip);
		set->metrics.chip = chip;
		keep(state, set);
	}
	*metrics = &set->metrics;
	return code;
}

/* --- of gpcdr --- */

/* Sets that are being read. */
struct reading {
	struct layout_state *state;
	unsigned int chip;
};

static int read_set(void *data, const char *path)
{
	struct reading *reading = data;
	struct layout_sets *set = make();
	int code;

	if (!set)
		return EXIT_RUNTIME;
	code = sets_read_file(&set->metrics, reading->chip, path);
	if (code) {
		free(set);
		return code;
	}
	set->gpcdr = true;
	keep(reading->state, set);
	return 0;
}

static int each_file(unsigned int chip, const struct text_visitor *visitor, char *failed)
{
	char below[32];
	const struct text_places places = {
		.installed = cli_data("gpcdr"), .kind = "gpcdr", .below = below,
		.only = GPCDR_FOLDER_ENV, .ending = ".metrics",
	};

	snprintf(below, sizeof(below), "/%s", gpcd_chip_name(chip));
	return text_each(&places, visitor, failed);
}

static int read_sets(struct layout_state *state, unsigned int chip)
{
	struct reading reading = { state, chip };
	const struct text_visitor visitor = { read_set, &reading };
	char failed[TEXT_PATH_ROOM];
	int code = each_file(chip, &visitor, failed);

	if (code < 0)
		return complain_error(failed, code);
	if (code || next_set(state->sets, chip, true))
		return code;
	complain("no sets of metrics for %s in %s/%s: choose another --layout",
		 gpcd_chip_name(chip), cli_data("gpcdr"), gpcd_chip_name(chip));
	return EXIT_USAGE;
}

int layout_gpcdr_sets(struct layout_state *state, unsigned int chip,
		      int (*take)(void *data, const struct metrics *set), void *data)
{
	struct layout_sets *set = next_set(state->sets, chip, true);
	int code = set ? 0 : read_sets(state, chip);

	for (set = next_set(state->sets, chip, true); !code && set;
	     set = next_set(set->next, chip, true))
		code = take(data, &set->metrics);
	return code;
}

static int set_found(void *data, const char *path)
{
	(void)data;
	(void)path;
	return 1;
}

bool layout_has_gpcdr(unsigned int chip)
{
	const struct text_visitor visitor = { set_found, NULL };
	char failed[TEXT_PATH_ROOM];

	return each_file(chip, &visitor, failed) == 1;
}

void layout_sets_free(struct layout_state *state)
{
	struct layout_sets *next;

	for (struct layout_sets *set = state->sets; set; set = next) {
		next = set->next;
		metrics_free(&set->metrics);
		free(set);
	}
	state->sets = NULL;
}
