/* SPDX-License-Identifier: GPL-2.0-only */
/* Probe times as text: CSV with the heading PROBES_HEAD and a line for each probe. */
#ifndef CLI_PROBES_H
#define CLI_PROBES_H

#include <stdio.h>

#include "model/fit.h"
#include "netsim/probe/probe.h"

/* The first line. */
#define PROBES_HEAD	"probe,bytes,count,delay_ns,time_ns,low_ns,high_ns"

/* Most probes that are read. */
#define PROBES_MOST	1024

/* Write the time of a probe as a line; check @file for errors. */
void probes_write(FILE *file, const struct probe *probe, const struct fit_value *time);

/* Probes and their times, as read from a text. */
struct probes {
	struct fit_probe list[PROBES_MOST];
	size_t count;
	unsigned long line; /* after an error: number of the wrong line, from 1 */
};

/*
 * Read probe times to the end of @file. Return NULL, or what is wrong in line @probes->line, for
 * the end of a message.
 */
const char *probes_read(FILE *file, struct probes *probes);

#endif /* CLI_PROBES_H */
