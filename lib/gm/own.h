/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Cooperation of libgm with libgm-profile in the same process: libgm's own messages must not be
 * counted as the program's, and before a sample the program's messages must be in the registers.
 * Without libgm-profile these functions do nothing.
 */
#ifndef GM_OWN_H
#define GM_OWN_H

/* Do not count this thread's MPI calls until own_end(). The result has no meaning. */
int own_begin(void);

/* Count this thread's MPI calls again. @begun is unused. */
void own_end(int *begun);

/* Wait until the registers have what the program sent; as gm_profile_flush(). */
int own_flush(void);

/* Do not count the MPI calls of the enclosing function. */
#define OWN_CALLS int own_calls __attribute__((cleanup(own_end))) = own_begin()

#endif /* GM_OWN_H */
