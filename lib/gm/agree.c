// SPDX-License-Identifier: LGPL-2.1-or-later
/* Errors: their text, and how all ranks agree on one. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "gm/gm.h"

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
