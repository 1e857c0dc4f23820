/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An emulated job: a command whose ranks read the images of a simulated machine, and whose messages
 * go through its network. Ranks connect to a server, which logs what they send in rounds, and all
 * that they do for a rerun at the end.
 */
#ifndef SIM_JOB_H
#define SIM_JOB_H

#include <limits.h>

#include "cli/programs/programs.h"
#include "gm/wire.h"
#include "machine/simulate.h"
#include "netsim/trace/trace.h"

struct log;
struct server;

/* --- the nodes of ranks --- */

/* Most ranks of a job. */
#define PLACES_MAX 1048576u

struct places {
	uint32_t per_node; /* ranks on a node */
	const char *list; /* "0,5,7-9", or NULL: all nodes */
	bool dealt; /* --nodes or --per-node was given */
	const struct placement *how; /* in order, at random or by blocks; NULL: in order */
	const char *file; /* rank file that replaces how, or NULL */
	unsigned int grid[3]; /* of ranks, for blocks; x runs fastest */
	uint64_t seed; /* of a random placement */
	uint32_t *node; /* by rank; owned */
	uint32_t ranks;
};

/* The options --per-node, --nodes, --place, --grid and --seed. */
extern const struct options places_options;

/*
 * Find the nodes of ranks from the options. Call places_free() in any case. Return the exit code;
 * errors are reported.
 */
int places_deal(struct places *places, const struct machine *machine);

/* Free the nodes of ranks, found or not. */
void places_free(struct places *places);

/* --- the folder: images for ranks, the interconnect file and the socket --- */

struct folder {
	char path[PATH_MAX]; /* absolute */
	int fd; /* the folder, locked while the job runs; -1: not open */
	bool temporary; /* to be removed at the end, with all that is in it */
};

/*
 * Make and lock the folder wanted or, if that is NULL, a temporary one with room for so many bytes.
 * Return the exit code; errors are reported.
 */
int folder_open(struct folder *folder, const char *wanted, uint64_t bytes);

/* Make the path of a file in the folder. Return the exit code; errors are reported. */
int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX]);

/*
 * Write interconnect.txt and, for each rank R, a link rank-R to its node's image. Return the exit
 * code; errors are reported.
 */
int folder_fill(const struct folder *folder, const struct machine *machine,
		const struct places *places);

/* Unlock the folder, open or not, and remove it if it is temporary. */
void folder_close(struct folder *folder);

/* --- totals --- */

/* Number of functions of unknown traffic that are counted by name. */
#define TALLY_NAMES	512

/* A function of unknown traffic. */
struct tally_call {
	char name[JOB_NAME];
	uint64_t count; /* how often it was called */
};

/* Number of values of enum job_end. */
#define TALLY_ENDS	(JOB_ABORTED + 1)

struct tally {
	uint32_t ranks; /* that ever connected */
	uint32_t rejected; /* hellos and records */
	uint64_t messages[JOB_GET + 1]; /* by enum job_kind */
	uint64_t local; /* messages within a node */
	uint64_t derived; /* messages that collective operations consist of */
	uint64_t bytes; /* payload of all messages */
	uint64_t derived_bytes; /* payload of derived */
	uint64_t rounds; /* simulated rounds */
	uint64_t hops; /* packets on network links, counted on each link */
	uint64_t cycles; /* router cycles of all rounds */
	uint64_t lost; /* packets lost by failures */
	uint64_t failed; /* requests that failed */
	struct tally_call calls[TALLY_NAMES];
	unsigned int names; /* number of calls[] */
	uint64_t others; /* calls for which calls[] had no room */
	unsigned char *ends; /* by rank: 1 + enum job_end; 0: it finalized or never connected */
	uint32_t places; /* room in ends */
};

/* Make room for the most ranks of a job in totals that are all 0. Return 0 or -ENOMEM. */
int tally_open(struct tally *tally, uint32_t ranks);

/* Free what tally_open() allocated. */
void tally_close(struct tally *tally);

/* Count a record of messages, PUTs or GETs; local: both ranks are on one node. */
void tally_messages(struct tally *tally, const struct job_record *record, bool local);

/* Count a record of calls of unknown traffic. */
void tally_unseen(struct tally *tally, const struct job_record *record);

/* Count how a rank ended. */
void tally_end(struct tally *tally, uint32_t rank, enum job_end end);

/* Count a simulated round. */
void tally_round(struct tally *tally, const struct net *net);

/* Print the totals on standard error. */
void tally_print(const struct tally *tally);

/* --- rounds: messages logged since the last round go through the network --- */

/* The round that is being logged. */
struct round {
	const struct machine *machine;
	const struct places *places;
	struct drive *drive; /* images that follow the network */
	const struct damage *damage; /* failures in the chips' time */
	struct net_config config; /* of the engine */
	struct log *logs; /* by rank: what it sent */
	size_t entries; /* in all logs */
	struct tally tally; /* totals of all rounds */
};

/* Begin the first round. Call round_free() in any case. Return 0 or -ENOMEM. */
int round_new(struct round *round, const struct machine *machine, const struct places *places,
	      struct drive *drive, const struct damage *damage);

/* Free a round; { 0 } is allowed. */
void round_free(struct round *round);

/*
 * Log a record of a rank: messages, PUTs, GETs or calls of unknown traffic. Return 0, -EPROTO if
 * the record is invalid, -E2BIG if its packets are too many to simulate, or -ENOMEM.
 */
int round_log(struct round *round, uint32_t rank, const struct job_record *record);

/* Return true if the round has so many entries that it should run even if no rank waits for it. */
bool round_full(const struct round *round);

/*
 * Simulate a round until everything has arrived, update the images and begin the next round. Return
 * the exit code; errors are reported.
 */
int round_run(struct round *round);

/* --- the rerun: all that ranks did once more, with waits; it takes the time of the job --- */

/* The log of all that ranks did. */
struct rerun {
	const struct machine *machine;
	const uint32_t *node; /* node of each rank that there is a place for */
	uint64_t seed; /* of the engine */
	struct trace *trace; /* the events; NULL: they were too many, or memory is short */
	uint32_t ranks; /* of the largest job so far */
	const char *path; /* file for the program, or NULL */
	const struct net_changes *changes; /* failures during the rerun, or NULL */
	uint64_t cycles; /* router cycles of the rerun; 0: it did not run */
};

/*
 * Begin to log. path and changes are set before. The machine and node (by rank, for so many places)
 * must outlive the rerun. Call rerun_close() in any case. Return 0 or -ENOMEM.
 */
int rerun_open(struct rerun *rerun, const struct machine *machine, const uint32_t *node,
	       uint32_t places, uint64_t seed);

/* Free the memory of rerun_open(); { 0 } is allowed. */
void rerun_close(struct rerun *rerun);

/*
 * Note that a rank has connected, from a job of so many ranks. If it was there before (again), it
 * is another process, perhaps of another job.
 */
void rerun_rank(struct rerun *rerun, uint32_t rank, uint32_t ranks, bool again);

/*
 * Log a record of any kind but JOB_UNSEEN, JOB_FLUSH and JOB_BYE. If the records are too many, all
 * are dropped, which rerun_run() reports. Return 0, or -EPROTO if the record is invalid.
 */
int rerun_log(struct rerun *rerun, uint32_t rank, const struct job_record *record);

/*
 * Write the program that the ranks ran, and, unless write_only is set, run it on the machine. Print
 * on standard error how long it took, and how ranks spent their time. Call it between stop_catch()
 * and stop_heeded(). Return the exit code; errors are reported.
 */
int rerun_run(struct rerun *rerun, bool write_only);

/* --- a connection to a rank --- */

/* The processor time of a process's first thread. */
struct cpu_time {
	uint64_t ran; /* ns */
	uint64_t delayed; /* ns that it was ready to run but had no processor */
	bool ready; /* it runs or is ready; the current wait is not in delayed yet */
};

/* Read a process's processor time until now; all 0 if the kernel does not report them. */
struct cpu_time cpu_time_read(pid_t pid);

/*
 * Return how much (ns) of a time of ns a process could use, given its processor time when that
 * began: its running time if it is ready to run, else the time without its delays.
 */
uint64_t cpu_time_had(pid_t pid, const struct cpu_time *then, uint64_t ns);

/* Room for received bytes. */
#define CLIENT_ROOM	(64 * sizeof(struct job_record))

struct client {
	int fd;
	pid_t pid;
	struct cpu_time cpu; /* of pid, when the first rank of a round began to wait */
	int memory; /* descriptor of the rank's struct job_unsent, or -1 */
	bool known; /* the rank has sent a valid hello */
	uint32_t rank; /* valid if known */
	uint32_t ranks; /* number of ranks in its job, as its hello says */
	bool waiting; /* in a flush; what it sends next belongs to the next round */
	bool closed; /* the rank hung up and reads no answers; there may be data left to receive */
	bool over; /* the connection is to be dropped */
	uint64_t received; /* number of records */
	enum job_end end; /* how the rank ended, as far as it has said */
	unsigned int error; /* errno for the next flush's answer, for the records before it, or 0 */
	size_t filled; /* bytes in data */
	unsigned char data[CLIENT_ROOM]; /* received, not parsed yet */
};

/*
 * Return a connection that owns an accepted socket, for client_free(), or NULL if memory is short.
 */
struct client *client_new(int fd);

/* Close a connection and free it. */
void client_free(struct client *client);

/* Receive what has arrived, without waiting. */
void client_read(struct client *client);

/* Take size received bytes. Return false if there are fewer, or if the rank waits in a flush. */
bool client_take(struct client *client, void *what, size_t size);

/*
 * Get the first record that a killed rank had logged but not sent, that is, the one that follows
 * those received. Return false if there is none.
 */
bool client_read_unsent(struct client *client, struct job_record *record);

/*
 * Send an answer, without waiting. Afterwards the connection is over if the rank does not read, and
 * closed if the rank hung up.
 */
void client_answer(struct client *client, const struct job_answer *answer);

/* --- the server: the simulator's end of the sockets; lib/gm/wire.h has the protocol --- */

/*
 * A client that hangs up or does not read is dropped, and one that sends something invalid gets an
 * error. Other clients are not affected.
 */

/*
 * Listen for ranks at path; server_close() frees the server. Messages are logged in round, and all
 * that ranks do in rerun. Return 0, -ENAMETOOLONG, -EADDRINUSE if there is another file, or another
 * negative errno.
 */
int server_open(const char *path, struct round *round, struct rerun *rerun,
		struct server **result);

/* Close all connections and remove the socket; NULL is allowed. */
void server_close(struct server *server);

/*
 * Wait until ranks send something, a round is due, or a signal arrives. The descriptor ended is
 * readable once the job has ended; return true then.
 */
bool server_serve(struct server *server, int ended);

/*
 * Return true if it is time to run the round: it is full, or all connected ranks wait in a flush,
 * or each of the others could have run for 100 ms since the first began to wait and has sent
 * nothing, so that it is busy with something else. Time that other load of this computer takes from
 * a rank does not count, so that rounds do not depend on other load.
 */
bool server_due(const struct server *server);

/* Answer all ranks that wait: their round is done, or failed with an errno. */
void server_answer(struct server *server, unsigned int error);

/* Receive what ranks had sent when the job ended; flushes are not answered. */
void server_finish(struct server *server);

#endif /* SIM_JOB_H */
