/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hostile callers: sequences of calls, near-valid by default, played against the
 * modules by several users, kept and mutated where they reach new code.
 *
 * A sequence consists of steps. A step is a call of the grammar (grammar_*.c), its caller, and
 * bytes that decide the call's arguments, one decision a byte: 0 is the plainest valid choice, JUNK
 * and above is junk. Callers (caller.c) are tasks that share memory and descriptors with the player
 * but not its rights. The player (play.c) makes the arguments, posts the call, waits with a time
 * limit, judges result and memory, and reports to finding().
 *
 * A new call is an entry in a table of a grammar_*.c (grammar.h).
 */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define FORMAT_OF(string, first) format(printf, string, first)
#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* --- sequences (sequence.c) ------------------------------------------------ */

#define STEP_BYTES	30
#define STEPS_MAX	24
#define JUNK		0xf0	/* a decision from here on is for junk */
#define NARROW		0x04	/* of a step's who: by 32-bit system calls */
#define NR32_IOCTL	54

struct step {
	uint8_t call;
	uint8_t who;
	uint8_t byte[STEP_BYTES];
};

struct sequence {
	int steps;
	struct step step[STEPS_MAX];
};

/* Seed the generator: all later choices follow from the seed. */
void random_seed(uint64_t seed);

/* Return 0 to @n - 1. */
unsigned int random_below(unsigned int n);

/* Make a random sequence of calls that touch @touches (0: any). */
void sequence_generate(struct sequence *sequence, unsigned int touches);

/* Make the second half of its calls @call, by root. */
void sequence_aim(struct sequence *sequence, unsigned int call);

/* Change it a little, or splice @other to it. */
void sequence_mutate(struct sequence *sequence, const struct sequence *other);

/* Print a line a step: "NAME WHO BYTES", then an empty line. */
void sequence_print(const struct sequence *sequence, FILE *to);

/* Parse the next sequence of a file; false: there is none. */
bool sequence_parse(struct sequence *sequence, FILE *from);

/* --- decisions ------------------------------------------------------------- */

struct bytes {
	const uint8_t *at;
	const uint8_t *end;
};

static inline uint8_t bytes_take(struct bytes *bytes)
{
	return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static inline unsigned int bytes_pick(struct bytes *bytes, unsigned int n)
{
	return bytes_take(bytes) % n;
}

/* --- memory that calls are given (memory.c) -------------------------------- */

#define PATTERN		0xa5
#define BUFFERS		4	/* of one call; the first is an ioctl's argument */
#define BUFFER_MAX	(65536 * 8)

/* Memory of a caller, with a pattern in and around it. */
struct buffer {
	uint8_t *at;	/* where the kernel finds it; the player reads and writes it */
	size_t size;
	size_t before;	/* bytes of pattern before it */
	size_t after;	/* bytes of pattern after it */
	bool known;	/* all of it is mapped and used by nobody else */
};

/* A caller's memory, below 4 GiB. */
struct arena {
	uint8_t *at;	/* buffers between guards */
	uint8_t *readonly;	/* the same memory, not writable */
};

struct turn;

void arena_make(struct arena *arena);

/*
 * Place a call's buffer @number, filled with the pattern; @size above BUFFER_MAX is cut. Takes a
 * decision (plain, misaligned, across pages, before a hole, an invalid pointer). Return the address
 * to pass to the kernel.
 */
uint64_t buffer_place(struct turn *turn, int number, size_t size);

/* Is the pattern around it unharmed? */
bool buffer_intact(const struct buffer *buffer);

/* Are all bytes this one? */
bool memory_is(const uint8_t *at, uint8_t byte, size_t size);

/* --- what calls return (resource.c) ---------------------------------------- */

enum thing {
	THING_DEVICE = 1 << 0,	/* /dev/gpcdN */
	THING_GROUP = 1 << 1,
	THING_DOOR = 1 << 2,	/* /dev/gpcd_emuN */
	THING_ATTR = 1 << 3,	/* a file of sysfs or configfs */
	THING_CTL = 1 << 4,	/* /dev/gpcdctl */
	THING_RING = 1 << 5,
	THING_ANY = ~0,
};

/* A descriptor that a call returned. */
struct handle {
	int fd;
	unsigned int thing;	/* an &enum thing */
	bool writable;	/* opened so */
	unsigned int chip;	/* of a device or group: an &enum gpcd_chip; 0: not known */
	uint32_t nic_addr;	/* of a device its own; of a group its registers' */
	bool remote;	/* a group of another device's registers */
	int job;	/* of a group: its creator's */
	uint64_t job_id;	/* of that job, which may have ended since */
	bool privileged;	/* of a group: its creator was */
	uint32_t count;	/* of a group: its registers */
	uint64_t *addrs;	/* of a group: their addresses */
};

struct mapping {
	uint8_t *at;
	size_t length;
};

/* Add a descriptor; it is closed if there is no place left. */
struct handle *handle_add(int fd, unsigned int thing);

/* Find out to which device a descriptor belongs. */
void handle_learn(struct handle *handle);

/* Remove a descriptor that is, or will be, closed. */
void handle_forget(struct handle *handle);

/*
 * Choose the descriptor that a call is made on, of the kinds @things (or'd); make one if there is
 * none. Takes a decision; sets the turn's fd and handle.
 */
void handle_choose(struct turn *turn, unsigned int things);

/* Return the address space reserved for a mapping, by number. */
uint8_t *mapping_slot(unsigned int number);

/* Note that a slot is mapped. */
void mapping_add(uint8_t *at, size_t length);

/* Make a slot reserved space again, if it is not already. */
void mapping_drop(uint8_t *at);

/* Choose a mapping, made if there is none; NULL: there can be none. */
struct mapping *mapping_choose(struct turn *turn);

/* Return a mapping, or NULL. */
struct mapping *mapping_any(void);

void resources_init(void);

/* Close and unmap all; return the descriptors left over. */
int resources_drop(void);

/* --- callers (caller.c, cover.c) ------------------------------------------- */

enum { CALLER_ROOT, CALLER_MEMBER, CALLER_PERFMON, CALLER_NSROOT, CALLERS };

#define TEXT_MAX	4200
#define STORES_MAX	3

/* A write of text to a file. */
struct store {
	char path[360];
	const char *text;
	size_t length;
};

/* A call being made. */
struct turn {
	const struct call *call;
	struct caller *caller;
	bool narrow;	/* by a 32-bit system call */
	struct bytes bytes;	/* decisions still to take */
	int fd;	/* the descriptor it is made on */
	struct handle *handle;	/* of @fd, or NULL */
	bool wild;	/* do not judge its error */
	bool overlaps;	/* what it points to overlaps its argument */
	long (*act)(struct turn *turn);	/* what the caller does: one system call, or more */
	long nr;	/* the system call */
	uint64_t arg[6];
	long ret;	/* result, or a negative errno */
	int buffers;	/* how many of @buffer are used */
	struct buffer buffer[BUFFERS];
	uint8_t argument[4096];	/* of an ioctl: the first buffer before the call, then after it */
	size_t length;	/* of @argument */
	uint32_t flags;	/* what it asks for, where the rest of the argument depends on it */
	uint32_t count;	/* registers or entries it names */
	uint32_t nics;	/* devices it names, or has room for */
	const struct gpcd_nic *named;	/* buffer of devices that it names, or NULL */
	uint32_t step;	/* stride of an array in bytes, as the caller gives it */
	const uint64_t *addrs;	/* buffer of addresses, or NULL */
	const uint64_t *values;	/* buffer of values for the kernel to write, or NULL */
	const uint8_t *statuses;	/* likewise, or NULL */
	const uint8_t *entries;	/* likewise, or NULL */
	size_t room;	/* bytes that @values, @statuses and @entries have room for */
	uint64_t number;	/* what a call remembers of its arguments */
	int stores;
	struct store store[STORES_MAX];	/* files to write */
	char text[TEXT_MAX];	/* made for this call */
};

/* A task that makes calls. */
struct caller {
	const char *name;	/* in reports */
	bool privileged;	/* reads in spite of the permission table */
	bool admin;	/* has CAP_SYS_ADMIN */
	int home;	/* its job at the beginning */
	int job;
	pid_t pid;
	int state;	/* of the turn */
	bool busy;	/* with a call that is not yet judged */
	uint64_t *cover;	/* KCOV's area, or NULL */
	int cover_fd;	/* KCOV's descriptor */
	struct arena arena;
	struct turn turn;
};

extern struct caller callers[CALLERS];

/* Start the four tasks; @guided: with coverage, if the kernel has KCOV. */
void callers_start(bool guided);

/* End them. */
void callers_stop(void);

/* Have the turn's call made. */
void caller_post(struct caller *caller);

/* Wait until it is made; false: it hangs. */
bool caller_wait(struct caller *caller);

/* Make a system call; return its result or a negative errno. */
long system_call(long nr, const uint64_t arg[6], bool narrow);

/* Acts: a turn's system call; its stores; nothing but its number for a result. */
long call_syscall(struct turn *turn);
long call_stores(struct turn *turn);
long call_number(struct turn *turn);

/* Prepare coverage of a caller yet to start; false: no KCOV here. */
bool cover_map(struct caller *caller);

/* Call in the caller's task. */
bool cover_enable(const struct caller *caller);

/* Forget what the previous sequence reached. */
void cover_begin(void);

/* Add what a call has reached. */
void cover_collect(const struct caller *caller);

/* Collect edges that this sequence was the first to reach; return how many. */
int cover_fresh(uint16_t *edges, int max);

/* Has this sequence reached all these? */
bool cover_reached(const uint16_t *edges, int count);

/* What this sequence has reached is no longer fresh. */
void cover_merge(void);

/* Return how many program counters were seen. */
int cover_pcs(void);

/* --- who may read what (model.c) ------------------------------------------- */

#define NIC_DOMAIN		1	/* of emulated devices */
#define DRIVER_DOMAIN		0x10000	/* of another driver's NICs */
#define NICS		8	/* of an entry, at most here */

enum { JOB_ROOT, JOB_TOP, JOB_A, JOB_A_X, JOB_B, JOB_GUEST, JOBS };

void model_init(void);

/* Is the permission table what the model says? */
bool model_sure(void);

/* It may differ, until model_reset(). */
void model_doubt(void);

/* Reset table and jobs. */
void model_reset(void);

/* A device as a caller reaches it: opened, or by its address. */
struct model_nic {
	uint32_t nic_addr;
	bool opened;
};

/* All that may be read of one device, which is also the default. */
#define MODEL_OWN	(GPCD_MAY_NIC | GPCD_MAY_ROUTER | GPCD_MAY_SETUP)

/* Return what a reader may read, as a query gives it. */
unsigned int model_may(int job, bool privileged);

/* Is an opened device one of the job's own? */
bool model_own(int job, uint32_t nic_addr);

/* Return what a reader may read of a device, within MODEL_OWN. */
unsigned int model_reach(int job, bool privileged, const struct model_nic *nic);

/* Does the job of this id still exist? */
bool model_lives(int job, uint64_t id);

uint64_t model_job_id(int job);

/* Return the descriptor of the cgroup of a job, which stays open. */
int model_job_fd(int job);

/* Return the id of the job whose cgroup a descriptor is, or 0. */
uint64_t model_job_of(int fd);

/* Set an entry; its devices belong to NIC_DOMAIN. */
void model_set(uint64_t id, unsigned int may, unsigned int nics, const uint32_t *nic);
bool model_remove(uint64_t id);
void model_clear(void);
void model_ignore(bool on);
bool model_ignored(void);
void model_default(unsigned int may);
unsigned int model_default_may(void);

/* Put a caller into a job; 0 or a negative errno. */
int model_move(struct caller *caller, int job);

/* --- the player (play.c) --------------------------------------------------- */

/* How sequences are played. */
struct player {
	/* calls run in parallel; results that depend on their order are not judged */
	bool racing;
	bool talk;	/* print each call */
	const char *home;	/* folder for sequences with findings, or NULL */
	const char *name;	/* of this player, in those */
};

extern struct player player;

/* Return CLOCK_MONOTONIC in seconds. */
double now(void);

#define CALLS_MAX	128	/* of the grammar */

/* What was done and found, shared by all players. */
struct tally {
	double began;	/* by now() */
	unsigned long sequences;	/* played */
	unsigned long findings;
	unsigned long calls[CALLS_MAX];	/* by the grammar's number */
	unsigned long successes[CALLS_MAX];	/* by the grammar's number */
	int pcs;	/* program counters covered */
	int kept;	/* sequences of the corpus */
	bool guided;	/* there was coverage */
};

extern struct tally *tally;

#define BATCH	8

/* Write down what is going to be played, BATCH at most, in case the machine dies. */
void player_note(const struct sequence *sequences, int count);

/* Play a sequence from beginning to end, and judge all of it. */
void play(const struct sequence *sequence);

/* Report an error of this turn's call (NULL: of the sequence). */
__attribute__((FORMAT_OF(2, 3)))
void finding(const struct turn *turn, const char *fmt, ...);

/* Call in the process that plays; @guided: with coverage, if there is any. */
void player_init(bool guided);

/* Restore the chips; @anew: and their registers. */
void world_reset(bool anew);

/* --- the corpus (corpus.c) ------------------------------------------------- */

/* Load every sequence of a folder's files; @trial: what they reach is no longer new. */
void corpus_load(const char *path, bool trial);

/* From now on, append new sequences to a file. */
void corpus_keep(const char *path);

/* Play a sequence; keep it, minimised, if it reaches new code. */
void corpus_try(struct sequence *sequence);

/* Make BATCH sequences to try, mutated or new, and note them. */
void corpus_batch(struct sequence *batch);

int corpus_size(void);

#endif /* HOSTILE_H */
