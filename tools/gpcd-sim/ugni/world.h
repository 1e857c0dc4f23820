/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processes of a job under the emulated uGNI, their clocks, and all objects that they create.
 */
#ifndef WORLD_H
#define WORLD_H

#include <sys/types.h>

#include "machine/simulate.h"
#include "ugni/include/gni_types.h"
#include "ugni/wire.h"

/* Cycles that a call takes: 100 ns (chosen). All of these are router cycles of 1.25 ns. */
#define WORLD_CALL	80
/* Cycles that a look takes that finds nothing: 50 ns (chosen). */
#define WORLD_POLL	40
/* Cycles that the block transfer engine takes to begin: 500 ns (chosen). */
#define WORLD_BTE	400
/* Cycles of a transfer to the process itself, which uses no packet: 200 ns (chosen). */
#define WORLD_LOCAL	160

/* Cycles from the last call of an exchange until it returns in all processes: 10 us (chosen). */
#define WORLD_EXCHANGE	8000

/* Most queues of a process. */
#define WORLD_CQS	1024
/* Most pieces of registered memory of a process. */
#define WORLD_REGIONS	65536
/* Most transfers under way, of all processes. */
#define WORLD_TRANSFERS	65536
/* Most bytes of a transfer. */
#define WORLD_BYTES	(1ull << 30)

/* State of a process. */
enum rank_state {
	RANK_NOT_STARTED,
	RANK_RUNNING, /* at most one process runs */
	RANK_CALLING, /* waits for the answer to a call */
	RANK_SPINNING, /* polls its own memory, and is stopped until that is written */
	RANK_ENDED,
};

/* A completion queue, a ring of events. */
struct cq {
	uint32_t room; /* capacity in events; 0: there is no queue */
	uint32_t first; /* the oldest event */
	uint32_t count;
	bool overrun; /* events were lost */
	gni_cq_entry_t *event; /* owned */
};

/* Registered memory. */
struct region {
	uint64_t address;
	uint64_t length; /* bytes; 0: deregistered */
	uint32_t flags; /* GNI_MEM_... */
	uint32_t queue; /* receives events of incoming data, or UGNI_NONE */
};

/* A process. */
struct rank {
	enum rank_state state;
	pid_t pid; /* the process that was started */
	pid_t memory; /* the process that calls, whose memory is accessed; 0: none yet */
	int memory_fd; /* pidfd of memory, or -1 */
	int pidfd; /* pidfd of pid */
	int fd; /* socket */
	uint32_t node;
	uint64_t clock; /* router cycles since the job began */
	uint64_t deadline; /* cycle until which its call waits; 0: not tried yet */
	bool written; /* its memory was written since it began to poll it */
	bool blocked; /* its call was tried without result since anything last happened */
	bool joined; /* its call is part of the exchange that goes on */
	uint32_t exchanged; /* enum gni_return: result of the exchange that has ended */
	struct ugni_request request;
	struct cq *cq;
	uint32_t cqs; /* number ever created */
	struct region *region;
	uint32_t regions; /* number ever created */
	uint64_t found_nothing; /* real time (ns) of its last call that found nothing; 0: none */
	struct unsent *unsent; /* transfers to send, the next one first */
	struct unsent *unsent_last; /* the last of them */
	struct unsent *held; /* transfers held by a fence of the block transfer engine */
	struct unsent *held_last; /* the last of held */
	uint32_t bte; /* transfers of this engine that have not returned, without those held */
	bool fenced; /* one of them is a fence */
};

struct transfer;
struct connection;
struct datagram;

/* A job. */
struct world {
	const struct machine *machine;
	struct engine engine;
	struct drive *drive; /* register images of its chips */
	bool images; /* there are images */
	struct net_totals written; /* the network's totals when the images were last written */
	struct rank rank[UGNI_RANKS];
	uint32_t ranks;
	uint32_t *owner; /* by node: its process, or UGNI_NONE */
	double compute; /* virtual ns for each ns of processor time */
	int timeout; /* ms without a call, or of fruitless calls, that are a hang; 0: no limit */
	char **command; /* ends with NULL */
	sigset_t mask; /* signals that were blocked when we were started */
	struct transfer **transfer; /* transfers under way, by number; NULL: free */
	uint32_t transfers; /* room for them */
	uint32_t free; /* where to look for a free number */
	struct connection **connection; /* short messages, by number */
	uint32_t connections;
	struct datagram *datagram; /* those posted, the oldest first */
	char *exchange; /* data of the exchange that goes on, by rank, or NULL */
	uint32_t exchangers; /* processes that have joined it */
	uint64_t now; /* current cycle of the network */
	uint64_t happened; /* number of effects so far */
	uint64_t quiet; /* real time (ns) since when nothing is under way or found; or 0 */
	int code;
};

/*
 * Return the calling process with the smallest clock, the lowest number of several, or NULL if none
 * calls.
 */
struct rank *world_pick(struct world *world);

/*
 * Start the processes of a job that has its network, and give them turns until all have ended.
 * Return the exit code; errors are reported.
 */
int world_run(struct world *world);

/* Kill the processes that still run, and free all that processes have created. */
void world_free(struct world *world);

#endif /* WORLD_H */
