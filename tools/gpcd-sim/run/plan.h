/* SPDX-License-Identifier: GPL-2.0-only */
/* What a run of gpcd-sim is asked for. */
#ifndef SIM_RUN_PLAN_H
#define SIM_RUN_PLAN_H

#include "machine/simulate.h"
#include "run.h"

/* The arguments. */
struct plan {
	struct machine machine;
	struct workload workload;
	struct damage damage; /* failures during the run */
	struct drive drive; /* images of the chips */
	struct sampler sampler; /* recording */
	struct net_config config; /* choices of the engines; the fabric is set later */
	struct routing_choice choice;
	bool flow; /* use the flow engine */
	uint64_t turnaround; /* for config, in cycles */
	uint64_t ns; /* simulated time; 0: until everything has arrived */
	bool drain; /* then continue until everything has arrived */
	bool links; /* print a table of all links */
	bool offered; /* print a table of what is offered to them */
	bool ranks; /* print a table of ranks */
	bool latency; /* print a table of latencies */
	bool processes; /* print a table of processes */
	struct pick pick;
	struct picture picture; /* picture of all links */
	struct windows windows; /* page of all links over time */
	const char *latency_svg; /* path of a picture of latencies, or NULL */
};

extern const struct options plan_options;

/* Find what is true of a run, as FACT_ bits. */
unsigned int plan_facts(const struct plan *plan);

/* Check options that depend on the machine. Report any error and return the exit code. */
int plan_check(const struct plan *plan);

#endif /* SIM_RUN_PLAN_H */
