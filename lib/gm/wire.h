/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a rank of an emulated job tells the simulator: what it sends, receives, waits for and
 * computes.
 *
 * The simulator (gpcd-sim job) listens on a SOCK_STREAM socket in the file system, whose path is
 * in GM_JOB. A rank connects, sends a hello, then records. A flush is answered, by one struct
 * job_answer, when all that the rank sent before is in the registers; so is a hello. Both ends
 * are of one machine and one build: numbers are native.
 *
 * Records that are not sent yet lie in memory that both ends share, whose descriptor comes with the
 * hello: so a rank that is killed loses none. The last record of a rank that leaves in order is a
 * bye, which says how it leaves.
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

/** JOB_MAGIC: first word of a hello; changes with what is below */
#define JOB_MAGIC	0x676d6a6f62303034ULL

/** JOB_NAME: bytes of a name of a call, with its NUL */
#define JOB_NAME	40

/** JOB_PACKETS: most packets of a record, minutes of simulation; of more there are two records */
#define JOB_PACKETS	(1ULL << 28)

/** JOB_OVERHEAD: packets of a message beside those of its 64 byte pieces */
#define JOB_OVERHEAD	3

/** JOB_ANY: as @rank or @tag of a JOB_RECEIVE: any; as @rank of a JOB_WAIT: nothing to tell */
#define JOB_ANY		UINT32_MAX

/** JOB_NOBODY: as @rank of a JOB_WAIT: the receive was cancelled */
#define JOB_NOBODY	(UINT32_MAX - 1)

/** JOB_THREADS: threads of a rank that are told apart */
#define JOB_THREADS	256

/**
 * enum job_kind - what a record says
 * @JOB_MESSAGE: the rank sent messages
 * @JOB_PUT: it wrote into another's memory
 * @JOB_GET: it read from another's memory
 * @JOB_UNSEEN: it made a call whose traffic is not known
 * @JOB_FLUSH: answer when all before is done
 * @JOB_BYE: the rank's last word
 * @JOB_RECEIVE: the rank began to receive messages
 * @JOB_WAIT: it has waited until a request had ended; so has a test that was successful
 * @JOB_COMPUTE: it computed between two calls
 */
enum job_kind {
	JOB_MESSAGE,
	JOB_PUT,
	JOB_GET,
	JOB_UNSEEN,
	JOB_FLUSH,
	JOB_BYE,
	JOB_RECEIVE,
	JOB_WAIT,
	JOB_COMPUTE,
};

/**
 * enum job_end - how a rank ends
 * @JOB_KILLED: it said no bye
 * @JOB_FINALIZED: by MPI_Finalize()
 * @JOB_EXITED: by exit(), or by returning from main()
 * @JOB_ABORTED: by MPI_Abort()
 */
enum job_end {
	JOB_KILLED,
	JOB_FINALIZED,
	JOB_EXITED,
	JOB_ABORTED,
};

/** JOB_ZERO: the payload was zeros, as far as it was looked at */
#define JOB_ZERO	1

/** JOB_DERIVED: no message of the program: one that a collective operation is made of */
#define JOB_DERIVED	2

/**
 * JOB_STEP: with this record a step ends: what the thread, or the request, does afterwards begins
 * when all of the step has ended; records of one step begin together
 */
#define JOB_STEP	4

/**
 * struct job_hello - first of all
 * @magic: JOB_MAGIC
 * @rank: in MPI_COMM_WORLD
 * @ranks: in all
 */
struct job_hello {
	uint64_t magic;
	uint32_t rank;
	uint32_t ranks;
};

/**
 * struct job_record - everything else
 * @kind: enum job_kind
 * @flags: JOB_ZERO, JOB_DERIVED, JOB_STEP
 * @rank: the other one, in MPI_COMM_WORLD; of a receive the sender, or JOB_ANY if only the
 *	JOB_WAIT for its request knows it
 * @tag: of a message or receive; if it is derived, how many collectives the communicator has had
 *	before. With JOB_ANY as @rank it may be JOB_ANY, too
 * @bytes: of payload, each; JOB_COMPUTE: ns
 * @count: how many such; JOB_UNSEEN: calls; JOB_BYE: enum job_end
 * @name: JOB_UNSEEN: "MPI_Win_lock_all"; of other records the bytes behind @thread are zeros
 * @channel: of messages and receives: the communicator, by a number that is the same for all of
 *	its ranks
 * @request: what this is part of; 0: of what the thread does itself, one record after the other.
 *	Other numbers stand for requests: each begins with its first record. They rise in the order
 *	of these
 * @thread: which one, below JOB_THREADS
 */
struct job_record {
	uint32_t kind;
	uint32_t flags;
	uint32_t rank;
	uint32_t tag;
	uint64_t bytes;
	uint64_t count;
	union {
		char name[JOB_NAME];
		struct {
			uint64_t channel;
			uint32_t request;
			uint32_t thread;
		};
	};
};

/** JOB_UNSENT: records that wait to be sent: 64 KiB */
#define JOB_UNSENT	(65536 / sizeof(struct job_record))

/**
 * struct job_unsent - records of a rank that are not sent yet; the rank writes, the simulator reads
 * @sent: how many records the rank had sent before @records[0]
 * @used: how many of @records there are
 * @records: they; the last one may still grow
 *
 * A record is written before @used says so. When all are sent, @used falls to 0 before @sent grows:
 * so a simulator that has received more than @sent records knows how many of these it has.
 */
struct job_unsent {
	uint64_t sent;
	uint64_t used;
	struct job_record records[JOB_UNSENT];
};

/**
 * struct job_answer - of the simulator
 * @error: 0, or an errno: of a hello EBUSY: the rank is there already, E2BIG: more ranks than
 *	places, EPROTO; of a flush EIO: the registers could not be written, EPROTO: a record was
 *	wrong
 * @node: where the rank is
 * @coord: coordinate of its chip
 */
struct job_answer {
	uint32_t error;
	uint32_t node;
	uint32_t coord[3];
	uint32_t reserved;
};

/** job_fits() - whether so many messages of so many bytes are at most JOB_PACKETS */
static inline bool job_fits(uint64_t count, uint64_t bytes)
{
	return !count || bytes / 64 + JOB_OVERHEAD <= JOB_PACKETS / count;
}

/**
 * job_address() - the address of the simulator's socket, for both ends
 * @path: path of the socket, of any length
 * @address: filled in
 * @folder: filled in with a descriptor, which the caller closes after its bind() or connect(); -1:
 *	none is needed
 *
 * A path that has no room in an address, of 108 bytes, is taken from its open folder.
 *
 * Return: 0; -ENAMETOOLONG; or why the folder cannot be opened.
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
