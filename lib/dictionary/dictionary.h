/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the counters of network interfaces are: kind, width, unit, meaning (gpcd-dictionary(5)). */
#ifndef DICTIONARY_H
#define DICTIONARY_H

#include <stdbool.h>
#include <stddef.h>

#include "name.h"

/* Bytes of the longest list of drivers or of families, with its NUL. */
#define DICTIONARY_LIST_ROOM	128

/* Bytes of the longest meaning, with its NUL. */
#define DICTIONARY_MEANING_ROOM	240

/* Variants of a driver's counters. */
#define DICTIONARY_VARIANTS	4

/* Maximum number of entries. */
#define DICTIONARY_MOST	10000

/* How counters are read. */
enum dictionary_source {
	DICTIONARY_ANY,	/* all of them: for a search, no source by itself */
	DICTIONARY_CXI,	/* files of the cxi driver */
	DICTIONARY_RDMA,	/* netlink and sysfs of RDMA devices */
	DICTIONARY_NET,	/* netlink and ethtool of network interfaces */
	DICTIONARY_COUNTERS,	/* a folder with a file for each counter */
	DICTIONARY_SOURCES,
};

/* Return "any", "cxi", "rdma", "net" or "counters". */
const char *dictionary_source_name(enum dictionary_source source);

/* What a value is. */
enum dictionary_kind {
	DICTIONARY_ABSENT,	/* this variant does not have it */
	DICTIONARY_COUNTER,	/* counts up, and wraps */
	DICTIONARY_GAUGE,	/* goes up and down */
	DICTIONARY_SATURATING,	/* counts up, and stays at its largest value */
	DICTIONARY_KINDS,
};

/* Return "absent", "counter", "gauge" or "saturating". */
const char *dictionary_kind_name(enum dictionary_kind kind);

/* Return the enum gpcd_unit that has a name (gpcd_unit_name()), or -EINVAL. */
int dictionary_unit(const char *name);

/* --- lists of words with single blanks between, such as drivers --- */

/* Return the index of a word in a list, or -1. */
int list_index(const char *list, const char *word);

/* Count the words of a list. */
unsigned int list_length(const char *list);

/* Return whether two lists have a word in common, or are both empty. */
bool lists_meet(const char *one, const char *two);

/* --- entries --- */

/* What lines of a file have in common. */
struct dictionary_head {
	char drivers[DICTIONARY_LIST_ROOM];	/* words; "*" stands for all */
	char families[DICTIONARY_LIST_ROOM];	/* words; "" if names do not depend on it */
	char variants[DICTIONARY_LIST_ROOM];	/* words, or "" */
	enum dictionary_source source;
};

/* An entry in one variant. */
struct dictionary_form {
	enum dictionary_kind kind;
	unsigned int bits;	/* 1..64; 0 if it is absent */
};

/* A line about counters. */
struct dictionary_entry {
	char name[DICTIONARY_NAME_ROOM];	/* may have groups */
	char meaning[DICTIONARY_MEANING_ROOM];	/* may use them; "" if nothing is known */
	int unit;	/* enum gpcd_unit */
	struct dictionary_form form[DICTIONARY_VARIANTS];	/* the first, if there are none */
	bool inferred;	/* the meaning is a guess from the name */
	bool general;	/* it is for all drivers */
	unsigned int head;	/* index */
	unsigned int file;	/* number of its file among those that were read */
	unsigned int line;	/* in its file */
};

/* Entries for a driver and a source, or for all. */
struct dictionary {
	const char *driver;	/* NULL: all of them */
	enum dictionary_source source;
	struct dictionary_entry *list;
	size_t count;
	struct dictionary_head *heads;
	size_t head_count;
	unsigned int files;	/* number of files read */
};

/* The first error in a text. */
struct dictionary_problem {
	unsigned int line;	/* from 1 */
	char text[200];	/* description and remedy, without the place */
};

/*
 * Add the entries of a text of @length bytes, if they are for the driver and the source. Before the
 * first text @dictionary is all zero except driver and source. An entry replaces an earlier text's
 * entry of the same name, drivers, source and families. After an error @dictionary can only be
 * freed. Return 0, -EINVAL (then @problem is filled in) or -ENOMEM.
 */
int dictionary_read(struct dictionary *dictionary, const char *text, size_t length,
		    struct dictionary_problem *problem);

/* Free the memory of a dictionary, and make it empty. */
void dictionary_free(struct dictionary *dictionary);

/* The entry of a counter. */
struct dictionary_match {
	const struct dictionary_entry *entry;
	struct dictionary_words words;	/* what the groups of its name stand for */
};

/*
 * Find a counter by its raw name, in a family if @family is not NULL. The first of these rules that
 * makes a difference decides: an entry for a driver comes before one for all; then the later
 * file's; then one without groups; then the earlier line. Return whether there is one.
 */
bool dictionary_find(const struct dictionary *dictionary, const char *family, const char *raw,
		     struct dictionary_match *match);

/* The head of an entry, which belongs to @dictionary. */
const struct dictionary_head *dictionary_head(const struct dictionary *dictionary,
					      const struct dictionary_entry *entry);

/*
 * Return the form of an entry in a variant. If the entry has no variants, its only form; if
 * @variant is NULL or unknown, the first that is not absent.
 */
struct dictionary_form dictionary_form(const struct dictionary *dictionary,
				       const struct dictionary_entry *entry, const char *variant);

/* Write the meaning of a counter that was found. */
void dictionary_meaning(const struct dictionary_match *match,
			char room[DICTIONARY_MEANING_ROOM]);

/* Return whether a name, meaning or unit contains a text; upper and lower case are the same. */
bool dictionary_mentions(const struct dictionary_entry *entry, const char *text);

#endif /* DICTIONARY_H */
