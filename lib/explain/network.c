// SPDX-License-Identifier: LGPL-2.1-or-later
/* What all steps use: where packets may go, lists of findings, medians. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"

bool explain_may_feed(const struct explain_machine *machine, const struct explain_link *in,
		      const struct explain_link *out)
{
	if (explain_is_host(in) || explain_is_host(out))
		return true;
	if (machine->ordered)
		return out->dim > in->dim || out->port == in->port;
	return out->to != in->from;
}

int explain_add(struct explain_findings *findings, const struct explain_finding *finding,
		uint32_t root)
{
	struct explain_finding *list;
	uint32_t *roots = malloc(sizeof(*roots));

	if (!roots)
		return -ENOMEM;
	list = reallocarray(findings->list, findings->count + 1, sizeof(*list));
	if (!list) {
		free(roots);
		return -ENOMEM;
	}
	*roots = root;
	findings->list = list;
	list[findings->count] = *finding;
	list[findings->count].roots = roots;
	list[findings->count].tree = NULL;
	list[findings->count++].count = 1;
	return 0;
}

int explain_add_roots(struct explain_finding *finding, const struct explain_finding *other)
{
	const size_t count = finding->count + other->count;
	uint32_t *roots = reallocarray(finding->roots, count, sizeof(*roots));

	if (!roots)
		return -ENOMEM;
	memcpy(roots + finding->count, other->roots, other->count * sizeof(*roots));
	finding->roots = roots;
	finding->count = count;
	return 0;
}

int explain_add_nic(struct explain_nic_finding *finding, uint32_t nic)
{
	uint32_t *nics = reallocarray(finding->nics, finding->count + 1, sizeof(*nics));

	if (!nics)
		return -ENOMEM;
	nics[finding->count++] = nic;
	finding->nics = nics;
	return 0;
}

static int compare_findings(const void *a, const void *b)
{
	const struct explain_finding *one = a, *other = b;

	if (one->minor != other->minor)
		return one->minor ? 1 : -1;
	return (one->waiting < other->waiting) - (one->waiting > other->waiting);
}

void explain_sort(struct explain_findings *findings)
{
	if (findings->count)
		qsort(findings->list, findings->count, sizeof(*findings->list), compare_findings);
}

static int compare_doubles(const void *a, const void *b)
{
	const double *one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

double explain_median(double *values, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (!isnan(values[i]))
			values[kept++] = values[i];
	}
	qsort(values, kept, sizeof(*values), compare_doubles);
	return kept ? values[kept / 2] : 0;
}
