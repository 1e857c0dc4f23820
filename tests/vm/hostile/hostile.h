/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hostile callers: sequences of calls, near-valid by default, played against the
 * modules by several users, kept and mutated where they reach new code.
 *
 * A sequence is steps, a step is a call of the grammar (grammar_*.c), who makes it,
 * and bytes from which the call's arguments are decided, one decision a byte: 0 is
 * the plainest valid choice, JUNK and above is junk. Callers (caller.c) are tasks
 * that share memory and descriptors with the player but not its rights. The player
 * (play.c) makes the arguments, posts the call, waits with a time limit, and judges
 * result and memory; what it finds goes to finding().
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

/** random_seed() - what follows is a function of the seed */
void random_seed(uint64_t seed);

/** random_below() - 0 to @n - 1 */
unsigned int random_below(unsigned int n);

/** sequence_generate() - a random sequence, of calls that touch @touches (0: any) */
void sequence_generate(struct sequence *sequence, unsigned int touches);

/** sequence_aim() - make the second half of its calls @call, by root */
void sequence_aim(struct sequence *sequence, unsigned int call);

/** sequence_mutate() - change it a little, or splice @other to it */
void sequence_mutate(struct sequence *sequence, const struct sequence *other);

/** sequence_print() - a line a step: "NAME WHO BYTES", then an empty line */
void sequence_print(const struct sequence *sequence, FILE *to);

/** sequence_parse() - the next sequence of a file; false: there is none */
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

/**
 * struct buffer - memory of a caller, with a pattern in and around it
 * @at: where the kernel is to find it, for the player to read and write
 * @size: bytes
 * @before: bytes of pattern before it
 * @after: bytes of pattern after it
 * @known: all of it is there, and nobody else's
 */
struct buffer {
	uint8_t *at;
	size_t size;
	size_t before;
	size_t after;
	bool known;
};

/**
 * struct arena - a caller's memory, below 4 GiB
 * @at: buffers between guards
 * @readonly: the same memory, not writable
 */
struct arena {
	uint8_t *at;
	uint8_t *readonly;
};

struct turn;

void arena_make(struct arena *arena);

/**
 * buffer_place() - a buffer for a call, filled with the pattern
 * @turn: the call; takes a decision: plain, misaligned, across pages, before a
 *	hole, or a pointer that is none
 * @number: which of its buffers
 * @size: bytes; more than BUFFER_MAX are cut
 *
 * Return: the address to hand to the kernel.
 */
uint64_t buffer_place(struct turn *turn, int number, size_t size);

/** buffer_intact() - is the pattern around it unharmed? */
bool buffer_intact(const struct buffer *buffer);

/** memory_is() - are they all this byte? */
bool memory_is(const uint8_t *at, uint8_t byte, size_t size);

/* --- what calls return (resource.c) ---------------------------------------- */

enum thing {
	THING_DEVICE = 1 << 0,	/* /dev/gpcdN */
	THING_GROUP = 1 << 1,
	THING_DOOR = 1 << 2,	/* /dev/gpcd_emuN */
	THING_ATTR = 1 << 3,	/* a file of sysfs or configfs */
	THING_CTL = 1 << 4,	/* /dev/gpcdctl */
	THING_RING = 1 << 5,
	THING_ALARM = 1 << 6,
	THING_ANY = ~0,
};

/**
 * struct handle - a descriptor that a call returned
 * @fd: the descriptor
 * @thing: an &enum thing
 * @writable: so opened
 * @chip: of a device or group: an &enum gpcd_chip, or 0 not known
 * @nic_addr: of a device its own; of a group its registers'
 * @remote: a group of another device's registers
 * @job: of a group: its creator's
 * @job_id: of that job, which may have ended since
 * @privileged: of a group: its creator was
 * @count: of a group: its registers
 * @addrs: of a group: their addresses
 */
struct handle {
	int fd;
	unsigned int thing;
	bool writable;
	unsigned int chip;
	uint32_t nic_addr;
	bool remote;
	int job;
	uint64_t job_id;
	bool privileged;
	uint32_t count;
	uint64_t *addrs;
};

struct mapping {
	uint8_t *at;
	size_t length;
};

/** handle_add() - learn of a descriptor; without a place left it is closed */
struct handle *handle_add(int fd, unsigned int thing);

/** handle_learn() - what device a descriptor is of */
void handle_learn(struct handle *handle);

/** handle_forget() - it is closed, or will be */
void handle_forget(struct handle *handle);

/** ring_any() - the descriptor of a ring, by number, made where there is none; or -1 */
int ring_any(unsigned int number);

/** alarm_keep() - make an alarm that stays; return its number, or 0 */
uint32_t alarm_keep(void);

/**
 * handle_choose() - the descriptor that a call is made on
 * @turn: the call; takes a decision. Its fd and handle are set; where there is none
 *	of the kinds wanted, one is made
 * @things: kinds, or'd
 */
void handle_choose(struct turn *turn, unsigned int things);

/** mapping_slot() - reserved address space for a mapping, by number */
uint8_t *mapping_slot(unsigned int number);

/** mapping_add() - a slot is mapped */
void mapping_add(uint8_t *at, size_t length);

/** mapping_drop() - a slot is reserved space again, if it was not already */
void mapping_drop(uint8_t *at);

/** mapping_choose() - one, made where there is none; NULL: there can be none */
struct mapping *mapping_choose(struct turn *turn);

/** mapping_any() - one, if there is one */
struct mapping *mapping_any(void);

void resources_init(void);

/** resources_drop() - close and unmap all; return the descriptors left over */
int resources_drop(void);

/* --- callers (caller.c, cover.c) ------------------------------------------- */

enum { CALLER_ROOT, CALLER_MEMBER, CALLER_PERFMON, CALLER_NSROOT, CALLERS };

#define TEXT_MAX	4200
#define STORES_MAX	3

/** struct store - a write of text to a file */
struct store {
	char path[360];
	const char *text;
	size_t length;
};

/**
 * struct turn - a call being made
 * @call: of the grammar
 * @caller: by whom
 * @narrow: by a 32-bit system call
 * @bytes: decisions still to take
 * @fd: the descriptor it is made on
 * @handle: what that is, or NULL
 * @wild: its error is not to be judged
 * @overlaps: what it points to lies over its argument
 * @act: what the caller does: one system call, or more
 * @nr: the system call
 * @arg: its arguments
 * @ret: its result, or a negative errno
 * @buffers: how many of @buffer are used
 * @buffer: memory it was given
 * @argument: of an ioctl: what the first buffer held before the call, or holds after
 * @length: of it
 * @flags: what it asks for, where the rest of the argument depends on it
 * @count: registers or entries it names
 * @nics: devices it names
 * @step: bytes from one element of an array to the next, as the caller says
 * @addrs: buffer of addresses, or NULL
 * @values: buffer of values to be written by the kernel, or NULL
 * @statuses: likewise, or NULL
 * @entries: likewise, or NULL
 * @room: bytes that @values, @statuses and @entries have room for
 * @number: what a call remembers of its arguments
 * @stores: how many @store has
 * @store: files to write
 * @text: a text made for this call
 */
struct turn {
	const struct call *call;
	struct caller *caller;
	bool narrow;
	struct bytes bytes;
	int fd;
	struct handle *handle;
	bool wild;
	bool overlaps;
	long (*act)(struct turn *turn);
	long nr;
	uint64_t arg[6];
	long ret;
	int buffers;
	struct buffer buffer[BUFFERS];
	uint8_t argument[4096];
	size_t length;
	uint32_t flags;
	uint32_t count;
	uint32_t nics;
	uint32_t step;
	const uint64_t *addrs;
	const uint64_t *values;
	const uint8_t *statuses;
	const uint8_t *entries;
	size_t room;
	uint64_t number;
	int stores;
	struct store store[STORES_MAX];
	char text[TEXT_MAX];
};

/**
 * struct caller - a task that makes calls
 * @name: as reports print it
 * @privileged: reads in spite of the permission table
 * @admin: has CAP_SYS_ADMIN
 * @home: its job at the beginning
 * @job: its job
 * @pid: the task
 * @state: of the turn
 * @busy: with a call that is not yet judged
 * @cover: KCOV's area, or NULL
 * @cover_fd: KCOV's descriptor
 * @arena: its memory
 * @turn: its call
 */
struct caller {
	const char *name;
	bool privileged;
	bool admin;
	int home;
	int job;
	pid_t pid;
	int state;
	bool busy;
	uint64_t *cover;
	int cover_fd;
	struct arena arena;
	struct turn turn;
};

extern struct caller callers[CALLERS];

/** callers_start() - the four tasks; @guided: with coverage, where the kernel has KCOV */
void callers_start(bool guided);

/** callers_stop() - end them */
void callers_stop(void);

/** caller_post() - have the turn's call made */
void caller_post(struct caller *caller);

/** caller_wait() - until it is made; false: it hangs */
bool caller_wait(struct caller *caller);

/** system_call() - without errno: a negative one is returned */
long system_call(long nr, const uint64_t arg[6], bool narrow);

/* Acts: a turn's system call; its stores; nothing but its number for a result. */
long call_syscall(struct turn *turn);
long call_stores(struct turn *turn);
long call_number(struct turn *turn);

/** cover_map() - prepare coverage of a caller yet to start; false: no KCOV here */
bool cover_map(struct caller *caller);

/** cover_enable() - in the caller's task */
bool cover_enable(const struct caller *caller);

/** cover_begin() - forget what the sequence before has reached */
void cover_begin(void);

/** cover_collect() - what a call has reached */
void cover_collect(const struct caller *caller);

/** cover_fresh() - edges that this sequence was the first to reach; return how many */
int cover_fresh(uint16_t *edges, int max);

/** cover_reached() - has this sequence reached all these? */
bool cover_reached(const uint16_t *edges, int count);

/** cover_merge() - what this sequence has reached is fresh no more */
void cover_merge(void);

/** cover_pcs() - different program counters seen */
int cover_pcs(void);

/* --- who may read what (model.c) ------------------------------------------- */

#define NIC_DOMAIN		1	/* of all devices */
#define NICS		8	/* of an entry */

enum { JOB_ROOT, JOB_TOP, JOB_A, JOB_A_X, JOB_B, JOB_GUEST, JOBS };

void model_init(void);

/** model_sure() - is the permission table what the model says? */
bool model_sure(void);

/** model_doubt() - it may be otherwise, until model_reset() */
void model_doubt(void);

/** model_reset() - make table and jobs what they were */
void model_reset(void);

/** struct model_nic - a device as somebody comes to it: opened, or found by its address */
struct model_nic {
	uint32_t nic_addr;
	bool opened;
};

/** model_level() - of a reader, as a query has it */
unsigned int model_level(int job, bool privileged);

/** model_own() - is a device that was opened one of the job's own? */
bool model_own(int job, uint32_t nic_addr);

/** model_reach() - which registers of a device a reader gets: an enum gpcd_level, LOCAL is all */
unsigned int model_reach(int job, bool privileged, const struct model_nic *nic);

/** model_lives() - has the job of this id not ended? */
bool model_lives(int job, uint64_t id);

uint64_t model_job_id(int job);

/** model_set() - an entry; its devices are of NIC_DOMAIN */
void model_set(uint64_t id, unsigned int level, unsigned int nics, const uint32_t *nic);
bool model_remove(uint64_t id);
void model_clear(void);
void model_ignore(bool on);
bool model_ignored(void);
void model_default(unsigned int level);
unsigned int model_default_level(void);

/** model_move() - put a caller into a job; 0 or a negative errno */
int model_move(struct caller *caller, int job);

/* --- the player (play.c) --------------------------------------------------- */

/**
 * struct player - how sequences are played
 * @racing: calls run beside each other; what depends on their order is not judged
 * @talk: print each call
 * @home: folder for sequences in which something was found, or NULL
 * @name: of this player, in those
 */
struct player {
	bool racing;
	bool talk;
	const char *home;
	const char *name;
};

extern struct player player;

/** now() - CLOCK_MONOTONIC in seconds */
double now(void);

#define CALLS_MAX	128	/* of the grammar */

/**
 * struct tally - what was done and found, shared by all players
 * @began: when, by now()
 * @sequences: played
 * @findings: errors found
 * @calls: by the grammar's number
 * @successes: of those
 * @pcs: program counters covered
 * @kept: sequences of the corpus
 * @guided: there was coverage
 */
struct tally {
	double began;
	unsigned long sequences;
	unsigned long findings;
	unsigned long calls[CALLS_MAX];
	unsigned long successes[CALLS_MAX];
	int pcs;
	int kept;
	bool guided;
};

extern struct tally *tally;

#define BATCH	8

/** player_note() - what is going to be played, BATCH at most: for when the machine dies */
void player_note(const struct sequence *sequences, int count);

/** play() - a sequence from beginning to end, all of it judged */
void play(const struct sequence *sequence);

/** finding() - something is wrong with the call of this turn (NULL: the sequence) */
__attribute__((FORMAT_OF(2, 3)))
void finding(const struct turn *turn, const char *fmt, ...);

/** player_init() - in the process that plays; @guided: with coverage, if there is any */
void player_init(bool guided);

/** world_reset() - chips as they were at first; @anew: and their registers */
void world_reset(bool anew);

/* --- the corpus (corpus.c) ------------------------------------------------- */

/** corpus_load() - every sequence of a folder's files; @trial: only what reaches new code */
void corpus_load(const char *path, bool trial);

/** corpus_keep() - from now on, append what is new to a file */
void corpus_keep(const char *path);

/** corpus_try() - play a sequence; keep it, minimised, if it reaches new code */
void corpus_try(struct sequence *sequence);

/** corpus_batch() - BATCH sequences to try, mutated or new; they are noted */
void corpus_batch(struct sequence *batch);

int corpus_size(void);

#endif /* HOSTILE_H */
