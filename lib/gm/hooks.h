/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Functions that libgm calls if the process has libgm-profile, which defines and exports them. Any
 * thread may call them.
 */
#ifndef GM_HOOKS_H
#define GM_HOOKS_H

#pragma GCC visibility push(default)

/*
 * Begin (1) or end (-1) a section in which this thread's MPI calls are not counted. Sections may be
 * nested.
 */
void gm_profile_quiet(int change);

/*
 * Wait until the simulator has written what this rank sent into the registers. Returns 0, also if
 * there is no simulator, or a negative errno if the registers are not up to date.
 */
int gm_profile_flush(void);

#pragma GCC visibility pop

#endif /* GM_HOOKS_H */
