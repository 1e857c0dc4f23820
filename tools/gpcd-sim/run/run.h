/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * `gpcd-sim run': a machine under a workload. Options give a workload, its traffic goes to an
 * engine, and what the engine has counted is printed and drawn.
 */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "cli/draw/draw.h"
#include "cli/network/page.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "cli/programs/programs.h"
#include "machine/engine.h"
#include "machine/processes.h"
#include "netsim/aware/aware.h"
#include "netsim/flow/offered.h"
#include "netsim/job/job.h"
#include "netsim/traffic/traffic.h"

/* The columns of a table, by the name of their array. */
#define COLUMNS(name) .columns = name##_columns, .ncolumns = ARRAY_SIZE(name##_columns)

/* --- jobs: programs of ranks as a workload, --job FILE[@NODES], once or more --- */

/* Most jobs of a run. */
#define RANKS_JOBS	64

/* One of the jobs. */
struct ranks_job {
	const char *file; /* name of its program's text */
	char *nodes; /* or NULL: rank r on node r */
	struct program *program;
	uint32_t first; /* its first rank among the ranks of all jobs */
};

/* The jobs of a run on a machine. */
struct ranks {
	struct ranks_job each[RANKS_JOBS];
	unsigned int count;
	char *names; /* memory of their files' names and nodes; owned */
	const struct program *all; /* all programs as one */
	struct program *joined; /* all, if there are several; owned */
	uint32_t *place; /* by rank of all: its node; owned */
	struct job *job; /* all on its nodes, if packets are switched; owned */
};

/*
 * Read 1 to RANKS_JOBS programs. An argument is the name of a text in the format GOAL, "-" for
 * standard input, and may be followed by @ and the nodes for place_parse(); without, rank r is on
 * node r. Call ranks_close() in any case. Return the exit code; errors are reported.
 */
int ranks_read(struct ranks *ranks, const char *const *arguments, unsigned int count);

/*
 * Find the nodes of ranks whose programs have been read. Return the exit code; errors are reported.
 */
int ranks_locate(struct ranks *ranks, const struct place_on *on);

/*
 * Read programs as ranks_read() does, and place their ranks on a machine that switches packets and
 * must outlive them. seed is for random placements. Call ranks_close() in any case. Return the exit
 * code; errors are reported.
 */
int ranks_open(struct ranks *ranks, const char *const *arguments, unsigned int count,
	       const struct net_fabric *fabric, uint64_t seed, struct net_traffic *traffic);

/*
 * Check the jobs after a run. Report messages that were too large for their receives. If nothing of
 * the jobs is under way any more, report ranks that have not ended: they wait for ever. Return the
 * exit code.
 */
int ranks_check(const struct ranks *ranks);

/* Return the job of a rank, given its number among the ranks of all jobs. */
const struct ranks_job *ranks_find(const struct ranks *ranks, uint32_t rank);

/*
 * Report a message that was too large for its receive. number is how many there were before it;
 * only the first few are reported.
 */
void ranks_report_truncation(const struct ranks *ranks, const struct job_truncation *found,
			     uint32_t number);

/* Report how many of count too large messages were not named. Return the exit code. */
int ranks_end_truncations(uint32_t count);

/* Report that a rank (by number among all jobs) waits for ever in an operation. */
void ranks_report_waiting(const struct ranks *ranks, uint32_t rank, const struct program_op *op);

/*
 * Return the router cycle in which a job's last operation so far ended, 0 if none has. ended: all
 * of its ranks have ended.
 */
uint64_t ranks_end(const struct ranks *ranks, unsigned int number, bool *ended);

/*
 * Return the index of a transfer's job, or the number of jobs if it belongs to none. context is a
 * struct ranks.
 */
unsigned int ranks_number(const void *context, uint32_t id);

/* Free the memory of ranks_open(); { 0 } is allowed. */
void ranks_close(struct ranks *ranks);

/* --- ranks that choose the routing of their messages: --routing aware --- */

/* The ranks that choose, and the options for this. */
struct routing_choice {
	bool wanted; /* --routing aware was given */
	uint32_t variant; /* index of model_variants[] */
	double lambda; /* ratio of biased to unbiased latency; 0: default */
	double sigma; /* likewise, of stalls */
	struct aware *ranks; /* NULL before routing_choice_begin(); owned */
};

/* Names of the variants of the model. */
extern const struct words routing_choice_variants;

/*
 * Let the ranks of jobs choose, before they run. Messages take adaptive0 or adaptive3, messages of
 * an alltoall adaptive1 or adaptive3; there is no choice for a message that names its routing. Call
 * routing_choice_end() in any case. Return the exit code; errors are reported.
 */
int routing_choice_begin(struct routing_choice *choice, const struct ranks *jobs);

/* Make the table of choices, with a row for each job and routing, after the run. */
struct table routing_choice_table(const struct routing_choice *choice, const struct ranks *jobs);

/* Free the memory of routing_choice_begin(); { 0 } is allowed. */
void routing_choice_end(struct routing_choice *choice);

/* --- the workload: what the simulated nodes send --- */

/* A pattern, and how much nodes send by it. */
struct sending {
	struct traffic_pattern pattern;
	double load; /* as a part of limit */
	enum traffic_limit limit;
};

/* The workload of a run: patterns, stencil, messages or jobs, and a pattern beside jobs. */
struct workload {
	struct sending sending; /* used if there is nothing else, or with background */
	struct option_list several; /* instead of sending: arguments of --traffic */
	struct sending *each; /* of several, after workload_build(); owned, like their sends */
	unsigned int count;
	struct stencil stencil; /* without points there is none */
	const char *messages; /* path of a list of messages, or NULL */
	const char *job[RANKS_JOBS]; /* programs and their nodes, for ranks_open() */
	unsigned int jobs;
	bool background; /* nodes send pattern beside jobs */
	const char *extra; /* a job beyond these, which is rejected, or NULL */
	struct given given; /* options of the command */
};

/* A pattern of which nothing is said. */
#define SENDING_DEFAULT	{ \
	.pattern = { \
		.kind = traffic_kinds, .each = { .op = NET_PUT }, .share = 0.1 * 4294967296, \
	}, \
	.load = 0.3, \
}

/* The workload without any option. */
extern const struct workload workload_default;

extern const struct options workload_options;

/*
 * Build the patterns of --traffic for a machine. Call workload_free() in any case. Return the exit
 * code; errors are reported.
 */
int workload_build(struct workload *workload, const struct topo *topo);

/* Free the memory of workload_build() and of the options. */
void workload_free(struct workload *workload);

/*
 * Parse a word of a pattern, as of --op or --traffic: its name, its load, its kind of transfer, the
 * share of the hot node. Return 0 or -EINVAL.
 */
int sending_parse_pattern(const char *name, void *kind);
int sending_parse_load(const char *text, void *sending);
int sending_parse_op(const char *name, void *op);
int sending_parse_share(const char *text, void *share);

/* Parse a pattern and its load, as uniform:0.3. Return 0 or -EINVAL. */
int sending_parse(const char *text, struct sending *sending);

/* Return what is known of a workload, a mask of enum fact. */
unsigned int workload_facts(const struct workload *workload);

/* Return true if nodes send for as long as they are simulated. */
bool workload_is_endless(const struct workload *workload);

/*
 * Make the traffic of a workload without jobs, or of the background of its jobs. No transfer of a
 * pattern begins at cycle until or later. Free the traffic with traffic_free(). Return the exit
 * code; errors are reported.
 */
int workload_traffic(const struct workload *workload, const struct net_config *config,
		     uint64_t until, struct net_traffic *traffic);

/*
 * Put the traffic of a workload into a flow engine. No transfer of a pattern begins at cycle until
 * or later. Return the exit code; errors are reported.
 */
int workload_flow(const struct workload *workload, const struct net_config *config,
		  uint64_t until, struct flow *flow);

/* Write a short description of a workload, for titles. */
void workload_name(const struct workload *workload, char *text, size_t size);

/* --- which options have a meaning: one that would be ignored is rejected --- */

/* Facts known about a run, by bit; options need some of them. */
enum fact {
	FACT_PATTERN = 1 << 0, /* its traffic is a pattern, and nothing else */
	FACT_STENCIL = 1 << 1, /* its traffic is a stencil */
	FACT_NO_LIST = 1 << 2, /* its traffic is no list */
	FACT_HOT = 1 << 3, /* the pattern has a hot node */
	FACT_DATA = 1 << 4, /* transfers have data, and answers */
	FACT_ZEROS = 1 << 5, /* some of the data may be zeros */
	FACT_PUTS = 1 << 6, /* some transfers may be PUTs */
	FACT_EVENT = 1 << 7, /* the event engine simulates it */
	FACT_TIME = 1 << 8, /* it ends after some time, even if traffic is left */
	FACT_GAPS = 1 << 9, /* the start times of transfers affect the counters */
	FACT_NO_JOB = 1 << 10, /* some of its traffic is no job */
	FACT_JOB = 1 << 11, /* some of its traffic is a job */
	FACT_DRAWN = 1 << 12, /* some of its traffic is a pattern */
	FACT_PACKETS = 1 << 13, /* packets are switched, not worms */
	FACT_SINGLE = 1 << 14, /* no --traffic */
};

/*
 * Reject the first given option that has no meaning for these facts, with a remedy. Return 0 or
 * options_reject().
 */
int facts_check(struct options_state *state, const struct given *given, unsigned int facts);

/* The same when more is known than during parsing. Return 0, or the exit code after the report. */
int facts_check_later(const struct given *given, unsigned int facts);

/* --- all traffic of a run, for the event engine --- */

/* The traffic of a run: its jobs, and what is beside them. */
struct run_traffic {
	struct ranks *ranks; /* the jobs, or NULL; owned */
	struct net_traffic closed; /* traffic of the jobs */
	struct net_traffic open; /* other traffic: the background, or all there is */
	struct net_traffic traffic; /* both together, for an engine */
};

/*
 * Make the traffic of a workload. It may not be moved in memory, and the fabric in config must
 * outlive it. No transfer of a pattern begins at cycle until or later. Call run_traffic_close() in
 * any case. Return the exit code; errors are reported.
 */
int run_traffic_open(struct run_traffic *sent, const struct workload *workload,
		     const struct net_config *config, uint64_t until);

/* Free a traffic; { 0 } is allowed. */
void run_traffic_close(struct run_traffic *sent);

/* --- tables --- */

/* Return an empty table of jobs. */
struct table job_table(void);

/*
 * Begin a row of the table of jobs. number counts from 0; ended: all ranks have ended. The caller
 * must add the last column, the job's time.
 */
void job_table_add(struct table *table, const struct ranks *ranks, unsigned int number,
		   bool ended);

/* How a rank spent its time, us. */
struct rank_time {
	double compute;
	double calls; /* sending and receiving */
	double wait;
	double end; /* end of its last operation */
};

/* Return an empty table of ranks. */
struct table rank_table(void);

/* Add a rank to the table of ranks. rank is its number among the ranks of all jobs. */
void rank_table_add(struct table *table, const struct ranks *ranks, uint32_t rank,
		    const struct rank_time *time);

/* The latencies of a run. */
struct latencies {
	const struct latency_row *rows; /* by latency_rows() */
	size_t count;
	const struct ranks *jobs; /* their indices are the groups of the rows; or NULL */
};

/* Return an empty table of latencies: means, percentiles and maxima. */
struct table latencies_table(void);

/* Add all rows: first the sums over all hops, then each number of hops. */
void latencies_fill(struct table *table, const struct latencies *latencies);

/* Return an empty table of histograms, for a row of each bucket. */
struct table histograms_table(void);

/* Add all buckets that are not empty. */
void histograms_fill(struct table *table, const struct latencies *latencies);

/*
 * Find what the traffic of a workload without jobs offers to a machine, with its changes, up to a
 * cycle (exclusive). Free the result with offered_free(). Return the exit code; errors are
 * reported.
 */
int run_offered(const struct workload *workload, const struct net_config *config, uint64_t end,
		struct offered **offered);

/* Make the table of what is offered to the links and NICs of a machine. */
struct table offered_table(const struct engine *engine, const struct offered *offered);

/* The report of a run. */
struct report {
	const struct engine *engine;
	const char *traffic; /* short description of the workload */
	const char *title; /* likewise, of machine and workload */
	bool ranks; /* messages of ranks that do not wait for each other */
	bool links; /* print a table of all links */
	bool spent; /* unless interrupted, print a table of the ranks of jobs */
	const struct pick *pick;
	bool interrupted; /* the run was ended early */
	const struct ranks *jobs; /* or NULL */
	const struct routing_choice *choice; /* or NULL: ranks do not choose */
	struct offered *offered; /* or NULL: it is not asked for */
	struct process_row *processes; /* of all processes, or NULL: it is not asked for */
	size_t process_count;
};

/* Names of the tables, for a struct pick. */
extern const struct words report_tables;

/* Print the report of a run. Return the exit code; errors are reported. */
int report_print(const struct report *report);

/* --- pictures --- */

/* Draw the load and stalls of all links. Return the exit code; errors are reported. */
int heatmap_write(const struct engine *engine, const char *title, const struct picture *picture);

/* A page with a sample of each window of a run. */
struct windows {
	struct html_request request; /* without a path there is no page */
	struct heat *heat; /* once it is open; owned */
	struct page page;
};

/*
 * Begin the page, if one is asked for, before the network runs; the engine and @title must outlive
 * it. Call windows_close() in any case. Return the exit code; errors are reported.
 */
int windows_open(struct windows *windows, const struct engine *engine, const char *title);

/* Add the window from the last one to now, unless it is empty; @windows is a struct windows. */
void windows_add(void *windows, const struct engine *engine);

/* Finish the page. Return the exit code; errors are reported. */
int windows_write(struct windows *windows);

/* Free the memory of windows_open(). A page that was not finished is not written. */
void windows_close(struct windows *windows);

/* Draw the latencies of all groups together into an SVG file. Return 0 or a negative errno. */
int delays_write(const struct latency *latency, const char *title, const char *path);

/* --- jobs on a machine that switches worms --- */

/* A run of jobs on such a machine. */
struct worms {
	const struct machine *machine; /* described; switches worms */
	const struct workload *workload; /* jobs only */
	const struct pick *pick; /* tables to print */
	bool links; /* print a table of all links */
	bool ranks; /* print a table of all ranks */
};

/* Simulate jobs, and print the tables. Return the exit code; errors are reported. */
int worms_run(const struct worms *worms);

#endif /* SIM_RUN_H */
