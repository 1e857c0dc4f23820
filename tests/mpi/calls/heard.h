/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulator's end of GM_JOB, in the rank itself: what libgm-profile tells of each call is held
 * against what the test expects of it. Where GM_JOB is set already a real simulator listens, and
 * only that one counts.
 */
#ifndef HEARD_H
#define HEARD_H

#include <stdint.h>

#include "gm/hooks.h"
#include "gm/wire.h"

/* libgm-profile has them; processes that are spawned do without it. */
#pragma weak gm_profile_quiet
#pragma weak gm_profile_flush

/** ASIDE() - make a call of MPI for the test's own sake, which libgm-profile is not to count */
#define ASIDE(call) do {								\
	if (gm_profile_quiet)								\
		gm_profile_quiet(1);							\
	call;										\
	if (gm_profile_quiet)								\
		gm_profile_quiet(-1);							\
} while (0)

/** heard_listen() - before MPI_Init(), which is when libgm-profile connects */
void heard_listen(void);

/** expect() - a record: the next call is told as those that are expected, in their order */
void expect(const struct job_record *record);

/**
 * heard() - hold what was told since the last time against what was expected
 * @call: that was made
 */
void heard(const char *call);

/** fault() - something is wrong with a call: said, and kept for faults() */
void fault(const char *call, const char *what);

/** faults() - how many so far, of this rank */
int faults(void);

/** heard_part() - print what all ranks told since the last time, at rank 0; collective */
void heard_part(const char *name);

/** heard_line_is_patient() - whether libgm-profile's end waits for answers for ever */
void heard_line_is_patient(void);

#endif /* HEARD_H */
