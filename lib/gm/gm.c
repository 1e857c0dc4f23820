// SPDX-License-Identifier: LGPL-2.1-or-later
/* What all files of libgm use: cooperation with libgm-profile, errors, memory. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "gm/gm.h"
#include "gm/hooks.h"

/* --- cooperation with libgm-profile --- */

/* Defined if the program runs under gm-profile. */
#pragma weak gm_profile_quiet
#pragma weak gm_profile_flush

int own_begin(void)
{
	if (gm_profile_quiet)
		gm_profile_quiet(1);
	return 0;
}

void own_end(int *begun)
{
	(void)begun;
	if (gm_profile_quiet)
		gm_profile_quiet(-1);
}

int own_flush(void)
{
	return gm_profile_flush ? gm_profile_flush() : 0;
}

/* --- errors: their text, and how all ranks agree on one --- */

static void say(char *text, size_t size, const char *format, va_list args)
{
	vsnprintf(text, size, format, args);
	for (; *text; text++) {
		if (*text < ' ' || *text > '~')
			*text = '?';
	}
}

void gm_say(struct gm *gm, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(gm->text, sizeof(gm->text), format, args);
	va_end(args);
}

void gm_say_chip(struct gm *gm, const char *format, ...)
{
	const unsigned int *coord = gm->router.coord;
	va_list args;
	int length = snprintf(gm->text, sizeof(gm->text), "(%u, %u, %u): rank %d: ", coord[0],
			      coord[1], coord[2], gm->world);

	va_start(args, format);
	say(gm->text + length, sizeof(gm->text) - length, format, args);
	va_end(args);
}

int gm_mpi(struct gm *gm, int result)
{
	char text[MPI_MAX_ERROR_STRING];
	int length;

	if (result == MPI_SUCCESS)
		return 0;
	if (PMPI_Error_string(result, text, &length))
		snprintf(text, sizeof(text), "error %d", result);
	gm_say(gm, "rank %d: MPI: %s", gm->world, text);
	return -EIO;
}

int gm_agree(struct gm *gm, int err)
{
	int mine = err ? gm->rank : INT_MAX, first;

	if (gm_mpi(gm, PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, gm->comm)))
		return -EIO;
	if (first == INT_MAX) {
		*gm->text = '\0';
		return 0;
	}
	if (gm_mpi(gm, PMPI_Bcast(&err, 1, MPI_INT, first, gm->comm)) ||
	    gm_mpi(gm, PMPI_Bcast(gm->text, sizeof(gm->text), MPI_CHAR, first, gm->comm)))
		return -EIO;
	return err;
}

/* --- the memory that a state takes --- */

void gm_hold(struct gm *gm, size_t bytes)
{
	gm->held += bytes;
	if (gm->held > gm->peak)
		gm->peak = gm->held;
}

void gm_release(struct gm *gm, size_t bytes)
{
	gm->held -= bytes;
}

size_t gemini_memory(const gemini_state_t *state, size_t *peak)
{
	if (peak)
		*peak = state->gm ? state->gm->peak : 0;
	return state->gm ? state->gm->held : 0;
}
