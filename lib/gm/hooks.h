/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What libgm asks of libgm-profile, where a process has it: it defines and exports these functions.
 * Any thread.
 */
#ifndef GM_HOOKS_H
#define GM_HOOKS_H

#pragma GCC visibility push(default)

/**
 * gm_profile_quiet() - the calling thread's calls of MPI are not the program's
 * @change: 1, and in the end -1; may be nested
 */
void gm_profile_quiet(int change);

/**
 * gm_profile_flush() - wait until the simulator has put what this rank sent into the registers
 *
 * Return: 0, also where there is no simulator, or a negative errno: the registers are not up to
 * date.
 */
int gm_profile_flush(void);

#pragma GCC visibility pop

#endif /* GM_HOOKS_H */
