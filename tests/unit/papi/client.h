/* SPDX-License-Identifier: GPL-2.0-only */
/* What a PAPI program does, for tests: our calls and PAPI itself in one program. */
#ifndef TESTS_UNIT_PAPI_CLIENT_H
#define TESTS_UNIT_PAPI_CLIENT_H

#include <papi.h>

#include "mark.h"

/* Check PAPI's result; a failure prints its name. */
#define papi_is(call, code) do {						\
	int result_ = (call);							\
										\
	ck_assert_msg(result_ == (code), #call " is %d (%s), not " #code,	\
		      result_, result_ > 0 ? "a number" : PAPI_strerror(result_));	\
} while (0)

static inline int client_begin(void)
{
	int set = PAPI_NULL;

	papi_is(PAPI_library_init(PAPI_VER_CURRENT), PAPI_VER_CURRENT);
	papi_is(PAPI_create_eventset(&set), PAPI_OK);
	return set;
}

static inline int client_code(const char *name)
{
	int code;

	papi_is(PAPI_event_name_to_code(name, &code), PAPI_OK);
	return code;
}

#endif /* TESTS_UNIT_PAPI_CLIENT_H */
