// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nics.h"

/* --- NICs --- */

/* Find the number of a NIC that is a sign. */
static void number_find(struct nic_signs *nic, unsigned int sign)
{
	const struct metrics_bound *bound = nic->bound;

	for (size_t i = 0; i < bound->count; i++) {
		const struct metric *metric = &bound->metrics->list[bound->subjects[i].metric];

		if (strcmp(metric->name, explain_signs[sign].metric))
			continue;
		nic->numbers[sign] = i;
		nic->metrics[sign] = metric;
	}
}

static const struct metrics_limit *limit_find(const struct metrics *metrics, const char *metric)
{
	for (size_t i = 0; i < metrics->limit_count; i++) {
		if (!metrics->limits[i].below && !strcmp(metrics->limits[i].metric, metric))
			return &metrics->limits[i];
	}
	return NULL;
}

int nics_add(struct nics_signs *nics, const char *name, const struct metrics_bound *bound)
{
	struct nic_signs *list, *nic;
	struct explain_nic *limits;

	list = reallocarray(nics->list, nics->count + 1, sizeof(*list));
	if (!list)
		return -ENOMEM;
	nics->list = list;
	limits = reallocarray(nics->limits, nics->count + 1, sizeof(*limits));
	if (!limits)
		return -ENOMEM;
	nics->limits = limits;
	nic = &list[nics->count];
	*nic = (struct nic_signs) { .name = strdup(name), .bound = bound };
	if (!nic->name)
		return -ENOMEM;
	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		number_find(nic, i);
		nic->limits[i] = limit_find(bound->metrics, explain_signs[i].metric);
		limits[nics->count].signs[i] = nic->limits[i] ? nic->limits[i]->bound : NAN;
	}
	nics->count++;
	return 0;
}

void nics_close(struct nics_signs *nics)
{
	for (uint32_t i = 0; i < nics->count; i++)
		free(nics->list[i].name);
	free(nics->list);
	free(nics->limits);
	*nics = (struct nics_signs) { 0 };
}

/* --- windows --- */

void nics_clear(const struct nics_signs *nics, struct explain_nic *signs)
{
	for (uint32_t i = 0; i < nics->count; i++) {
		for (unsigned int k = 0; k < EXPLAIN_SIGNS; k++)
			signs[i].signs[k] = NAN;
	}
}

void nics_fill(const struct nics_signs *nics, uint32_t nic, const struct gpcd_snapshot *before,
	       const struct gpcd_snapshot *after, struct explain_nic *signs)
{
	struct nic_signs *it = &nics->list[nic];

	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		struct metrics_value value;

		if (!it->metrics[i])
			continue;
		value = metrics_value(it->bound, it->numbers[i], before, after);
		it->why[i] = value.why;
		/* A share of nothing: there was nothing to go wrong. */
		if (value.why == METRICS_GIVEN || value.why == METRICS_ZERO)
			signs[nic].signs[i] = value.number;
	}
}

/* --- words --- */

const char *nics_kind(enum explain_trouble trouble)
{
	static const char *const kinds[EXPLAIN_TROUBLES] = {
		[EXPLAIN_BAD_LINK] = "bad-link", [EXPLAIN_LOSS] = "loss",
		[EXPLAIN_SLOW_HOST] = "slow-host", [EXPLAIN_TRANSLATION] = "translation",
		[EXPLAIN_CONGESTION] = "congestion", [EXPLAIN_NIC_FULL] = "full",
	};

	return kinds[trouble];
}
