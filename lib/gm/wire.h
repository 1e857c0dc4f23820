/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The protocol between a rank of an emulated job and the simulator: what the rank sends, receives,
 * waits for and computes.
 *
 * The simulator (gpcd-sim job) listens on a SOCK_STREAM socket in the file system, whose path is in
 * GM_JOB. A rank connects, sends a hello, then records. The simulator answers a hello, and a flush
 * when all that the rank sent before is in the registers, by a struct job_answer. Both ends are of
 * one machine and one build, so numbers are native.
 *
 * Records that are not sent yet are in memory shared by both ends, whose descriptor is passed with
 * the hello: so a rank that is killed loses none. The last record of a rank that exits in order is
 * a bye, which says how it exits.
 *
 * A rank in a virtual machine has a character device in GM_JOB, whose other end is connected to the
 * socket. It passes no descriptor.
 */
#ifndef GM_WIRE_H
#define GM_WIRE_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* First word of a hello; it changes with the protocol below. */
#define JOB_MAGIC	0x676d6a6f62303034ULL

/* Bytes of a call's name, with its NUL. */
#define JOB_NAME	40

/* Most packets of a record: minutes of simulation. Larger amounts are split. */
#define JOB_PACKETS	(1ULL << 28)

/* Packets of a message in addition to one for each 64-byte piece. */
#define JOB_OVERHEAD	3

/* As rank or tag of a JOB_RECEIVE: any; as rank of a JOB_WAIT: no sender to report. */
#define JOB_ANY		UINT32_MAX

/* As rank of a JOB_WAIT: the receive was cancelled. */
#define JOB_NOBODY	(UINT32_MAX - 1)

/* Threads of a rank that are distinguished. */
#define JOB_THREADS	256

/* Kinds of records. */
enum job_kind {
	JOB_MESSAGE,	/* the rank sent messages */
	JOB_PUT,	/* it wrote into another's memory */
	JOB_GET,	/* it read from another's memory */
	JOB_UNSEEN,	/* it made a call whose traffic is not known */
	JOB_FLUSH,	/* answer when all earlier records are done */
	JOB_BYE,	/* the rank exits */
	JOB_RECEIVE,	/* the rank posted a receive */
	JOB_WAIT,	/* a wait or a successful test has completed a request */
	JOB_COMPUTE,	/* it computed between two calls */
};

/* How a rank ended. */
enum job_end {
	JOB_KILLED,	/* without a bye */
	JOB_FINALIZED,	/* MPI_Finalize() */
	JOB_EXITED,	/* exit(), or return from main() */
	JOB_ABORTED,	/* MPI_Abort() */
};

/* The payload was zeros, as far as it was examined. */
#define JOB_ZERO	1

/* Not a message of the program, but one of those that make up a collective operation. */
#define JOB_DERIVED	2

/*
 * This record ends a step: records of one step start together, and what the thread, or the request,
 * does next starts when all of the step has ended.
 */
#define JOB_STEP	4

/* First message of a rank. */
struct job_hello {
	uint64_t magic;
	uint32_t rank;	/* in MPI_COMM_WORLD */
	uint32_t ranks;	/* in all */
};

/*
 * Every other message of a rank. Request 0 is what the thread does itself, one record after the
 * other; other numbers are requests, in rising order, each of which starts with its first record.
 * The tag of a derived message or receive is the number of earlier collectives on the communicator.
 */
struct job_record {
	uint32_t kind;	/* enum job_kind */
	uint32_t flags;	/* JOB_ZERO, JOB_DERIVED, JOB_STEP */
	uint32_t rank;	/* the other rank, in MPI_COMM_WORLD; or JOB_ANY */
	uint32_t tag;	/* of a message or receive; or JOB_ANY, with rank */
	uint64_t bytes;	/* of each payload; JOB_COMPUTE: ns */
	uint64_t count;	/* messages; calls; JOB_BYE: enum job_end */
	union {
		char name[JOB_NAME];		/* JOB_UNSEEN: the call; else zeros after thread */
		struct {
			uint64_t channel;	/* number of the communicator at all its ranks */
			uint32_t request;	/* that this is part of */
			uint32_t thread;	/* below JOB_THREADS */
		};
	};
};

/* Records that wait to be sent: 64 KiB. */
#define JOB_UNSENT	(65536 / sizeof(struct job_record))

/*
 * Records of a rank that are not sent yet; the rank writes, the simulator reads. A record is
 * written before used counts it. When all are sent, used falls to 0 before sent grows: so a
 * simulator that has received more than sent records knows how many of these it has.
 */
struct job_unsent {
	uint64_t sent;				/* records sent before records[0] */
	uint64_t used;				/* valid entries of records */
	struct job_record records[JOB_UNSENT];	/* the last one may still grow */
};

/*
 * The simulator's answer. Errors of a hello: EBUSY: the rank is already connected, E2BIG: more
 * ranks than places, EPROTO; of a flush: EIO: the registers could not be written, EPROTO: a record
 * was wrong.
 */
struct job_answer {
	uint32_t error;		/* 0, or an errno */
	uint32_t node;		/* of the rank */
	uint32_t coord[3];	/* of its chip */
	uint32_t reserved;
};

/* Return whether @count messages of @bytes each are at most JOB_PACKETS. */
static inline bool job_fits(uint64_t count, uint64_t bytes)
{
	return !count || bytes / 64 + JOB_OVERHEAD <= JOB_PACKETS / count;
}

/*
 * Fill in the address of the simulator's socket, for either end. A path that does not fit into an
 * address (108 bytes) is taken relative to its open folder: then @folder receives a descriptor,
 * which the caller closes after its bind() or connect(), else -1. Returns 0, -ENAMETOOLONG, or why
 * the folder cannot be opened.
 */
static inline int job_address(const char *path, struct sockaddr_un *address, int *folder)
{
	const char *name = strrchr(path, '/');
	char where[PATH_MAX];
	int err;

	*folder = -1;
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	if (strlen(path) < sizeof(address->sun_path)) {
		strcpy(address->sun_path, path);
		return 0;
	}
	if (!name || name - path >= PATH_MAX)
		return -ENAMETOOLONG;
	snprintf(where, sizeof(where), "%.*s", (int)(name - path), path);
	*folder = open(where, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (*folder < 0)
		return -errno;
	err = snprintf(address->sun_path, sizeof(address->sun_path), "/proc/self/fd/%d%s", *folder,
		       name);
	if (err < (int)sizeof(address->sun_path))
		return 0;
	close(*folder);
	*folder = -1;
	return -ENAMETOOLONG;
}

#endif /* GM_WIRE_H */
