// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "cli/system.h"
#include "machine.h"

/* Most families of topologies, and room for the help of one. */
#define FAMILIES	16
#define HELP		128

/* KEY_FAMILY and the keys behind it stand for topo_families[]. */
enum { KEY_GEMINI = 0x300, KEY_CLASS, KEY_FAIL, KEY_FAMILY };

/* machine_begin() adds an option for each family. */
static struct argp_option options[1 + FAMILIES + 1] = {
	{ 0, 0, NULL, 0, "The machine:", 2 },
};

static const struct argp_option gemini_options[] = {
	{ 0, 0, NULL, 0, "The machine:", 2 },
	{ "torus", KEY_GEMINI, "XxYxZ", 0, "of Geminis; default 16x12x24, of job 4x2x2", 2 },
	{ 0 }
};

static const struct argp_option detail_options[] = {
	{ "class", KEY_CLASS, "N", 0, "topology class of the cabinets, 0 to 3", 2 },
	{ "fail", KEY_FAIL, "WHAT", 0,
	  "a tile (c0-0c0s0g0l02) or a link (0,0,0:X+) has failed; may be repeated", 2 },
	{ 0 }
};

void machine_begin(void)
{
	static char help[FAMILIES][HELP];
	struct argp_option *option = options + 1;
	const struct topo_family *family;

	for (unsigned int i = 0; topo_families[i]; i++) {
		assert(i < FAMILIES);
		family = topo_families[i];
		snprintf(help[i], HELP, "%s%s", family->help, i ? "" : "; default " MACHINE_SIZE);
		*option++ = (struct argp_option){
			family->name, KEY_FAMILY + i, family->sizes, 0, help[i], 2,
		};
	}
}

static int want(struct machine *machine, const struct argp_state *state,
		const struct topo_family *family, const char *size)
{
	if (machine->wanted)
		argp_error(state, "one machine is enough: %s, or %s:%s", machine->wanted,
			   family->name, size);
	return asprintf(&machine->wanted, "%s:%s", family->name, size) < 0 ? ENOMEM : 0;
}

static error_t machine_option(int key, char *arg, struct argp_state *state)
{
	struct machine *machine = state->input;

	if (key == ARGP_KEY_INIT) {
		state->child_inputs[0] = machine;
		return 0;
	}
	if (key == KEY_GEMINI)
		return want(machine, state, &topo_torus, arg);
	if (key >= KEY_FAMILY && key < KEY_FAMILY + FAMILIES)
		return want(machine, state, topo_families[key - KEY_FAMILY], arg);
	return ARGP_ERR_UNKNOWN;
}

static error_t detail_option(int key, char *arg, struct argp_state *state)
{
	struct machine *machine = state->input;

	switch (key) {
	case KEY_CLASS:
		machine->class = system_class(state, arg);
		return 0;
	case KEY_FAIL:
		return argz_add(&machine->failed, &machine->failed_size, arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp detail_argp = { .options = detail_options, .parser = detail_option };
static const struct argp_child children[] = { { .argp = &detail_argp }, { 0 } };

const struct argp machine_argp = {
	.options = options, .parser = machine_option, .children = children,
};

const struct argp gemini_argp = {
	.options = gemini_options, .parser = machine_option, .children = children,
};

static int parse_place(const char *name, struct gemini_place *place, const char **rest)
{
	int length = -1;

	if (sscanf(name, "c%4u-%4uc%1us%1ug%1u%n", &place->column, &place->row, &place->cage,
		   &place->slot, &place->gemini, &length) != 5 || length < 0)
		return -EINVAL;
	*rest = name + length;
	return 0;
}

static unsigned int machine_chip_at(const struct topo *topo, const char *name)
{
	unsigned int coord[TOPO_DIMS];

	return parse_list(name, ",", coord, topo->dims) ? TOPO_NONE : topo_chip(topo, coord);
}

unsigned int machine_chip(const struct machine *machine, const char *name)
{
	struct gemini_place place;
	const char *rest;

	if (machine->is_gemini && !parse_place(name, &place, &rest))
		return *rest ? TOPO_NONE : gemini_chip(&machine->system, &place);
	return machine_chip_at(&machine->fabric.topo, name);
}

void machine_chip_name(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME])
{
	const struct topo *topo = &machine->fabric.topo;
	unsigned int coord[TOPO_DIMS];
	struct gemini_place place;
	size_t at = 0;

	if (machine->is_gemini) {
		gemini_place(&machine->system, chip, &place);
		snprintf(name, MACHINE_NAME, "c%u-%uc%us%ug%u", place.column, place.row, place.cage,
			 place.slot, place.gemini);
		return;
	}
	topo_coord(topo, chip, coord);
	for (unsigned int i = 0; i < topo->dims; i++)
		at += snprintf(name + at, MACHINE_NAME - at, "%s%u", i ? "," : "", coord[i]);
}

unsigned int machine_lanes(const struct machine *machine, unsigned int port)
{
	return port < topo_ports(&machine->fabric.topo) ? machine->fabric.lanes[port] : NET_LANES;
}

unsigned int machine_ticks(const struct machine *machine, unsigned int chip, unsigned int port)
{
	unsigned int ports = topo_ports(&machine->fabric.topo);

	return port < ports ? machine->fabric.ticks[chip * ports + port] : NET_TICKS;
}

/* Both ends of a link lose the lanes. */
static int fail_lanes(struct machine *machine, unsigned int chip, unsigned int port,
		      unsigned int lanes)
{
	const struct topo *topo = &machine->fabric.topo;
	unsigned int ports = topo_ports(topo);
	unsigned int far = topo_neighbour(topo, chip, port);

	if (far == TOPO_NONE)
		return -EINVAL;
	machine->fabric.failed[chip * ports + port] |= lanes;
	machine->fabric.failed[far * ports + topo_far_port(topo, chip, port)] |= lanes;
	return 0;
}

/* c0-0c0s0g0l02 */
static int fail_tile(struct machine *machine, const char *name)
{
	unsigned int chip, row, column, port, lane;
	struct gemini_place place;
	const char *digits;
	char end;

	if (!machine->is_gemini || parse_place(name, &place, &digits) ||
	    sscanf(digits, "l%1u%1u%c", &row, &column, &end) != 2 || row > 5 || column > 7)
		return -EINVAL;
	chip = gemini_chip(&machine->system, &place);
	if (chip == TOPO_NONE)
		return -EINVAL;
	port = gemini_tile_link(&machine->system, chip, 8 * row + column, &lane);
	return port == GEMINI_HOST ? -EINVAL : fail_lanes(machine, chip, port, 1 << lane);
}

/* CHIP:X+ */
static int fail_link(struct machine *machine, const char *name)
{
	const struct topo *topo = &machine->fabric.topo;
	const char *colon = strchr(name, ':');
	char chip_name[MACHINE_NAME], port_name[16];
	unsigned int chip;

	snprintf(chip_name, sizeof(chip_name), "%.*s", (int)(colon - name), name);
	chip = machine_chip(machine, chip_name);
	for (unsigned int port = 0; port < topo_ports(topo) && chip != TOPO_NONE; port++) {
		topo_port_name(topo, port, port_name, sizeof(port_name));
		if (!strcmp(port_name, colon + 1))
			return fail_lanes(machine, chip, port,
					  (1 << machine_lanes(machine, port)) - 1);
	}
	return -EINVAL;
}

static int build_failures(struct machine *machine)
{
	const struct topo *topo = &machine->fabric.topo;
	char *name = NULL;
	int err;

	if (!machine->failed)
		return 0;
	machine->fabric.failed = calloc((size_t)topo->chips * topo_ports(topo), 1);
	if (!machine->fabric.failed)
		return -ENOMEM;
	while ((name = argz_next(machine->failed, machine->failed_size, name))) {
		err = strchr(name, ':') ? fail_link(machine, name) : fail_tile(machine, name);
		if (err) {
			complain("--fail %s: no network tile (c0-0c0s0g0l02) or link (0,0,0:X+)",
				 name);
			return err;
		}
	}
	return 0;
}

static int build_classes(struct machine *machine, const struct topo *topo)
{
	if (machine->class >= 0) {
		complain("--class: only a torus of three dimensions has cabinets");
		return -EINVAL;
	}
	return net_fabric_classes(&machine->fabric, topo);
}

static int build_fabric(struct machine *machine, const struct topo *topo, const char *name)
{
	machine->is_gemini = gemini_is_torus(topo);
	if (!machine->is_gemini)
		return build_classes(machine, topo);
	if (system_cabinets(&machine->system, topo, machine->class, name))
		return -EINVAL;
	return net_fabric_gemini(&machine->fabric, &machine->system);
}

int machine_build(struct machine *machine)
{
	const char *name = machine->wanted ? machine->wanted : machine->usual;
	struct topo topo;
	int err = topo_parse(&topo, name);

	if (err) {
		complain("%s: %s", name, err == -E2BIG ? "more than 65536 chips" :
			 "no topology; a size is numbers with x between them");
		return EXIT_USAGE;
	}
	err = build_fabric(machine, &topo, name);
	if (!err)
		err = build_failures(machine);
	if (err == -ENOMEM)
		complain("%s: %s", name, strerror(ENOMEM));
	return exit_code(err);
}

void machine_free(struct machine *machine)
{
	net_fabric_free(&machine->fabric);
	free(machine->wanted);
	free(machine->failed);
}
