// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/util.h"
#include "names.h"

#define BLANKS " \t\n"
#define TEXT_ROOM 2048

static void lower_text(char *to, const char *from, size_t length)
{
	for (size_t i = 0; i < length; i++)
		to[i] = tolower((unsigned char)from[i]);
	to[length] = '\0';
}

/* Cut an ending off if a stem of at least @least letters remains. */
static bool cut(char *word, const char *ending, size_t least)
{
	size_t length = strlen(word), size = strlen(ending);

	if (length < size + least || strcmp(word + length - size, ending))
		return false;
	word[length - size] = '\0';
	return true;
}

static void cut_ending(char *word)
{
	size_t length = strlen(word);

	if (cut(word, "ies", 3) || cut(word, "ing", 4) || cut(word, "ed", 4) || cut(word, "es", 4))
		return;
	/* No plural: "alias", "analysis", "pass", "status". */
	if (length > 1 && !strchr("aisu", word[length - 2]))
		cut(word, "s", 3);
}

int search_add(struct search *search, const char *text)
{
	size_t length;
	char *stem;

	for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
		length = strcspn(text, BLANKS);
		if (search->count == SEARCH_WORDS || length >= SEARCH_ROOM)
			return -E2BIG;
		memcpy(search->typed[search->count], text, length);
		search->typed[search->count][length] = '\0';
		stem = search->stems[search->count++];
		lower_text(stem, text, length);
		cut_ending(stem);
		text += length;
	}
	return 0;
}

__printf(2, 3) static void text_append(char text[TEXT_ROOM], const char *fmt, ...)
{
	size_t length = strlen(text);
	va_list args;

	va_start(args, fmt);
	vsnprintf(text + length, TEXT_ROOM - length, fmt, args);
	va_end(args);
}

static void describe(const struct gpcd_reg *reg, char text[TEXT_ROOM])
{
	const struct gpcd_rule *rule = reg->rule;
	char name[GPCD_NAME_MAX];
	struct gpcd_reg primary;

	gpcd_reg_name(reg, name);
	snprintf(text, TEXT_ROOM, "%s %s %s %s %s", name, rule->help,
		 gpcd_unit_name(rule->unit), gpcd_kind_name(rule->kind), rule->block->name);
	for (unsigned int i = 0; i < rule->nfields; i++)
		text_append(text, " %s", rule->fields[i].name);
	if (rule->flags & GPCD_RULE_ALIAS &&
	    !gpcd_catalogue_by_addr(reg->chip, reg->addr, &primary)) {
		gpcd_reg_name(&primary, name);
		text_append(text, " alias of %s", name);
	}
}

static bool has_word(const char *text, const char *word)
{
	const char *at = text;

	if (strlen(word) > 2)
		return strcasestr(text, word);
	while ((at = strcasestr(at, word))) {
		if (at == text || !isalnum((unsigned char)at[-1]))
			return true;
		at++;
	}
	return false;
}

bool search_matches(const struct search *search, const struct gpcd_reg *reg)
{
	char text[TEXT_ROOM];

	if (!search->count)
		return true;
	describe(reg, text);
	for (unsigned int i = 0; i < search->count; i++) {
		if (!has_word(text, search->stems[i]))
			return false;
	}
	return true;
}

/* Offer the words of a description that consist of three letters or more, and of letters only. */
static void offer_words(struct nearest *nearest, const char *text)
{
	char word[SEARCH_ROOM];
	size_t length;

	for (; *text; text += length + !length) {
		for (length = 0; isalpha((unsigned char)text[length]); length++)
			;
		if (length < 3 || length >= sizeof(word))
			continue;
		lower_text(word, text, length);
		nearest_offer(nearest, word);
	}
}

/* Check if a register of the chip has the word; offer the words of those that do not. */
static bool chip_has(unsigned int chip, const char *word, struct nearest *nearest)
{
	char text[TEXT_ROOM];
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		describe(&reg, text);
		if (has_word(text, word))
			return true;
		offer_words(nearest, text);
	}
	return false;
}

/* Check if a register of the chip, or of any one for GPCD_CHIP_NONE, has the word. */
static bool any_has(unsigned int chip, const char *word, struct nearest *nearest)
{
	unsigned int any = GPCD_CHIP_NONE;

	if (chip != GPCD_CHIP_NONE)
		return chip_has(chip, word, nearest);
	while ((any = gpcd_chip_next(any)) != GPCD_CHIP_NONE) {
		if (chip_has(any, word, nearest))
			return true;
	}
	return false;
}

const char *search_missing(const struct search *search, unsigned int chip,
			   struct nearest *nearest)
{
	for (unsigned int i = 0; i < search->count; i++) {
		nearest_begin(nearest, search->typed[i]);
		if (!any_has(chip, search->stems[i], nearest))
			return search->typed[i];
	}
	return NULL;
}
