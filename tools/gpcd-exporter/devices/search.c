// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/devices.h"
#include "cli/out/complain.h"
#include "gpcd-exporter/expose/page.h"
#include "reason.h"
#include "search.h"

struct search *search_make(const char *name)
{
	struct search *search = calloc(1, sizeof(*search));

	if (!search)
		return NULL;
	search->count = -1;
	search->name = strdup(name);
	search->labels = page_label(NULL, "device", name);
	if (search->name && search->labels)
		return search;
	search_free(search);
	return NULL;
}

/* A running search. */
struct run {
	int (*take)(void *data, const char *name);	/* called for each device */
	void *data;
	int err;					/* first error of take */
};

static int take_one(void *data, const char *name)
{
	struct run *run = data;
	int err = run->take(run->data, name);

	if (!run->err)
		run->err = err;
	return 0;
}

static void report_search(struct search *search, int err)
{
	const char *why = err ? reason_of(err) : NULL;

	if (why && search->why != why)
		complain("%s: down: %s: %s", search->name, why, reason_left_out(err));
	else if (!why && search->why)
		complain("%s: up", search->name);
	search->why = why;
}

void search_run(struct search *search, int (*take)(void *data, const char *name), void *data)
{
	struct run run = { .take = take, .data = data };
	int found = devname_each(search->name, take_one, &run);

	report_search(search, found < 0 ? found : run.err);
	if (!found && search->count < 0)
		complain("%s: no file matches this pattern yet", search->name);
	search->count = found > 0 ? found : 0;
	search->whole = found >= 0;
}

void search_free(struct search *search)
{
	if (!search)
		return;
	free(search->name);
	free(search->labels);
	free(search);
}
