/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processes of a job under the emulated uGNI, their clocks, and all that they have made.
 */
#ifndef WORLD_H
#define WORLD_H

#include <sys/types.h>

#include "machine/drive.h"
#include "ugni/include/gni_types.h"
#include "ugni/wire.h"

/** WORLD_CALL: router cycles that a call takes: 100 ns (chosen) */
#define WORLD_CALL	80
/** WORLD_POLL: router cycles that a look takes which finds nothing: 50 ns (chosen) */
#define WORLD_POLL	40
/** WORLD_BTE: router cycles that the block transfer engine takes to begin: 500 ns (chosen) */
#define WORLD_BTE	400
/** WORLD_LOCAL: router cycles to the process itself, which no packet takes: 200 ns (chosen) */
#define WORLD_LOCAL	160

/** WORLD_QUEUES: most queues of a process */
#define WORLD_QUEUES	1024
/** WORLD_REGIONS: most pieces of registered memory of a process */
#define WORLD_REGIONS	65536
/** WORLD_FLIGHTS: most transfers of all processes under way */
#define WORLD_FLIGHTS	65536
/** WORLD_BYTES: most bytes of a transfer */
#define WORLD_BYTES	(1ull << 30)

/**
 * enum rank_state - what a process does
 * @RANK_UNBORN: it has not been started
 * @RANK_RUNNING: it runs; at most one does
 * @RANK_CALLING: it waits for the answer to a call
 * @RANK_OVER: it has ended
 */
enum rank_state {
	RANK_UNBORN,
	RANK_RUNNING,
	RANK_CALLING,
	RANK_OVER,
};

/**
 * struct queue - a completion queue
 * @room: events that it holds; 0: there is no queue
 * @first: the oldest event
 * @count: events in it
 * @overrun: some are lost
 * @event: the events
 */
struct queue {
	uint32_t room;
	uint32_t first;
	uint32_t count;
	bool overrun;
	gni_cq_entry_t *event;
};

/**
 * struct region - registered memory
 * @address: where it begins
 * @length: bytes; 0: it is taken back
 * @flags: GNI_MEM_...
 * @queue: hears of what comes, or UGNI_NONE
 */
struct region {
	uint64_t address;
	uint64_t length;
	uint32_t flags;
	uint32_t queue;
};

/**
 * struct rank - a process
 * @state: what it does
 * @pid: the process that was started
 * @memory: the process that calls, whose memory is read and written; 0: none has called yet
 * @memory_fd: tells the end of @memory where that is not @pid, or -1
 * @pidfd: tells the end of @pid
 * @fd: socket
 * @node: its NIC
 * @clock: router cycles since the job began
 * @deadline: cycle up to which its call waits; 0: it has not been looked at
 * @blocked: it has been looked at in vain since anything happened last
 * @request: what it asks
 * @queue: its queues
 * @queues: how many there have been
 * @region: its registered memory
 * @regions: how many there have been
 * @found_nothing: real time of its last call that has found nothing, ns; 0: there was none
 * @posts: what it has to send: the next one first
 * @last: the last of them
 * @held: transfers of the block transfer engine that wait behind a fence, the next one first
 * @held_last: the last of them
 * @bte: transfers of this engine that have not returned, but for those in @held
 * @fenced: one of them is a fence
 */
struct rank {
	enum rank_state state;
	pid_t pid;
	pid_t memory;
	int memory_fd;
	int pidfd;
	int fd;
	uint32_t node;
	uint64_t clock;
	uint64_t deadline;
	bool blocked;
	struct ugni_request request;
	struct queue *queue;
	uint32_t queues;
	struct region *region;
	uint32_t regions;
	uint64_t found_nothing;
	struct sending *posts;
	struct sending *last;
	struct sending *held;
	struct sending *held_last;
	uint32_t bte;
	bool fenced;
};

struct flight;
struct connection;
struct datagram;

/**
 * struct world - a job
 * @machine: the machine
 * @engine: its network
 * @drive: images that follow it
 * @images: there are any
 * @written: what the network had done when they were written
 * @rank: the processes
 * @ranks: how many
 * @owner: by node: the process there, or UGNI_NONE
 * @compute: virtual ns for each ns of processor time
 * @timeout: ms without a call, or with calls in vain, after which a process hangs; 0: for ever
 * @command: what they run, ended by NULL
 * @mask: signals that were blocked when we were started
 * @flight: transfers under way, by number; NULL: free
 * @flights: room for them
 * @free: where to look for a free number
 * @connection: short messages, by number
 * @connections: how many
 * @datagram: those posted, the oldest first
 * @now: the cycle that effects happen in
 * @happened: effects so far
 * @quiet: real time since which nothing is under way, and calls find nothing, ns; 0: it is not
 * @code: exit code of a world that has come to an end, or 0
 */
struct world {
	const struct machine *machine;
	struct engine engine;
	struct drive *drive;
	bool images;
	struct net_totals written;
	struct rank rank[UGNI_RANKS];
	uint32_t ranks;
	uint32_t *owner;
	double compute;
	int timeout;
	char **command;
	sigset_t mask;
	struct flight **flight;
	uint32_t flights;
	uint32_t free;
	struct connection **connection;
	uint32_t connections;
	struct datagram *datagram;
	uint64_t now;
	uint64_t happened;
	uint64_t quiet;
	int code;
};

/**
 * world_pick() - find whose turn it is
 * @world: the job, in which no process runs
 *
 * Return: the process that calls and has the smallest clock, of several the lowest number; NULL:
 * none calls.
 */
struct rank *world_pick(struct world *world);

/**
 * world_run() - start the processes, and let them take turns until all have ended
 * @world: the job, with its network
 *
 * Return: the exit code, having said what is wrong.
 */
int world_run(struct world *world);

/**
 * world_free() - end what still runs, and free all that processes have made
 * @world: the job
 */
void world_free(struct world *world);

#endif /* WORLD_H */
