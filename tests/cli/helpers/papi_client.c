// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that knows only PAPI:
 *
 *	papi_client EVENT...
 *
 * Count until the first event has moved, or for two minutes; print a line per event. It reads
 * often, as a long-running program does.
 */
#include <papi.h>
#include <stdio.h>
#include <unistd.h>

#define EVENTS	16
#define TURNS	12000

static int fail(const char *what, int err)
{
	printf("%s: %s\n", what, PAPI_strerror(err));
	return 1;
}

int main(int argc, char **argv)
{
	long long value[EVENTS] = { 0 };
	int set = PAPI_NULL, err, i;

	err = PAPI_library_init(PAPI_VER_CURRENT);
	if (err != PAPI_VER_CURRENT)
		return fail("PAPI_library_init", err);
	err = PAPI_create_eventset(&set);
	for (i = 1; i < argc && i <= EVENTS && !err; i++)
		err = PAPI_add_named_event(set, argv[i]);
	if (err)
		return fail(argv[i - 1], err);
	err = PAPI_start(set);
	for (i = 0; i < TURNS && !err && !value[0]; i++) {
		usleep(10000);
		err = PAPI_read(set, value);
	}
	if (!err)
		err = PAPI_stop(set, value);
	if (err)
		return fail("counting", err);
	for (i = 1; i < argc; i++)
		printf("%s %lld\n", argv[i], value[i - 1]);
	PAPI_shutdown();
	return 0;
}
