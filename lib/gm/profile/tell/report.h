/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A rank's connection to the simulator. Records are sent in blocks of 64 KiB. Only one thread at a
 * time may use the connection.
 */
#ifndef GM_REPORT_H
#define GM_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "gm/wire.h"

/** REPORT_PATIENCE: seconds to wait for the answer to a hello, which may come after a round */
#define REPORT_PATIENCE	600

/**
 * struct report - a connection to the simulator
 * @fd: the socket; -1: there is no connection, or no longer
 * @lost: messages and unseen calls that were added and could not be sent
 * @unsent: records that are not written yet, in memory shared with the simulator. Successive equal
 *	records of messages and calls are merged. NULL: there never was a connection
 */
struct report {
	int fd;
	uint64_t lost;
	struct job_unsent *unsent;
};

/**
 * report_open() - connect to the simulator and exchange the hello
 * @report: filled in, also after an error: then all records that are added count as lost
 * @path: path of the simulator's socket
 * @rank: this rank in MPI_COMM_WORLD
 * @ranks: number of ranks in MPI_COMM_WORLD
 *
 * Return: 0, -ENAMETOOLONG, -ETIMEDOUT, an error of the socket, or what the simulator answered.
 */
int report_open(struct report *report, const char *path, uint32_t rank, uint32_t ranks);

/**
 * report_add() - add a record; it is sent at once or with a later one
 * @report: the connection
 * @record: the record; copied
 *
 * Return: 0, or why the connection broke. Only the call that notices returns that; later calls
 * return 0 and count the record as lost.
 */
int report_add(struct report *report, const struct job_record *record);

/**
 * report_flush() - send all records and wait until the registers have what they tell
 * @report: the connection
 *
 * Return: 0, or why the connection broke; -ENOTCONN: there is no connection; -EIO or -EPROTO: an
 * error that the simulator reports and that leaves the connection open.
 */
int report_flush(struct report *report);

/**
 * report_close() - send the remaining records and a bye, and close the connection
 * @report: the connection
 * @end: how this rank ends
 *
 * Return: 0, also if there is no connection, or why the connection broke.
 */
int report_close(struct report *report, enum job_end end);

#endif /* GM_REPORT_H */
