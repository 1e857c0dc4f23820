// SPDX-License-Identifier: LGPL-2.1-or-later
/* Accounts for the memory that a state takes. */
#include "gm/gm.h"

void gm_hold(struct gm *gm, size_t bytes)
{
	gm->held += bytes;
	if (gm->held > gm->peak)
		gm->peak = gm->held;
}

void gm_release(struct gm *gm, size_t bytes)
{
	gm->held -= bytes;
}

size_t gemini_memory(const gemini_state_t *state, size_t *peak)
{
	if (peak)
		*peak = state->gm ? state->gm->peak : 0;
	return state->gm ? state->gm->held : 0;
}
