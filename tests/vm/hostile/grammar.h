/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The grammar: the calls, how their arguments are made, and how they may end. Its tables are in
 * grammar_*.c; an ioctl's argument is a list of its members.
 */
#ifndef GRAMMAR_H
#define GRAMMAR_H

#include "hostile.h"

enum touch {
	TOUCH_LIFE = 1 << 0,		/* chips come and go */
	TOUCH_REGISTERS = 1 << 1,
	TOUCH_PERMS = 1 << 2,
};

/* What a member of an argument is, which decides its valid values and its junk. */
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
	MEMBER_NICS,		/* number: the most that are named, or that there is room for */
	MEMBER_JOB,
	MEMBER_CGROUP,		/* a descriptor */
	MEMBER_FLAGGED,		/* number: the flag without which it is 0; above bit 8 the most */
	MEMBER_EXACT,		/* number: the only valid value */
	MEMBER_ADDRS,
	MEMBER_INPUT,		/* values to write */
	MEMBER_VALUES,		/* outputs from here on */
	MEMBER_STATUSES,
	MEMBER_ENTRIES,		/* number: bytes of one */
	MEMBER_NAMED,		/* devices that an entry names */
	MEMBER_LISTED,		/* room for devices */
	MEMBER_OUT,		/* the kernel's own */
};

/* A member of an ioctl's argument. */
struct member_desc {
	const char *name;
	uint16_t at;	/* offset */
	uint16_t size;
	uint8_t kind;	/* an &enum member */
	bool replied;	/* the kernel changes it when the call succeeds */
	uint64_t number;	/* see &enum member */
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

/* The argument of an ioctl. */
struct argument {
	size_t size;	/* bytes */
	/* in order of decision, a count before its arrays; ends with a nameless one */
	const struct member_desc *member;
};

#define ARGUMENT(type, members) { .size = sizeof(struct type), .member = (members) }

/* An entry of the grammar. */
struct call {
	const char *name;	/* in corpora and reports */
	void (*make)(struct turn *turn);	/* makes its arguments; NULL: it is an ioctl */
	void (*done)(struct turn *turn);	/* judges its result, and learns from it, or NULL */
	unsigned int on;	/* of an ioctl: an &enum thing */
	unsigned int command;	/* of an ioctl: its number */
	struct argument argument;	/* of an ioctl; without members: none */
	struct argument narrow;	/* of an ioctl: a 32-bit caller's number, where it differs */
	unsigned int touches;	/* an &enum touch, or'd: what it may change when it succeeds */
	bool admin;	/* only a caller with CAP_SYS_ADMIN can succeed */
	bool barren;	/* cannot succeed */
	bool tells;	/* its argument is written back also when it fails */
	bool at_once;	/* never left to run beside others: it returns what others need */
	short errors[14];	/* errno values that it may end with */
};

/* Each ends with a nameless entry. */
extern const struct call grammar_device[];
extern const struct call grammar_perms[];
extern const struct call grammar_files[];
extern const struct call grammar_memory[];
extern const struct call grammar_chips[];
extern const struct call grammar_netlink[];
extern const struct call grammar_perf[];

/* Put the tables together. */
void grammar_init(void);

int grammar_calls(void);
const struct call *grammar_call(unsigned int number);

/* Return the number of a call by name; -1: there is none. */
int grammar_find(const char *name);

/* Return the argument as a 64-bit or a 32-bit caller has it. */
const struct argument *call_argument(const struct turn *turn);

/* Make an ioctl's argument, with all it points to; return the pointer to it. */
uint64_t argument_make(struct turn *turn, const struct argument *argument);

/* Has the kernel written what it may, and no more? */
void argument_judge(struct turn *turn, const struct argument *argument);

/* Print members and values. */
void argument_print(const struct turn *turn, const struct argument *argument, FILE *to);

/* Choose descriptor, command and argument of an ioctl. */
void ioctl_make(struct turn *turn);

/* Return junk by a decision: limits, signs, and @number's neighbours. */
uint64_t number_junk(uint8_t decision, uint64_t number);

/* Put one of @valid, or junk, into the turn's text; return its length. */
size_t text_make(struct turn *turn, const char *const *valid, int count);

/* --- what was read (reading.c) --------------------------------------------- */

struct gpcd_reg;

/* Registers that a caller read. */
struct reading {
	unsigned int chip;	/* 0: not known */
	bool remote;	/* another device's, which may be of another kind */
	unsigned int reach;	/* by model_reach() */
	const uint64_t *addrs;	/* NULL: not known */
};

/* Return what reading a register of an own device needs: GPCD_MAY_*. */
unsigned int reading_needs(const struct gpcd_reg *reg);

/*
 * Judge the values and statuses of a call that succeeded. @all: each register was really read;
 * otherwise the statuses say which, if there are any.
 */
void reading_judge(const struct turn *turn, const struct reading *reading, bool all);

#endif /* GRAMMAR_H */
