// SPDX-License-Identifier: LGPL-2.1-or-later
/* PAPI's calls: answered here for registers, otherwise by PAPI. */
#include <string.h>

#include "device.h"
#include "event.h"
#include "next/next.h"
#include "sde.h"
#include "set.h"

/* --- components: the registers are an additional one, after PAPI's own --- */

int PAPI_num_components(void)
{
	return component_index() + 1;
}

const PAPI_component_info_t *PAPI_get_component_info(int cidx)
{
	return cidx == component_index() ? component_info() : NEXT(PAPI_get_component_info)(cidx);
}

int PAPI_get_component_index(const char *name)
{
	if (!name)
		return PAPI_EINVAL;
	return strcmp(name, COMPONENT_NAME) ? NEXT(PAPI_get_component_index)(name) :
					      component_index();
}

int PAPI_num_cmp_hwctrs(int cidx)
{
	return cidx == component_index() ? component_info()->num_cntrs :
					   NEXT(PAPI_num_cmp_hwctrs)(cidx);
}

int PAPI_get_event_component(int EventCode)
{
	return event_is_register(EventCode) ? component_index() :
					      NEXT(PAPI_get_event_component)(EventCode);
}

int PAPI_get_eventset_component(int EventSet)
{
	return sets_find(EventSet) ? component_index() :
				     NEXT(PAPI_get_eventset_component)(EventSet);
}

/* As in PAPI, a set that has a component keeps it until it is cleaned up. */
int PAPI_assign_eventset_component(int EventSet, int cidx)
{
	int own;

	if (sets_find(EventSet))
		return PAPI_EINVAL;
	if (cidx != component_index())
		return NEXT(PAPI_assign_eventset_component)(EventSet, cidx);
	if (!NEXT(PAPI_is_initialized)())
		return PAPI_ENOINIT;
	own = NEXT(PAPI_get_eventset_component)(EventSet);
	if (own != PAPI_ENOCMP)
		return own < 0 ? own : PAPI_EINVAL;
	return sets_assign(EventSet);
}

/* --- names and codes --- */

int PAPI_event_name_to_code(const char *in, int *out)
{
	int err = sde_register(in);

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
	int code, err = sde_register(EventName);

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

/* --- event sets --- */

int PAPI_add_event(int EventSet, int EventCode)
{
	int events;

	if (!event_is_register(EventCode))
		return sets_find(EventSet) ? PAPI_ECNFLCT :
					     NEXT(PAPI_add_event)(EventSet, EventCode);
	if (!NEXT(PAPI_is_initialized)())
		return PAPI_ENOINIT;
	events = NEXT(PAPI_num_events)(EventSet);
	if (events)
		return events < 0 ? events : PAPI_ECNFLCT;
	return sets_add(EventSet, EventCode);
}

int PAPI_add_named_event(int EventSet, const char *EventName)
{
	int code, err = PAPI_event_name_to_code(EventName, &code);

	return err ? err : PAPI_add_event(EventSet, code);
}

int PAPI_remove_event(int EventSet, int EventCode)
{
	struct set *set = sets_find(EventSet);

	return set ? set_remove(set, EventCode) : NEXT(PAPI_remove_event)(EventSet, EventCode);
}

int PAPI_remove_named_event(int EventSet, const char *EventName)
{
	int code, err = PAPI_event_name_to_code(EventName, &code);

	return err ? err : PAPI_remove_event(EventSet, code);
}

/*
 * As in PAPI: return an error if the first event fails, else the number of events before one
 * failed.
 */
static int each_event(int (*call)(int EventSet, int EventCode), int set, const int *codes,
		      int number)
{
	int err = PAPI_OK, i;

	if (!codes || number <= 0)
		return PAPI_EINVAL;
	for (i = 0; i < number && !err; i++)
		err = call(set, codes[i]);
	return err && i > 1 ? i - 1 : err;
}

int PAPI_add_events(int EventSet, int *Events, int number)
{
	return each_event(PAPI_add_event, EventSet, Events, number);
}

int PAPI_remove_events(int EventSet, int *Events, int number)
{
	return each_event(PAPI_remove_event, EventSet, Events, number);
}

int PAPI_num_events(int EventSet)
{
	const struct set *set = sets_find(EventSet);

	return set ? (int)set->count : NEXT(PAPI_num_events)(EventSet);
}

/* As in PAPI: *number is the room in Events on entry, and the number of events on return. */
int PAPI_list_events(int EventSet, int *Events, int *number)
{
	const struct set *set = sets_find(EventSet);
	int room;

	if (!set)
		return NEXT(PAPI_list_events)(EventSet, Events, number);
	if (!number || *number < 0 || (*number && !Events))
		return PAPI_EINVAL;
	room = *number;
	*number = set->count;
	if (room > *number)
		room = *number;
	if (room)
		memcpy(Events, set->code, room * sizeof(*Events));
	return PAPI_OK;
}

int PAPI_state(int EventSet, int *status)
{
	const struct set *set = sets_find(EventSet);

	if (!set)
		return NEXT(PAPI_state)(EventSet, status);
	if (!status)
		return PAPI_EINVAL;
	*status = set->running ? PAPI_RUNNING : PAPI_STOPPED;
	return PAPI_OK;
}

int PAPI_start(int EventSet)
{
	struct set *set = sets_find(EventSet);

	return set ? set_start(set) : NEXT(PAPI_start)(EventSet);
}

static int values_give(const struct set *set, int err, long long *values)
{
	if (!err && values)
		memcpy(values, set->value, set->count * sizeof(*values));
	return err;
}

int PAPI_stop(int EventSet, long long *values)
{
	struct set *set = sets_find(EventSet);

	return set ? values_give(set, set_stop(set), values) : NEXT(PAPI_stop)(EventSet, values);
}

int PAPI_read(int EventSet, long long *values)
{
	struct set *set = sets_find(EventSet);

	if (!set)
		return NEXT(PAPI_read)(EventSet, values);
	return values ? values_give(set, set_read(set), values) : PAPI_EINVAL;
}

int PAPI_read_ts(int EventSet, long long *values, long long *cyc)
{
	struct set *set = sets_find(EventSet);
	int err;

	if (!set)
		return NEXT(PAPI_read_ts)(EventSet, values, cyc);
	if (!values || !cyc)
		return PAPI_EINVAL;
	err = values_give(set, set_read(set), values);
	if (!err)
		*cyc = NEXT(PAPI_get_real_cyc)();
	return err;
}

int PAPI_accum(int EventSet, long long *values)
{
	struct set *set = sets_find(EventSet);

	if (!set)
		return NEXT(PAPI_accum)(EventSet, values);
	return values ? set_take(set, values) : PAPI_EINVAL;
}

int PAPI_reset(int EventSet)
{
	struct set *set = sets_find(EventSet);

	return set ? set_reset(set) : NEXT(PAPI_reset)(EventSet);
}

int PAPI_cleanup_eventset(int EventSet)
{
	const struct set *set = sets_find(EventSet);

	if (set && set->running)
		return PAPI_EISRUN;
	sets_remove(EventSet);
	return NEXT(PAPI_cleanup_eventset)(EventSet);
}

int PAPI_destroy_eventset(int *EventSet)
{
	const struct set *set = EventSet ? sets_find(*EventSet) : NULL;

	if (set && set->count)
		return set->running ? PAPI_EISRUN : PAPI_EINVAL;
	if (set)
		sets_remove(*EventSet);
	return NEXT(PAPI_destroy_eventset)(EventSet);
}

void PAPI_shutdown(void)
{
	NEXT(PAPI_shutdown)();
	sets_remove_all();
	sde_end();
	device_drop();
}
