/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * <mpi.h> with visible functions: this library exports wrappers of MPI's calls, and MPICH does not
 * mark its prototypes as visible. Open MPI has its extensions in a separate header.
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
