/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The keys of a machine file, a row each; and the sections in which they stand.
 */
#ifndef HARDWARE_KEYS_H
#define HARDWARE_KEYS_H

#include "value.h"

/* checkpatch asks for __printf(), which user space has to define. */
#ifndef __printf
#define KEYS_FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((KEYS_FORMAT_OF(string, first)))
#endif

/**
 * enum section_kind - the kinds of sections, by the words before a dot in the names of keys
 * @SECTION_TOP: before all sections
 * @SECTION_LINK: "link X", of a class of links
 * @SECTION_MEDIUM: "medium cable", of a Gemini's links
 * @SECTION_IN: "in"
 * @SECTION_OUT: "out"
 * @SECTION_HOST: "host"
 */
enum section_kind {
	SECTION_TOP,
	SECTION_LINK,
	SECTION_MEDIUM,
	SECTION_IN,
	SECTION_OUT,
	SECTION_HOST,
};

/** SECTIONS: sections there can be: each class of links and each medium has its own */
#define SECTIONS	(4 + TOPO_DIMS + HARDWARE_MEDIA)

/**
 * struct section - a section of a machine
 * @kind: its kind
 * @number: of a class or a medium, otherwise 0
 * @name: as it stands in a file; "" before all sections
 * @offset: of what its keys set, in struct hardware
 */
struct section {
	enum section_kind kind;
	unsigned int number;
	char name[32];
	size_t offset;
};

/**
 * section_get() - get a section of a machine
 * @topo: its topology, which is known
 * @index: 0, 1 ..., below SECTIONS
 * @section: filled in
 *
 * Return: whether there is one; before and behind it there may be others.
 */
bool section_get(const struct topo *topo, unsigned int index, struct section *section);

/**
 * enum key_use - whether a machine of some switching has a key
 * @KEY_NEVER: it must not
 * @KEY_MAY: it can
 * @KEY_MUST: it has to, in each of its sections
 */
enum key_use {
	KEY_NEVER,
	KEY_MAY,
	KEY_MUST,
};

/**
 * struct key - a key
 * @section: where it stands
 * @name: its name
 * @kind: its values
 * @offset: where its value is, in what the section sets
 * @use: by &enum hardware_switching
 */
struct key {
	enum section_kind section;
	const char *name;
	struct value_kind kind;
	size_t offset;
	enum key_use use[2];
};

/** KEYS_MOST: there are fewer keys than that, for each has a bit */
#define KEYS_MOST	64

extern const struct key keys[];
extern const unsigned int keys_count;

/**
 * section_word() - get what a kind of sections is called
 * @kind: the kind
 *
 * Return: "link"; "" for SECTION_TOP.
 */
const char *section_word(enum section_kind kind);

/**
 * key_find() - find a key by its name
 * @section: where it stands
 * @name: its name
 *
 * Return: its number in keys, or -1.
 */
int key_find(enum section_kind section, const char *name);

/**
 * key_place() - find where the value of a key is
 * @hardware: the machine
 * @section: its section
 * @key: the key
 *
 * Return: the place.
 */
static inline void *key_place(const struct hardware *hardware, const struct section *section,
			      const struct key *key)
{
	return (char *)hardware + section->offset + key->offset;
}

/**
 * struct key_fault - the key that is wrong
 * @section: index of its section
 * @key: its number
 */
struct key_fault {
	unsigned int section;
	unsigned int key;
};

/**
 * key_check() - check a machine as a whole
 * @hardware: the machine
 * @text: filled in after an error: what is wrong
 * @fault: likewise: which key is
 *
 * Return: 0, -EINVAL.
 */
int key_check(const struct hardware *hardware, char text[HARDWARE_TEXT], struct key_fault *fault);

#endif /* HARDWARE_KEYS_H */
