/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The keys of a machine file, and their values. */
#ifndef HARDWARE_KEYS_H
#define HARDWARE_KEYS_H

#include "hardware.h"

/* --- values: numbers with units, words --- */

/* Types of values, and what they are stored as. */
enum value_type {
	VALUE_NAME,		/* printable text, char[HARDWARE_NAME] */
	VALUE_TOPOLOGY,		/* struct topo */
	VALUE_COUNT,		/* a number without a unit, uint32_t */
	VALUE_WORD,		/* index of one of the words, uint32_t */
	VALUE_CLOCK,		/* a cycle or a frequency, uint64_t, ps */
	VALUE_TIME,		/* uint64_t, ps */
	VALUE_BYTE_TIME,	/* time for each byte, uint64_t, ps */
	VALUE_RATE,		/* struct hardware_rate */
	VALUE_BYTES,		/* uint64_t */
	VALUE_LONG,		/* likewise, or "never": HARDWARE_SHORT */
	VALUE_FLITS,		/* flits or phits, or bytes that make whole ones, uint32_t */
};

/* Which values are allowed. */
struct value_kind {
	enum value_type type;
	uint64_t least;			/* limits; of rates, ps for a MiB; not of words */
	uint64_t most;
	const char *const *words;	/* of VALUE_WORD, ended by NULL */
	const char *wants;		/* allowed values, for messages */
};

/*
 * Parse a value into @place, which has the type that @kind says. Units refer to the machine's
 * cycle, flit and topology: -EDOM if the value is in cycles and no clock is set yet, or in bytes
 * and no flit is. Returns -EINVAL if it is not valid.
 */
int value_parse(const struct value_kind *kind, const struct hardware *hardware, const char *text,
		void *place);

/* Write a value as value_parse() reads it. */
void value_print(const struct value_kind *kind, const struct hardware *hardware,
		 const void *place, char text[HARDWARE_TEXT]);

/* Return whether a value is within the limits of its kind. */
bool value_fits(const struct value_kind *kind, const void *place);

/* --- keys, one row each, and the sections that contain them --- */

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
	SECTION_ROUTING,	/* "routing adaptive0", of a dragonfly's packets */
	SECTION_NIC,	/* "nic", where packets are switched */
	SECTION_IN,
	SECTION_OUT,
	SECTION_HOST,
};

/* Indices of sections: each class of links, medium and adaptive routing has its own. */
enum section_index {
	INDEX_TOP,
	INDEX_LINKS,
	INDEX_MEDIA = INDEX_LINKS + TOPO_DIMS,
	INDEX_ROUTINGS = INDEX_MEDIA + HARDWARE_MEDIA,
	INDEX_NIC = INDEX_ROUTINGS + HARDWARE_ROUTINGS,
	INDEX_IN,
	INDEX_OUT,
	INDEX_HOST,
	SECTIONS,
};

/* A section of a machine. */
struct section {
	enum section_kind kind;
	unsigned int number;	/* of the class, medium or routing; otherwise 0 */
	char name[32];		/* as in a file; "" before all sections */
	size_t offset;		/* in struct hardware, of what its keys set */
};

/*
 * Get the section at an index of a machine with a known topology. Returns false if it does
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
