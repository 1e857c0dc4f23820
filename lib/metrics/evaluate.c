// SPDX-License-Identifier: LGPL-2.1-or-later
#include "evaluate.h"

static enum metrics_reason combine(enum metrics_op op, double *first, double second)
{
	switch (op) {
	case METRICS_ADD:
		*first += second;
		break;
	case METRICS_SUBTRACT:
		*first -= second;
		break;
	case METRICS_MULTIPLY:
		*first *= second;
		break;
	case METRICS_BELOW:
		*first = *first < second;
		break;
	case METRICS_ABOVE:
		*first = *first > second;
		break;
	default:
		if (!second)
			return METRICS_ZERO;
		*first /= second;
	}
	return METRICS_GIVEN;
}

enum metrics_reason metrics_evaluate(const struct metrics_formula *formula,
				     const struct metrics_binding *binding, double *number)
{
	enum metrics_reason why = METRICS_GIVEN;
	double kept[METRICS_DEPTH] = { 0 };
	unsigned int depth = 0, i;

	for (i = 0; !why && i < formula->count; i++) {
		const struct metrics_step *step = &formula->steps[i];

		if (step->op >= METRICS_ADD) {
			depth--;
			why = combine(step->op, &kept[depth - 1], kept[depth]);
		} else if (step->op == METRICS_CONSTANT) {
			kept[depth++] = step->number;
		} else {
			why = binding->read(binding->data, step, &kept[depth++]);
		}
	}
	if (!why)
		*number = kept[0];
	return why;
}
