// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tracepoints of the module, defined once; see docs/ABI/tracefs-gpcd.
 */
#define CREATE_TRACE_POINTS
#include "core/trace.h"
