/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arguments of a command as a table: what each option sets, of which type and in which range.
 *
 *	static const struct option_row rows[] = {
 *		{ "threads", 0, "N", 0, "1 to 256; default 1",
 *		  OPTION_NUMBER(struct plan, threads, 1, 256) },
 *		{ "drain", 0, NULL, 0, "go on until all has arrived",
 *		  OPTION_FLAG(struct plan, drain), .with = "time" },
 *		{ 0 }
 *	};
 *
 *	static const struct options options = { .rows = rows, .doc = "Simulate a machine." };
 *
 *	options_parse(&options, argc, argv, &plan);
 *
 * A macro does not compile for a field of another type. What is rejected is reported with the words
 * that are allowed or with the option's help, so help states the range.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/util.h"
#include "words.h"

/* What an option does with its argument. */
enum option_type {
	OPTION_TYPE_NONE, /* a heading */
	OPTION_TYPE_FLAG, /* there is no argument: the bool becomes low */
	OPTION_TYPE_SET, /* there is no argument: the enum becomes low */
	OPTION_TYPE_NUMBER, /* decimal, or hexadecimal after 0x */
	OPTION_TYPE_WIDE, /* likewise, of 64 bits */
	OPTION_TYPE_BYTES, /* may end in B, KiB, MiB or GiB */
	OPTION_TYPE_TIME, /* ns */
	OPTION_TYPE_REAL,
	OPTION_TYPE_WORD, /* index of a word of a list */
	OPTION_TYPE_EITHER, /* is it the second of two words? */
	OPTION_TYPE_SIZE, /* XxYxZ, each 1 or more */
	OPTION_TYPE_TEXT, /* the last one counts */
	OPTION_TYPE_ONCE, /* two different ones are rejected */
	OPTION_TYPE_LIST, /* may be repeated */
	OPTION_TYPE_CALL, /* a function parses it */
	OPTION_TYPE_TAKE, /* a function stores it, or rejects it in its own words */
};

/* A command line that is being parsed. */
struct options_state;

/* The arguments of an option that may be repeated. */
struct option_list {
	char *argz; /* an argz(3) vector, owned; NULL: the option was not given */
	size_t size; /* bytes of argz */
};

/* Where in its object an option's field is, as the address that it has in an object at 0. */
union option_field {
	bool *flag;
	uint32_t *number; /* or an enum, or three numbers */
	int *integer;
	uint64_t *wide;
	double *real;
	const char **text;
	struct option_list *list;
	void *any;
};

/* An option. The macros below set the fields after help. */
struct option_row {
	const char *name; /* long option, without dashes; NULL: help is the heading of a group */
	int letter; /* short option, or 0 */
	const char *arg; /* what help calls the argument; NULL: there is none */
	int group; /* in which help lists it */
	const char *help;
	enum option_type type;
	union option_field field;
	uint64_t low, high; /* range of a whole number, both included */
	uint64_t times, per; /* the number is multiplied and divided by these, unless 0 */
	double least, most; /* range of a real number, both included */
	const struct words *words; /* that are allowed */
	int (*parse)(const char *arg, void *field); /* return 0 or a negative errno */
	/* return 0, a negative errno, or options_reject() */
	int (*take)(struct options_state *state, const struct option_row *row, const char *arg,
		    void *object);
	bool (*valid)(const char *arg); /* a condition beside the type's, or NULL */
	const char *with; /* options of which one must be given too, "image device"; or NULL */
	bool optional; /* the argument may be left out and is then NULL */
	char *(*describe)(const char *help); /* return what help says, for free(3); NULL: help */
};

/* Return the address of a field in @object, given the address that it has in an object at 0. */
static inline void *option_field(void *object, const void *field)
{
	return (char *)object + (uintptr_t)field;
}

#define OPTION_FIELD(object, member)	(&(*(typeof(object) *)0).member)

/* bool: true if it is given */
#define OPTION_FLAG(object, member) \
	.type = OPTION_TYPE_FLAG, .field.flag = OPTION_FIELD(object, member), .low = true
/* bool: false if it is given */
#define OPTION_CLEAR(object, member) \
	.type = OPTION_TYPE_FLAG, .field.flag = OPTION_FIELD(object, member), .low = false
/* enum: a value if it is given */
#define OPTION_SET(object, member, value) \
	.type = OPTION_TYPE_SET, .field.number = OPTION_FIELD(object, member), .low = (value)
/* uint32_t, from @from to @to */
#define OPTION_NUMBER(object, member, from, to) \
	.type = OPTION_TYPE_NUMBER, .field.number = OPTION_FIELD(object, member), \
	.low = (from), .high = (to)
/* int, from @from, which is not negative, to @to */
#define OPTION_INT(object, member, from, to) \
	.type = OPTION_TYPE_NUMBER, .field.integer = OPTION_FIELD(object, member), \
	.low = (from), .high = (to)
/* uint64_t */
#define OPTION_WIDE(object, member, from, to) \
	.type = OPTION_TYPE_WIDE, .field.wide = OPTION_FIELD(object, member), \
	.low = (from), .high = (to)
/* uint64_t: bytes */
#define OPTION_BYTES(object, member, from, to) \
	.type = OPTION_TYPE_BYTES, .field.wide = OPTION_FIELD(object, member), \
	.low = (from), .high = (to)
/* uint64_t: ns */
#define OPTION_TIME(object, member, from, to) \
	.type = OPTION_TYPE_TIME, .field.wide = OPTION_FIELD(object, member), \
	.low = (from), .high = (to)
/* double */
#define OPTION_REAL(object, member, from, to) \
	.type = OPTION_TYPE_REAL, .field.real = OPTION_FIELD(object, member), \
	.least = (from), .most = (to)
/* enum or uint32_t: the index of a word */
#define OPTION_WORD(object, member, list) \
	.type = OPTION_TYPE_WORD, .field.number = OPTION_FIELD(object, member), .words = (list)
/* bool: is it the second of two words? */
#define OPTION_EITHER(object, member, list) \
	.type = OPTION_TYPE_EITHER, .field.flag = OPTION_FIELD(object, member), .words = (list)
/* uint32_t[3] */
#define OPTION_SIZE(object, member) \
	.type = OPTION_TYPE_SIZE, .field.number = OPTION_FIELD(object, member[0])
/* const char * */
#define OPTION_TEXT(object, member) \
	.type = OPTION_TYPE_TEXT, .field.text = OPTION_FIELD(object, member)
/* const char *: two different ones are rejected */
#define OPTION_ONCE(object, member) \
	.type = OPTION_TYPE_ONCE, .field.text = OPTION_FIELD(object, member)
/* struct option_list: may be repeated */
#define OPTION_LIST(object, member) \
	.type = OPTION_TYPE_LIST, .field.list = OPTION_FIELD(object, member)
/* any field, which a function parses */
#define OPTION_CALL(object, member, function) \
	.type = OPTION_TYPE_CALL, .field.any = OPTION_FIELD(object, member), .parse = (function)
/* the object itself */
#define OPTION_CALL_WHOLE(function) \
	.type = OPTION_TYPE_CALL, .parse = (function)
/* the object itself, by a function that rejects in its own words; @which is for it alone */
#define OPTION_TAKE(function, which) \
	.type = OPTION_TYPE_TAKE, .take = (function), .low = (which)

enum argument_type {
	ARGUMENT_TYPE_NONE,
	ARGUMENT_TYPE_ONE,
	ARGUMENT_TYPE_COMMAND,
	ARGUMENT_TYPE_ALL,
	ARGUMENT_TYPE_EACH,
};

/* The arguments that are no options; the macros below make one. */
struct option_argument {
	enum argument_type type;
	const char *name; /* what it is, for messages */
	const char *missing; /* error message if there is none; NULL: it may be left out */
	const char **one; /* in its object, as in union option_field */
	char ***list;
	int (*each)(struct options_state *state, const char *arg, void *input);
};

/* const char *: one argument */
#define ARGUMENT_ONE(object, member, what, without) { \
	.type = ARGUMENT_TYPE_ONE, .one = OPTION_FIELD(object, member), \
	.name = (what), .missing = (without) }
/* char **: the first argument, and whatever follows it; options of this command precede it */
#define ARGUMENT_COMMAND(object, member, without) { \
	.type = ARGUMENT_TYPE_COMMAND, .list = OPTION_FIELD(object, member), \
	.missing = (without) }
/* char **: all of them, ended by NULL */
#define ARGUMENT_ALL(object, member, without) { \
	.type = ARGUMENT_TYPE_ALL, .list = OPTION_FIELD(object, member), .missing = (without) }
/* any number: a function takes each, and returns 0, a negative errno, or options_reject() */
#define ARGUMENT_EACH(function, without) { \
	.type = ARGUMENT_TYPE_EACH, .each = (function), .missing = (without) }

/* Options that are part of others. */
struct options_part {
	const struct options *options;
	void *member; /* their object in the larger one, as in union option_field */
	void *object; /* or an object of its own */
};

#define OPTIONS_PART(object, part, table) \
	{ .options = (table), .member = OPTION_FIELD(object, part) }
#define OPTIONS_OF(whole, table) \
	{ .options = (table), .object = (whole) }

/* The arguments of a command, or options that several commands share. */
struct options {
	const struct option_row *rows; /* the last is { 0 } */
	const struct options_part *parts; /* the last is { 0 }; or NULL */
	struct option_argument argument;
	/*
	 * Check what a single row cannot, after the parts' checks. Return 0, options_reject() or a
	 * negative errno. May be NULL.
	 */
	int (*check)(struct options_state *state, void *input);
	const char *args_doc; /* arguments in the first line of help, as in argp(3), or NULL */
	const char *doc; /* text of help, as in argp(3) */
	void (*epilogue)(FILE *stream); /* print what follows the options in help, or NULL */
};

/*
 * Parse the arguments of a command or subcommand, whose name is argv[0], into an object. Exit with
 * EXIT_USAGE after reporting a wrong argument.
 */
void options_parse(const struct options *options, int argc, char **argv, void *input);

/*
 * Likewise for a command that MPI starts: all ranks parse their arguments and one of them reports
 * errors. No rank exits by itself, because the others would wait for it for ever. If @silent, print
 * nothing, because another rank does. @version is what --version prints. Return 0; -ECANCELED if
 * help or version was printed and the command is done; or -EINVAL.
 */
int options_parse_rank(const struct options *options, int argc, char **argv, bool silent,
		       const char *version, void *input);

/* Was an option given? @name is without dashes. */
bool options_given(const struct options_state *state, const char *name);

/* Reject two options of a list, "raw delta rate", of which one may be given. */
int options_exclude(struct options_state *state, const char *names);

/* Most options that a command has. */
#define GIVEN_MOST	160

/* The options that were given, for when parsing is over. */
struct given {
	const char *names[GIVEN_MOST]; /* without dashes */
	unsigned int count;
};

/* List the options that were given. */
void options_list_given(const struct options_state *state, struct given *given);

void given_add(struct given *given, const char *name);
bool given_has(const struct given *given, const char *name);

/* Report that the argument of an option is none of @words, and exit or return, as below. */
int options_reject_word(struct options_state *state, const char *name, const char *arg,
			const struct words *words);

/* Report what is wrong, and exit; for a rank, return -EINVAL, which the caller must return. */
__printf(2, 3) int options_reject(struct options_state *state, const char *fmt, ...);

#endif /* CLI_OPTIONS_H */
