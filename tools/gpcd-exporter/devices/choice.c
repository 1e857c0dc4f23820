// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "choice.h"
#include "cli/cli.h"

static bool is_wanted(const struct sets_wanted *wanted, const struct metric *metric)
{
	return wanted->count ? sets_want(wanted, metric) : metric->per != METRICS_PER_TILE;
}

/* A metric must not clash with another family, nor have the name of one of the exporter's own. */
static const struct family *find_clash(const struct choice *choice, const struct family *family)
{
	for (size_t i = 0; i < choice->count; i++) {
		const struct family *other = &choice->families[i];

		if (family_clash(other, family) ||
		    (i < choice->first && !strcmp(other->name, family->name)))
			return other;
	}
	return NULL;
}

/* Metrics of different chips share a family if they have the same name. */
static size_t find_family(const struct choice *choice, const struct family *family)
{
	size_t i = 0;

	while (i < choice->count && strcmp(choice->families[i].name, family->name))
		i++;
	return i;
}

/* A metric of the same name may count something else on another chip. */
static void add_help(struct family *family, const struct family *other, unsigned int chip)
{
	size_t length = strlen(family->help);

	if (strcmp(family->help, other->help))
		snprintf(family->help + length, sizeof(family->help) - length, " Of an %s: %s",
			 gpcd_chip_name(chip), other->help);
}

static int add_family(struct choice *choice, const struct family *family, unsigned int chip,
		      size_t *index)
{
	struct family *larger;

	*index = find_family(choice, family);
	if (*index < choice->count) {
		add_help(&choice->families[*index], family, chip);
		return 0;
	}
	larger = reallocarray(choice->families, choice->count + 1, sizeof(*larger));
	if (!larger)
		return complain_error("metrics", -ENOMEM);
	choice->families = larger;
	choice->families[choice->count++] = *family;
	return 0;
}

/* A metric is left out because of its formula, not because of properties of some object. */
static int choose(struct choice *choice, unsigned int chip, const struct metric *metric,
		  size_t *index)
{
	const struct family *clash;
	struct family family;
	struct parts parts;

	if (parts_find(&metric->formula, 1, 1, &parts)) {
		complain("%s: left out: its formula is no sum of counts, and no sum over another",
			 metric->name);
		return 0;
	}
	family_of(metric, &parts, &family);
	clash = find_clash(choice, &family);
	if (clash) {
		complain("%s: left out: as %s it could be taken for %s", metric->name, family.name,
			 clash->name);
		return 0;
	}
	return add_family(choice, &family, chip, index);
}

static int choose_all(struct choice *choice, unsigned int chip, const struct sets_wanted *wanted)
{
	const struct metrics *metrics = &choice->metrics[chip];
	size_t *family;
	int code;

	code = sets_read(&choice->metrics[chip], chip);
	if (code)
		return code;
	family = calloc(metrics->count, sizeof(*family));
	choice->family[chip] = family;
	if (!family)
		return complain_error("metrics", -ENOMEM);
	for (size_t i = 0; !code && i < metrics->count; i++) {
		family[i] = CHOICE_NONE;
		if (is_wanted(wanted, &metrics->list[i]))
			code = choose(choice, chip, &metrics->list[i], &family[i]);
	}
	return code;
}

static bool is_known(const struct choice *choice, const char *name)
{
	const struct sets_wanted one = { .names = { name }, .count = 1 };

	for (unsigned int chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++) {
		for (size_t i = 0; i < choice->metrics[chip].count; i++) {
			if (sets_want(&one, &choice->metrics[chip].list[i]))
				return true;
		}
	}
	return false;
}

int choice_make(struct choice *choice, const struct sets_wanted *wanted, const struct family *own,
		size_t owns)
{
	int code = 0;

	memset(choice, 0, sizeof(*choice));
	choice->families = calloc(owns, sizeof(*own));
	if (!choice->families)
		return complain_error("metrics", -ENOMEM);
	memcpy(choice->families, own, owns * sizeof(*own));
	choice->first = owns;
	choice->count = owns;
	for (unsigned int chip = GPCD_CHIP_NONE + 1; !code && chip < GPCD_CHIPS; chip++)
		code = choose_all(choice, chip, wanted);
	for (unsigned int i = 0; !code && i < wanted->count; i++) {
		if (is_known(choice, wanted->names[i]))
			continue;
		complain("no chip has a set of metrics, or a metric '%s': see `gpcd metrics'",
			 wanted->names[i]);
		code = EXIT_USAGE;
	}
	return code;
}

static bool is_same_metric(const struct metric *one, const struct metric *other)
{
	return !strcmp(one->name, other->name) && !strcmp(one->text, other->text) &&
	       !strcmp(one->unit, other->unit) && !strcmp(one->help, other->help) &&
	       one->per == other->per;
}

static bool is_same_chip(const struct choice *one, const struct choice *other, unsigned int chip)
{
	size_t count = one->metrics[chip].count;

	if (other->metrics[chip].count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (one->family[chip][i] != other->family[chip][i] ||
		    !is_same_metric(&one->metrics[chip].list[i], &other->metrics[chip].list[i]))
			return false;
	}
	return true;
}

bool choice_is_same(const struct choice *one, const struct choice *other)
{
	if (one->count != other->count)
		return false;
	for (unsigned int chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++) {
		if (!is_same_chip(one, other, chip))
			return false;
	}
	return true;
}

void choice_free(struct choice *choice)
{
	for (unsigned int chip = 0; chip < GPCD_CHIPS; chip++) {
		metrics_free(&choice->metrics[chip]);
		free(choice->family[chip]);
	}
	free(choice->families);
	memset(choice, 0, sizeof(*choice));
}
