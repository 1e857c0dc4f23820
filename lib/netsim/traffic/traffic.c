// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdlib.h>

#include "traffic.h"

/* Every generator is one allocation. */
void traffic_free(struct net_traffic *traffic)
{
	free(traffic->context);
	traffic->context = NULL;
}
