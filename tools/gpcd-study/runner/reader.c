// SPDX-License-Identifier: GPL-2.0-only
/* The words of a study: names, texts, formulas. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "reader.h"

int reader_next(struct reader *reader)
{
	return metrics_scan(&reader->scanner, reader->problem);
}

int reader_misplaced(struct reader *reader, const char *what)
{
	return metrics_reject(reader->problem, reader->scanner.at, "%s belongs here", what);
}

bool reader_at(const struct reader *reader, const char *word)
{
	return reader->scanner.token == METRICS_NAME && !strcmp(reader->scanner.text, word);
}

int reader_accept(struct reader *reader, const char *word, bool *has)
{
	*has = reader_at(reader, word);
	return *has ? reader_next(reader) : 0;
}

int reader_expect(struct reader *reader, const char *word)
{
	return reader_at(reader, word) ? reader_next(reader) :
	       metrics_reject(reader->problem, reader->scanner.at, "'%s' belongs here", word);
}

int reader_name(struct reader *reader, char name[STUDY_NAME])
{
	const struct metrics_scanner *scanner = &reader->scanner;

	if (scanner->token != METRICS_NAME && scanner->token != METRICS_QUOTED)
		return reader_misplaced(reader, "a name");
	if (!*scanner->text || strlen(scanner->text) >= STUDY_NAME)
		return metrics_reject(reader->problem, scanner->at,
				      "a name has 1 to %d characters", STUDY_NAME - 1);
	strcpy(name, scanner->text);
	return reader_next(reader);
}

int reader_quoted(struct reader *reader, char words[METRICS_TEXT])
{
	if (reader->scanner.token != METRICS_QUOTED)
		return reader_misplaced(reader, "a text in quotes");
	strcpy(words, reader->scanner.text);
	return reader_next(reader);
}

int reader_digits(struct reader *reader, unsigned int *digits)
{
	const struct metrics_scanner *scanner = &reader->scanner;

	if (scanner->token != METRICS_NUMBER || scanner->number > 15 ||
	    scanner->number != (unsigned int)scanner->number)
		return reader_misplaced(reader, "a number of digits, 0 to 15,");
	*digits = scanner->number;
	return reader_next(reader);
}

/* --- formulas --- */

struct study_table *study_find(struct study *study, const char *name, size_t length)
{
	for (size_t i = 0; i < study->ntables; i++)
		if (strlen(study->tables[i].name) == length &&
		    !strncmp(study->tables[i].name, name, length))
			return &study->tables[i];
	return NULL;
}

/* Each pattern names a table of the study, but for those over a row's own columns. */
static int check_patterns(struct reader *reader, const struct metrics_formula *formula)
{
	for (unsigned int i = 0; i < formula->count; i++) {
		const struct metrics_step *step = &formula->steps[i];
		size_t table = strcspn(step->pattern, ":[");

		if (!metrics_op_has_pattern(step->op) || step->pattern[table] != ':')
			continue;
		if (!study_find(reader->study, step->pattern, table))
			return metrics_reject(reader->problem, step->at, "no table '%.*s' so far",
					      (int)table, step->pattern);
	}
	return 0;
}

int reader_formula(struct reader *reader, struct metrics_formula **formula)
{
	int err;

	*formula = calloc(1, sizeof(**formula));
	if (!*formula)
		return -ENOMEM;
	err = metrics_formula_read(&reader->scanner, *formula, reader->problem);
	return err ? err : check_patterns(reader, *formula);
}

static int add_formula(struct reader *reader, struct text *text)
{
	struct metrics_formula *list = reallocarray(text->list, text->count + 1, sizeof(*list));
	int err;

	if (!list)
		return -ENOMEM;
	text->list = list;
	err = metrics_formula_read(&reader->scanner, &list[text->count], reader->problem);
	if (err)
		return err;
	return check_patterns(reader, &list[text->count++]);
}

/* Return the length of a place, {}, {3}, {.3} or {q} for a quotation mark, or 0 if it is none. */
static size_t place_length(const char *place)
{
	size_t end = strcspn(place, "}"), digits = 1 + (place[1] == '.');
	size_t count = end > digits ? strspn(place + digits, METRICS_DIGITS) : 0;

	if (!place[end] || end > digits + 2)
		return 0;
	if (end == 1 || !strncmp(place, "{q}", 3) || (count && digits + count == end))
		return end + 1;
	return 0;
}

/* Count the formulas that a text needs; return -1 if a brace begins no place. */
static int count_places(const char *words)
{
	size_t length;
	int count = 0;

	for (words = strchr(words, '{'); words; words = strchr(words + length, '{')) {
		length = place_length(words);
		if (!length)
			return -1;
		count += words[1] != 'q';
	}
	return count;
}

int reader_text(struct reader *reader, struct text *text)
{
	struct metrics_place at = reader->scanner.at;
	int err = reader_quoted(reader, text->words), places;
	bool has = false;

	if (!err)
		err = reader_accept(reader, "with", &has);
	while (!err && has) {
		err = add_formula(reader, text);
		has = !err && metrics_scan_is(&reader->scanner, ',');
		if (has)
			err = reader_next(reader);
	}
	if (err)
		return err;
	places = count_places(text->words);
	if (places < 0)
		return metrics_reject(reader->problem, at,
				      "a place in a text is {}, {3}, {.3} or {q}");
	if (places != (int)text->count)
		return metrics_reject(reader->problem, at,
				      "this text has %d places for %zu formulas", places,
				      text->count);
	return 0;
}

int reader_text_or_number(struct reader *reader, struct text *text)
{
	return reader->scanner.token == METRICS_QUOTED ? reader_text(reader, text) :
	       add_formula(reader, text);
}

int reader_end(struct reader *reader)
{
	if (!metrics_scan_is(&reader->scanner, ';'))
		return reader_misplaced(reader, "a ';'");
	return reader_next(reader);
}
