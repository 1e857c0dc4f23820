// SPDX-License-Identifier: GPL-2.0-only
#include "large.h"
#ifdef FORM_LARGE
#include "../sendrecv.c"
#endif
