/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * In an emulated job (GM_JOB): what the calls send is counted, and told to the simulator. Any
 * thread, between tell_open() and tell_close().
 */
#ifndef GM_TELL_H
#define GM_TELL_H

#include <stdbool.h>
#include <stdio.h>

#include "gm/job.h"
#include "gm/profile/exported.h"

/** tell_open() - connect if GM_JOB says so; collective over @world, our duplicate of the world */
void tell_open(MPI_Comm world);

/** tell_wanted() - whether the job is emulated; if not, calls need not be looked at */
bool tell_wanted(void);

/** tell() - count it and tell it */
void tell(const struct job_record *record);

/** tell_unseen() - likewise, a call whose traffic is not known */
void tell_unseen(const char *call);

/** tell_unseen_record() - the record of it */
struct job_record tell_unseen_record(const char *call);

/** tell_flush() - wait until what was told is in the registers; 0, or why it is not */
int tell_flush(void);

/**
 * tell_close() - tell the rest, hang up, and print the sum of what all ranks did
 * @world: as above; collective
 * @stream: where to, at rank 0
 * @json: as totals_print_json(), not totals_print()
 */
void tell_close(MPI_Comm world, FILE *stream, bool json);

#endif /* GM_TELL_H */
