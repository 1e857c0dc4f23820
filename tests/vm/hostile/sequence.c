// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sequences: made, changed, written and read.
 */
#include <string.h>

#include "grammar.h"

static uint64_t random_state = 1;

void random_seed(uint64_t seed)
{
	random_state = seed * 2 + 1;
}

/* Marsaglia's xorshift; return the high half of a product. */
unsigned int random_below(unsigned int n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (uint32_t)((random_state * 0x2545f4914f6cdd1dULL) >> 32) % n;
}

static uint8_t random_who(void)
{
	uint8_t who = random_below(2) ? CALLER_ROOT : random_below(CALLERS);

	return random_below(4) ? who : who | NARROW;
}

/* Half of the decisions are the plainest, so that the other half matters. */
static void step_generate(struct step *step, unsigned int touches)
{
	do
		step->call = random_below(grammar_calls());
	while (touches && !(grammar_call(step->call)->touches & touches));
	step->who = touches ? CALLER_ROOT : random_who();
	for (int i = 0; i < STEP_BYTES; i++)
		step->byte[i] = random_below(2) ? 0 : random_below(256);
}

void sequence_generate(struct sequence *sequence, unsigned int touches)
{
	sequence->steps = 1 + random_below(touches ? 3 : 8);
	for (int i = 0; i < sequence->steps; i++)
		step_generate(&sequence->step[i], touches);
}

void sequence_aim(struct sequence *sequence, unsigned int call)
{
	for (int i = sequence->steps / 2; i < sequence->steps; i++) {
		sequence->step[i].call = call;
		sequence->step[i].who = CALLER_ROOT;
	}
}

/* Make room for one more step, a copy of its neighbour for now. */
static struct step *step_insert(struct sequence *sequence)
{
	int at = random_below(sequence->steps);
	struct step *step = &sequence->step[at];

	if (sequence->steps == STEPS_MAX)
		return step;
	memmove(step + 1, step, (sequence->steps - at) * sizeof(*step));
	sequence->steps++;
	return step;
}

static void step_delete(struct sequence *sequence)
{
	int at = random_below(sequence->steps);
	struct step *step = &sequence->step[at];

	if (sequence->steps == 1)
		return;
	sequence->steps--;
	memmove(step, step + 1, (sequence->steps - at) * sizeof(*step));
}

static void sequence_splice(struct sequence *sequence, const struct sequence *other)
{
	int from = random_below(other->steps);
	int to = random_below(sequence->steps + 1);

	while (from < other->steps && to < STEPS_MAX)
		sequence->step[to++] = other->step[from++];
	if (to > sequence->steps)
		sequence->steps = to;
}

static void mutate_once(struct sequence *sequence, const struct sequence *other)
{
	struct step *step = &sequence->step[random_below(sequence->steps)];
	uint8_t *byte = &step->byte[random_below(random_below(2) ? 8 : STEP_BYTES)];

	switch (random_below(9)) {
	case 0:
		step_generate(step_insert(sequence), 0);
		break;
	case 1:
		step_delete(sequence);
		break;
	case 2:
		step_insert(sequence);
		break;
	case 3:
		sequence_splice(sequence, other);
		break;
	case 4:
		step->who = random_who();
		break;
	case 5:
		*byte ^= 1 << random_below(8);
		break;
	case 6:
		*byte = JUNK + random_below(16);
		break;
	case 7:
		*byte = 0;
		break;
	default:
		*byte = random_below(256);
	}
}

void sequence_mutate(struct sequence *sequence, const struct sequence *other)
{
	for (unsigned int n = 1 + random_below(6); n; n--)
		mutate_once(sequence, other);
}

static void step_print(const struct step *step, FILE *to)
{
	int length = STEP_BYTES;

	while (length && !step->byte[length - 1])
		length--;
	fprintf(to, "%s %02x", grammar_call(step->call)->name, step->who);
	if (length)
		fputc(' ', to);
	for (int i = 0; i < length; i++)
		fprintf(to, "%02x", step->byte[i]);
	fputc('\n', to);
}

void sequence_print(const struct sequence *sequence, FILE *to)
{
	for (int i = 0; i < sequence->steps; i++)
		step_print(&sequence->step[i], to);
	fputc('\n', to);
}

/* Skip calls that the grammar no longer has. */
static bool step_parse(struct step *step, const char *line)
{
	unsigned int who, byte;
	char name[32], hex[80] = "";
	int call;

	*step = (struct step){ 0 };
	if (sscanf(line, "%31s %x %79s", name, &who, hex) < 2)
		return false;
	call = grammar_find(name);
	if (call < 0)
		return false;
	step->call = call;
	step->who = who;
	for (int i = 0; i < STEP_BYTES && sscanf(hex + 2 * i, "%2x", &byte) == 1; i++)
		step->byte[i] = byte;
	return true;
}

bool sequence_parse(struct sequence *sequence, FILE *from)
{
	char line[256];

	sequence->steps = 0;
	while (fgets(line, sizeof(line), from)) {
		if (*line == '\n' && sequence->steps)
			break;
		if (*line != '#' && sequence->steps < STEPS_MAX &&
		    step_parse(&sequence->step[sequence->steps], line))
			sequence->steps++;
	}
	return sequence->steps;
}
