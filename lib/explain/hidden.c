// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * End points that a worse one hides: senders whose packets wait for the worse one send less to
 * others, too, so that a second NIC that is sent too much is no longer full.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "network.h"

/* A hidden end point takes this much of what it can, and so many times the usual. */
#define TAKES		0.5
#define UNUSUAL		3

/* Its tiles wait for it this much of the time, of what they do for a full one. */
#define HOLDS		0.08

/* A sender shows by the link that it fills, so its chip may have a hidden end point, too. */
static bool is_found(const struct explain_findings *findings, uint32_t host)
{
	for (size_t i = 0; i < findings->count; i++) {
		if (findings->list[i].full == host)
			return true;
	}
	return false;
}

/* Add the end point of a host link, if it takes much more than usual. */
static int hidden_add(struct explain *explain, const struct explain_counts *counts, uint32_t host,
		      double usual, struct explain_findings *findings)
{
	double can = explain->machine->nic_packets;
	double taken = explain_taken(explain, counts, explain->machine->links[host].from);
	struct explain_finding finding;

	if (!(taken > TAKES * can) || !(taken > UNUSUAL * usual) ||
	    !(counts[host].credit > HOLDS * explain_nic_full(explain->machine)) ||
	    is_found(findings, host))
		return 0;
	explain_describe(explain, counts, host, &finding);
	finding.kind = EXPLAIN_END_POINT;
	finding.minor = true;
	finding.sure = taken / can / 2;
	finding.counts.packets = taken;
	finding.counts.use = taken / can;
	return explain_add(findings, &finding, host);
}

int explain_hidden(struct explain *explain, const struct explain_counts *counts,
		   struct explain_findings *findings)
{
	const struct explain_machine *machine = explain->machine;
	double *taken = calloc(machine->chips + 1, sizeof(*taken)), usual;
	int err = 0;

	if (!taken)
		return -ENOMEM;
	for (uint32_t chip = 0; chip < machine->chips; chip++)
		taken[chip] = explain_taken(explain, counts, chip);
	usual = explain_quantile(taken, machine->chips, EXPLAIN_MEDIAN);
	free(taken);
	for (uint32_t i = 0; i < machine->count && !err; i++) {
		if (explain_is_host(&machine->links[i]))
			err = hidden_add(explain, counts, i, usual, findings);
	}
	return err;
}
