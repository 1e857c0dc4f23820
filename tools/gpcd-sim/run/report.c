// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "run.h"

/* --- the whole run --- */

static const struct column run_columns[] = {
	{ "machine", COLUMN_TEXT, false },
	{ "traffic", COLUMN_TEXT, false },
	{ "engine", COLUMN_TEXT, false },
	{ "seed", COLUMN_WIDE, false },
	{ "interrupted", COLUMN_BOOL, false },
	{ "cycles", COLUMN_NUMBER, false },
	{ "time_us", COLUMN_REAL, false },
	{ "vc0_phits_injected", COLUMN_NUMBER, false },
	{ "vc1_phits_injected", COLUMN_NUMBER, false },
	{ "packets_injected", COLUMN_NUMBER, false },
	{ "packets_delivered", COLUMN_NUMBER, false },
	{ "packet_hops", COLUMN_NUMBER, false },
	{ "payload_bytes", COLUMN_NUMBER, false },
	{ "payload_gb_s", COLUMN_REAL, false },
	{ "latency_mean_ns", COLUMN_REAL, false },
	{ "latency_max_ns", COLUMN_REAL, false },
	{ "job_us", COLUMN_REAL, false },
	{ "packets_lost", COLUMN_NUMBER, false },
	{ "requests_failed", COLUMN_NUMBER, false },
	{ "failed_lanes", COLUMN_NUMBER, false },
	{ "link_retries", COLUMN_NUMBER, false },
};

/*
 * Return the headings of a table's columns. The phits of an Aries are called flits, but only in
 * text: programs get the same names for all machines. headings has room for all columns.
 */
static const char *const *headings_of(const struct engine *engine, const struct table *table,
				      const char **headings)
{
	static const char *const names[][2] = {
		{ "vc0_phits_injected", "vc0_flits_injected" },
		{ "vc1_phits_injected", "vc1_flits_injected" },
		{ "vc0_phits", "vc0_flits" },
		{ "vc1_phits", "vc1_flits" },
	};
	size_t count = table->ncolumns;

	if (!engine->machine->fabric.topo.family->flits)
		return NULL;
	for (size_t i = 0; i < count * ARRAY_SIZE(names); i++) {
		if (!strcmp(table->columns[i % count].name, names[i / count][0]))
			headings[i % count] = names[i / count][1];
	}
	return headings;
}

static double us_of(uint64_t cycles)
{
	return cycles * NS_PER_CYCLE / 1e3;
}

static uint64_t sum_of(const struct engine *engine, unsigned int port, enum net_counter counter)
{
	uint64_t sum = 0;

	for (unsigned int chip = 0; chip < engine->machine->fabric.topo.chips; chip++)
		sum += engine_count(engine, chip, port, counter);
	return sum;
}

/* Add the columns that only the event engine knows. */
static void add_totals(struct table *table, const struct engine *engine)
{
	double ns = engine->cycles * NS_PER_CYCLE;
	struct net_totals totals;

	engine_totals(engine, &totals);
	table_number(table, totals.injected);
	table_number(table, totals.delivered);
	table_number(table, totals.hops);
	table_number(table, totals.bytes);
	table_add(table, "%.4f", ns ? totals.bytes / ns : 0);
	if (!totals.delivered) {
		table_skip(table);
		table_skip(table);
		return;
	}
	table_add(table, "%.2f", NS_PER_CYCLE * totals.latency / totals.delivered);
	table_add(table, "%.2f", NS_PER_CYCLE * totals.longest);
}

static void add_flow_totals(struct table *table, const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int ports = topo_ports(topo);
	uint64_t hops = 0, injected = sum_of(engine, ports, NET_VC0_PACKETS) +
				      sum_of(engine, ports, NET_VC1_PACKETS);

	for (unsigned int port = 0; port < ports; port++)
		hops += sum_of(engine, port, NET_VC0_PACKETS) +
			sum_of(engine, port, NET_VC1_PACKETS);
	table_number(table, injected);
	table_number(table, injected);
	table_number(table, hops);
	for (unsigned int i = 0; i < 4; i++)
		table_skip(table);
}

/*
 * Add the time when the last operation of a job ended: 0 if it has no operation, nothing if none
 * has ended.
 */
static void add_job_us(struct table *table, uint64_t cycles, bool ended)
{
	if (cycles || ended)
		table_add(table, "%.5f", us_of(cycles));
	else
		table_skip(table);
}

/*
 * Add what failures have cost, the lanes that are dead now (each direction counted), and the
 * retries of links.
 */
static void add_losses(struct table *table, const struct engine *engine)
{
	struct net_totals totals = { 0 };

	if (engine->net)
		engine_totals(engine, &totals);
	table_number(table, totals.lost);
	table_number(table, totals.failed);
	table_number(table, engine_dead_all(engine));
	table_number(table, totals.retries);
}

static bool all_ended(const struct ranks *jobs)
{
	bool ended = true;

	for (unsigned int i = 0; i < jobs->count && ended; i++)
		ranks_end(jobs, i, &ended);
	return ended;
}

static void add_run(struct table *table, const struct report *report)
{
	const struct engine *engine = report->engine;
	const struct ranks *jobs = report->jobs;
	unsigned int host = topo_ports(&engine->machine->fabric.topo);
	char machine[128];

	topo_name(&engine->machine->fabric.topo, machine, sizeof(machine));
	table_add(table, "%s", machine);
	table_add(table, "%s", report->traffic);
	table_add(table, engine->flow ? "flow" : "event");
	table_number(table, engine->config.seed);
	table_add(table, report->interrupted ? "yes" : "no");
	table_number(table, engine->cycles);
	table_add(table, "%.3f", us_of(engine->cycles));
	table_number(table, sum_of(engine, host, NET_VC0_PHITS));
	table_number(table, sum_of(engine, host, NET_VC1_PHITS));
	if (engine->flow)
		add_flow_totals(table, engine);
	else
		add_totals(table, engine);
	add_job_us(table, jobs ? job_end(jobs->job) : 0, jobs && all_ended(jobs));
	add_losses(table, engine);
}

/* --- by job --- */

static struct table jobs_table(const struct ranks *jobs)
{
	struct table table = job_table();
	uint64_t end;
	bool ended;

	for (unsigned int i = 0; i < jobs->count; i++) {
		end = ranks_end(jobs, i, &ended);
		job_table_add(&table, jobs, i, ended);
		add_job_us(&table, end, ended);
	}
	return table;
}

static struct table ranks_table(const struct ranks *jobs)
{
	uint32_t count = jobs->all->ranks;
	struct job_spent *spent = calloc(count, sizeof(*spent));
	struct table table = rank_table();

	table.error = spent ? job_spend(jobs->job, spent) : -ENOMEM;
	for (uint32_t rank = 0; rank < count && !table.error; rank++) {
		const struct rank_time time = {
			.compute = us_of(spent[rank].compute), .calls = us_of(spent[rank].calls),
			.wait = us_of(spent[rank].wait + spent[rank].wire),
			.end = us_of(spent[rank].end),
		};

		rank_table_add(&table, jobs, rank, &time);
	}
	free(spent);
	return table;
}

/* --- by dimension --- */

static const struct column dimension_columns[] = {
	{ "dimension", COLUMN_TEXT, false },
	{ "links", COLUMN_NUMBER, false },
	{ "load_mean", COLUMN_REAL, false },
	{ "load_max", COLUMN_REAL, false },
	{ "inq_stalls_mean", COLUMN_REAL, false },
	{ "inq_stalls_max", COLUMN_NUMBER, false },
	{ "credit_stalls_mean", COLUMN_REAL, false },
	{ "credit_stalls_max", COLUMN_NUMBER, false },
	{ "failed_lanes", COLUMN_NUMBER, false },
};

/* A machine without dimensions has classes of links: its cables, by colour. */
static const struct column *class_columns(void)
{
	static struct column columns[ARRAY_SIZE(dimension_columns)];

	memcpy(columns, dimension_columns, sizeof(columns));
	columns[0].name = "class";
	return columns;
}

/* The sum and the maximum of some numbers. */
struct spread {
	double sum;
	double most;
};

static void spread_add(struct spread *spread, double value)
{
	spread->sum += value;
	if (value > spread->most)
		spread->most = value;
}

/*
 * Add the links of a class, which in a grid is a dimension; after the last class come the host
 * links.
 */
static void add_class(struct table *table, const struct engine *engine, unsigned int number)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	struct spread load = { 0 }, input = { 0 }, output = { 0 };
	unsigned int ports = topo_ports(topo), links = 0, failed = 0;
	struct topo_class class = { .name = "HH" };

	for (unsigned int port = 0; port <= ports; port++) {
		if (number != (port < ports ? topo_class_of(topo, port) : topo_classes(topo)))
			continue;
		for (unsigned int chip = 0; chip < topo->chips; chip++) {
			if (!engine_has_link(engine, chip, port))
				continue;
			links++;
			failed += __builtin_popcount(engine_dead(engine, chip, port));
			spread_add(&load, engine_load(engine, chip, port));
			spread_add(&input, engine_count(engine, chip, port, NET_INQ_STALLS));
			spread_add(&output, engine_count(engine, chip, port, NET_CREDIT_STALLS));
		}
	}
	if (number < topo_classes(topo))
		topo_class(topo, number, &class);
	table_add(table, "%s", class.name);
	table_number(table, links);
	links += !links;
	table_add(table, "%.4f", load.sum / links);
	table_add(table, "%.4f", load.most);
	table_add(table, "%.1f", input.sum / links);
	table_add(table, "%.0f", input.most);
	table_add(table, "%.1f", output.sum / links);
	table_add(table, "%.0f", output.most);
	table_number(table, failed);
}

/* --- by link --- */

static const struct column link_columns[] = {
	{ "chip", COLUMN_TEXT, false },
	{ "link", COLUMN_TEXT, false },
	{ "far", COLUMN_TEXT, false },
	{ "vc0_phits", COLUMN_NUMBER, false },
	{ "vc1_phits", COLUMN_NUMBER, false },
	{ "vc0_packets", COLUMN_NUMBER, false },
	{ "vc1_packets", COLUMN_NUMBER, false },
	{ "inq_stalls", COLUMN_NUMBER, false },
	{ "credit_stalls", COLUMN_NUMBER, false },
	{ "load", COLUMN_REAL, false },
	{ "failed_lanes", COLUMN_NUMBER, false },
};

static void add_link(struct table *table, const struct engine *engine, unsigned int chip,
		     unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	bool host = port == topo_ports(topo);
	char name[MACHINE_NAME];

	machine_chip_name(engine->machine, chip, name);
	table_add(table, "%s", name);
	if (!host)
		topo_port_name(topo, port, name, sizeof(name));
	table_add(table, "%s", host ? "HH" : name);
	machine_chip_name(engine->machine, host ? chip : topo_neighbour(topo, chip, port), name);
	table_add(table, "%s", name);
	for (unsigned int i = 0; i < NET_COUNTERS; i++)
		table_number(table, engine_count(engine, chip, port, i));
	table_add(table, "%.4f", engine_load(engine, chip, port));
	table_number(table, __builtin_popcount(engine_dead(engine, chip, port)));
}

static void add_links(struct table *table, const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;

	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port <= topo_ports(topo); port++) {
			if (engine_has_link(engine, chip, port))
				add_link(table, engine, chip, port);
		}
	}
}

const struct words report_tables = WORDS_OF("run", "jobs", "ranks", "routings", "dimensions",
					    "links", "offered", "latency", "histogram",
					    "processes");

static struct table run_table(const struct report *report)
{
	static const char *headings[ARRAY_SIZE(run_columns)];
	struct table table = {
		.name = "run", .upright = true, COLUMNS(run),
		.title = report->ranks ? "times: as if no rank waited for another" : NULL,
	};

	table.headings = headings_of(report->engine, &table, headings);
	add_run(&table, report);
	return table;
}

static struct table dimensions_table(const struct engine *engine)
{
	struct table table = {
		.name = "dimensions", COLUMNS(dimension),
		.title = "load: part of the time; stalls: router cycles a link, all its tiles",
	};

	if (!topo_is_grid(&engine->machine->fabric.topo))
		table.columns = class_columns();
	for (unsigned int i = 0; i <= topo_classes(&engine->machine->fabric.topo); i++)
		add_class(&table, engine, i);
	return table;
}

/* --- by process --- */

static const struct column process_columns[] = {
	{ "process", COLUMN_NUMBER, false },
	{ "host", COLUMN_TEXT, false },
	{ "chips", COLUMN_NUMBER, false },
	{ "neighbours", COLUMN_NUMBER, false },
	{ "exchanges", COLUMN_NUMBER, false },
	{ "messages", COLUMN_NUMBER, false },
	{ "message_bytes", COLUMN_NUMBER, false },
	{ "waited_ms", COLUMN_REAL, false },
	{ "resident_kib", COLUMN_NUMBER, false },
};

static struct table processes_table(const struct report *report)
{
	struct table table = {
		.name = "processes", COLUMNS(process),
		.title = "processes of mpirun; waited: in exchanges; resident: the most memory",
	};

	for (size_t i = 0; i < report->process_count; i++) {
		const struct process_row *row = &report->processes[i];

		table_number(&table, i);
		table_add(&table, "%s", row->host);
		table_number(&table, row->chips);
		table_number(&table, row->neighbours);
		table_number(&table, row->exchanges);
		table_number(&table, row->messages);
		table_number(&table, row->bytes);
		table_add(&table, "%.3f", row->waited / 1e6);
		table_number(&table, row->resident);
	}
	return table;
}

static struct table links_table(const struct engine *engine)
{
	static const char *headings[ARRAY_SIZE(link_columns)];
	struct table table = {
		.name = "links", COLUMNS(link), .title = "what came in at each link",
	};

	table.headings = headings_of(engine, &table, headings);
	add_links(&table, engine);
	return table;
}

/* Make the table of latencies and, if it is wanted, the long table of histograms. */
static size_t latency_tables(const struct report *report, struct table *tables)
{
	struct latencies latencies;
	struct latency_row *rows;
	size_t count, made = 1;
	int err = latency_rows(report->engine->latency, &rows, &count);

	tables[0] = latencies_table();
	if (err) {
		tables[0].error = err;
		return made;
	}
	latencies = (struct latencies){ rows, count, report->jobs };
	latencies_fill(&tables[0], &latencies);
	if (pick_wants(report->pick, "histogram")) {
		tables[made] = histograms_table();
		histograms_fill(&tables[made++], &latencies);
	}
	latency_rows_free(rows, count);
	return made;
}

int report_print(const struct report *report)
{
	struct table tables[10] = { run_table(report), dimensions_table(report->engine) };
	size_t count = 2;

	if (report->jobs)
		tables[count++] = jobs_table(report->jobs);
	if (report->spent && !report->interrupted)
		tables[count++] = ranks_table(report->jobs);
	if (report->choice)
		tables[count++] = routing_choice_table(report->choice, report->jobs);
	if (report->links)
		tables[count++] = links_table(report->engine);
	if (report->offered)
		tables[count++] = offered_table(report->engine, report->offered);
	if (report->processes)
		tables[count++] = processes_table(report);
	if (report->engine->latency)
		count += latency_tables(report, &tables[count]);
	return pick_print(report->pick, tables, count);
}
