// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "machines.h"

/*
 * Write the path of a machine in a folder and check if it exists. If the check fails for another
 * reason, assume that it does; opening it will report the reason.
 */
static bool has_machine(char path[PATH_MAX], const char *folder, const char *rest, const char *name)
{
	int length = snprintf(path, PATH_MAX, "%s%s/%s.machine", folder, rest, name);

	if (length >= PATH_MAX)
		return false;
	return !access(path, F_OK) || (errno != ENOENT && errno != ENOTDIR && errno != EACCES);
}

static const char *machines_folder(void)
{
	return cli_data("machines");
}

/* Find the path of a machine that is named without a folder. */
static bool find_path(char path[PATH_MAX], const char *name)
{
	const char *only = getenv(MACHINES_FOLDER_ENV), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME");

	if (only && *only)
		return has_machine(path, only, "", name);
	if (config && *config == '/' && has_machine(path, config, "/gpcd/machines", name))
		return true;
	if (!(config && *config == '/') && home && *home == '/' &&
	    has_machine(path, home, "/.config/gpcd/machines", name))
		return true;
	return has_machine(path, "/etc/gpcd/machines", "", name) ||
	       has_machine(path, machines_folder(), "", name);
}

static int complain_nowhere(const char *name)
{
	const char *only = getenv(MACHINES_FOLDER_ENV);

	complain("no machine '%s' in %s: %s names another folder; a file has / or . in its name",
		 name, only && *only ? only : machines_folder(), MACHINES_FOLDER_ENV);
	return EXIT_USAGE;
}

static int complain_problem(const char *path, const struct hardware_problem *problem, int err)
{
	switch (err) {
	case -EINVAL:
		complain("%s:%u: %s", path, problem->line, problem->text);
		return EXIT_USAGE;
	case -EFBIG:
		complain("%s: a machine file has at most %d bytes", path, HARDWARE_BYTES);
		return EXIT_USAGE;
	case -EISDIR:
		complain("%s: not a file", path);
		return EXIT_USAGE;
	default:
		complain("%s: %s", path, strerror(-err));
		return err == -ENOMEM ? EXIT_RUNTIME : EXIT_USAGE;
	}
}

int machines_read(struct hardware *hardware, const char *name)
{
	struct hardware_problem problem = { 0 };
	char path[PATH_MAX];
	int err;

	if (strpbrk(name, "/."))
		snprintf(path, sizeof(path), "%s", name);
	else if (!*name || !find_path(path, name))
		return complain_nowhere(name);
	err = hardware_read(hardware, path, &problem);
	return err ? complain_problem(path, &problem, err) : 0;
}

static struct worm_class worm_links(const struct hardware *hardware,
				    const struct hardware_links *links)
{
	return (struct worm_class) {
		.links = links->links,
		.flit_ps = hardware_time(&links->rate, hardware->flit),
		.hop_ps = links->hop_ps,
		.buffer = links->buffer,
	};
}

void machines_worm(const struct hardware *hardware, struct worm_config *config)
{
	*config = (struct worm_config){
		.topo = &hardware->topo,
		.nodes = hardware->nodes,
		.flit = hardware->flit,
		.header = hardware->header,
		.highest_first = hardware->order == HARDWARE_HIGHEST,
		.in = worm_links(hardware, &hardware->in),
		.out = worm_links(hardware, &hardware->out),
	};
	for (unsigned int i = 0; i < topo_classes(&hardware->topo); i++)
		config->dim[i] = worm_links(hardware, &hardware->link[i]);
}

_Static_assert(HARDWARE_SHORT == HOST_SHORT, "no message is long");

void machines_host(const struct hardware *hardware, struct host_config *config)
{
	const struct hardware_host *host = &hardware->host;

	*config = (struct host_config){
		.send_ps = host->send_ps,
		.recv_ps = host->recv_ps,
		.gap_ps = host->gap_ps,
		.byte_ps = host->byte_ps,
		.long_bytes = host->long_bytes,
		.long_send_ps = host->long_send_ps,
		.long_recv_ps = host->long_recv_ps,
		.memory_byte_ps = host->memory_byte_ps,
		.interrupt_bytes = host->interrupt_bytes,
		.blocking = host->dma == HARDWARE_BLOCKING,
		.receive = host->receive == HARDWARE_INTERRUPT ? HOST_INTERRUPT : HOST_POLL,
	};
}

/* Sizes of a Gemini's phit and an Aries's flit, in 1/3 B; length of a tick, ps. */
#define PHIT		9
#define FLIT		20
#define TICK_PS		10
#define ENGINE_CLOCK	(NET_TICKS * TICK_PS)

/* Compute the time of this many bytes, so that rounding to ticks happens only once. */
#define SAMPLE		(1 << 20)

_Static_assert(HARDWARE_BUFFER_LEAST == NET_BUFFER_LEAST, "as the engine has it");
_Static_assert(HARDWARE_BUFFER_MOST == NET_BUFFER_MOST, "likewise");
_Static_assert(HARDWARE_PACKET_CLOCK == ENGINE_CLOCK, "as the engine has it");

bool described_has_cabinets(const struct hardware *hardware)
{
	return hardware_is_given(hardware, "medium.rate");
}

bool described_has_registers(const struct hardware *hardware)
{
	struct topo_class class;

	if (hardware->topo.family != &topo_dragonfly)
		return described_has_cabinets(hardware);
	if (hardware->chip != HARDWARE_ARIES)
		return true;
	for (unsigned int i = 0; i < topo_classes(&hardware->topo); i++) {
		topo_class(&hardware->topo, i, &class);
		if (hardware->link[i].links != class.lanes)
			return false;
	}
	return true;
}

/* Return the ticks of a phit or a flit. */
static unsigned int ticks_at(const struct topo *topo, const struct hardware_rate *rate)
{
	uint64_t thirds = topo->family->flits ? FLIT : PHIT;
	uint64_t by = 3ull * SAMPLE * TICK_PS;

	return (hardware_time(rate, SAMPLE) * thirds + by / 2) / by;
}

static const struct hardware_rate *rate_of(const struct hardware *hardware,
					   const struct gemini_system *system, unsigned int chip,
					   unsigned int port)
{
	static const enum hardware_medium media[] = {
		[GEMINI_MEZZANINE] = HARDWARE_MEZZANINE,
		[GEMINI_BACKPLANE] = HARDWARE_BACKPLANE,
		[GEMINI_CABLE] = HARDWARE_CABLE,
	};

	if (described_has_cabinets(hardware))
		return &hardware->medium[media[gemini_medium(system, chip, port)]].rate;
	return &hardware->link[topo_class_of(&hardware->topo, port)].rate;
}

_Static_assert(HARDWARE_ROUTINGS == NET_BIASES, "as the engine has it");

/* Set the biases that a machine file gives. */
static void described_bias(const struct hardware_bias *given, struct net_bias *bias)
{
	if (given->shift != HARDWARE_NO_BIAS)
		bias->shift = given->shift;
	if (given->add != HARDWARE_NO_BIAS)
		bias->add = given->add;
	if (given->hop != HARDWARE_NO_BIAS)
		bias->hop = given->hop;
}

/* Set what a machine file says of NICs. A turn is rounded to what NICs count in, 10/13 ps. */
static void described_nic(const struct hardware_nic *given, struct net_host *host)
{
	if (given->turn_ps)
		host->turn = (given->turn_ps * NET_NIC_PART + TICK_PS / 2) / TICK_PS;
	if (given->rate.ps)
		host->rate = (struct net_rate){ given->rate.bytes, given->rate.ps };
}

int described_fabric(const struct hardware *hardware, const struct gemini_system *system,
		     struct net_fabric *fabric)
{
	const struct topo *topo = &hardware->topo;
	unsigned int ports = topo_ports(topo), port, chip, i;
	int err = net_fabric_classes(fabric, topo);

	if (err)
		return err;
	for (port = 0; port < ports; port++) {
		const struct hardware_links *links = &hardware->link[topo_class_of(topo, port)];

		fabric->lanes[port] = links->links;
		fabric->hop[port] = links->hop_ps / HARDWARE_PACKET_CLOCK;
		fabric->buffer[port] = links->buffer;
		for (chip = 0; chip < topo->chips; chip++)
			fabric->ticks[(size_t)chip * ports + port] =
				ticks_at(topo, rate_of(hardware, system, chip, port));
	}
	fabric->hop[ports] = hardware->out.hop_ps / HARDWARE_PACKET_CLOCK;
	fabric->buffer[ports] = hardware->out.buffer;
	for (i = 0; i < NET_BIASES; i++)
		described_bias(&hardware->bias[i], &fabric->bias[i]);
	described_nic(&hardware->nic, &fabric->host);
	return 0;
}

/* --- values that were chosen --- */

const struct column chosen_columns[CHOSEN_COLUMNS] = {
	{ "of", COLUMN_TEXT, false },
	{ "key", COLUMN_TEXT, false },
	{ "value", COLUMN_TEXT, false },
};

void chosen_add(struct table *table, const char *of, const char *key, const char *fmt, ...)
{
	char value[HARDWARE_TEXT];
	va_list args;

	va_start(args, fmt);
	vsnprintf(value, sizeof(value), fmt, args);
	va_end(args);
	table_add(table, "%s", of);
	table_add(table, "%s", key);
	table_add(table, "%s", value);
}

void chosen_machine(struct table *table, const struct hardware *hardware)
{
	struct hardware_row row;
	unsigned int place = 0;

	while (hardware_row(hardware, &place, &row)) {
		if (row.chosen)
			chosen_add(table, *row.section ? row.section : "machine", row.key, "%s",
				   row.value);
	}
}
