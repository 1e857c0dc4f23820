// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "processes.h"
#include "record/recorder.h"
#include "simulate.h"

#define EVERY_DEFAULT	800		/* router cycles; 1 us */
#define EVERY_MAX	1000000000000000ULL
#define NS_PER_TICK	0.01

/* 5 ns are 4 cycles. */
static int parse_every(const char *text, void *cycles)
{
	uint64_t ns;

	if (parse_time(text, &ns) || ns < 5 || ns > EVERY_MAX || ns % 5)
		return -EINVAL;
	*(uint64_t *)cycles = ns / 5 * 4;
	return 0;
}

static const struct option_row rows[] = {
	{ .help = "A recording (engine event), for `gpcd-sim replay':", .group = 8 },
	{ "record", 0, "FILE", 8, "the counters of all links over time",
	  OPTION_TEXT(struct sampler, path) },
	{ "every", 0, "TIME", 8,
	  "time from one --record, or window of --html, to the next, a multiple of 5ns; default 1us, of --html alone a twentieth of --time",
	  OPTION_CALL(struct sampler, every, parse_every), .with = "record html" },
	{ "tiles", 0, NULL, 8, "record each tile, instead of the sums of links",
	  OPTION_FLAG(struct sampler, tiles), .with = "record" },
	{ 0 }
};

static int check_sampler(struct options_state *state, void *input)
{
	const struct sampler *sampler = input;

	if (sampler->path && !strcmp(sampler->path, "-"))
		return options_reject(state,
				      "--record -: standard output has the tables: name a file, as links.gpr");
	return 0;
}

const struct options sampler_options = { .rows = rows, .check = check_sampler };

static int sampler_failed(struct sampler *sampler, int err)
{
	if (!err || sampler->failed)
		return err ? EXIT_OUTPUT : 0;
	sampler->failed = true;
	return complain_output(sampler->path, err);
}

/* --- the description --- */

/* The counters, and after them the number of dead lanes. */
#define COLUMNS	(NET_COUNTERS + 1)

static struct description_column link_columns[COLUMNS] = {
	{ "vc0_phits", "phits", DESCRIPTION_COUNTER, 48, true },
	{ "vc1_phits", "phits", DESCRIPTION_COUNTER, 48, true },
	{ "vc0_packets", "packets", DESCRIPTION_COUNTER, 48, false },
	{ "vc1_packets", "packets", DESCRIPTION_COUNTER, 48, false },
	{ "inq_stalls", "cycles", DESCRIPTION_COUNTER, 48, false },
	{ "credit_stalls", "cycles", DESCRIPTION_COUNTER, 48, false },
	{ "failed_lanes", "lanes", DESCRIPTION_GAUGE, 8, false },
};

/* Return how many sources a link has: its lanes, or 1. */
static unsigned int source_lanes(const struct sampler *sampler, const struct engine *engine,
				 unsigned int port)
{
	return sampler->tiles ? machine_lanes(engine->machine, port) : 1;
}

static size_t sources_most(const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;

	return (size_t)topo->chips * (topo_ports(topo) + 1) * NET_LANES;
}

/* Name a link "c0-0c0s0g0 X+", or a tile "c0-0c0s0g0 X+ 3". */
static char *source_name(const struct sampler *sampler, const struct engine *engine,
			 unsigned int chip, unsigned int port, unsigned int lane)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	char name[MACHINE_NAME], link[MACHINE_NAME] = "HH", *text = NULL;
	int length;

	machine_chip_name(engine->machine, chip, name);
	if (port < topo_ports(topo))
		topo_port_name(topo, port, link, sizeof(link));
	if (sampler->tiles)
		length = asprintf(&text, "%s %s %u", name, link, lane);
	else
		length = asprintf(&text, "%s %s", name, link);
	return length < 0 ? NULL : text;
}

static int link_add(const struct sampler *sampler, const struct engine *engine,
		    unsigned int chip, unsigned int port, struct description_group *group)
{
	double ns = machine_ticks(engine->machine, chip, port) * NS_PER_TICK;
	unsigned int lanes = source_lanes(sampler, engine, port);

	for (unsigned int lane = 0; lane < lanes; lane++) {
		struct description_source *source = &group->sources[group->nsources++];

		source->name = source_name(sampler, engine, chip, port, lane);
		source->capacity = (sampler->tiles ? 1 : engine_lanes(engine, chip, port)) / ns;
		if (!source->name)
			return -ENOMEM;
	}
	return 0;
}

static int links_add(const struct sampler *sampler, const struct engine *engine,
		     struct description_group *group)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	int err = 0;

	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port <= topo_ports(topo) && !err; port++) {
			if (engine_has_link(engine, chip, port))
				err = link_add(sampler, engine, chip, port, group);
		}
	}
	return err;
}

static void links_free(struct description_group *group)
{
	for (size_t i = 0; i < group->nsources; i++)
		free((char *)group->sources[i].name);
	free(group->sources);
}

static int recorder_begin(struct sampler *sampler, const struct engine *engine,
			  const char *title)
{
	struct description_group group = {
		.name = sampler->tiles ? "tiles" : "links", .columns = link_columns,
		.ncolumns = COLUMNS,
		.sources = calloc(sources_most(engine), sizeof(*group.sources)),
	};
	const struct description description = {
		.program = "gpcd-sim " GPCD_VERSION, .title = title, .tick = NS_PER_CYCLE,
		.groups = &group, .ngroups = 1,
	};
	int err = group.sources ? links_add(sampler, engine, &group) : -ENOMEM;

	if (!err) {
		sampler->values = calloc(group.nsources, COLUMNS * sizeof(*sampler->values));
		err = sampler->values ? 0 : -ENOMEM;
	}
	if (!err)
		err = recorder_open(sampler->fd, &description, &sampler->recorder);
	links_free(&group);
	return err;
}

/* --- records --- */

static uint64_t *link_read(const struct sampler *sampler, const struct engine *engine,
			   unsigned int chip, unsigned int port, uint64_t *value)
{
	unsigned int lanes = source_lanes(sampler, engine, port);
	unsigned int dead = engine_dead(engine, chip, port);

	for (unsigned int lane = 0; lane < lanes; lane++) {
		for (unsigned int i = 0; i < NET_COUNTERS; i++)
			*value++ = sampler->tiles ? net_count(engine->net, chip, port, lane, i) :
				   engine_count(engine, chip, port, i);
		*value++ = __builtin_popcount(sampler->tiles ? dead >> lane & 1 : dead);
	}
	return value;
}

static int values_add(struct sampler *sampler, const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	uint64_t *value = sampler->values;

	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port <= topo_ports(topo); port++) {
			if (engine_has_link(engine, chip, port))
				value = link_read(sampler, engine, chip, port, value);
		}
	}
	return sampler_failed(sampler, recorder_add(sampler->recorder, engine->cycles,
						    sampler->values, NULL));
}

/* All processes that simulate the network give their counters; process 0 has the recording. */
static int sampler_add(struct sampler *sampler, struct engine *engine)
{
	engine_gather(engine);
	sampler->last = engine->cycles;
	while (sampler->next <= engine->cycles)
		sampler->next += sampler->every;
	if (sampler->watch)
		sampler->watch(sampler->context, engine);
	return sampler->recorder ? values_add(sampler, engine) : 0;
}

static int sampler_record(struct sampler *sampler, const struct engine *engine, const char *title)
{
	int err;

	sampler->fd = open(sampler->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (sampler->fd < 0)
		return sampler_failed(sampler, -errno);
	err = recorder_begin(sampler, engine, title);
	if (!err)
		return 0;
	close(sampler->fd);
	if (err != -EINVAL)
		return sampler_failed(sampler, err);
	complain("%s: too many counters for a recording: %s", sampler->path,
		 sampler->tiles ? "leave out --tiles" : "leave out --record");
	return EXIT_USAGE;
}

int sampler_open(struct sampler *sampler, struct engine *engine, const char *title)
{
	int code;

	if (!sampler->path && !sampler->watch)
		return 0;
	if (!sampler->every)
		sampler->every = EVERY_DEFAULT;
	code = sampler->path && processes_is_first(engine->config.peers) ?
	       sampler_record(sampler, engine, title) : 0;
	sampler->runs = !code;
	return code ? code : sampler_add(sampler, engine);
}

uint64_t sampler_next(const struct sampler *sampler)
{
	return sampler->runs ? sampler->next : NET_FOREVER;
}

int sampler_take(struct sampler *sampler, struct engine *engine, bool last)
{
	bool due = last ? engine->cycles > sampler->last : engine->cycles >= sampler->next;

	return sampler->runs && due ? sampler_add(sampler, engine) : 0;
}

int sampler_close(struct sampler *sampler)
{
	int err = 0;

	if (sampler->recorder) {
		err = recorder_close(sampler->recorder);
		if (close(sampler->fd) && !err)
			err = -errno;
	}
	free(sampler->values);
	sampler->recorder = NULL;
	sampler->runs = false;
	return sampler_failed(sampler, err);
}
