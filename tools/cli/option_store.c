// SPDX-License-Identifier: GPL-2.0-only
/* The value of an option: parse it, check its range, and store it. */
#include <argz.h>
#include <errno.h>

#include "options.h"
#include "parse.h"

static int parse_whole(const struct option_row *row, const char *arg, uint64_t *value)
{
	int err;

	if (row->type == OPTION_TYPE_BYTES)
		err = parse_bytes(arg, value);
	else if (row->type == OPTION_TYPE_TIME)
		err = parse_time(arg, value);
	else
		err = parse_number(arg, value);
	if (err || *value < row->low || *value > row->high)
		return -EINVAL;
	if (row->times)
		*value *= row->times;
	if (row->per)
		*value /= row->per;
	return 0;
}

static int store_number(const struct option_row *row, const char *arg, uint32_t *number)
{
	uint64_t value;
	int err = parse_whole(row, arg, &value);

	if (!err)
		*number = value;
	return err;
}

static int store_wide(const struct option_row *row, const char *arg, uint64_t *wide)
{
	uint64_t value;
	int err = parse_whole(row, arg, &value);

	if (!err)
		*wide = value;
	return err;
}

static int store_real(const struct option_row *row, const char *arg, double *real)
{
	double value;

	if (parse_real(arg, &value) || value < row->least || value > row->most)
		return -EINVAL;
	*real = value;
	return 0;
}

static int store_word(const struct option_row *row, const char *arg, union option_field field)
{
	int found = words_find(row->words, arg);

	if (found < 0)
		return -EINVAL;
	if (row->type == OPTION_TYPE_EITHER)
		*field.flag = found;
	else
		*field.number = found;
	return 0;
}

int option_store(const struct option_row *row, const char *arg, void *input)
{
	union option_field field = { .any = option_field(input, row->field.any) };

	switch (row->type) {
	case OPTION_TYPE_FLAG:
		*field.flag = row->low;
		return 0;
	case OPTION_TYPE_SET:
		*field.number = row->low;
		return 0;
	case OPTION_TYPE_NUMBER:
		return store_number(row, arg, field.number);
	case OPTION_TYPE_REAL:
		return store_real(row, arg, field.real);
	case OPTION_TYPE_WORD:
	case OPTION_TYPE_EITHER:
		return store_word(row, arg, field);
	case OPTION_TYPE_SIZE:
		return parse_size(arg, field.number);
	case OPTION_TYPE_TEXT:
	case OPTION_TYPE_ONCE:
		*field.text = arg;
		return 0;
	case OPTION_TYPE_LIST:
		return -argz_add(&field.list->argz, &field.list->size, arg);
	case OPTION_TYPE_CALL:
		return row->parse(arg, field.any);
	default:
		return store_wide(row, arg, field.wide);
	}
}
