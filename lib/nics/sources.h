/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rows of nic_sources (sources/list.c). */
#ifndef NICS_SOURCES_H
#define NICS_SOURCES_H

#include "nic.h"

extern const struct nic_source nic_source_cxi;
extern const struct nic_source nic_source_rdma;
extern const struct nic_source nic_source_net;
extern const struct nic_source nic_source_counters;

#endif /* NICS_SOURCES_H */
