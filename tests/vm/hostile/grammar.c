// SPDX-License-Identifier: GPL-2.0-only
/*
 * The grammar: all tables in one, and texts.
 */
#include <string.h>

#include "grammar.h"

static const struct call *calls[CALLS_MAX];
static int call_count;

void grammar_init(void)
{
	static const struct call * const tables[] = {
		grammar_device, grammar_perms, grammar_files, grammar_memory, grammar_chips,
		grammar_netlink, grammar_perf,
	};

	for (int i = 0; i < ARRAY_SIZE(tables); i++) {
		for (const struct call *call = tables[i]; call->name; call++)
			calls[call_count++] = call;
	}
}

int grammar_calls(void)
{
	return call_count;
}

const struct call *grammar_call(unsigned int number)
{
	return calls[number % call_count];
}

int grammar_find(const char *name)
{
	int i = call_count - 1;

	while (i >= 0 && strcmp(calls[i]->name, name))
		i--;
	return i;
}

static size_t text_junk(struct turn *turn, uint8_t decision)
{
	static const char * const junk[] = {
		"-1", "18446744073709551616", "0x10", " 1 ", "1,", ",", "%s%n%p", "none\n\n",
		"1,2,3,4,5", "99999999999999999999999999999999", "slow:", "4294967296",
	};
	char *text = turn->text;

	if (decision < JUNK + ARRAY_SIZE(junk))
		return sprintf(text, "%s", junk[decision - JUNK]);
	if (decision == 0xfc)
		return 0;
	if (decision == 0xfd) {
		for (int i = 0; i < 6; i++)
			text[i] = bytes_take(&turn->bytes);
		return 6;
	}
	memset(text, decision == 0xfe ? '1' : ',', TEXT_MAX);
	return decision == 0xfe ? 4095 : 4097;
}

size_t text_make(struct turn *turn, const char *const *valid, int count)
{
	uint8_t decision = bytes_take(&turn->bytes);

	memset(turn->text, 0, sizeof(turn->text));
	if (decision >= JUNK)
		return text_junk(turn, decision);
	return sprintf(turn->text, "%s", valid[decision % count]);
}
