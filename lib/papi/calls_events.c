// SPDX-License-Identifier: LGPL-2.1-or-later
/* PAPI's calls about names and codes: answered here for registers, otherwise by PAPI. */
#include "component.h"
#include "event.h"
#include "listing.h"
#include "next/next.h"
#include "sde.h"

int PAPI_event_name_to_code(const char *in, int *out)
{
	int err = sde_tell(in);

	if (err || !out)
		return err ? err : PAPI_EINVAL;
	if (!NEXT(PAPI_is_initialized)())
		return PAPI_ENOINIT;
	err = event_find(in, out);
	return err == PAPI_ENOEVNT ? NEXT(PAPI_event_name_to_code)(in, out) : err;
}

int PAPI_event_code_to_name(int EventCode, char *out)
{
	if (!event_is_register(EventCode))
		return NEXT(PAPI_event_code_to_name)(EventCode, out);
	return out ? event_name(EventCode, out) : PAPI_EINVAL;
}

int PAPI_query_event(int EventCode)
{
	char name[PAPI_MAX_STR_LEN];

	if (!event_is_register(EventCode))
		return NEXT(PAPI_query_event)(EventCode);
	return event_name(EventCode, name);
}

int PAPI_query_named_event(const char *EventName)
{
	int code, err = sde_tell(EventName);

	if (err)
		return err;
	err = event_find(EventName, &code);
	return err == PAPI_ENOEVNT ? NEXT(PAPI_query_named_event)(EventName) : err;
}

/* Stay within the component of the code, as PAPI does. */
int PAPI_enum_event(int *EventCode, int modifier)
{
	if (!EventCode)
		return PAPI_EINVAL;
	return event_is_register(*EventCode) ? listing_step(EventCode, modifier) :
					       NEXT(PAPI_enum_event)(EventCode, modifier);
}

int PAPI_enum_cmp_event(int *EventCode, int modifier, int cidx)
{
	if (!EventCode)
		return PAPI_EINVAL;
	if (cidx != component_index())
		return event_is_register(*EventCode) ? PAPI_EINVAL :
			NEXT(PAPI_enum_cmp_event)(EventCode, modifier, cidx);
	if (component_is_off() || !IS_NATIVE(*EventCode))
		return PAPI_ENOCMP;
	return listing_step(EventCode, modifier);
}

int PAPI_get_event_info(int EventCode, PAPI_event_info_t *info)
{
	if (!event_is_register(EventCode))
		return NEXT(PAPI_get_event_info)(EventCode, info);
	return info ? listing_describe(EventCode, info) : PAPI_EINVAL;
}
