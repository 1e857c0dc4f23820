// SPDX-License-Identifier: LGPL-2.1-or-later
/* Tables for programs that do not use libgm themselves. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <gpcd/gm.h>

#include "gm/gm.h"
#include "gm/profile/life/life.h"

static gemini_state_t state;
static FILE *output;
static enum gemini_format format;
static int working;
static bool begun;	/* the region, or at first the whole run, has a first sample */
static bool regions;	/* there was a region */

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

static void table_complain(int err)
{
	const char *reason = gemini_error(&state);

	fprintf(stderr, "gm-profile: no table: %s\n",
		state.gm && *reason ? reason : strerror(-err));
}

/* Errors are the same on all ranks: after the first one all ranks stop. */
static bool table_failed(int err)
{
	if (!err)
		return false;
	if (peers_first())
		table_complain(err);
	working = false;
	return true;
}

static bool is_set(const char *name, const char *value)
{
	const char *own = getenv(name);

	return own && !strcmp(own, value);
}

bool table_has_regions(void)
{
	return is_set("GM_REGIONS", "1") && !is_set("GM_TABLE", "0");
}

/* Check early that the interconnect file exists: a job may run for days before it is needed. */
static void table_look_ahead(void)
{
	int err = gm_map_there(state.gm);

	if (!err)
		return;
	table_complain(err);
	working = false;
}

void table_open(void)
{
	output = stderr;
	working = !is_set("GM_TABLE", "0");
	begun = working && !gm_begin(&state);
	if (!peers_first())
		return;
	output_open();
	format_choose();
	if (begun)
		table_look_ahead();
}

/* Only the first rank has checked for the interconnect file, so broadcast the result. */
void table_join(MPI_Comm comm)
{
	MPI_Comm own;

	if (PMPI_Bcast(&working, 1, MPI_INT, 0, comm) || !working)
		return;
	if (table_failed(PMPI_Comm_dup(comm, &own) ? -EIO : 0))
		return;
	PMPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
	table_failed(gm_join(own, &state));
}

void table_begin(MPI_Comm comm)
{
	if (!working)
		return;
	regions = true;
	begun = !table_failed(gemini_read_counters(comm, &state));
}

void table_last(MPI_Comm comm)
{
	if (!working || !begun)
		return;
	begun = false;
	if (!table_failed(gemini_read_counters(comm, &state)))
		table_failed(gemini_fprint_counters(comm, &state, output, format));
	fflush(output);
}

void table_end(MPI_Comm comm)
{
	if (regions)
		table_last(comm);
}

FILE *table_output(void)
{
	return output;
}

bool table_is_json(void)
{
	return format == GEMINI_JSON;
}

void table_close(MPI_Comm comm)
{
	if (state.gm && state.gm->comm == MPI_COMM_NULL)
		gm_leave(&state);
	else if (state.gm)
		gemini_finalize_state(comm, &state);
	if (output != stderr && fclose(output))
		fprintf(stderr, "gm-profile: GM_OUTPUT: %s\n", strerror(errno));
}
