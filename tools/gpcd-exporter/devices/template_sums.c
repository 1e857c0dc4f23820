// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sums of a template. Several metrics add up the same registers, and what a chip counts is
 * mostly what its links do: each sum is computed once, from smaller ones where that is possible.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "template.h"

static const struct metrics_operand *operand_of(const struct template *template,
						const struct template_sum *sum)
{
	return &template->bound.operands[sum->operand];
}

static const unsigned int *sum_slots(const struct template *template,
				     const struct template_sum *sum)
{
	return &template->bound.slots[operand_of(template, sum)->first];
}

/* Return the number of the sum of an operand, which is new if no other has the same registers. */
static unsigned int number_sum(struct template *template, unsigned int operand, bool of_nic)
{
	struct template_sum sum = { .operand = operand, .of_nic = of_nic };
	size_t count = operand_of(template, &sum)->count;

	for (unsigned int i = 0; i < template->sum_count; i++) {
		const struct template_sum *other = &template->sums[i];

		if (other->of_nic == of_nic && operand_of(template, other)->count == count &&
		    !memcmp(sum_slots(template, other), sum_slots(template, &sum),
			    count * sizeof(unsigned int)))
			return i;
	}
	sum.number = template->sum_count;
	template->sums[template->sum_count++] = sum;
	template->nic_sums += of_nic;
	return sum.number;
}

/* The sums of NICs first, and small ones before those that they may be in. */
static int by_size(const void *a, const void *b, void *data)
{
	const struct template_sum *one = a, *other = b;
	size_t count = operand_of(data, one)->count, others = operand_of(data, other)->count;

	if (one->of_nic != other->of_nic)
		return one->of_nic ? -1 : 1;
	if (count != others)
		return count < others ? -1 : 1;
	return one->number < other->number ? -1 : 1;
}

/* Take the registers of a sum from those that are @left, if all are there. */
static bool take_registers(const struct template *template, const struct template_sum *sum,
			   unsigned int *left)
{
	const unsigned int *slots = sum_slots(template, sum);
	size_t count = operand_of(template, sum)->count, taken = 0;

	while (taken < count && left[slots[taken]]) {
		left[slots[taken]]--;
		taken++;
	}
	if (taken == count)
		return true;
	while (taken-- > 0)
		left[slots[taken]]++;
	return false;
}

/*
 * Find out which earlier sums make up a sum, larger ones first, and put the registers that remain
 * before them. @left is zero for all registers, also afterwards; @parts has room for all sums.
 */
static void divide_sum(struct template *template, struct template_sum *sum, unsigned int *left,
		       unsigned int *parts)
{
	const unsigned int *slots = sum_slots(template, sum);
	const size_t count = operand_of(template, sum)->count;
	unsigned int *places = &template->places[template->place_count];

	for (size_t i = 0; i < count; i++)
		left[slots[i]]++;
	for (const struct template_sum *part = sum; part-- > template->sums;) {
		if (part->of_nic == sum->of_nic && operand_of(template, part)->count > 1 &&
		    take_registers(template, part, left))
			parts[sum->sums++] = part->number;
	}
	for (size_t i = 0; i < count; i++) {
		if (!left[slots[i]])
			continue;
		left[slots[i]]--;
		places[sum->registers++] = slots[i];
	}
	memcpy(places + sum->registers, parts, sum->sums * sizeof(*parts));
	sum->first = template->place_count;
	template->place_count += sum->registers + sum->sums;
}

static int divide_sums(struct template *template)
{
	size_t slots = template->bound.slot_count;
	unsigned int *left = calloc(slots + template->sum_count + 1, sizeof(*left));

	template->places = calloc(slots + 1, sizeof(*template->places));
	template->totals = calloc(template->sum_count + 1, sizeof(*template->totals));
	template->values = calloc(template->sum_count + 1, sizeof(*template->values));
	if (!left || !template->places || !template->totals || !template->values) {
		free(left);
		return -ENOMEM;
	}
	qsort_r(template->sums, template->sum_count, sizeof(*template->sums), by_size, template);
	for (unsigned int i = 0; i < template->sum_count; i++)
		divide_sum(template, &template->sums[i], left, left + slots);
	free(left);
	return 0;
}

/* Find the terms of a subject, of which each operand has one. */
static void find_terms(struct template *template, size_t i, const struct parts *parts)
{
	struct template_series *series = &template->series[i];
	unsigned int operand = template->bound.subjects[i].first;

	series->first = template->term_count;
	series->count = parts->count;
	for (unsigned int j = 0; j < parts->count; j++)
		template->terms[template->term_count++] = (struct template_term) {
			.sum = number_sum(template, operand + j, series->of_nic),
			.over = parts->over[j],
			.under = parts->under[j],
		};
}

/* A valid formula may still divide by 0 for some object. */
static void find_parts(struct template *template, size_t i, bool gauge)
{
	const struct metrics_subject *subject = &template->bound.subjects[i];
	const struct metric *metric = &template->bound.metrics->list[subject->metric];
	struct parts parts;
	int err = parts_find(&metric->formula, subject->peak, subject->tiles, &parts);

	template->series[i].why = !err ? METRICS_GIVEN :
				  err == -ENODATA ? METRICS_NO_PEAK : METRICS_ZERO;
	if (err)
		return;
	template->most += parts.kind == PARTS_MEAN ? 2 : 1;
	if (!gauge)
		find_terms(template, i, &parts);
}

int template_find_sums(struct template *template, const struct family *families)
{
	size_t operands = template->bound.operand_count;

	template->terms = calloc(operands + 1, sizeof(*template->terms));
	template->sums = calloc(operands + 1, sizeof(*template->sums));
	if (!template->terms || !template->sums)
		return -ENOMEM;
	for (size_t i = 0; i < template->bound.count; i++)
		find_parts(template, i,
			   families[template->series[i].family].type == FAMILY_GAUGE);
	return divide_sums(template);
}

/* Compute the sums from one to before another. */
static void add_sums(const struct template *template, const uint64_t *totals, unsigned int from,
		     unsigned int end)
{
	for (unsigned int i = from; i < end; i++) {
		const struct template_sum *sum = &template->sums[i];
		const unsigned int *place = &template->places[sum->first];
		const unsigned int *sums = place + sum->registers;
		uint64_t all = 0;

#pragma GCC unroll 2
		for (; place < sums; place++)
			all += totals[*place];
		for (unsigned int j = 0; j < sum->sums; j++)
			all += template->totals[sums[j]];
		template->totals[sum->number] = all;
		template->values[sum->number] = all;
	}
}

void template_add_up(const struct template *template, const uint64_t *nic, const uint64_t *chip)
{
	add_sums(template, nic, 0, template->nic_sums);
	if (chip)
		add_sums(template, chip, template->nic_sums, template->sum_count);
}
