// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

/* Make room for one more element; the array doubles at each power of two. */
static int model_grow(void *array, size_t count, size_t size)
{
	void *larger, **place = array;

	if (count & (count - 1))
		return 0;
	larger = reallocarray(*place, count ? 2 * count : 1, size);
	if (!larger)
		return -ENOMEM;
	*place = larger;
	return 0;
}

static const char *skip_front(const char *name, const char *front)
{
	size_t length = strlen(front);

	return strncmp(name, front, length) ? name : name + length;
}

int model_add_chip(struct model *model, const char *name, const unsigned int at[3])
{
	struct model_chip chip = { 0 };
	int err = model_grow(&model->chips, model->chip_count, sizeof(*model->chips));
	size_t length;

	if (err)
		return err;
	name = skip_front(skip_front(name, "/dev/"), "image:");
	length = strlen(name);
	if (length >= sizeof(chip.name))
		name += length - sizeof(chip.name) + 1;
	strcpy(chip.name, name);
	chip.is_nic = !at;
	if (at)
		snprintf(chip.at, sizeof(chip.at), "%u,%u,%u", at[0], at[1], at[2]);
	model->chips[model->chip_count++] = chip;
	return 0;
}

static void forget_numbers(struct model_row *row)
{
	for (unsigned int i = 0; i < MODEL_ALL; i++)
		row->numbers[i] = (struct metrics_value) { .why = METRICS_FIRST };
}

static void note_length(unsigned int *longest, const char *text)
{
	unsigned int length = strlen(text);

	if (length > *longest)
		*longest = length;
}

/* Rows are many, and columns are fitted to them for each drawing. */
static void note_lengths(struct model *model, const struct model_row *row)
{
	struct model_longest *longest = &model->longest[row->kind];
	const struct model_chip *chip = &model->chips[row->chip];

	note_length(&longest->chip, chip->name);
	note_length(&longest->at, chip->at);
	note_length(&longest->name, row->name);
	note_length(&longest->to, row->to);
}

int model_add_row(struct model *model, size_t chip, const struct model_row *row)
{
	int err = model_grow(&model->rows, model->row_count, sizeof(*model->rows));
	struct model_row *new;

	if (err)
		return err;
	new = &model->rows[model->row_count++];
	*new = *row;
	new->chip = chip;
	forget_numbers(new);
	memset(new->places, 0, sizeof(new->places));
	note_lengths(model, new);
	return 0;
}

const struct model_metric *model_chosen(const struct model *model, enum model_kind kind,
					const char *name, const char *unit)
{
	for (unsigned int i = 0; i < model->chosen_count[kind]; i++) {
		const struct model_metric *chosen = &model->chosen[kind][i];

		if (!strcmp(chosen->name, name) && (!unit || !strcmp(chosen->unit, unit)))
			return chosen;
	}
	return NULL;
}

int model_pick(struct model *model, enum model_kind kind, const struct model_metric *metric)
{
	unsigned int count = model->chosen_count[kind];
	struct model_metric *chosen = &model->chosen[kind][count];

	if (model_chosen(model, kind, metric->name, metric->unit))
		return 0;
	if (count == MODEL_CHOSEN)
		return -E2BIG;
	*chosen = *metric;
	if (chosen->number == MODEL_NUMBERS)
		chosen->number += count;
	model->chosen_count[kind]++;
	return 0;
}

const char *model_kind_name(enum model_kind kind)
{
	static const char *const names[MODEL_KINDS] = { "link", "tile", "NIC" };

	return names[kind];
}

/* All routers count the same. Drivers of NICs do not: leave out what none of them counts. */
static bool number_is_shown(const struct model *model, enum model_kind kind,
			    enum model_number number)
{
	if (kind != MODEL_NIC)
		return number < MODEL_ROUTER_NUMBERS;
	return model->given[kind] >> number & 1;
}

unsigned int model_shown(const struct model *model, enum model_kind kind)
{
	unsigned int count = model->chosen_count[kind];

	if (count)
		return count;
	for (unsigned int number = 0; number < MODEL_NUMBERS; number++)
		count += number_is_shown(model, kind, number);
	return count;
}

enum model_number model_shown_number(const struct model *model, enum model_kind kind,
				     unsigned int i)
{
	unsigned int number = 0;

	if (model->chosen_count[kind])
		return model->chosen[kind][i].number;
	while (number < MODEL_NUMBERS && (!number_is_shown(model, kind, number) || i--))
		number++;
	return number;
}

static float *history_sample(const struct model_history *history, unsigned int sample)
{
	return &history->numbers[(size_t)sample * history->room];
}

/* Double the room of each sample. What has not been written is not copied. */
static int history_grow(struct model_history *history)
{
	struct model_history larger = *history;

	larger.room = history->room ? 2 * history->room : 1;
	larger.numbers = reallocarray(NULL, (size_t)larger.room * MODEL_HISTORY,
				      sizeof(*larger.numbers));
	if (!larger.numbers)
		return -ENOMEM;
	for (unsigned int i = 0; i < MODEL_HISTORY; i++) {
		if (history->counts[i])
			memcpy(history_sample(&larger, i), history_sample(history, i),
			       history->counts[i] * sizeof(*larger.numbers));
	}
	free(history->numbers);
	*history = larger;
	return 0;
}

int model_remember(struct model *model, size_t i, enum model_number number)
{
	struct model_history *history = &model->history;
	struct model_row *row = &model->rows[i];

	model->given[row->kind] |= 1u << number;
	if (row->places[number])
		return 0;
	if (history->count == history->room && history_grow(history))
		return -ENOMEM;
	row->places[number] = ++history->count;
	return 0;
}

/* Numbers that no row of this kind is given are not there from the beginning. */
void model_begin(struct model *model)
{
	for (size_t i = 0; i < model->row_count; i++) {
		struct model_row *row = &model->rows[i];
		unsigned int given = model->given[row->kind];

		for (; given; given &= given - 1)
			row->numbers[__builtin_ctz(given)] =
				(struct metrics_value) { .why = METRICS_FIRST };
	}
}

void model_change(struct model *model)
{
	unsigned int sample;
	float *numbers;

	if (!model->samples)
		return;
	sample = (model->samples - 1) % MODEL_HISTORY;
	numbers = history_sample(&model->history, sample);
	model->history.counts[sample] = model->history.count;
	for (size_t i = 0; i < model->row_count; i++) {
		const struct model_row *row = &model->rows[i];
		unsigned int given = model->given[row->kind];

		for (; given; given &= given - 1) {
			unsigned int number = __builtin_ctz(given);

			if (row->places[number])
				numbers[row->places[number] - 1] = model_number(row, number);
		}
	}
}

void model_end(struct model *model)
{
	model->samples++;
	model_change(model);
}

enum model_mark model_mark(const struct model_row *row)
{
	if (row->kind != MODEL_LINK)
		return MODEL_SOUND;
	if (!row->tiles)
		return MODEL_FAILED;
	if (row->far != MODEL_UNKNOWN && row->far != (int)row->tiles)
		return MODEL_UNEVEN;
	return row->lost ? MODEL_SHORT : MODEL_SOUND;
}

/* The two numbers that one is derived from, from MODEL_ALL on. */
static const enum model_number sources[][2] = {
	[MODEL_STALLS - MODEL_ALL] = { MODEL_INPUT_STALLS, MODEL_CREDIT_STALLS },
	[MODEL_MORE_BYTES - MODEL_ALL] = { MODEL_RX_BYTES, MODEL_TX_BYTES },
	[MODEL_MORE_USE - MODEL_ALL] = { MODEL_RX_USE, MODEL_TX_USE },
};

bool model_fault_of_chip(const struct model_row *row, const struct model_fault *fault)
{
	return row->kind != MODEL_NIC &&
	       (fault->what == MODEL_GONE || fault->what == MODEL_STILL);
}

const char *model_fault_name(const struct model_row *row, const struct model_fault *fault)
{
	static const char *const marks[MODEL_MARKS] = { "", "short", "uneven", "failed" };

	switch (fault->what) {
	case MODEL_GONE:
		return "gone";
	case MODEL_MARKED:
		return marks[model_mark(row)];
	case MODEL_DOWN:
		return "down";
	case MODEL_STILL:
		return "still";
	case MODEL_BEYOND:
		return fault->metric->name;
	default:
		return "";
	}
}

static void mark_text(const struct model_row *row, char text[MODEL_FAULT_TEXT])
{
	if (model_mark(row) == MODEL_UNEVEN)
		snprintf(text, MODEL_FAULT_TEXT, "%u tiles here, %d at the far end", row->tiles,
			 row->far);
	else
		snprintf(text, MODEL_FAULT_TEXT, "%u of its %u tiles have failed", row->lost,
			 row->tiles + row->lost);
}

void model_fault_text(const struct model *model, const struct model_row *row,
		      const struct model_fault *fault, char text[MODEL_FAULT_TEXT])
{
	const struct model_chip *chip = &model->chips[row->chip];

	*text = '\0';
	if (fault->what == MODEL_GONE)
		snprintf(text, MODEL_FAULT_TEXT, "it cannot be read: %s", chip->why);
	else if (fault->what == MODEL_MARKED)
		mark_text(row, text);
	else if (fault->what == MODEL_DOWN)
		snprintf(text, MODEL_FAULT_TEXT, "the link says: %s", chip->link);
	else if (fault->what == MODEL_STILL)
		strcpy(text, "its time stands still: nothing drives it");
	else if (fault->what == MODEL_BEYOND)
		strcpy(text, fault->limit->why);
}

double model_number(const struct model_row *row, enum model_number number)
{
	if (number >= MODEL_ALL)
		return fmax(model_number(row, sources[number - MODEL_ALL][0]),
			    model_number(row, sources[number - MODEL_ALL][1]));
	return row->numbers[number].why ? NAN : row->numbers[number].number;
}

/* Return the value of a sample of the ring. */
static double stored(const struct model_history *history, const struct model_row *row,
		     enum model_number number, unsigned int sample)
{
	uint32_t place;

	if (number >= MODEL_ALL)
		return fmax(stored(history, row, sources[number - MODEL_ALL][0], sample),
			    stored(history, row, sources[number - MODEL_ALL][1], sample));
	place = row->places[number];
	return place && place <= history->counts[sample] ?
	       history_sample(history, sample)[place - 1] : NAN;
}

double model_past(const struct model *model, const struct model_row *row,
		  enum model_number number, unsigned int ago)
{
	if (ago >= MODEL_HISTORY || ago >= model->samples)
		return NAN;
	return stored(&model->history, row, number, (model->samples - 1 - ago) % MODEL_HISTORY);
}

double model_most(const struct model *model, enum model_kind kind, enum model_number number)
{
	double most = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		const struct model_row *row = &model->rows[i];

		for (unsigned int j = 0; row->kind == kind && j < MODEL_HISTORY; j++)
			most = fmax(most, stored(&model->history, row, number, j));
	}
	return most;
}

void model_free(struct model *model)
{
	free(model->history.numbers);
	free(model->chips);
	free(model->rows);
	*model = (struct model) { 0 };
}
