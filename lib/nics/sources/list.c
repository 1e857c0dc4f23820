// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stddef.h>

#include "nics/sources.h"

const struct nic_source *const nic_sources[] = {
	&nic_source_cxi,
	&nic_source_rdma,
	&nic_source_net,
	&nic_source_counters,
	NULL
};
