// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "record/recorder.h"
#include "sampler.h"

#define EVERY_DEFAULT	800		/* router cycles; 1 us */
#define EVERY_MAX	1000000000000000ULL
#define NS_PER_CYCLE	(1e3 * US_PER_CYCLE)
#define NS_PER_TICK	0.01

enum { KEY_RECORD = 0x600, KEY_EVERY, KEY_TILES };

static const struct argp_option options[] = {
	{ 0, 0, NULL, 0, "A recording (engine event), for `gpcd-sim replay':", 8 },
	{ "record", KEY_RECORD, "FILE", 0, "the counters of all links over time", 8 },
	{ "every", KEY_EVERY, "TIME", 0, "time from one --record to the next; default 1us", 8 },
	{ "tiles", KEY_TILES, NULL, 0, "record each tile, instead of the sums of links", 8 },
	{ 0 }
};

/* 5 ns are 4 cycles. */
static int parse_every(const char *text, uint64_t *cycles)
{
	uint64_t ns;

	if (parse_time(text, &ns) || ns < 5 || ns > EVERY_MAX || ns % 5)
		return -EINVAL;
	*cycles = ns / 5 * 4;
	return 0;
}

static error_t sampler_option(int key, char *arg, struct argp_state *state)
{
	struct sampler *sampler = state->input;

	switch (key) {
	case KEY_RECORD:
		sampler->path = arg;
		return 0;
	case KEY_EVERY:
		if (parse_every(arg, &sampler->every))
			argp_error(state, "--every: '%s' is not a multiple of 5ns", arg);
		return 0;
	case KEY_TILES:
		sampler->tiles = true;
		return 0;
	case ARGP_KEY_END:
		if (sampler->path && !strcmp(sampler->path, "-"))
			argp_error(state,
				   "--record -: standard output has the tables: name a file, as links.gpr");
		if ((sampler->every || sampler->tiles) && !sampler->path)
			argp_error(state, "--every and --tiles go with --record");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp sampler_argp = { .options = options, .parser = sampler_option };

static int sampler_failed(const struct sampler *sampler, int err)
{
	return err ? complain_output(sampler->path, err) : 0;
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

static int record_add(struct sampler *sampler, const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	uint64_t *value = sampler->values;

	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port <= topo_ports(topo); port++) {
			if (engine_has_link(engine, chip, port))
				value = link_read(sampler, engine, chip, port, value);
		}
	}
	sampler->last = engine->cycles;
	while (sampler->next <= engine->cycles)
		sampler->next += sampler->every;
	return sampler_failed(sampler, recorder_add(sampler->recorder, engine->cycles,
						    sampler->values, NULL));
}

int sampler_open(struct sampler *sampler, const struct engine *engine, const char *title)
{
	int err = 0;

	if (!sampler->path)
		return 0;
	if (!sampler->every)
		sampler->every = EVERY_DEFAULT;
	sampler->fd = open(sampler->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (sampler->fd < 0)
		return sampler_failed(sampler, -errno);
	err = recorder_begin(sampler, engine, title);
	if (!err)
		return record_add(sampler, engine);
	close(sampler->fd);
	if (err != -EINVAL)
		return sampler_failed(sampler, err);
	complain("%s: too many counters for a recording: %s", sampler->path,
		 sampler->tiles ? "leave out --tiles" : "leave out --record");
	return EXIT_USAGE;
}

uint64_t sampler_next(const struct sampler *sampler)
{
	return sampler->recorder ? sampler->next : NET_FOREVER;
}

int sampler_take(struct sampler *sampler, const struct engine *engine, bool last)
{
	bool due = last ? engine->cycles > sampler->last : engine->cycles >= sampler->next;

	return sampler->recorder && due ? record_add(sampler, engine) : 0;
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
	return sampler_failed(sampler, err);
}
