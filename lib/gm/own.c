// SPDX-License-Identifier: LGPL-2.1-or-later
/* Cooperation of libgm with libgm-profile. */
#include "gm/hooks.h"
#include "gm/own.h"

/* Defined if the program runs under gm-profile. */
#pragma weak gm_profile_quiet
#pragma weak gm_profile_flush

int own_begin(void)
{
	if (gm_profile_quiet)
		gm_profile_quiet(1);
	return 0;
}

void own_end(int *begun)
{
	(void)begun;
	if (gm_profile_quiet)
		gm_profile_quiet(-1);
}

int own_flush(void)
{
	return gm_profile_flush ? gm_profile_flush() : 0;
}
