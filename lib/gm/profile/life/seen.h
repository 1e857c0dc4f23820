/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program whose MPI calls bypass libgm-profile, or that makes none, gets no table. To explain
 * this to the user, the process that gm-profile started prints a message when it exits, unless it
 * or a process that it started on this machine has called MPI_Init() under libgm-profile: the
 * program may be a script.
 *
 * gm-profile stores its process id, which becomes the program's, and the program's name in
 * GM_PROFILE_ROOT: "PID NAME". Processes send that process a datagram.
 */
#ifndef GM_PROFILE_SEEN_H
#define GM_PROFILE_SEEN_H

/* Record that this process has called MPI_Init(); any number of times. */
void seen_mark(void);

#endif /* GM_PROFILE_SEEN_H */
