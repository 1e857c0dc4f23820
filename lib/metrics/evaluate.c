// SPDX-License-Identifier: LGPL-2.1-or-later
#include "evaluate.h"

/* Numbers that wait for their operation. */
struct stack {
	double kept[METRICS_DEPTH];
	unsigned int depth;
};

/* Replace the last two numbers by the result of an operation; the parser makes sure of them. */
static enum metrics_reason combine(struct stack *stack, enum metrics_op op)
{
	double second, *first;

	if (stack->depth < 2)
		return METRICS_ABSENT;
	second = stack->kept[--stack->depth];
	first = &stack->kept[stack->depth - 1];
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
	struct stack stack = { .depth = 0 };
	unsigned int i;

	for (i = 0; !why && i < formula->count; i++) {
		const struct metrics_step *step = &formula->steps[i];

		if (step->op >= METRICS_ADD)
			why = combine(&stack, step->op);
		else if (step->op == METRICS_CONSTANT)
			stack.kept[stack.depth++] = step->number;
		else
			why = binding->read(binding->data, step, &stack.kept[stack.depth++]);
	}
	if (!why)
		*number = stack.kept[0];
	return why;
}
