/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * In an emulated job (GM_JOB), reports to the simulator what the program's calls send, receive and
 * wait for, and what the program computes between them, and counts what it sends. Between
 * report_open() and report_close() any thread may call these functions.
 */
#ifndef GM_REPORT_H
#define GM_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/wire.h"
#include "gm/profile/call.h"

/* Connect to the simulator if GM_JOB is set. Local. */
void report_open(void);

/*
 * Return whether any rank of @comm has GM_JOB. If only some have, each of the others prints a
 * warning. Collective over @comm.
 */
bool report_join(MPI_Comm comm);

/* This process is between report_open() and report_close() of an emulated job. */
extern bool report_active;

/*
 * Return whether calls of this thread have to be reported: not if the job is not emulated, nor
 * while call_is_inner().
 */
static inline bool report_wanted(void)
{
	return report_active && !call_is_inner();
}

/*
 * Count @record and report it to the simulator, if report_wanted(). Except for a JOB_UNSEEN, the
 * time that this thread has computed is reported first.
 */
void report_record(const struct job_record *record);

/*
 * Likewise for the first record of a request; stores the number of the request in @record and
 * returns it, or returns 0 if there is nothing to report.
 */
uint32_t report_request(struct job_record *record);

/* Count and report an unseen call by its name, if report_wanted(). */
void report_unseen(const char *call);

/* Return the record of an unseen call. */
struct job_record report_unseen_record(const char *call);

/*
 * Wait until the registers reflect what was reported. Returns 0, also if the job is not emulated,
 * or as connection_flush().
 */
int report_flush(void);

/* Report the rest and how this rank ends, and close the connection. Local. */
void report_close(enum job_end end);

/*
 * Print at rank 0 of @comm the sum of what all ranks sent. Collective over @comm, after
 * report_close().
 */
void report_sum(MPI_Comm comm, FILE *stream, bool json);

#endif /* GM_REPORT_H */
