/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What libgm does when libgm-profile is in the same process: libgm's own messages must not count as
 * the program's, and before a sample the program's messages must be in the registers. Without
 * libgm-profile these functions do nothing.
 */
#ifndef GM_OWN_H
#define GM_OWN_H

/** own_begin() - do not count this thread's MPI calls until own_end(); the result has no meaning */
int own_begin(void);

/** own_end() - count this thread's MPI calls again; @begun is not used */
void own_end(int *begun);

/** own_flush() - wait until the registers have what the program sent; as gm_profile_flush() */
int own_flush(void);

/** OWN_CALLS - declare a variable that brackets the function with own_begin() and own_end() */
#define OWN_CALLS int own_calls __attribute__((cleanup(own_end))) = own_begin()

#endif /* GM_OWN_H */
