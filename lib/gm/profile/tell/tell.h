/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * In an emulated job (GM_JOB), what the program's calls send, receive and wait for is reported to
 * the simulator, and what the program computes between them; what it sends is counted.
 * Between tell_open() and tell_close() any thread may call these functions.
 */
#ifndef GM_TELL_H
#define GM_TELL_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/wire.h"
#include "gm/profile/call.h"
#include "gm/profile/calls/exported.h"

/** tell_open() - connect to the simulator if GM_JOB is set. Local. */
void tell_open(void);

/**
 * tell_join() - find out whether the job is emulated
 * @comm: the ranks to ask
 *
 * Collective over @comm. If only some ranks have GM_JOB, each of the others prints a warning.
 *
 * Return: whether any rank of @comm has GM_JOB.
 */
bool tell_join(MPI_Comm comm);

/** tell_active - this process is between tell_open() and tell_close() of an emulated job */
extern bool tell_active;

/**
 * tell_wanted() - return whether calls of this thread have to be reported
 *
 * False if the job is not emulated, and while call_is_inner().
 */
static inline bool tell_wanted(void)
{
	return tell_active && !call_is_inner();
}

/**
 * tell() - count @record and report it to the simulator, if tell_wanted()
 * @record: the record, of this thread
 *
 * The time that this thread has computed before is reported first, but for a JOB_UNSEEN.
 */
void tell(const struct job_record *record);

/**
 * tell_request() - the same for the first record of a request
 * @record: the record; receives the number of the request
 *
 * Return: that number; 0: there is nothing to tell.
 */
uint32_t tell_request(struct job_record *record);

/** tell_unseen() - count and report an unseen call by its name, if tell_wanted() */
void tell_unseen(const char *call);

/** tell_unseen_record() - return the record of an unseen call */
struct job_record tell_unseen_record(const char *call);

/**
 * tell_flush() - wait until the registers have what was reported
 *
 * Return: 0, also if the job is not emulated; else as report_flush().
 */
int tell_flush(void);

/** tell_close() - report the rest and how this rank ends, and close the connection. Local. */
void tell_close(enum job_end end);

/**
 * tell_sum() - print the sum of what all ranks sent
 * @comm: the ranks
 * @stream: where rank 0 of @comm prints
 * @json: print with totals_print_json() instead of totals_print()
 *
 * Collective over @comm, after tell_close().
 */
void tell_sum(MPI_Comm comm, FILE *stream, bool json);

#endif /* GM_TELL_H */
