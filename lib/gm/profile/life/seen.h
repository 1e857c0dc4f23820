/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program whose MPI calls pass by libgm-profile, or that makes none, has no table. So that its
 * user learns why, the process that gm-profile has started says so at its end, unless one of the
 * processes that it started, on this machine, called MPI_Init() under libgm-profile: the program
 * may be a script.
 *
 * gm-profile leaves its process, which becomes that of the program, and the program's name in
 * GM_PROFILE_ROOT: "PID NAME". Processes send that process a datagram.
 */
#ifndef GM_PROFILE_SEEN_H
#define GM_PROFILE_SEEN_H

/** seen_mark() - note that this process has called MPI_Init(); any number of times */
void seen_mark(void);

#endif /* GM_PROFILE_SEEN_H */
