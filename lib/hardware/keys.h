/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The keys of a machine file, one row each, and the sections that contain them. */
#ifndef HARDWARE_KEYS_H
#define HARDWARE_KEYS_H

#include "value.h"

/* checkpatch asks for __printf(), which user space has to define. */
#ifndef __printf
#define KEYS_FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((KEYS_FORMAT_OF(string, first)))
#endif

/* Kinds of sections, named by the word before the dot in a key's name. */
enum section_kind {
	SECTION_TOP,	/* before all sections */
	SECTION_LINK,	/* "link X", a class of links */
	SECTION_MEDIUM,	/* "medium cable", of a Gemini's links */
	SECTION_IN,
	SECTION_OUT,
	SECTION_HOST,
};

/* Most sections there can be: each class of links and each medium has its own. */
#define SECTIONS	(4 + TOPO_DIMS + HARDWARE_MEDIA)

/* A section of a machine. */
struct section {
	enum section_kind kind;
	unsigned int number;	/* of the class or medium; otherwise 0 */
	char name[32];		/* as in a file; "" before all sections */
	size_t offset;		/* in struct hardware, of what its keys set */
};

/*
 * Get section @index (below SECTIONS) of a machine with a known topology. Returns false if it does
 * not exist; lower and higher indices may.
 */
bool section_get(const struct topo *topo, unsigned int index, struct section *section);

/* Whether a machine of some switching has a key. */
enum key_use {
	KEY_NEVER,	/* it must not */
	KEY_MAY,	/* it may */
	KEY_MUST,	/* it must, in each of the key's sections */
};

/* A key. */
struct key {
	enum section_kind section;
	const char *name;
	struct value_kind kind;
	size_t offset;		/* of its value, in what the section sets */
	enum key_use use[2];	/* by enum hardware_switching */
};

/* Each key has a bit of 64, so there are fewer keys. */
#define KEYS_MOST	64

extern const struct key keys[];
extern const unsigned int keys_count;

/* Return the word for a kind of sections, such as "link"; "" for SECTION_TOP. */
const char *section_word(enum section_kind kind);

/* Return the number of a key in keys, or -1. */
int key_find(enum section_kind section, const char *name);

/* Return the address of a key's value. */
static inline void *key_place(const struct hardware *hardware, const struct section *section,
			      const struct key *key)
{
	return (char *)hardware + section->offset + key->offset;
}

/* The offending key: index of its section, and its number. */
struct key_fault {
	unsigned int section;
	unsigned int key;
};

/*
 * Check a machine as a whole. After -EINVAL, @text says what is wrong and @fault which key it is.
 */
int key_check(const struct hardware *hardware, char text[HARDWARE_TEXT], struct key_fault *fault);

#endif /* HARDWARE_KEYS_H */
