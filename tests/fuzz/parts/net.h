/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by targets that make a small network from their input. */
#ifndef TESTS_FUZZ_NET_H
#define TESTS_FUZZ_NET_H

#include <check.h>
#include <stdarg.h>

#include "fuzz/fuzz.h"
#include "netsim/random_program.h"
#include "netsim/scenario.h"

static struct scenario net;

/* --- what fails --- */

/* Replaces libcheck's: there is no test to fail. */
void _ck_assert_failed(const char *file, int line, const char *expr, const char *msg, ...)
{
	va_list values;

	dprintf(STDERR_FILENO, "%s:%d: ERROR: ", file, line);
	va_start(values, msg);
	vdprintf(STDERR_FILENO, msg ? msg : expr, values);
	va_end(values);
	dprintf(STDERR_FILENO, "\n");
	abort();
}

void _mark_point(const char *file, int line)
{
	(void)file;
	(void)line;
}

/* --- the input --- */

struct input {
	const uint8_t *data;
	size_t size;
};

static inline unsigned int take(struct input *input)
{
	if (!input->size)
		return 0;
	input->size--;
	return *input->data++;
}

static inline unsigned int below(struct input *input, unsigned int limit)
{
	return take(input) % limit;
}

#define one_of(input, list)	((list)[below(input, sizeof(list) / sizeof((list)[0]))])

/* Random numbers come from the input. */
struct drawn {
	struct chance chance;
	struct input *input;
};

static inline unsigned int drawn_below(struct chance *chance, unsigned int limit)
{
	struct input *input = ((struct drawn *)chance)->input;
	unsigned int number = take(input);

	return (number << 8 | take(input)) % limit;
}

/* --- fabrics --- */

static const char *const topologies[] = {
	"torus:1", "torus:2", "torus:3", "torus:4", "torus:5", "torus:8", "torus:12", "torus:2x2",
	"torus:3x3", "torus:4x3", "torus:1x3", "torus:2x2x3", "torus:3x1x2", "mesh:2", "mesh:7",
	"mesh:3x3", "mesh:2x3x2", "hypercube:1", "hypercube:2", "hypercube:3", "dragonfly:1x1x1",
	"dragonfly:2x1x1", "dragonfly:1x2x2", "dragonfly:2x2x3", "dragonfly:3x1x4",
	"dragonfly:2x2x9", "dragonfly:2x2x3:2", "dragonfly:3x1x4:5", "dragonfly:1x1x4:3",
};

/* Links of a class are alike, so that both ends of each link are, too. */
static inline void classes_make(struct input *input, struct net_fabric *fabric)
{
	unsigned int ports = topo_ports(&fabric->topo), class, port, lanes, hop, buffer;
	unsigned int most = ports > 7 ? (64 - NET_LANES) / ports : NET_LANES;	/* 64 tiles */

	for (class = 0; class < topo_classes(&fabric->topo); class++) {
		lanes = 1 + below(input, most);
		hop = 1 + take(input);
		buffer = NET_BUFFER_LEAST + 2 * take(input);
		for (port = 0; port < ports; port++) {
			if (topo_class_of(&fabric->topo, port) != class)
				continue;
			fabric->lanes[port] = lanes;
			fabric->hop[port] = hop;
			fabric->buffer[port] = buffer;
		}
	}
}

static inline void fabric_make(struct input *input)
{
	struct net_fabric *fabric = &net.fabric;
	const char *topo = one_of(input, topologies);
	unsigned int ports, links, link, odd;

	scenario_even(&net, topo, 1, 1 + take(input));
	ports = topo_ports(&fabric->topo);
	links = fabric->topo.chips * ports;
	classes_make(input, fabric);
	fabric->hop[ports] = 1 + take(input);
	fabric->buffer[ports] = NET_BUFFER_LEAST + 2 * take(input);
	for (odd = links ? below(input, 4) : 0; odd; odd--) {
		link = below(input, links);
		fabric->ticks[link] = 1 + take(input);
	}
}

static inline void faults_make(struct input *input)
{
	const struct topo *topo = &net.fabric.topo;
	unsigned int faults, chip, port, lanes;

	for (faults = topo_ports(topo) ? below(input, 8) : 0; faults; faults--) {
		chip = below(input, topo->chips);
		port = below(input, topo_ports(topo));
		lanes = take(input) & ((1u << net.fabric.lanes[port]) - 1);
		scenario_fail(&net, chip, port, lanes);
	}
}

/* Links fail, are mended and get narrower during the traffic. */
static inline void changes_make(struct input *input)
{
	const struct topo *topo = &net.fabric.topo;
	unsigned int count = topo_ports(topo) ? below(input, 12) : 0;
	struct net_change change = { 0 };

	for (; count; count--) {
		change.kind = below(input, 3);
		change.cycle += 2 * take(input);
		change.chip = below(input, topo->chips);
		change.port = below(input, topo_ports(topo));
		change.lanes = take(input) & ((1u << net.fabric.lanes[change.port]) - 1);
		change.ticks = 1 + 3 * take(input);
		if (change.lanes && topo_neighbour(topo, change.chip, change.port) != TOPO_NONE)
			scenario_change(&net, change);
	}
	if (!net.config.changes)
		return;
	net.changes.detect = 3 * take(input);
	net.changes.quiesce = 3 * take(input);
	net.changes.timeout = NET_TIMEOUT + 3 * take(input);
}

static inline void config_make(struct input *input)
{
	unsigned int choices;

	net.config.put_response = 1 + below(input, 32);
	net.config.turnaround = take(input);
	net.config.crc_rate = take(input) << 21;	/* up to every eighth */
	net.config.seed = take(input);
	net.measured = net.config.seed & 1;
	choices = below(input, 4);
	net.config.uncompressed = choices & 1;
	net.config.split_ties = choices & 2;
	net.config.threads = 1 + below(input, 3);
	if (below(input, 2))
		net.config.fifos = 1 + below(input, net_fifos_most(&net.fabric));
}

#endif /* TESTS_FUZZ_NET_H */
