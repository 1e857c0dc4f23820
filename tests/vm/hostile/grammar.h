/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The grammar: what calls there are, how their arguments are made, how they may
 * end. Its tables are in grammar_*.c; an ioctl's argument is a list of its members.
 */
#ifndef GRAMMAR_H
#define GRAMMAR_H

#include "hostile.h"

enum touch {
	TOUCH_LIFE = 1 << 0,		/* chips come and go */
	TOUCH_REGISTERS = 1 << 1,
	TOUCH_PERMS = 1 << 2,
};

/** enum member - what a member of an argument is, and so what is valid and what junk */
enum member {
	MEMBER_SIZE,		/* number: the true size */
	MEMBER_ZERO,
	MEMBER_FLAGS,		/* number: flags that exist */
	MEMBER_FLAG,		/* number: two flags that exist, but not both at once */
	MEMBER_COUNT,		/* number: the most */
	MEMBER_GROUP_COUNT,
	MEMBER_NUMBER,		/* number: one above the last that is valid */
	MEMBER_NIC,
	MEMBER_DOMAIN,
	MEMBER_NICS,		/* number: the most */
	MEMBER_NICS_NIC,	/* number: which of them */
	MEMBER_NICS_DOMAIN,	/* likewise */
	MEMBER_JOB,
	MEMBER_EXACT,		/* number: the only valid value */
	MEMBER_RING,		/* number: the flag that needs a ring's descriptor; without it 0 */
	MEMBER_ADDRS,
	MEMBER_INPUT,		/* values to write */
	MEMBER_VALUES,		/* outputs from here on */
	MEMBER_STATUSES,
	MEMBER_ENTRIES,		/* number: bytes of one */
	MEMBER_OUT,		/* the kernel's own */
};

/**
 * struct member_desc - a member of an ioctl's argument
 * @name: its name
 * @at: its offset
 * @size: its size
 * @kind: an &enum member
 * @replied: the kernel changes it when the call succeeds
 * @number: see &enum member
 */
struct member_desc {
	const char *name;
	uint16_t at;
	uint16_t size;
	uint8_t kind;
	bool replied;
	uint64_t number;
};

#define MEMBER(type, member, kind_, number_) {				\
	.name = #member, .at = offsetof(struct type, member),		\
	.size = sizeof(((struct type *)0)->member),			\
	.kind = MEMBER_##kind_, .number = (number_),			\
	.replied = MEMBER_##kind_ == MEMBER_OUT }

/* A member that is given and replied. */
#define MEMBER_BOTH(type, member, kind_, number_) {			\
	.name = #member, .at = offsetof(struct type, member),		\
	.size = sizeof(((struct type *)0)->member),			\
	.kind = MEMBER_##kind_, .number = (number_), .replied = true }

/**
 * struct argument - of an ioctl
 * @size: bytes
 * @member: in the order in which they are decided, a count before its arrays; then
 *	a nameless one
 */
struct argument {
	size_t size;
	const struct member_desc *member;
};

#define ARGUMENT(type, members) { .size = sizeof(struct type), .member = (members) }

/**
 * struct call - an entry of the grammar
 * @name: in corpora and reports
 * @make: makes its arguments; NULL: it is an ioctl
 * @done: judges, and learns from, its result; may be NULL
 * @on: of an ioctl: an &enum thing
 * @command: of an ioctl: its number
 * @argument: of an ioctl: its argument; without members: none
 * @narrow: of an ioctl: a 32-bit caller's number, where it differs
 * @touches: an &enum touch, or'd: what it may change when it succeeds
 * @admin: only a caller with CAP_SYS_ADMIN can succeed
 * @barren: cannot succeed
 * @tells: its argument is replied also when it fails
 * @at_once: never left to run beside others: it returns what others need
 * @errors: errno values that it may end with
 */
struct call {
	const char *name;
	void (*make)(struct turn *turn);
	void (*done)(struct turn *turn);
	unsigned int on;
	unsigned int command;
	struct argument argument;
	struct argument narrow;
	unsigned int touches;
	bool admin;
	bool barren;
	bool tells;
	bool at_once;
	short errors[14];
};

/* Each ends with a nameless entry. */
extern const struct call grammar_device[];
extern const struct call grammar_perms[];
extern const struct call grammar_files[];
extern const struct call grammar_memory[];
extern const struct call grammar_chips[];
extern const struct call grammar_netlink[];
extern const struct call grammar_perf[];

/** grammar_init() - put the tables together */
void grammar_init(void);

int grammar_calls(void);
const struct call *grammar_call(unsigned int number);

/** grammar_find() - number of a call by name; -1: there is none */
int grammar_find(const char *name);

/** call_argument() - of a 64- or a 32-bit caller */
const struct argument *call_argument(const struct turn *turn);

/** argument_make() - of an ioctl, with all it points to; return the pointer to it */
uint64_t argument_make(struct turn *turn, const struct argument *argument);

/** argument_judge() - has the kernel written what it may, and no more? */
void argument_judge(struct turn *turn, const struct argument *argument);

/** argument_print() - members and values */
void argument_print(const struct turn *turn, const struct argument *argument, FILE *to);

/** ioctl_make() - descriptor, command and argument of an ioctl */
void ioctl_make(struct turn *turn);

/** number_junk() - by a decision: limits, signs, and @number's neighbours */
uint64_t number_junk(uint8_t decision, uint64_t number);

/** text_make() - one of @valid, or junk, into the turn's text; return its length */
size_t text_make(struct turn *turn, const char *const *valid, int count);

/* --- what was read (reading.c) --------------------------------------------- */

struct gpcd_reg;

/**
 * struct reading - registers that somebody read
 * @chip: whose; 0 not known
 * @remote: another device's, which may be of another kind
 * @level: by model_reach()
 * @addrs: addresses; NULL: not known
 */
struct reading {
	unsigned int chip;
	bool remote;
	unsigned int level;
	const uint64_t *addrs;
};

/** reading_level() - the enum gpcd_level that reads a register of an own device */
unsigned int reading_level(const struct gpcd_reg *reg);

/**
 * reading_judge() - the turn's values and statuses
 * @turn: a call that succeeded
 * @reading: whose registers, and who read them
 * @all: each was really read; else the statuses say, if there are any
 */
void reading_judge(const struct turn *turn, const struct reading *reading, bool all);

#endif /* GRAMMAR_H */
