// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>
#include <stdlib.h>

#include "student.h"
#include "welch.h"

#define TAILS	0.05

void stats_welch(const struct stats_batches *first, const struct stats_batches *second,
		 struct stats_welch *welch)
{
	double one = first->variance / first->count, other = second->variance / second->count;
	double variance = one + other, error = sqrt(variance), reach;

	*welch = (struct stats_welch){ .difference = second->mean - first->mean };
	if (!(variance > 0)) {
		welch->low = welch->difference;
		welch->high = welch->difference;
		welch->p = welch->difference != 0 ? 0 : 1;
		return;
	}
	welch->df = variance * variance /
		(one * one / (first->count - 1) + other * other / (second->count - 1));
	welch->p = stats_student_tails(welch->difference / error, welch->df);
	reach = stats_student_quantile(TAILS, welch->df) * error;
	welch->low = welch->difference - reach;
	welch->high = welch->difference + reach;
}

static int by_p(const void *a, const void *b, void *context)
{
	const double *p = context;
	double one = p[*(const size_t *)a], other = p[*(const size_t *)b];

	return (one > other) - (one < other);
}

void stats_holm(double *p, size_t n, size_t *order)
{
	size_t count = 0, i;
	double most = 0;

	for (i = 0; i < n; i++)
		if (!isnan(p[i]))
			order[count++] = i;
	qsort_r(order, count, sizeof(*order), by_p, p);
	for (i = 0; i < count; i++) {
		double corrected = p[order[i]] * (count - i);

		most = corrected > most ? corrected : most;
		p[order[i]] = most > 1 ? 1 : most;
	}
}
