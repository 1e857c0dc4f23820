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
	snprintf(chip.at, sizeof(chip.at), "%u,%u,%u", at[0], at[1], at[2]);
	model->chips[model->chip_count++] = chip;
	return 0;
}

static void forget_numbers(struct model_row *row)
{
	for (unsigned int i = 0; i < MODEL_ALL; i++)
		row->numbers[i] = (struct metrics_value) { .why = METRICS_FIRST };
}

int model_add_row(struct model *model, const struct model_row *row)
{
	int err = model_grow(&model->rows, model->row_count, sizeof(*model->rows));
	struct model_row *new;

	if (err)
		return err;
	new = &model->rows[model->row_count++];
	*new = *row;
	new->chip = model->chip_count - 1;
	forget_numbers(new);
	memset(new->history, 0, sizeof(new->history));
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

unsigned int model_shown(const struct model *model, enum model_kind kind)
{
	return model->chosen_count[kind] ? model->chosen_count[kind] : MODEL_NUMBERS;
}

enum model_number model_shown_number(const struct model *model, enum model_kind kind,
				     unsigned int i)
{
	return model->chosen_count[kind] ? model->chosen[kind][i].number : i;
}

int model_remember(struct model_row *row, enum model_number number)
{
	float *history;

	if (row->history[number])
		return 0;
	history = calloc(MODEL_HISTORY, sizeof(*history));
	if (!history)
		return -ENOMEM;
	for (unsigned int i = 0; i < MODEL_HISTORY; i++)
		history[i] = NAN;
	row->history[number] = history;
	return 0;
}

void model_begin(struct model *model)
{
	for (size_t i = 0; i < model->row_count; i++)
		forget_numbers(&model->rows[i]);
}

void model_end(struct model *model)
{
	unsigned int place = model->samples++ % MODEL_HISTORY;

	for (size_t i = 0; i < model->row_count; i++) {
		struct model_row *row = &model->rows[i];

		for (unsigned int j = 0; j < MODEL_ALL; j++) {
			if (row->history[j])
				row->history[j][place] = model_number(row, j);
		}
	}
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

double model_number(const struct model_row *row, enum model_number number)
{
	if (number == MODEL_STALLS)
		return fmax(model_number(row, MODEL_INPUT_STALLS),
			    model_number(row, MODEL_CREDIT_STALLS));
	return row->numbers[number].why ? NAN : row->numbers[number].number;
}

/* Return the value at a place of the ring. */
static double stored(const struct model_row *row, enum model_number number, unsigned int place)
{
	if (number == MODEL_STALLS)
		return fmax(stored(row, MODEL_INPUT_STALLS, place),
			    stored(row, MODEL_CREDIT_STALLS, place));
	return row->history[number] ? row->history[number][place] : NAN;
}

double model_past(const struct model *model, const struct model_row *row,
		  enum model_number number, unsigned int ago)
{
	if (ago >= MODEL_HISTORY || ago >= model->samples)
		return NAN;
	return stored(row, number, (model->samples - 1 - ago) % MODEL_HISTORY);
}

double model_most(const struct model *model, enum model_kind kind, enum model_number number)
{
	double most = 0;

	for (size_t i = 0; i < model->row_count; i++) {
		const struct model_row *row = &model->rows[i];

		for (unsigned int j = 0; row->kind == kind && j < MODEL_HISTORY; j++)
			most = fmax(most, stored(row, number, j));
	}
	return most;
}

void model_free(struct model *model)
{
	for (size_t i = 0; i < model->row_count; i++) {
		for (unsigned int j = 0; j < MODEL_ALL; j++)
			free(model->rows[i].history[j]);
	}
	free(model->chips);
	free(model->rows);
	*model = (struct model) { 0 };
}
