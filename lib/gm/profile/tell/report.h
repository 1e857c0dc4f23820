/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A rank's line to the simulator: records go out in blocks of 64 KiB. One thread at a time.
 */
#ifndef GM_REPORT_H
#define GM_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "gm/wire.h"

/** REPORT_PATIENCE: seconds for the answer to a hello, which may come after a round of others */
#define REPORT_PATIENCE	600

/**
 * struct report - the line
 * @fd: the socket; -1: there is none, or no longer
 * @lost: messages and unseen calls that were added and cannot be told any more
 * @unsent: records that are not written yet, shared with the simulator; equal ones in succession
 *	are one. NULL: there never was a line
 */
struct report {
	int fd;
	uint64_t lost;
	struct job_unsent *unsent;
};

/**
 * report_open() - connect to the simulator, and say hello
 * @report: filled in, after an error too: then all that is added is lost
 * @path: of the simulator's socket
 * @rank: in MPI_COMM_WORLD
 * @ranks: in all
 *
 * Return: 0, -ENAMETOOLONG, -ETIMEDOUT, an error of the socket, or what the simulator answered.
 */
int report_open(struct report *report, const char *path, uint32_t rank, uint32_t ranks);

/**
 * report_add() - say it, now or later
 *
 * Return: 0, or why the simulator is gone, at the call that found it out only.
 */
int report_add(struct report *report, const struct job_record *record);

/**
 * report_flush() - wait until all that was added is done
 *
 * Return: as report_add(); the simulator's error, which is still there: -EIO, -EPROTO; -ENOTCONN:
 * it is not.
 */
int report_flush(struct report *report);

/** report_close() - write what is left, say bye, and hang up; returns as report_add() */
int report_close(struct report *report, enum job_end end);

#endif /* GM_REPORT_H */
