// SPDX-License-Identifier: GPL-2.0-only
/* Permissions as words and sentences. */
#include <gpcd/gpcd.h>
#include <stdio.h>
#include <string.h>

#include "cli/words.h"
#include "may.h"

/* The single permissions, in the order in which they are printed; then words for several. */
static const struct {
	const char *name;
	uint32_t may;
} words[] = {
	{ "nic", GPCD_MAY_NIC },
	{ "router", GPCD_MAY_ROUTER },
	{ "setup", GPCD_MAY_SETUP },
	{ "others", GPCD_MAY_OTHERS },
	{ "none", 0 },
	{ "all", GPCD_MAY_ALL },
};

#define SINGLE	4

static const char *may_word(unsigned int i)
{
	return words[i].name;
}

static const struct words may_words = { .name = may_word, .count = ARRAY_SIZE(words) };

int parse_may(struct options_state *state, const char *option, const char *arg, uint32_t *may)
{
	char copy[MAY_ROOM], *rest = copy, *word;
	int i;

	*may = 0;
	if (snprintf(copy, sizeof(copy), "%s", arg) >= MAY_ROOM)
		return options_reject_word(state, option, arg, &may_words);
	while ((word = strsep(&rest, ","))) {
		i = words_find(&may_words, word);
		if (i < 0)
			return options_reject_word(state, option, word, &may_words);
		*may |= words[i].may;
	}
	return 0;
}

const char *print_may(uint32_t may, char separator, char text[MAY_ROOM])
{
	size_t length = 0;

	for (unsigned int i = 0; i < SINGLE; i++) {
		if (!(may & words[i].may))
			continue;
		if (length)
			text[length++] = separator;
		length += snprintf(text + length, MAY_ROOM - length, "%s", words[i].name);
	}
	if (!length)
		snprintf(text, MAY_ROOM, "none");
	return text;
}

void table_add_may(struct table *table, uint32_t may)
{
	char text[MAY_ROOM];

	if (may)
		table_add(table, "%s", print_may(may, ' ', text));
	else
		table_skip(table);
}

const char *describe_may(uint32_t may, char text[MAY_ROOM])
{
	static const char *const what[] = {
		[GPCD_MAY_NIC] = "NIC registers",
		[GPCD_MAY_ROUTER] = "tiles of routers",
		[GPCD_MAY_NIC | GPCD_MAY_ROUTER] = "NIC registers and tiles of routers",
	};
	uint32_t registers = may & (GPCD_MAY_NIC | GPCD_MAY_ROUTER);

	if (!registers)
		snprintf(text, MAY_ROOM, "nothing");
	else if ((may & GPCD_MAY_ALL) == GPCD_MAY_ALL)
		snprintf(text, MAY_ROOM, "everything; other devices by --nic-addr too");
	else
		snprintf(text, MAY_ROOM, "%s%s, of %s", what[registers],
			 may & GPCD_MAY_SETUP ? "" : " without set-up",
			 may & GPCD_MAY_OTHERS ? "all devices" : "the job's own devices");
	return text;
}

uint32_t next_may(uint32_t may)
{
	for (unsigned int i = 0; i < SINGLE; i++) {
		if (!(may & words[i].may))
			return may | words[i].may;
	}
	return may;
}
