// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "choice.h"
#include "cli/cli.h"

/* --- families --- */

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

/* A metric of the same name may count something else on another chip, but is said once. */
static void add_help(struct family *family, const struct family *other, unsigned int chip)
{
	size_t length = strlen(family->help);

	if (!strstr(family->help, other->help))
		snprintf(family->help + length, sizeof(family->help) - length, " On %s, %c%s",
			 gpcd_chip_name(chip), tolower((unsigned char)other->help[0]),
			 other->help + 1);
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

/* --- chips --- */

static void discard_chosen(struct choice_chip *of)
{
	metrics_free(&of->metrics);
	free(of->family);
	gpcd_chip_forget(of->chip);
	free(of);
}

static int choose_all(struct choice *choice, struct choice_chip *of)
{
	const struct metrics *metrics = &of->metrics;
	size_t *family = calloc(metrics->count + 1, sizeof(*family));
	int code = 0;

	if (!family)
		return complain_error("metrics", -ENOMEM);
	of->family = family;
	for (size_t i = 0; !code && i < metrics->count; i++) {
		family[i] = CHOICE_NONE;
		if (is_wanted(&choice->wanted, &metrics->list[i]))
			code = choose(choice, of->chip, &metrics->list[i], &family[i]);
	}
	return code;
}

/* Add a chip that the choice does not have yet, without metrics. */
static struct choice_chip *add_chosen(struct choice *choice, unsigned int chip)
{
	struct choice_chip *of = calloc(1, sizeof(*of));

	if (!of || gpcd_chip_hold(chip)) {
		free(of);
		return NULL;
	}
	of->chip = chip;
	of->next = choice->chips;
	choice->chips = of;
	return of;
}

static struct choice_chip *find_chosen(const struct choice *choice, unsigned int chip)
{
	struct choice_chip *it = choice->chips;

	while (it && it->chip != chip)
		it = it->next;
	return it;
}

static struct choice_chip *choose_for(struct choice *choice, unsigned int chip)
{
	struct choice_chip *of = find_chosen(choice, chip);

	if (of)
		return of;
	of = add_chosen(choice, chip);
	if (of && !sets_find(&of->metrics, chip) && choose_all(choice, of))
		metrics_free(&of->metrics);
	return of;
}

struct choice_chip *choice_hold(struct choice *choice, unsigned int chip)
{
	struct choice_chip *of = choose_for(choice, chip);

	if (of)
		of->users++;
	return of;
}

void choice_release(struct choice_chip *of)
{
	if (of)
		of->users--;
}

void choice_tidy(struct choice *choice)
{
	struct choice_chip **link = &choice->chips, *of;

	while ((of = *link)) {
		if (of->users || of->chip < GPCD_CHIPS_LEARNED) {
			link = &of->next;
			continue;
		}
		*link = of->next;
		discard_chosen(of);
	}
}

/* A chip of the catalogue may lack metrics, like one that a device describes; but not all may. */
static int add_known(struct choice *choice)
{
	unsigned int chip = GPCD_CHIP_NONE;
	struct metrics none;
	bool found = false;
	int code = 0;

	while (!code && (chip = gpcd_chip_next(chip)) != GPCD_CHIP_NONE) {
		struct choice_chip *of = add_chosen(choice, chip);

		if (!of)
			return complain_error("metrics", -ENOMEM);
		code = sets_find(&of->metrics, chip);
		if (!code)
			code = choose_all(choice, of);
		found = found || of->metrics.count;
	}
	return code || found ? code : sets_read(&none, GPCD_CHIP_NONE + 1);
}

/* --- the choice --- */

/* A chip that is not known yet may have it. */
static int check_name(const struct choice *choice, const char *name)
{
	const struct sets_wanted one = { .names = { name }, .count = 1 };
	bool known = false;
	int code;

	for (const struct choice_chip *of = choice->chips; of && !known; of = of->next) {
		for (size_t i = 0; i < of->metrics.count && !known; i++)
			known = sets_want(&one, &of->metrics.list[i]);
	}
	if (known)
		return 0;
	code = sets_known(name, &known);
	if (code || known)
		return code;
	complain("no chip has a set of metrics, or a metric '%s': see `gpcd metrics'", name);
	return EXIT_USAGE;
}

int choice_make(struct choice *choice, const struct sets_wanted *wanted, const struct family *own,
		size_t owns)
{
	int code;

	memset(choice, 0, sizeof(*choice));
	choice->wanted = *wanted;
	choice->families = calloc(owns, sizeof(*own));
	if (!choice->families)
		return complain_error("metrics", -ENOMEM);
	memcpy(choice->families, own, owns * sizeof(*own));
	choice->first = owns;
	choice->count = owns;
	code = add_known(choice);
	for (unsigned int i = 0; !code && i < wanted->count; i++)
		code = check_name(choice, wanted->names[i]);
	return code;
}

static bool is_same_metric(const struct metric *one, const struct metric *other)
{
	return !strcmp(one->name, other->name) && !strcmp(one->text, other->text) &&
	       !strcmp(one->unit, other->unit) && !strcmp(one->help, other->help) &&
	       one->per == other->per;
}

static bool is_chosen(const struct choice_chip *of, size_t metric)
{
	return of->family[metric] != CHOICE_NONE;
}

static bool is_same_chip(const struct choice_chip *one, const struct choice_chip *other)
{
	size_t count = one->metrics.count;

	if (other->metrics.count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (is_chosen(one, i) != is_chosen(other, i) ||
		    !is_same_metric(&one->metrics.list[i], &other->metrics.list[i]))
			return false;
	}
	return true;
}

/* Choose for the chips of another choice, too. Return whether they have the same metrics. */
static bool chooses_like(struct choice *choice, const struct choice *other)
{
	bool same = true;

	for (const struct choice_chip *of = other->chips; of && same; of = of->next) {
		const struct choice_chip *own = choose_for(choice, of->chip);

		same = own && is_same_chip(own, of);
	}
	return same;
}

bool choice_is_same(struct choice *one, struct choice *other)
{
	return chooses_like(one, other) && chooses_like(other, one) && one->count == other->count;
}

void choice_free(struct choice *choice)
{
	struct choice_chip *it = choice->chips, *next;

	for (; it; it = next) {
		next = it->next;
		discard_chosen(it);
	}
	free(choice->families);
	memset(choice, 0, sizeof(*choice));
}
