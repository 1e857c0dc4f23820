// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * libinih parses the lines. This file counts them and rejects or corrects what libinih would
 * misread: lines that are too long or begin with a blank, and NUL bytes.
 */
#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keys.h"

#define LINE_MOST	198

#define BLANKS		" \t"

/* A text that is being read. */
struct reading {
	struct hardware *hardware;
	struct hardware_problem *problem;	/* the first problem */
	const char *at;				/* rest of the text, of left bytes */
	size_t left;
	unsigned int line;			/* number of the last line read */
	int err;				/* the first error */
	/* line that set a key, by section and key; 0: none */
	unsigned int given[SECTIONS][KEYS_MOST];
};

static __printf(2, 3) void reject_line(struct reading *reading, const char *format, ...)
{
	va_list words;

	if (reading->err)
		return;
	reading->err = -EINVAL;
	reading->problem->line = reading->line;
	va_start(words, format);
	vsnprintf(reading->problem->text, sizeof(reading->problem->text), format, words);
	va_end(words);
}

/*
 * Pass the next line to libinih, which would split a long line in two, stop at a NUL, and take a
 * line that begins with a blank as a continuation of the previous value.
 */
static char *feed_line(char *line, int room, void *data)
{
	struct reading *reading = data;
	const char *end = memchr(reading->at, '\n', reading->left);
	size_t length = end ? (size_t)(end - reading->at) : reading->left, blanks = 0;

	if (!reading->left || reading->err)
		return NULL;
	reading->line++;
	if (length > LINE_MOST || length + 2 > (size_t)room)
		reject_line(reading,
			    "a line of more than %d bytes: put comments on lines of their own",
			    LINE_MOST);
	else if (memchr(reading->at, '\0', length))
		reject_line(reading, "a byte 0: a machine file is a text");
	if (reading->err)
		return NULL;
	while (blanks < length && strchr(BLANKS, reading->at[blanks]))
		blanks++;
	memcpy(line, reading->at + blanks, length - blanks);
	line[length - blanks] = '\0';
	reading->at += length + !!end;
	reading->left -= length + !!end;
	return line;
}

/* Set a key in one section. */
static void set_key(struct reading *reading, unsigned int index, const struct section *section,
		    int number, const char *value)
{
	struct hardware *hardware = reading->hardware;
	const struct key *key = &keys[number];
	unsigned int *given = &reading->given[index][number];
	int err;

	if (*given) {
		reject_line(reading, "%s: line %u gives it already: leave one out", key->name,
			    *given);
		return;
	}
	err = value_parse(&key->kind, hardware, value, key_place(hardware, section, key));
	if (err == -EDOM)
		reject_line(reading, "%s '%.60s': give %s first, before all sections", key->name,
			    value, key->kind.type == VALUE_FLITS ? "flit" : "clock");
	else if (err)
		reject_line(reading, "%s '%.60s' is not valid: %s", key->name, value,
			    key->kind.wants);
	*given = reading->line;
	hardware->given |= 1ull << number;
}

/* Parse a comma-separated list of key names. */
static void set_chosen(struct reading *reading, const char *value)
{
	char text[LINE_MOST + 2], *name, *rest = text;
	size_t length;
	int key;

	snprintf(text, sizeof(text), "%s", value);
	while ((name = strsep(&rest, ","))) {
		name += strspn(name, BLANKS);
		length = strlen(name);
		while (length && strchr(BLANKS, name[length - 1]))
			name[--length] = '\0';
		key = hardware_key(name);
		if (key < 0) {
			reject_line(reading,
				    "chosen: no key '%.60s': take names as clock, link.hop, host.send, with commas between",
				    name);
			return;
		}
		reading->hardware->chosen |= 1ull << key;
	}
}

static void unknown_key(struct reading *reading, const char *section, const char *key,
			enum section_kind kind)
{
	char names[HARDWARE_TEXT] = "";
	size_t length = 0;

	for (unsigned int i = 0; i < keys_count && length < sizeof(names); i++) {
		if (keys[i].section == kind)
			length += snprintf(names + length, sizeof(names) - length, "%s%s",
					   length ? ", " : "", keys[i].name);
	}
	if (*section)
		reject_line(reading, "no key '%.40s' in [%.40s]: there are %.150s", key, section,
			    names);
	else
		reject_line(reading, "no key '%.40s' before the sections: there are %.130s, chosen",
			    key, names);
}

/* "link all" means all link sections. */
static bool is_meant(const struct section *section, const char *name)
{
	return !strcmp(section->name, name) ||
	       (section->kind == SECTION_LINK && !strcmp(name, "link all"));
}

static void set_in_sections(struct reading *reading, const char *name, const char *key,
			    const char *value)
{
	const struct topo *topo = &reading->hardware->topo;
	struct section section;
	bool found = false;
	int number;

	for (unsigned int i = 0; i < SECTIONS && !reading->err; i++) {
		if (!section_get(topo, i, &section) || !is_meant(&section, name))
			continue;
		found = true;
		number = key_find(section.kind, key);
		if (number < 0)
			unknown_key(reading, name, key, section.kind);
		else
			set_key(reading, i, &section, number, value);
	}
	if (found)
		return;
	section_get(topo, 1, &section);
	reject_line(reading,
		    "no section [%.40s]: there are [link all], [%s] and so on by class, [medium cable] ..., [routing adaptive0] ..., [nic], [in], [out], [host]",
		    name, section.name);
}

/* Callback of libinih: return 1 if the key was set, else 0. */
static int give_key(void *data, const char *section, const char *key, const char *value)
{
	static const struct section top = { .kind = SECTION_TOP };
	struct reading *reading = data;
	int number;

	if (reading->err)
		return 0;
	if (*section) {
		if (!reading->hardware->topo.family)
			reject_line(reading,
				    "[%.40s]: topology is missing before the first section",
				    section);
		else
			set_in_sections(reading, section, key, value);
		return !reading->err;
	}
	number = key_find(SECTION_TOP, key);
	if (!strcmp(key, "chosen"))
		set_chosen(reading, value);
	else if (number < 0)
		unknown_key(reading, "", key, SECTION_TOP);
	else
		set_key(reading, 0, &top, number, value);
	return !reading->err;
}

/* Report an error at the line of the offending key, or at the last line. */
static int check_whole(struct reading *reading)
{
	struct key_fault fault;
	char text[HARDWARE_TEXT];
	unsigned int line;

	if (!key_check(reading->hardware, text, &fault))
		return 0;
	line = reading->given[fault.section][fault.key];
	if (line)
		reading->line = line;
	reject_line(reading, "%s", text);
	return -EINVAL;
}

static int take_text(struct reading *reading)
{
	int line = ini_parse_stream(feed_line, reading, give_key, reading);

	if (line == -2)
		return -ENOMEM;
	/* libinih goes on after a line without a key, and returns the first such line. */
	if (line > 0 && (!reading->err || (unsigned int)line < reading->problem->line)) {
		reading->err = 0;
		reading->line = line;
		reject_line(reading, "neither KEY = VALUE, [SECTION] nor a comment");
	}
	return reading->err ? reading->err : check_whole(reading);
}

int hardware_parse(struct hardware *hardware, const char *text, size_t length,
		   struct hardware_problem *problem)
{
	struct reading *reading = calloc(1, sizeof(*reading));
	int err;

	*hardware = (struct hardware){
		.class = HARDWARE_NO_CLASS, .out.buffer = 1,
		.host.long_bytes = HARDWARE_SHORT,
	};
	memset(hardware->bias, 0xff, sizeof(hardware->bias));
	if (!reading)
		return -ENOMEM;
	reading->hardware = hardware;
	reading->problem = problem;
	reading->at = text;
	reading->left = length;
	err = take_text(reading);
	free(reading);
	return err;
}

/* Read the whole file. Returns its length or a negative errno. */
static ssize_t load_file(int fd, char text[HARDWARE_BYTES + 1])
{
	size_t length = 0;
	struct stat about;
	ssize_t got;

	if (fstat(fd, &about))
		return -errno;
	if (!S_ISREG(about.st_mode))
		return -EISDIR;
	while (length <= HARDWARE_BYTES) {
		got = read(fd, text + length, HARDWARE_BYTES + 1 - length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return length;
		length += got;
	}
	return -EFBIG;
}

int hardware_read(struct hardware *hardware, const char *path, struct hardware_problem *problem)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t length;
	char *text;
	int err;

	if (fd < 0)
		return -errno;
	text = malloc(HARDWARE_BYTES + 1);
	length = text ? load_file(fd, text) : -ENOMEM;
	close(fd);
	err = length < 0 ? (int)length : hardware_parse(hardware, text, length, problem);
	free(text);
	return err;
}

/* --- writing --- */

/* Longest line of chosen keys; libinih reads at most 200 columns. */
#define COLUMNS	90

static bool row_at(const struct hardware *hardware, const struct section *section,
		   unsigned int number, struct hardware_row *row)
{
	const struct key *key = &keys[number];
	const void *place = key_place(hardware, section, key);

	if (key->section != section->kind || !(hardware->given >> number & 1) ||
	    !value_fits(&key->kind, place))
		return false;
	snprintf(row->section, sizeof(row->section), "%s", section->name);
	row->key = key->name;
	row->chosen = hardware->chosen >> number & 1;
	value_print(&key->kind, hardware, place, row->value);
	return true;
}

bool hardware_row(const struct hardware *hardware, unsigned int *place, struct hardware_row *row)
{
	struct section section;
	unsigned int at;

	while (*place < SECTIONS * keys_count) {
		at = (*place)++;
		if (section_get(&hardware->topo, at / keys_count, &section) &&
		    row_at(hardware, &section, at % keys_count, row))
			return true;
	}
	return false;
}

/* List the chosen keys, on as many lines as they need. */
static void write_chosen(const struct hardware *hardware, FILE *out)
{
	unsigned int column = 0;

	for (unsigned int i = 0; i < keys_count; i++) {
		const char *word = section_word(keys[i].section);

		if (!(hardware->chosen >> i & 1))
			continue;
		if (column > COLUMNS) {
			fputc('\n', out);
			column = 0;
		}
		column += fprintf(out, "%s%s%s%s", column ? ", " : "chosen = ", word,
				  *word ? "." : "", keys[i].name);
	}
	if (column)
		fputc('\n', out);
}

void hardware_write(const struct hardware *hardware, FILE *out)
{
	char section[32] = "";
	struct hardware_row row;
	unsigned int place = 0;
	bool top = true;

	while (hardware_row(hardware, &place, &row)) {
		if (top && row.section[0]) {
			write_chosen(hardware, out);
			top = false;
		}
		if (strcmp(section, row.section)) {
			snprintf(section, sizeof(section), "%s", row.section);
			fprintf(out, "\n[%s]\n", section);
		}
		fprintf(out, "%s = %s\n", row.key, row.value);
	}
}
