// SPDX-License-Identifier: LGPL-2.1-or-later
/* PAPI's calls about components: the registers are an additional one, after PAPI's own. */
#include <string.h>

#include "component.h"
#include "event.h"
#include "next/next.h"
#include "sets.h"

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
