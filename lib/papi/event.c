// SPDX-License-Identifier: LGPL-2.1-or-later
/* Registers as PAPI's events: their names and codes. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "component.h"
#include "device.h"
#include "event.h"

#define COMPONENT	COMPONENT_NAME ":::"
#define TILE		"AR_RTR_"
#define PTILE		TILE "PT_"
#define DIGITS		"0123456789"

/* Return the length of "r_c_" at the beginning of a text, or 0 if it does not begin so. */
static int tile_length(const char *text)
{
	size_t row = strspn(text, DIGITS), column;

	if (text[row] != '_')
		return 0;
	column = strspn(text + row + 1, DIGITS);
	return text[row + 1 + column] == '_' ? row + column + 2 : 0;
}

/* Write a name in libgpcd's form. Return false if it is too long. */
static bool name_bare(const char *name, char bare[PAPI_MAX_STR_LEN])
{
	int length, tile;

	if (!strncasecmp(name, COMPONENT, strlen(COMPONENT)))
		name += strlen(COMPONENT);
	if (!strncasecmp(name, PTILE, strlen(PTILE))) {
		name += strlen(PTILE);
		tile = tile_length(name);
		length = snprintf(bare, PAPI_MAX_STR_LEN, TILE "%.*sPT_%s", tile, name,
				  name + tile);
	} else {
		length = snprintf(bare, PAPI_MAX_STR_LEN, "%s", name);
	}
	return length < PAPI_MAX_STR_LEN;
}

/* Return whether any chip has such a register. */
static bool name_is_known(const char *bare)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;

	for (unsigned int chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++)
		if (!gpcd_resolve(chip, bare, &reg, &field))
			return true;
	return false;
}

int event_find(const char *name, int *code)
{
	const struct gpcd_field *field;
	char bare[PAPI_MAX_STR_LEN];
	struct gpcd_reg reg;
	struct gpcd *dev;
	int err;

	if (!name || component_is_off() || !name_bare(name, bare) || !name_is_known(bare))
		return PAPI_ENOEVNT;
	err = device_get(&dev);
	if (err)
		return device_error(err);
	if (gpcd_resolve(gpcd_chip(dev), bare, &reg, &field))
		return PAPI_ENOEVNT;
	*code = event_code(&reg, field ? 1 + field - reg.rule->fields : 0);
	return PAPI_OK;
}

int event_reg(int code, struct gpcd_reg *reg, unsigned int *field)
{
	unsigned int number = code - EVENT_FIRST;
	struct gpcd *dev;
	int err = device_get(&dev);

	if (err)
		return device_error(err);
	*field = number & ((1 << EVENT_FIELD_BITS) - 1);
	if (!event_is_register(code) ||
	    gpcd_catalogue_at(gpcd_chip(dev), number >> EVENT_FIELD_BITS, reg) ||
	    *field > reg->rule->nfields)
		return PAPI_ENOEVNT;
	return PAPI_OK;
}

bool event_counts(const struct gpcd_reg *reg, unsigned int field)
{
	unsigned int kind = field ? reg->rule->fields[field - 1].kind : reg->rule->kind;

	return kind == GPCD_KIND_COUNTER;
}

void event_write(const struct gpcd_reg *reg, unsigned int field, char name[PAPI_MAX_STR_LEN])
{
	unsigned int length = gpcd_reg_name(reg, name);

	if (field)
		snprintf(name + length, PAPI_MAX_STR_LEN - length, ":%s",
			 reg->rule->fields[field - 1].name);
}

int event_name(int code, char name[PAPI_MAX_STR_LEN])
{
	struct gpcd_reg reg;
	unsigned int field;
	int err = event_reg(code, &reg, &field);

	if (!err)
		event_write(&reg, field, name);
	return err;
}

int event_help(const struct gpcd_rule *rule, char help[PAPI_HUGE_STR_LEN])
{
	return snprintf(help, PAPI_HUGE_STR_LEN, "%s%s", rule->help,
			rule->flags & GPCD_RULE_INFERRED ? " (inferred from the name)" : "");
}
