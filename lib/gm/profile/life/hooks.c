// SPDX-License-Identifier: LGPL-2.1-or-later
/* The functions of libgm-profile that libgm calls. */
#include "gm/hooks.h"
#include "gm/profile/call.h"
#include "gm/profile/tell/tell.h"

void gm_profile_quiet(int change)
{
	for (; change > 0; change--)
		call_enter();
	for (; change < 0; change++)
		call_leave();
}

int gm_profile_flush(void)
{
	return tell_flush();
}
