/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libgm beside libgm-profile: its own messages are not the program's, and before a sample the
 * program's are to be in the registers. Without libgm-profile there is nothing to do.
 */
#ifndef GM_OWN_H
#define GM_OWN_H

/** own_begin() - the thread's calls of MPI are libgm's until own_end(); returns anything */
int own_begin(void);

/** own_end() - the end of that; @begun is not looked at */
void own_end(int *begun);

/** own_flush() - have what the program sent counted: 0, or a negative errno */
int own_flush(void);

/** OWN_CALLS - a variable: until the function returns, its calls of MPI are libgm's */
#define OWN_CALLS int own_calls __attribute__((cleanup(own_end))) = own_begin()

#endif /* GM_OWN_H */
