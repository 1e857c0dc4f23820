/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Times of probes as text, a line each: CSV with the heading PROBES_HEAD.
 */
#ifndef CLI_PROBES_H
#define CLI_PROBES_H

#include <stdio.h>

#include "model/fit.h"
#include "netsim/probe/probe.h"

/** PROBES_HEAD - the first line */
#define PROBES_HEAD	"probe,bytes,count,delay_ns,time_ns,low_ns,high_ns"

/** PROBES_MOST - most probes that are read */
#define PROBES_MOST	1024

/**
 * probes_write() - write the time of a probe as a line
 * @file: where to write it; an error stays with it
 * @probe: the probe
 * @time: its time
 */
void probes_write(FILE *file, const struct probe *probe, const struct fit_value *time);

/**
 * struct probes - probes with their times, as a text has them
 * @list: the probes
 * @count: how many
 * @line: after an error the line that is wrong, from 1 on
 */
struct probes {
	struct fit_probe list[PROBES_MOST];
	size_t count;
	unsigned long line;
};

/**
 * probes_read() - read times of probes
 * @file: where to read them, to its end
 * @probes: filled in
 *
 * Return: NULL, or what is wrong in line @probes->line, to end a message with.
 */
const char *probes_read(FILE *file, struct probes *probes);

#endif /* CLI_PROBES_H */
