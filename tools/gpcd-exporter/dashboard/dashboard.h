/* SPDX-License-Identifier: GPL-2.0-only */
/* Dashboards for Grafana, made of the metrics as the exporter exports them. */
#ifndef DASHBOARD_DASHBOARD_H
#define DASHBOARD_DASHBOARD_H

#include "cli/words.h"

/* Families of devices that have a dashboard. */
enum dashboard {
	DASHBOARD_ROUTERS,
	DASHBOARD_SLINGSHOT,
	DASHBOARD_RDMA,
	DASHBOARD_ETHERNET,
	DASHBOARDS,
};

/* Their names. */
extern const struct words dashboard_names;

/*
 * Print the dashboard of a family: a row for each of its sets of metrics, a panel for each metric
 * that is exported by default. Returns an exit code, after reporting any error.
 */
int dashboard_print(enum dashboard which);

#endif /* DASHBOARD_DASHBOARD_H */
