/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulator's end of GM_JOB, inside the rank: compare what libgm-profile reports of each call
 * with what the test expects. If GM_JOB is already set, a real simulator listens, and only its
 * result counts.
 */
#ifndef HEARD_H
#define HEARD_H

#include <stdint.h>

#include "gm/hooks.h"
#include "gm/wire.h"

/* Defined in libgm-profile; spawned processes do without it. */
#pragma weak gm_profile_quiet
#pragma weak gm_profile_flush

/* Make an MPI call for the test's own sake, which libgm-profile must not count. */
#define ASIDE(call) do {								\
	if (gm_profile_quiet)								\
		gm_profile_quiet(1);							\
	call;										\
	if (gm_profile_quiet)								\
		gm_profile_quiet(-1);							\
} while (0)

/* Call before MPI_Init(), in which libgm-profile connects. */
void heard_listen(void);

/* Expect a record of the next call; several calls of expect() give their order. */
void expect(const struct job_record *record);

/* Compare what was reported since the last time with what was expected of this call. */
void heard(const char *call);

/* Print what is wrong with a call, and count it for faults(). */
void fault(const char *call, const char *what);

/* Return this rank's faults so far. */
int faults(void);

/* Print at rank 0 what all ranks reported since the last time; collective. */
void heard_part(const char *name);

/* Does libgm-profile's end wait for answers without a limit? */
void heard_line_is_patient(void);

#endif /* HEARD_H */
