// SPDX-License-Identifier: GPL-2.0-only
/* Jobs on a machine that switches worms: the run, and its tables. */
#include <errno.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/out/complain.h"
#include "cli/out/progress.h"
#include "run.h"

#define PS_PER_US	1e6

/* A finished run, for the tables below. */
struct worm_report {
	const struct machine *machine;
	const struct workload *workload;
	const struct worm *network; /* after the run */
	const struct ranks *ranks;
	const struct host_result *result; /* all ranks have ended */
};

/* Return when the last message had arrived and the last rank had ended, ps. */
static uint64_t end_of(const struct worm_report *report)
{
	const struct host_result *result = report->result;
	uint64_t end = result->end;

	for (uint32_t i = 0; i < report->ranks->all->ops; i++) {
		uint64_t came = result->op[i].came;

		if (came != HOST_NEVER && came > end)
			end = came;
	}
	return end;
}

/* Return the class of a channel. */
static const struct worm_class *channel_class(const struct worm *network,
					      const struct worm_channel *channel)
{
	const struct worm_config *config = worm_config(network);

	switch (channel->side) {
	case WORM_IN:
		return &config->in;
	case WORM_OUT:
		return &config->out;
	default:
		return &config->dim[topo_class_of(config->topo, channel->port)];
	}
}

/* Return the part of some time (ps) that the links of a channel were busy. */
static double channel_use(const struct worm *network, const struct worm_channel *channel,
			  uint64_t time)
{
	const struct worm_class *class = channel_class(network, channel);

	return time ? (double)channel->flits * class->flit_ps / class->links / time : 0;
}

/* --- the whole run --- */

static const struct column worm_run_columns[] = {
	{ "machine", COLUMN_TEXT, false },
	{ "traffic", COLUMN_TEXT, false },
	{ "engine", COLUMN_TEXT, false },
	{ "interrupted", COLUMN_BOOL, false },
	{ "time_us", COLUMN_REAL, false },
	{ "flits_injected", COLUMN_NUMBER, false },
	{ "worms_injected", COLUMN_NUMBER, false },
	{ "worms_delivered", COLUMN_NUMBER, false },
	{ "worm_hops", COLUMN_NUMBER, false },
	{ "payload_bytes", COLUMN_NUMBER, false },
	{ "payload_gb_s", COLUMN_REAL, false },
	{ "job_us", COLUMN_REAL, false },
	{ "blocked_us", COLUMN_REAL, false },
};

/* Return the bytes of all messages that went over the network. */
static uint64_t payload_of(const struct program *program)
{
	uint64_t bytes = 0;

	for (uint32_t rank = 0; rank < program->ranks; rank++) {
		for (uint32_t i = program->first[rank]; i < program->first[rank + 1]; i++) {
			const struct program_op *op = &program->op[i];

			bytes += op->kind == PROGRAM_SEND && op->peer != rank ? op->size : 0;
		}
	}
	return bytes;
}

static void add_counts(struct table *table, const struct worm *network, uint64_t *blocked)
{
	uint64_t worms[WORM_OUT + 1] = { 0 }, flits = 0;
	struct worm_channel channel;

	for (uint32_t i = 0; i < worm_channels(network); i++) {
		worm_channel(network, i, &channel);
		worms[channel.side] += channel.worms;
		flits += channel.side == WORM_IN ? channel.flits : 0;
		*blocked += channel.blocked_ps;
	}
	table_number(table, flits);
	table_number(table, worms[WORM_IN]);
	table_number(table, worms[WORM_OUT]);
	table_number(table, worms[WORM_LINK]);
}

static struct table worm_run_table(const struct worm_report *report)
{
	struct table table = { .name = "run", .upright = true, COLUMNS(worm_run) };
	uint64_t bytes = payload_of(report->ranks->all), blocked = 0, end = end_of(report);
	char machine[128], traffic[256];

	topo_name(&report->machine->hardware.topo, machine, sizeof(machine));
	workload_name(report->workload, traffic, sizeof(traffic));
	table_add(&table, "%s", machine);
	table_add(&table, "%s", traffic);
	table_add(&table, "worm");
	table_add(&table, "no");
	table_add(&table, "%.6f", end / PS_PER_US);
	add_counts(&table, report->network, &blocked);
	table_number(&table, bytes);
	table_add(&table, "%.4f", end ? bytes * 1e3 / end : 0);
	table_add(&table, "%.6f", report->result->end / PS_PER_US);
	table_add(&table, "%.6f", blocked / PS_PER_US);
	return table;
}

/* --- jobs and ranks --- */

static struct table worm_job_table(const struct worm_report *report)
{
	const struct ranks *ranks = report->ranks;
	struct table table = job_table();

	for (unsigned int i = 0; i < ranks->count; i++) {
		const struct ranks_job *each = &ranks->each[i];
		uint64_t end = 0;

		for (uint32_t rank = 0; rank < each->program->ranks; rank++) {
			uint64_t own = report->result->rank[each->first + rank].end;

			end = own > end ? own : end;
		}
		job_table_add(&table, ranks, i, true);
		table_add(&table, "%.6f", end / PS_PER_US);
	}
	return table;
}

static struct table worm_rank_table(const struct worm_report *report)
{
	struct table table = rank_table();

	for (uint32_t rank = 0; rank < report->result->ranks; rank++) {
		const struct host_spent *spent = &report->result->rank[rank];
		const struct rank_time time = {
			.compute = spent->compute / PS_PER_US, .calls = spent->calls / PS_PER_US,
			.wait = spent->wait / PS_PER_US, .end = spent->end / PS_PER_US,
		};

		rank_table_add(&table, report->ranks, rank, &time);
	}
	return table;
}

/* --- channels --- */

static const struct column worm_dimension_columns[] = {
	{ "dimension", COLUMN_TEXT, false },
	{ "links", COLUMN_NUMBER, false },
	{ "load_mean", COLUMN_REAL, false },
	{ "load_max", COLUMN_REAL, false },
	{ "blocked_us_mean", COLUMN_REAL, false },
	{ "blocked_us_max", COLUMN_REAL, false },
};

/* Return a channel's group: its dimension, or the groups after these, from and to nodes. */
static unsigned int group_of(const struct topo *topo, const struct worm_channel *channel)
{
	unsigned int dims = topo_classes(topo);

	return channel->side == WORM_IN ? dims : channel->side == WORM_OUT ? dims + 1 :
	       topo_class_of(topo, channel->port);
}

/* Use of a group's channels: number, loads, and how long headers waited (us). */
struct use {
	uint64_t count;
	double load;
	double load_most;
	double blocked;
	double blocked_most;
};

static void use_add(struct use *use, double load, double blocked)
{
	use->count++;
	use->load += load;
	use->blocked += blocked;
	if (load > use->load_most)
		use->load_most = load;
	if (blocked > use->blocked_most)
		use->blocked_most = blocked;
}

static void add_use(struct table *table, const char *name, const struct use *use)
{
	double count = use->count ? use->count : 1;

	table_add(table, "%s", name);
	table_number(table, use->count);
	table_add(table, "%.4f", use->load / count);
	table_add(table, "%.4f", use->load_most);
	table_add(table, "%.6f", use->blocked / count);
	table_add(table, "%.6f", use->blocked_most);
}

static struct table worm_dimension_table(const struct worm_report *report)
{
	struct table table = {
		.name = "dimensions", COLUMNS(worm_dimension),
		.title = "load: part of the time; blocked: headers have waited for a channel",
	};
	const struct topo *topo = &report->machine->hardware.topo;
	unsigned int dims = topo_classes(topo);
	struct use use[TOPO_DIMS + 2] = { 0 };
	uint64_t end = end_of(report);
	struct worm_channel channel;
	struct topo_class class;

	for (uint32_t i = 0; i < worm_channels(report->network); i++) {
		worm_channel(report->network, i, &channel);
		use_add(&use[group_of(topo, &channel)],
			channel_use(report->network, &channel, end),
			channel.blocked_ps / PS_PER_US);
	}
	for (unsigned int i = 0; i < dims; i++) {
		topo_class(topo, i, &class);
		add_use(&table, class.name, &use[i]);
	}
	add_use(&table, "in", &use[dims]);
	add_use(&table, "out", &use[dims + 1]);
	return table;
}

static const struct column worm_link_columns[] = {
	{ "chip", COLUMN_TEXT, false },
	{ "link", COLUMN_TEXT, false },
	{ "far", COLUMN_TEXT, false },
	{ "flits", COLUMN_NUMBER, false },
	{ "worms", COLUMN_NUMBER, false },
	{ "held_us", COLUMN_REAL, false },
	{ "blocked_us", COLUMN_REAL, false },
	{ "load", COLUMN_REAL, false },
};

/*
 * Add the names of chip and link, and of the chip where it leads; for a node's channel, the chip
 * itself.
 */
static void channel_names(struct table *table, const struct machine *machine,
			  const struct worm_channel *channel)
{
	bool is_link = channel->side == WORM_LINK;
	char name[MACHINE_NAME];

	machine_chip_name(machine, channel->chip, name);
	table_add(table, "%s", name);
	if (is_link) {
		topo_port_name(&machine->hardware.topo, channel->port, name, sizeof(name));
		table_add(table, "%s", name);
	} else {
		table_add(table, "%s%u", channel->side == WORM_IN ? "in" : "out", channel->port);
	}
	machine_chip_name(machine, is_link ? channel->peer : channel->chip, name);
	table_add(table, "%s", name);
}

static struct table worm_link_table(const struct worm_report *report)
{
	struct table table = {
		.name = "links", COLUMNS(worm_link), .title = "what left over each channel",
	};
	uint64_t end = end_of(report);
	struct worm_channel channel;

	for (uint32_t i = 0; i < worm_channels(report->network); i++) {
		worm_channel(report->network, i, &channel);
		channel_names(&table, report->machine, &channel);
		table_number(&table, channel.flits);
		table_number(&table, channel.worms);
		table_add(&table, "%.6f", channel.held_ps / PS_PER_US);
		table_add(&table, "%.6f", channel.blocked_ps / PS_PER_US);
		table_add(&table, "%.4f", channel_use(report->network, &channel, end));
	}
	return table;
}

/* --- running --- */

static int refuse_machine(const struct worms *worms, const char *why)
{
	complain("--machine %s: %s", worms->machine->file, why);
	return EXIT_USAGE;
}

/* Report the first operation that is no message. */
static int check_messages(const struct ranks_job *each)
{
	const struct program *program = each->program;
	const struct program_op *op;

	for (uint32_t i = 0; i < program->ops; i++) {
		op = &program->op[i];
		if (op->kind == PROGRAM_CALC || op->kind == PROGRAM_SEND ||
		    op->kind == PROGRAM_RECV)
			continue;
		complain("%s:%u: %s: worms carry messages: take send and recv", each->file,
			 op->line, program_op_words[op->kind]);
		return EXIT_USAGE;
	}
	return 0;
}

/* Return the rank that an operation belongs to. */
static uint32_t op_rank(const struct program *program, uint32_t op)
{
	uint32_t low = 0, high = program->ranks, middle;

	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (program->first[middle] <= op)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static int check_truncations(const struct ranks *ranks, const struct host_result *result)
{
	const struct program *program = ranks->all;
	struct job_truncation found;
	uint32_t send, count = 0;

	for (send = 0; host_truncated(program, result, &send); send++) {
		found = (struct job_truncation){
			.from = op_rank(program, send), .to = program->op[send].peer,
			.send = &program->op[send],
			.recv = &program->op[result->match[send] - 1],
		};
		ranks_report_truncation(ranks, &found, count++);
	}
	return ranks_end_truncations(count);
}

static int check_waiting(const struct ranks *ranks, const struct host_result *result)
{
	const struct program *program = ranks->all;
	uint32_t op, rank = 0;
	int code = 0;

	while ((rank = host_waiting(program, result, rank, &op)) < program->ranks) {
		ranks_report_waiting(ranks, rank++, &program->op[op]);
		code = EXIT_RUNTIME;
	}
	return code;
}

/* Print the results of a run. */
static int print_result(const struct worms *worms, const struct worm *network,
			const struct ranks *ranks, const struct host_result *result)
{
	const struct worm_report report = {
		.machine = worms->machine, .workload = worms->workload, .network = network,
		.ranks = ranks, .result = result,
	};
	struct table tables[5];
	size_t count = 0;

	tables[count++] = worm_run_table(&report);
	tables[count++] = worm_dimension_table(&report);
	tables[count++] = worm_job_table(&report);
	if (worms->ranks)
		tables[count++] = worm_rank_table(&report);
	if (worms->links)
		tables[count++] = worm_link_table(&report);
	return pick_print(worms->pick, tables, count);
}

static void show_operations(double part)
{
	progress_show(part, "operations of ranks");
}

static int run_jobs(const struct worms *worms, const struct ranks *ranks,
		    const struct host_config *host, struct worm *network)
{
	struct host_result result;
	struct progress progress;
	int code, err;

	progress_begin(&progress, 1);
	err = host_run(ranks->all, ranks->place, NULL, network, host, &result);
	progress_end(&progress);
	if (err)
		return complain_error("--job", err);
	code = check_truncations(ranks, &result);
	if (!code)
		code = check_waiting(ranks, &result);
	if (!code)
		code = print_result(worms, network, ranks, &result);
	host_result_free(&result);
	return code;
}

static int run_network(const struct worms *worms, const struct ranks *ranks)
{
	const struct hardware *hardware = &worms->machine->hardware;
	struct worm_config network;
	struct host_config host;
	struct worm *worm;
	const char *why;
	int code, err;

	machines_worm(hardware, &network);
	machines_host(hardware, &host);
	host.watch = show_operations;
	why = host_refusal(ranks->all, ranks->place, NULL, &network, &host);
	if (why)
		return refuse_machine(worms, why);
	err = worm_new(&network, &worm);
	if (err)
		return complain_error("--machine", err);
	code = run_jobs(worms, ranks, &host, worm);
	worm_free(worm);
	return code;
}

int worms_run(const struct worms *worms)
{
	const struct hardware *hardware = &worms->machine->hardware;
	const struct place_on on = { .nodes = hardware->topo.chips * hardware->nodes };
	const struct workload *workload = worms->workload;
	struct ranks ranks;
	int code;

	if (!workload->jobs)
		return refuse_machine(worms, "it switches worms, which jobs alone send: add --job");
	code = ranks_read(&ranks, workload->job, workload->jobs);
	for (unsigned int i = 0; i < workload->jobs && !code; i++)
		code = check_messages(&ranks.each[i]);
	if (!code)
		code = ranks_locate(&ranks, &on);
	if (!code)
		code = run_network(worms, &ranks);
	ranks_close(&ranks);
	return code;
}
