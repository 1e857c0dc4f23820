// SPDX-License-Identifier: LGPL-2.1-or-later
/* Registers as PAPI's events: their names and codes. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "device.h"
#include "event.h"

/* --- names and codes --- */

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

/* Return whether any known chip has such a register. */
static bool chip_has(const char *bare)
{
	unsigned int chip = gpcd_chip_next(GPCD_CHIP_NONE);
	const struct gpcd_field *field;
	struct gpcd_reg reg;

	while (chip != GPCD_CHIP_NONE && gpcd_resolve(chip, bare, &reg, &field))
		chip = gpcd_chip_next(chip);
	return chip != GPCD_CHIP_NONE;
}

/* A chip that its driver describes is known while the device is open. */
static bool name_is_known(const char *bare)
{
	struct gpcd *dev;

	return chip_has(bare) || (device_is_named() && !device_get(&dev) && chip_has(bare));
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

	return gpcd_kind_counts(kind);
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

/* --- listing --- */

/* Store the code of the first register from an index of the catalogue on that is no alias. */
static int register_from(unsigned int index, int *code)
{
	struct gpcd_reg reg;
	struct gpcd *dev;
	int err = device_get(&dev);

	if (err)
		return device_error(err);
	for (; !gpcd_catalogue_at(gpcd_chip(dev), index, &reg); index++) {
		if (reg.rule->flags & GPCD_RULE_ALIAS)
			continue;
		*code = event_code(&reg, 0);
		return PAPI_OK;
	}
	return PAPI_ENOEVNT;
}

int listing_step(int *code, int modifier)
{
	struct gpcd_reg reg;
	unsigned int field;
	int err;

	if (modifier == PAPI_ENUM_FIRST)
		return register_from(0, code);
	if (!event_is_register(*code))
		return PAPI_EINVAL;
	err = event_reg(*code, &reg, &field);
	if (err)
		return err;
	if (modifier == PAPI_ENUM_EVENTS)
		return register_from(reg.index + 1, code);
	if (modifier != PAPI_NTV_ENUM_UMASKS)
		return PAPI_EINVAL;
	if (field == reg.rule->nfields)
		return PAPI_ENOEVNT;
	*code = event_code(&reg, field + 1);
	return PAPI_OK;
}

/*
 * PAPI's programs look for the description of a unit mask after "masks:". A field that does not
 * count has no unit.
 */
static void help_write(PAPI_event_info_t *info, const struct gpcd_rule *rule,
		       const struct gpcd_field *field)
{
	int length = event_help(rule, info->long_descr);

	snprintf(info->short_descr, sizeof(info->short_descr), "%.*s",
		 (int)sizeof(info->short_descr) - 1, rule->help);
	if (rule->unit != GPCD_UNIT_UNKNOWN && (!field || gpcd_kind_counts(field->kind)))
		snprintf(info->units, sizeof(info->units), "%s", gpcd_unit_name(rule->unit));
	if (field)
		snprintf(info->long_descr + length, sizeof(info->long_descr) - length,
			 " masks:bits %u to %u", field->lsb, field->lsb + field->width - 1);
}

int listing_describe(int code, PAPI_event_info_t *info)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;
	unsigned int number;
	bool counts;
	int err = event_reg(code, &reg, &number);

	if (err)
		return err;
	field = number ? &reg.rule->fields[number - 1] : NULL;
	counts = event_counts(&reg, number);
	memset(info, 0, sizeof(*info));
	info->event_code = code;
	event_write(&reg, number, info->symbol);
	help_write(info, reg.rule, field);
	info->component_index = component_index();
	info->location = PAPI_LOCATION_UNCORE;
	info->data_type = PAPI_DATATYPE_UINT64;
	info->value_type = counts ? PAPI_VALUETYPE_RUNNING_SUM : PAPI_VALUETYPE_ABSOLUTE;
	info->timescope = counts ? PAPI_TIMESCOPE_SINCE_START : PAPI_TIMESCOPE_POINT;
	return PAPI_OK;
}
