/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * MPI, whose calls are what this library exports: MPICH does not mark them as such. Open MPI has
 * its extensions in a header of their own.
 */
#ifndef GM_EXPORTED_H
#define GM_EXPORTED_H

#pragma GCC visibility push(default)
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#pragma GCC visibility pop

#endif /* GM_EXPORTED_H */
