/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * In an emulated job (GM_JOB): what the calls send is counted, and told to the simulator. Any
 * thread, between tell_open() and tell_close().
 */
#ifndef GM_TELL_H
#define GM_TELL_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/wire.h"
#include "gm/profile/calls/exported.h"

/** tell_open() - connect if GM_JOB says so; local */
void tell_open(void);

/**
 * tell_join() - find out whether the job is emulated
 *
 * Collective over @comm. Return: whether any rank of @comm has GM_JOB. One that has not is said to
 * be unheard.
 */
bool tell_join(MPI_Comm comm);

/**
 * tell_wanted() - whether the calling thread has something to tell
 *
 * Not unless the job is emulated, nor while call_is_inner(): then calls need not be looked at.
 */
bool tell_wanted(void);

/** tell() - count it and tell it, if tell_wanted() */
void tell(const struct job_record *record);

/** tell_unseen() - likewise, a call whose traffic is not known */
void tell_unseen(const char *call);

/** tell_unseen_record() - the record of it */
struct job_record tell_unseen_record(const char *call);

/** tell_flush() - wait until what was told is in the registers; 0, or why it is not */
int tell_flush(void);

/** tell_close() - tell the rest, and how this rank ends, and hang up; local */
void tell_close(enum job_end end);

/**
 * tell_sum() - print the sum of what all ranks did
 * @comm: those ranks; collective, after tell_close()
 * @stream: where to, at its first rank
 * @json: as totals_print_json(), not totals_print()
 */
void tell_sum(MPI_Comm comm, FILE *stream, bool json);

#endif /* GM_TELL_H */
