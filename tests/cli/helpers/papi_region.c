// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program with PAPI's high-level calls, which counts what PAPI_EVENTS names, until it has read a
 * line.
 */
#include <papi.h>
#include <stdio.h>

int main(void)
{
	int err = PAPI_hl_region_begin("loop");

	getchar();
	if (!err)
		err = PAPI_hl_region_end("loop");
	if (err)
		printf("PAPI_hl_region: %s\n", PAPI_strerror(err));
	return err;
}
