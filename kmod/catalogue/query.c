// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * Queries about one register: its name, whether it matches, its fields, its writable bits; and the
 * names of kinds and units.
 */
#include "catalogue/rules.h"

/* Names */

static char *put_decimal(char *to, unsigned int value)
{
	char digits[8];
	unsigned int n = 0;

	do {
		digits[n++] = '0' + value % 10;
		value /= 10;
	} while (value);
	while (n)
		*to++ = digits[--n];
	return to;
}

static char *put_offset(char *to, unsigned int word)
{
	static const char hex[] = "0123456789ABCDEF";
	unsigned int offset = word * 8;

	*to++ = hex[offset >> 8 & 15];
	*to++ = hex[offset >> 4 & 15];
	*to++ = hex[offset & 15];
	return to;
}

/* Write a name with the register's subscripts, unless it is @verbatim. Return its length. */
static unsigned int put_reg_name(const struct gpcd_reg *reg, const char *from, int verbatim,
				 char *name)
{
	const struct gpcd_dim *dim = reg->rule->dim;
	unsigned int d = 0;
	char *to = name;

	for (; *from; from++) {
		if (verbatim || (*from != '#' && *from != '@')) {
			*to++ = *from;
			continue;
		}
		to = *from == '#' ? put_decimal(to, reg->at[d]) : put_offset(to, reg->at[d]);
		if (d + 1 < GPCD_RULE_DIMS && dim[d + 1].count)
			d++;
	}
	*to = '\0';
	return to - name;
}

unsigned int gpcd_reg_name(const struct gpcd_reg *reg, char name[GPCD_NAME_MAX])
{
	return put_reg_name(reg, reg->rule->name, reg->rule->flags & GPCD_RULE_VERBATIM, name);
}
EXPORT_SYMBOL_GPL(gpcd_reg_name);

unsigned int gpcd_reg_also(const struct gpcd_reg *reg, char name[GPCD_NAME_MAX])
{
	return put_reg_name(reg, reg->rule->also ? reg->rule->also : "", 0, name);
}

/* Matching */

/* Return the end of the set that opens at *glob, or NULL if it is not closed. */
static const char *set_end(const char *glob)
{
	glob += glob[1] == '!' ? 2 : 1;
	if (*glob == ']')
		glob++;
	while (*glob && *glob != ']')
		glob++;
	return *glob ? glob : NULL;
}

/* Compare as unsigned: whether a plain char has a sign depends on the compiler. */
static int in_range(char c, char first, char last)
{
	unsigned char at = gpcd_lower(c);

	return at >= (unsigned char)gpcd_lower(first) && at <= (unsigned char)gpcd_lower(last);
}

static int set_has(const char *glob, const char *end, char c)
{
	int negated = glob[1] == '!';
	int found = 0;

	for (glob += 1 + negated; glob < end; glob++) {
		if (glob[1] == '-' && glob + 2 < end) {
			found |= in_range(c, glob[0], glob[2]);
			glob += 2;
		} else {
			found |= gpcd_lower(c) == gpcd_lower(*glob);
		}
	}
	return found != negated;
}

/* Match one character. Return where the pattern continues, or NULL. */
static const char *match_one(const char *glob, char c)
{
	const char *end = *glob == '[' ? set_end(glob) : NULL;

	if (*glob == '\\' && glob[1])
		return gpcd_lower(glob[1]) == gpcd_lower(c) ? glob + 2 : NULL;
	if (end)
		return set_has(glob, end, c) ? end + 1 : NULL;
	if (*glob && (*glob == '?' || gpcd_lower(*glob) == gpcd_lower(c)))
		return glob + 1;
	return NULL;
}

static int glob_match(const char *glob, const char *text)
{
	const char *star = NULL, *retry = NULL, *next;

	while (*text) {
		if (*glob == '*') {
			star = ++glob;
			retry = text;
			continue;
		}
		next = match_one(glob, *text);
		if (next) {
			glob = next;
			text++;
		} else if (star) {
			glob = star;
			text = ++retry;
		} else {
			return 0;
		}
	}
	while (*glob == '*')
		glob++;
	return !*glob;
}

static int has_colon(const char *glob)
{
	while (*glob && *glob != ':')
		glob++;
	return *glob == ':';
}

int gpcd_reg_match(const struct gpcd_reg *reg, const char *glob)
{
	char name[GPCD_NAME_MAX];

	gpcd_reg_name(reg, name);
	if (glob_match(glob, name))
		return 1;
	return has_colon(glob) && gpcd_reg_also(reg, name) && glob_match(glob, name);
}
EXPORT_SYMBOL_GPL(gpcd_reg_match);

/* A register that only the kernel knows has no row and column. */
static int in_tile(const struct gpcd_reg *reg)
{
	return reg->rule->block->needs == GPCD_MAY_ROUTER && reg->rule->dim[0].count;
}

int gpcd_reg_wanted(const struct gpcd_reg *reg, const struct gpcd_query *query)
{
	const struct gpcd_rule *rule = reg->rule;

	if (query->kind >= 0 && query->kind != rule->kind)
		return 0;
	if (query->row >= 0 && (!in_tile(reg) || query->row != reg->at[0]))
		return 0;
	if (query->column >= 0 && (!in_tile(reg) || query->column != reg->at[1]))
		return 0;
	if (query->block && !glob_match(query->block, rule->block->name))
		return 0;
	return !query->name || gpcd_reg_match(reg, query->name);
}

/* Fields */

const struct gpcd_field *gpcd_reg_field(const struct gpcd_reg *reg, const char *name)
{
	const struct gpcd_field *field;
	unsigned int f;

	for (f = 0; f < reg->rule->nfields; f++) {
		field = &reg->rule->fields[f];
		if (gpcd_text_equal(field->name, name))
			return field;
	}
	return NULL;
}
EXPORT_SYMBOL_GPL(gpcd_reg_field);

__u64 gpcd_reg_write_mask(const struct gpcd_reg *reg)
{
	const struct gpcd_rule *rule = reg->rule;
	__u64 mask = 0;
	unsigned int i;

	if (rule->kind != GPCD_KIND_SETUP || !rule->nfields)
		return gpcd_width_mask(rule->width);
	for (i = 0; i < rule->nfields; i++)
		mask |= gpcd_width_mask(rule->fields[i].width) << rule->fields[i].lsb;
	return mask;
}
EXPORT_SYMBOL_GPL(gpcd_reg_write_mask);

/* Names of kinds and units */

const char *gpcd_kind_name(unsigned int kind)
{
	static const char *const names[GPCD_KINDS] = {
		[GPCD_KIND_COUNTER] = "counter",
		[GPCD_KIND_GAUGE] = "gauge",
		[GPCD_KIND_PACKED] = "packed",
		[GPCD_KIND_STICKY] = "sticky",
		[GPCD_KIND_SETUP] = "set-up",
		[GPCD_KIND_CONTROL] = "control",
		[GPCD_KIND_SATURATING] = "saturating",
	};

	return kind < GPCD_KINDS ? names[kind] : "unknown";
}
EXPORT_SYMBOL_GPL(gpcd_kind_name);

const char *gpcd_unit_name(unsigned int unit)
{
	static const char *const names[GPCD_UNITS] = {
		[GPCD_UNIT_UNKNOWN] = "unknown",
		[GPCD_UNIT_NONE] = "none",
		[GPCD_UNIT_PHITS] = "phits",
		[GPCD_UNIT_FLITS] = "flits",
		[GPCD_UNIT_PACKETS] = "packets",
		[GPCD_UNIT_BYTES] = "bytes",
		[GPCD_UNIT_EVENTS] = "events",
		[GPCD_UNIT_ERRORS] = "errors",
		[GPCD_UNIT_ROUTER_CYCLES] = "router cycles",
		[GPCD_UNIT_LINK_CYCLES] = "link cycles",
		[GPCD_UNIT_NIC_CYCLES] = "NIC cycles",
		[GPCD_UNIT_RESPONSE_TICKS] = "response ticks",
		[GPCD_UNIT_CYCLES] = "cycles",
		[GPCD_UNIT_MESSAGES] = "messages",
		[GPCD_UNIT_BITS] = "bits",
		[GPCD_UNIT_CODE_WORDS] = "code words",
		[GPCD_UNIT_WORDS] = "words of 4 bytes",
		[GPCD_UNIT_LONG_FLITS] = "flits of 8 bytes",
		[GPCD_UNIT_CELLS] = "cells",
		[GPCD_UNIT_CREDITS] = "credits",
		[GPCD_UNIT_OBJECTS] = "objects",
		[GPCD_UNIT_PERCENT] = "percent",
		[GPCD_UNIT_TICKS] = "ticks",
		[GPCD_UNIT_MICROSECONDS] = "microseconds",
		[GPCD_UNIT_MILLISECONDS] = "milliseconds",
		[GPCD_UNIT_SECONDS] = "seconds",
	};

	return unit < GPCD_UNITS ? names[unit] : "unknown";
}
EXPORT_SYMBOL_GPL(gpcd_unit_name);
