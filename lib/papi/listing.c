// SPDX-License-Identifier: LGPL-2.1-or-later
/* Registers for programs that list events. */
#include <stdio.h>
#include <string.h>

#include "component.h"
#include "device.h"
#include "event.h"
#include "listing.h"

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
	if (rule->unit != GPCD_UNIT_UNKNOWN && (!field || field->kind == GPCD_KIND_COUNTER))
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
