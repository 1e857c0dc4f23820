/* SPDX-License-Identifier: GPL-2.0-only */
/* A source that includes this is the part of the same name with counts of MPI_Count: form.h. */
#ifndef LARGE_H
#define LARGE_H

#include "gm/profile/call.h"

#if MPI_VERSION >= 4
#define FORM_LARGE
#endif

#endif /* LARGE_H */
