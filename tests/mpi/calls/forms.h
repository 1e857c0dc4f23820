/* SPDX-License-Identifier: GPL-2.0-only */
/* A collective in all its forms, each compared with the PMPI_ call's result. */
#ifndef FORMS_H
#define FORMS_H

#include <string.h>

#include "calls.h"

#define INTS	1024

static int out[INTS], in[INTS], wanted[INTS];
static MPI_Request request;

static void begin(void)
{
	for (int i = 0; i < INTS; i++) {
		out[i] = INTS * me + i + 1;
		in[i] = -out[i];
	}
}

static void end(const char *call)
{
	if (memcmp(in, wanted, sizeof(in)))
		fault(call, "it brings about something else");
	heard(call);
}

/* Make a blocking call; @expected runs the expectations. */
#define BLOCKING(name, expected, ...) do {						\
	begin();									\
	ASIDE(FORM(PMPI_ ## name)(__VA_ARGS__));						\
	memcpy(wanted, in, sizeof(in));							\
	begin();									\
	expected;									\
	FORM(MPI_ ## name)(__VA_ARGS__);						\
	end(NAME(FORM(MPI_ ## name)));							\
} while (0)

/*
 * Make all forms of a call; the persistent one is started STARTS times. Buffers are filled before
 * it is prepared, because a single rank of MPICH 4.0 copies them then.
 */
#define ALL_FORMS(name, iname, expected, ...) do {					\
	BLOCKING(name, expected, __VA_ARGS__);						\
	begin();									\
	expected;									\
	FORM(MPI_ ## iname)(__VA_ARGS__, &request);					\
	PMPI_Wait(&request, MPI_STATUS_IGNORE);						\
	end(NAME(FORM(MPI_ ## iname)));							\
	begin();									\
	PERSISTENT(name)(__VA_ARGS__, MPI_INFO_NULL, &request);				\
	heard(NAME(PERSISTENT(name)));							\
	for (int start = 0; start < STARTS; start++) {					\
		expected;								\
		MPI_Start(&request);							\
		PMPI_Wait(&request, MPI_STATUS_IGNORE);					\
		end(NAME(PERSISTENT(name)));						\
		begin();								\
	}										\
	MPI_Request_free(&request);							\
} while (0)

#endif /* FORMS_H */
