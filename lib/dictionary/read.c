// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The text of a dictionary. A line is a comment, sets a part of the head, or is an entry:
 *
 *	driver = mlx5_core
 *	source = net
 *	rx_prio{0-7}_pause	counter 64 packets	Pause frames received for priority {}
 *
 * Before the meaning there may be a register's position.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dictionary.h"

/* Bytes of the longest line, without its end. */
#define LINE_MOST	500

/* Begins a meaning that is a guess. */
#define INFERRED	"inferred:"

/* checkpatch asks for __printf(), which user space has to define. */
#ifndef __printf
#define DICTIONARY_FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((DICTIONARY_FORMAT_OF(string, first)))
#endif

/* A text that is being read. */
struct reading {
	struct dictionary *dictionary;
	struct dictionary_problem *problem;
	struct dictionary_head head;	/* as lines have set it up to now */
	bool has_source;
	bool is_new;	/* no entry has this head */
	bool wanted;	/* its entries are for the dictionary's driver and source */
	unsigned int line;
	const char *at;	/* rest of the line */
};

static __printf(2, 3) int reject(struct reading *reading, const char *format, ...)
{
	va_list words;

	reading->problem->line = reading->line;
	va_start(words, format);
	vsnprintf(reading->problem->text, sizeof(reading->problem->text), format, words);
	va_end(words);
	return -EINVAL;
}

/* --- words of a line --- */

static void pass_blanks(struct reading *reading)
{
	reading->at += strspn(reading->at, " \t\r");
}

/* Take text between two '"', in which "" stands for one. */
static int take_quotes(struct reading *reading, const char *what, char *word, size_t room)
{
	size_t length = 0;

	for (reading->at++; *reading->at; reading->at++) {
		if (*reading->at == '"' && *++reading->at != '"') {
			word[length] = '\0';
			if (*reading->at && !strchr(" \t\r", *reading->at))
				return reject(reading,
					      "a blank belongs after the '\"' that ends %s", what);
			return 0;
		}
		if (length == room - 1)
			return reject(reading, "%s of more than %zu bytes: shorten it", what,
				      room - 1);
		word[length++] = *reading->at;
	}
	return reject(reading, "no '\"' ends %s on its line: add it", what);
}

/* Take the next word, which may be in quotes. */
static int take_word(struct reading *reading, const char *what, char *word, size_t room)
{
	size_t length;

	pass_blanks(reading);
	if (*reading->at == '"')
		return take_quotes(reading, what, word, room);
	length = strcspn(reading->at, " \t\r");
	if (!length)
		return reject(reading, "%s belongs here: name, kind, width, unit, meaning", what);
	if (length >= room)
		return reject(reading, "%s of more than %zu bytes: shorten it", what, room - 1);
	if (memchr(reading->at, '"', length))
		return reject(reading, "a '\"' within a word: put all of %s into quotes, with \"\"",
			      what);
	memcpy(word, reading->at, length);
	word[length] = '\0';
	reading->at += length;
	return 0;
}

/* Copy the rest of a line, without blanks at its ends. */
static int take_rest(struct reading *reading, const char *what, char *rest, size_t room)
{
	size_t length;

	pass_blanks(reading);
	length = strlen(reading->at);
	while (length && strchr(" \t\r", reading->at[length - 1]))
		length--;
	if (length >= room)
		return reject(reading, "%s of more than %zu bytes: shorten it", what, room - 1);
	memcpy(rest, reading->at, length);
	rest[length] = '\0';
	return 0;
}

/* --- head --- */

/* Copy words, with single blanks. */
static int take_list(struct reading *reading, const char *what, char *list)
{
	char rest[DICTIONARY_LIST_ROOM], *word, *next = rest;
	int err = take_rest(reading, what, rest, sizeof(rest));

	if (err)
		return err;
	*list = '\0';
	while ((word = strsep(&next, " \t\r"))) {
		if (!*word)
			continue;
		if (*list)
			strcat(list, " ");
		strcat(list, word);
	}
	return *list ? 0 : reject(reading, "a word belongs after '%s ='", what);
}

static int set_drivers(struct reading *reading)
{
	memset(&reading->head, 0, sizeof(reading->head));
	reading->has_source = false;
	return take_list(reading, "driver", reading->head.drivers);
}

static int set_source(struct reading *reading)
{
	char list[DICTIONARY_LIST_ROOM];
	int err = take_list(reading, "source", list);

	if (err)
		return err;
	for (unsigned int i = DICTIONARY_ANY + 1; i < DICTIONARY_SOURCES; i++) {
		if (strcmp(list, dictionary_source_name(i)))
			continue;
		reading->head.source = i;
		reading->has_source = true;
		return 0;
	}
	return reject(reading, "no source '%.40s': take cxi, rdma, net or counters", list);
}

static int set_families(struct reading *reading)
{
	return take_list(reading, "family", reading->head.families);
}

static int set_variants(struct reading *reading)
{
	int err = take_list(reading, "variants", reading->head.variants);

	if (!err && list_length(reading->head.variants) > DICTIONARY_VARIANTS)
		return reject(reading, "more than %d variants: write several groups",
			      DICTIONARY_VARIANTS);
	return err;
}

static const struct {
	const char *name;
	int (*set)(struct reading *reading);
} settings[] = {
	{ "driver", set_drivers },
	{ "source", set_source },
	{ "family", set_families },
	{ "variants", set_variants },
};

static bool head_is_wanted(const struct dictionary *dictionary, const struct dictionary_head *head)
{
	if (dictionary->source && dictionary->source != head->source)
		return false;
	return !dictionary->driver || !strcmp(head->drivers, "*") ||
	       list_index(head->drivers, dictionary->driver) >= 0;
}

/* Set a part of the head, after its '='. */
static int set_head(struct reading *reading, const char *name)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		if (strcmp(name, settings[i].name))
			continue;
		if (!reading->head.drivers[0] && i)
			return reject(reading, "no driver yet: begin with a line 'driver = NAME'");
		reading->is_new = true;
		return settings[i].set(reading);
	}
	return reject(reading, "no setting '%.40s': there are driver, source, family, variants",
		      name);
}

/* Keep the head, if it has changed since the last entry. */
static int keep_head(struct reading *reading)
{
	struct dictionary *dictionary = reading->dictionary;
	struct dictionary_head *heads;

	if (!reading->is_new)
		return 0;
	reading->is_new = false;
	reading->wanted = head_is_wanted(dictionary, &reading->head);
	if (!reading->wanted)
		return 0;
	heads = reallocarray(dictionary->heads, dictionary->head_count + 1, sizeof(*heads));
	if (!heads)
		return -ENOMEM;
	dictionary->heads = heads;
	heads[dictionary->head_count++] = reading->head;
	return 0;
}

/* --- entries --- */

static int entry_kind(struct reading *reading, const char *word, enum dictionary_kind *kind)
{
	for (unsigned int i = DICTIONARY_COUNTER; i < DICTIONARY_KINDS; i++) {
		if (!strcmp(word, dictionary_kind_name(i))) {
			*kind = i;
			return 0;
		}
	}
	return reject(reading, "no kind '%.40s': take counter, gauge or saturating", word);
}

/* Read a width; "-" stands for a variant that lacks the counter. */
static int read_bits(struct reading *reading, const char *word, struct dictionary_form *form)
{
	char *end;
	long bits;

	if (!strcmp(word, "-")) {
		*form = (struct dictionary_form) { DICTIONARY_ABSENT };
		return 0;
	}
	bits = strtol(word, &end, 10);
	if (*word < '1' || *word > '9' || *end || bits > 64)
		return reject(reading,
			      "no width '%.40s': take 1 to 64 bits, or - for a variant without it",
			      word);
	form->bits = bits;
	return 0;
}

/* Split a word at each '/', for the variants. Return the number of parts. */
static unsigned int split(char *word, char *parts[DICTIONARY_VARIANTS + 1])
{
	unsigned int count = 0;

	do
		parts[count++] = strsep(&word, "/");
	while (word && count <= DICTIONARY_VARIANTS);
	return count;
}

/* Read kinds and widths: one, or one for each variant. */
static int read_forms(struct reading *reading, char *kinds, char *widths,
		      struct dictionary_entry *entry)
{
	char *kind[DICTIONARY_VARIANTS + 1], *width[DICTIONARY_VARIANTS + 1];
	unsigned int nkinds = split(kinds, kind), nwidths = split(widths, width);
	unsigned int wanted = list_length(reading->head.variants), found = 0;
	int err = 0;

	if (!wanted && nkinds + nwidths > 2)
		return reject(reading, "a '/' needs variants: write 'variants = NAME NAME' before");
	if (!wanted)
		wanted = 1;
	if ((nkinds != 1 && nkinds != wanted) || (nwidths != 1 && nwidths != wanted))
		return reject(reading, "kinds and widths: give one, or one for each of %u variants",
			      wanted);
	for (unsigned int i = 0; i < wanted && !err; i++) {
		err = entry_kind(reading, kind[nkinds == 1 ? 0 : i], &entry->form[i].kind);
		if (!err)
			err = read_bits(reading, width[nwidths == 1 ? 0 : i], &entry->form[i]);
		found += !!entry->form[i].kind;
	}
	return err || found ? err : reject(reading, "no variant has it: leave out this line");
}

static int read_meaning(struct reading *reading, struct dictionary_entry *entry)
{
	const char *fault;
	int err;

	pass_blanks(reading);
	entry->inferred = !strncmp(reading->at, INFERRED, strlen(INFERRED));
	if (entry->inferred)
		reading->at += strlen(INFERRED);
	err = take_rest(reading, "the meaning", entry->meaning, sizeof(entry->meaning));
	if (err)
		return err;
	if (entry->inferred && !entry->meaning[0])
		return reject(reading, "a meaning belongs after '" INFERRED "'");
	fault = dictionary_text_fault(entry->meaning, dictionary_name_groups(entry->name));
	return fault ? reject(reading, "%s", fault) : 0;
}

/* Pass over a register's position, which only makers of a catalogue want (kmod/chips). */
static int read_position(struct reading *reading)
{
	char position[200];
	int err;

	pass_blanks(reading);
	if (*reading->at != '@')
		return 0;
	err = take_word(reading, "a position", position, sizeof(position));
	if (!err && (!position[1] || position[strspn(position, "@0123456789abcdefx.,+/-")]))
		err = reject(reading, "no position '%.40s': take addresses, as @0x8b2 or @0x544.4",
			     position);
	return err;
}

/* Read the words after the name. */
static int read_words(struct reading *reading, char *kinds, struct dictionary_entry *entry)
{
	char widths[40], unit[40];
	int err = take_word(reading, "a width", widths, sizeof(widths));

	if (!err)
		err = read_forms(reading, kinds, widths, entry);
	if (!err)
		err = take_word(reading, "a unit", unit, sizeof(unit));
	if (err)
		return err;
	entry->unit = dictionary_unit(unit);
	if (entry->unit < 0)
		return reject(reading,
			      "no unit '%s': take one of gpcd-dictionary(5), or unknown", unit);
	err = read_position(reading);
	return err ? err : read_meaning(reading, entry);
}

/* Find an entry that this one replaces, of another file. A namesake in this file is an error. */
static int find_namesake(struct reading *reading, const struct dictionary_entry *entry,
			 struct dictionary_entry **found)
{
	struct dictionary *dictionary = reading->dictionary;
	const struct dictionary_head *head = &reading->head;

	*found = NULL;
	for (size_t i = 0; i < dictionary->count; i++) {
		struct dictionary_entry *other = &dictionary->list[i];
		const struct dictionary_head *theirs = dictionary_head(dictionary, other);

		if (strcmp(other->name, entry->name) || theirs->source != head->source)
			continue;
		if (other->file == entry->file && lists_meet(theirs->families, head->families) &&
		    lists_meet(theirs->drivers, head->drivers))
			return reject(reading, "line %u has '%.80s' already: leave one out",
				      other->line, entry->name);
		if (other->file != entry->file && !strcmp(theirs->families, head->families) &&
		    (dictionary->driver ? other->general == entry->general :
					  !strcmp(theirs->drivers, head->drivers)))
			*found = other;
	}
	return 0;
}

/* Return the list with room for another entry. It doubles when it is full: at a power of 2. */
static struct dictionary_entry *grown_list(const struct dictionary *dictionary)
{
	size_t count = dictionary->count;

	if (count & (count - 1))
		return dictionary->list;
	return reallocarray(dictionary->list, count ? 2 * count : 1, sizeof(*dictionary->list));
}

static int place_entry(struct reading *reading, struct dictionary_entry *entry)
{
	struct dictionary *dictionary = reading->dictionary;
	struct dictionary_entry *list, *place;
	int err;

	entry->head = dictionary->head_count - 1;
	err = find_namesake(reading, entry, &place);
	if (err)
		return err;
	if (!place) {
		if (dictionary->count == DICTIONARY_MOST)
			return reject(reading, "more than %d entries: leave some out",
				      DICTIONARY_MOST);
		list = grown_list(dictionary);
		if (!list)
			return -ENOMEM;
		dictionary->list = list;
		place = &list[dictionary->count++];
	}
	*place = *entry;
	return 0;
}

static int read_entry(struct reading *reading, struct dictionary_entry *entry, char *kinds)
{
	const char *fault;
	int err;

	if (!reading->has_source)
		return reject(reading, "no %s yet: begin with 'driver = NAME', 'source = NAME'",
			      reading->head.drivers[0] ? "source" : "driver");
	fault = entry->name[0] ? dictionary_name_fault(entry->name) :
				 "an empty name: write the counter's";
	if (fault)
		return reject(reading, "%s", fault);
	err = read_words(reading, kinds, entry);
	if (!err)
		err = keep_head(reading);
	return err || !reading->wanted ? err : place_entry(reading, entry);
}

/* --- lines --- */

/* Read a line, which has no byte 0. */
static int entry_line(struct reading *reading)
{
	struct dictionary_entry entry = {
		.file = reading->dictionary->files,
		.line = reading->line,
		.general = !strcmp(reading->head.drivers, "*"),
	};
	char kinds[60];
	int err;

	pass_blanks(reading);
	if (!*reading->at || *reading->at == '#')
		return 0;
	err = take_word(reading, "a name", entry.name, sizeof(entry.name));
	if (!err)
		err = take_word(reading, "a kind", kinds, sizeof(kinds));
	if (err)
		return err;
	return strcmp(kinds, "=") ? read_entry(reading, &entry, kinds) :
				    set_head(reading, entry.name);
}

/* Copy a line of @length bytes, to have it end with a NUL. */
static int check_line(struct reading *reading, const char *text, size_t length, char *line)
{
	if (length && text[length - 1] == '\r')
		length--;
	if (length > LINE_MOST)
		return reject(reading, "a line of more than %d bytes: shorten it", LINE_MOST);
	for (size_t i = 0; i < length; i++) {
		if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 0x7f)
			return reject(reading, "a byte 0x%02x: a dictionary is a text",
				      (unsigned char)text[i]);
	}
	memcpy(line, text, length);
	line[length] = '\0';
	reading->at = line;
	return 0;
}

int dictionary_read(struct dictionary *dictionary, const char *text, size_t length,
		    struct dictionary_problem *problem)
{
	struct reading reading = { .dictionary = dictionary, .problem = problem };
	const char *end = text + length, *stop;
	char line[LINE_MOST + 1];
	int err = 0;

	dictionary->files++;
	while (text < end && !err) {
		stop = memchr(text, '\n', end - text);
		if (!stop)
			stop = end;
		reading.line++;
		err = check_line(&reading, text, stop - text, line);
		if (!err)
			err = entry_line(&reading);
		text = stop + 1;
	}
	return err;
}
