/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What libgm asks of libgm-profile, if the process has it: libgm-profile defines and exports these
 * functions. Any thread may call them.
 */
#ifndef GM_HOOKS_H
#define GM_HOOKS_H

#pragma GCC visibility push(default)

/**
 * gm_profile_quiet() - begin or end a section in which this thread's MPI calls do not count
 * @change: 1 to begin, -1 to end; sections may be nested
 */
void gm_profile_quiet(int change);

/**
 * gm_profile_flush() - wait until the simulator has put what this rank sent into the registers
 *
 * Return: 0, also if there is no simulator; a negative errno if the registers are not up to date.
 */
int gm_profile_flush(void);

#pragma GCC visibility pop

#endif /* GM_HOOKS_H */
