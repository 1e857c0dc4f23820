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
	if (gpcd_reg_also(reg, name))
		text_append(text, " %s", name);
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

/* What people ask for, and other words that descriptions have for it. */
static const struct synonym {
	const char *asked[4]; /* ended by NULL */
	const char *found[12]; /* likewise */
} synonyms[] = {
	{ { "latency", "delay", "slow" },
	  { "latency", "delay", "round trip", "response time", "until their answer", "rtt" } },
	{ { "congestion", "congested", "backpressure" },
	  { "congest", "stall", "pause", "backpressure", "for credits", "no credits", "no_crd",
	    "ecn", "cnp" } },
	{ { "bandwidth", "throughput", "traffic", "load" },
	  { "bandwidth", "bytes", "octets", "phits", "flits" } },
	{ { "drop", "discard", "loss", "lost" },
	  { "drop", "discard", "lost", "missed", "thrown away", "overrun", "overflow" } },
	{ { "retry", "retries", "retransmission", "resend" },
	  { "retry", "retries", "retrans", "replay", "sent again", "resent" } },
	{ { "crc", "checksum", "corruption", "fec" },
	  { "crc", "checksum", "fcs", "symbol", "corrupt", "damaged", "error correction",
	    "corrected", "code words" } },
	{ { "error", "fault", "failure" },
	  { "error", "fail", "fault", "wrong", "invalid", "malformed" } },
	{ { "wait", "blocked", "stall" },
	  { "wait", "stall", "blocked" } },
	{ { "timeout" }, { "timeout", "timed out", "for too long" } },
	{ { "receive", "input", "rx" },
	  { "receive", "rx", "arrive", "inbound", "incoming", "input" } },
	{ { "send", "output", "transmit", "tx" },
	  { "send", "sent", "tx", "transmit", "xmit", "outbound", "outgoing", "output" } },
	{ { "packet", "frame" }, { "packet", "pkt", "frame", "datagram" } },
	{ { "buffer", "queue" }, { "buffer", "queue", "fifo", "cells" } },
	{ { "channel", "lane", "vc" }, { "channel", "vc", "vl", "virtual lane" } },
};

/* Check if a word of a search, whose ending was cut off, is this one. */
static bool same_word(const char *stem, const char *word)
{
	size_t length = strlen(stem), size = strlen(word);

	if (length < 3 || size < 3)
		return !strcmp(stem, word);
	return !strncmp(stem, word, length < size ? length : size);
}

static bool is_asked(const struct synonym *synonym, const char *stem)
{
	const char *const *word = synonym->asked;

	while (*word && !same_word(stem, *word))
		word++;
	return *word;
}

static bool has_one_of(const char *text, const char *const *words)
{
	while (*words && !has_word(text, *words))
		words++;
	return *words;
}

/* Check if a text has another word for one of a search. */
static bool has_synonym(const char *text, const char *stem)
{
	for (size_t i = 0; i < ARRAY_SIZE(synonyms); i++) {
		if (is_asked(&synonyms[i], stem) && has_one_of(text, synonyms[i].found))
			return true;
	}
	return false;
}

/* Check if a text has a word, or means it. */
static bool means(const struct search *search, const char *text, const char *stem)
{
	return has_word(text, stem) || (search->loose && has_synonym(text, stem));
}

bool search_finds(const struct search *search, const char *text)
{
	for (unsigned int i = 0; i < search->count; i++) {
		if (!means(search, text, search->stems[i]))
			return false;
	}
	return true;
}

bool search_matches(const struct search *search, const struct gpcd_reg *reg)
{
	char text[TEXT_ROOM];

	if (!search->count)
		return true;
	describe(reg, text);
	return search_finds(search, text);
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
static bool chip_has(const struct search *search, unsigned int chip, const char *word,
		     struct nearest *nearest)
{
	char text[TEXT_ROOM];
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		describe(&reg, text);
		if (means(search, text, word))
			return true;
		offer_words(nearest, text);
	}
	return false;
}

/* Check if a register of the chip, or of any one for GPCD_CHIP_NONE, has the word. */
static bool any_has(const struct search *search, unsigned int chip, const char *word,
		    struct nearest *nearest)
{
	unsigned int any = GPCD_CHIP_NONE;

	if (chip != GPCD_CHIP_NONE)
		return chip_has(search, chip, word, nearest);
	while ((any = gpcd_chip_next(any)) != GPCD_CHIP_NONE) {
		if (chip_has(search, any, word, nearest))
			return true;
	}
	return false;
}

const char *search_missing(const struct search *search, unsigned int chip,
			   struct nearest *nearest)
{
	for (unsigned int i = 0; i < search->count; i++) {
		nearest_begin(nearest, search->typed[i]);
		if (!any_has(search, chip, search->stems[i], nearest))
			return search->typed[i];
	}
	return NULL;
}
