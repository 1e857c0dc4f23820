// SPDX-License-Identifier: GPL-2.0-only
/*
 * Jobs (lib/netsim/job): on any small network, the input's program must run in the event engine as
 * in the reference, alone and beside other traffic, with and without failing links.
 */
#include "parts/net.h"
#include "netsim/jobs.h"
#include "netsim/pattern.h"
#include "netsim/random_program.h"

#define RANKS	8
#define STEPS	10

/* Traffic that ends. */
static struct traffic_pattern background_make(struct input *input)
{
	static const char *const kinds[] = { "uniform", "hot", "random", "neighbour" };
	struct traffic_pattern pattern = {
		.kind = kind_of(one_of(input, kinds)), .count = 1 + below(input, 2),
		.gap = take(input), .until = NET_FOREVER, .seed = take(input), .share = 1u << 30,
		.each = {
			.op = below(input, 3), .bytes = 1 + below(input, 130),
			.zero = below(input, 2), .hashed = below(input, 2),
		},
	};

	if (pattern.kind->fits && !pattern.kind->fits(&net.fabric.topo, &pattern))
		pattern.kind = kind_of("uniform");
	if (pattern.each.op == NET_RAW) {
		pattern.each.phits = 1 + below(input, NET_PACKET);
		pattern.each.bytes = 1 + pattern.each.bytes % 8;
	}
	return pattern;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	struct drawn drawn = { { drawn_below }, &input };
	struct traffic_pattern background;
	uint32_t place[RANKS], rank;
	struct placed placed = { .config = &net.config, .mpi = &mpi_small, .place = place };
	struct program *program;
	unsigned int steps;
	uint64_t look;
	char name[128];

	fabric_make(&input);
	config_make(&input);
	faults_make(&input);
	if (below(&input, 2))
		changes_make(&input);
	look = 1 + 8 * take(&input);
	background = background_make(&input);
	/* Nobody to send to. */
	if (topo_nodes(&net.fabric.topo) > 1 && below(&input, 2))
		placed.background = &background;
	for (rank = 0; rank < RANKS; rank++)
		place[rank] = below(&input, topo_nodes(&net.fabric.topo));
	steps = 1 + below(&input, STEPS);
	program = random_program(&drawn.chance, &mpi_small, 1 + below(&input, RANKS), steps);
	placed.program = program;
	topo_name(&net.fabric.topo, name, sizeof(name));
	jobs_agree(name, &placed, look);
	program_free(program);
	scenario_end(&net);
	return 0;
}
