// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Tables without code.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <gpcd/gm.h>

#include "gm/profile/table.h"

static gemini_state_t state;
static FILE *output;
static enum gemini_format format;
static int working;
static bool begun;	/* a region, or at first the whole run */
static bool regions;	/* there ever was one */

static bool is_first(MPI_Comm world)
{
	int rank;

	PMPI_Comm_rank(world, &rank);
	return !rank;
}

static void output_open(void)
{
	const char *path = getenv("GM_OUTPUT");

	output = stderr;
	if (!path || !*path)
		return;
	output = fopen(path, "we");
	if (output)
		return;
	fprintf(stderr, "gm-profile: GM_OUTPUT=%s: %s; the table goes to standard error\n", path,
		strerror(errno));
	output = stderr;
}

static void format_choose(void)
{
	static const char *const names[] = {
		[GEMINI_TEXT] = "text",
		[GEMINI_TEXT_HEAD] = "head",
		[GEMINI_JSON] = "json",
	};
	const char *name = getenv("GM_FORMAT");

	if (!name || !*name)
		return;
	for (int i = GEMINI_TEXT; i <= GEMINI_JSON; i++) {
		if (!strcmp(name, names[i])) {
			format = i;
			return;
		}
	}
	fprintf(stderr, "gm-profile: GM_FORMAT=%s is none of text, head and json: text\n", name);
}

/* Errors are the same on all ranks: with the first, all stop. */
static bool table_failed(MPI_Comm world, int err)
{
	const char *reason = gemini_error(&state);

	if (!err)
		return false;
	if (is_first(world))
		fprintf(stderr, "gm-profile: no table: %s\n", *reason ? reason : strerror(-err));
	working = false;
	return true;
}

void table_open(MPI_Comm world)
{
	const char *table = getenv("GM_TABLE");

	output = stderr;
	if (is_first(world)) {
		output_open();
		format_choose();
		working = !table || strcmp(table, "0");
	}
	PMPI_Bcast(&working, 1, MPI_INT, 0, world);
	if (!working)
		return;
	if (table_failed(world, gemini_init_state(world, &state)))
		return;
	begun = !table_failed(world, gemini_read_counters(world, &state));
}

void table_begin(MPI_Comm world)
{
	if (!working)
		return;
	regions = true;
	begun = !table_failed(world, gemini_read_counters(world, &state));
}

void table_last(MPI_Comm world)
{
	if (!working || !begun)
		return;
	begun = false;
	if (!table_failed(world, gemini_read_counters(world, &state)))
		table_failed(world, gemini_fprint_counters(world, &state, output, format));
	fflush(output);
}

void table_end(MPI_Comm world)
{
	if (regions)
		table_last(world);
}

FILE *table_output(void)
{
	return output;
}

bool table_is_json(void)
{
	return format == GEMINI_JSON;
}

void table_close(MPI_Comm world)
{
	if (state.gm)
		gemini_finalize_state(world, &state);
	if (output != stderr && fclose(output))
		fprintf(stderr, "gm-profile: GM_OUTPUT: %s\n", strerror(errno));
}
