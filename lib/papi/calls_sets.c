// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * PAPI's calls about event sets: those that have registers are served here, all else by PAPI. An
 * event set has either registers or events of PAPI's.
 */
#include <string.h>

#include "device.h"
#include "event.h"
#include "next/next.h"
#include "sde.h"
#include "set.h"
#include "sets.h"

int PAPI_add_event(int EventSet, int EventCode)
{
	int events;

	if (!event_is_register(EventCode))
		return sets_find(EventSet) ? PAPI_ECNFLCT :
					     NEXT(PAPI_add_event)(EventSet, EventCode);
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

/* As PAPI has it: an error if the first event fails, else how many were added before one did. */
int PAPI_add_events(int EventSet, int *Events, int number)
{
	int err = PAPI_OK, i;

	if (!Events || number <= 0)
		return PAPI_EINVAL;
	for (i = 0; i < number && !err; i++)
		err = PAPI_add_event(EventSet, Events[i]);
	return err && i > 1 ? i - 1 : err;
}

int PAPI_num_events(int EventSet)
{
	const struct set *set = sets_find(EventSet);

	return set ? (int)set->count : NEXT(PAPI_num_events)(EventSet);
}

/* As PAPI has it: *number is the room in Events, and then the number of events there are. */
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
	if (EventSet && sets_find(*EventSet))
		return sets_find(*EventSet)->running ? PAPI_EISRUN : PAPI_EINVAL;
	return NEXT(PAPI_destroy_eventset)(EventSet);
}

void PAPI_shutdown(void)
{
	NEXT(PAPI_shutdown)();
	sets_remove_all();
	sde_end();
	device_drop();
}
