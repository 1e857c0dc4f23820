// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/system.h"
#include "link.h"
#include "machine.h"

/* Most families of topologies, and room for the help of one. */
#define FAMILIES	16
#define HELP		128

/* KEY_FAMILY and the keys after it stand for topo_families[]. */
enum { KEY_GEMINI = 0x300, KEY_ARIES, KEY_CLASS, KEY_FAIL, KEY_BLUE, KEY_FILE, KEY_FAMILY };

/* machine_begin() adds an option for each family. */
static struct argp_option options[1 + FAMILIES + 2] = {
	{ 0, 0, NULL, 0, "The machine:", 2 },
};

static const struct argp_option gemini_options[] = {
	{ 0, 0, NULL, 0, "The machine:", 2 },
	{ "torus", KEY_GEMINI, "XxYxZ", 0, "of Geminis; default 16x12x24", 2 },
	{ 0 }
};

static const struct argp_option cabled_options[] = {
	{ 0, 0, NULL, 0, "The machine:", 2 },
	{ "torus", KEY_GEMINI, "XxYxZ", 0, "of Geminis; default 4x2x2", 2 },
	{ "dragonfly", KEY_ARIES, "BxCxG", 0,
	  "of Aries: B blades a chassis, C chassis a group, G groups", 2 },
	{ "blue", KEY_BLUE, "N", 0, SYSTEM_BLUE, 2 },
	{ 0 }
};

static const struct argp_option detail_options[] = {
	{ "machine", KEY_FILE, "FILE", 0,
	  "as a file describes it, or gemini, aries ...: gpcd-machine(5)", 2 },
	{ "class", KEY_CLASS, "N", 0, "topology class of the cabinets, 0 to 3", 2 },
	{ "fail", KEY_FAIL, "WHAT", 0,
	  "a tile (c0-0c0s0g0l02), a link (0,0,0:X+) or a lane of it (0,0,0:X+/3) has failed; may be repeated",
	  2 },
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
	*option = (struct argp_option){ "blue", KEY_BLUE, "N", 0, SYSTEM_BLUE, 2 };
}

static int want(struct machine *machine, const struct argp_state *state,
		const struct topo_family *family, const char *size)
{
	const char *before = machine->wanted ? machine->wanted : machine->file;

	if (before)
		argp_error(state, "one machine is enough: %s, or %s:%s", before, family->name,
			   size);
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
	if (key == KEY_ARIES)
		return want(machine, state, &topo_dragonfly, arg);
	if (key == KEY_BLUE) {
		machine->blue = system_blue(state, arg);
		return 0;
	}
	if (key >= KEY_FAMILY && key < KEY_FAMILY + FAMILIES)
		return want(machine, state, topo_families[key - KEY_FAMILY], arg);
	return ARGP_ERR_UNKNOWN;
}

static int want_file(struct machine *machine, const struct argp_state *state, const char *file)
{
	const char *before = machine->wanted ? machine->wanted : machine->file;

	if (before)
		argp_error(state, "one machine is enough: %s, or --machine %s", before, file);
	machine->file = file;
	return 0;
}

/* Reject options that repeat what the machine file says. */
static void check_file(const struct machine *machine, const struct argp_state *state)
{
	const char *option = machine->blue ? "--blue" : machine->class >= 0 ? "--class" : NULL;

	if (machine->file && option)
		argp_error(state, "%s: --machine %s says it: leave one out", option,
			   machine->file);
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
	case KEY_FILE:
		return want_file(machine, state, arg);
	case ARGP_KEY_END:
		check_file(machine, state);
		return 0;
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

const struct argp cabled_argp = {
	.options = cabled_options, .parser = machine_option, .children = children,
};

static void fail_lanes(struct machine *machine, const struct link_lanes *link)
{
	unsigned int ports = topo_ports(&machine->fabric.topo);

	machine->fabric.failed[link->chip * ports + link->port] |= link->lanes;
}

/* A link loses the lanes at both ends. */
static int build_failures(struct machine *machine)
{
	const struct topo *topo = &machine->fabric.topo;
	struct link_lanes link;
	char why[LINK_NONE], *name = NULL;
	int err;

	if (!machine->failed)
		return 0;
	machine->fabric.failed = calloc((size_t)topo->chips * topo_ports(topo), 1);
	if (!machine->fabric.failed)
		return -ENOMEM;
	while ((name = argz_next(machine->failed, machine->failed_size, name))) {
		err = link_lanes_find(machine, name, &link);
		if (err) {
			complain("--fail %s: %s", name, link_none(machine, why));
			return err;
		}
		fail_lanes(machine, &link);
		link = link_back(machine, &link);
		fail_lanes(machine, &link);
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
	machine->has_images = machine->is_gemini || topo->family == &topo_dragonfly;
	if (!machine->is_gemini)
		return build_classes(machine, topo);
	if (system_cabinets(&machine->system, topo, machine->class, name))
		return -EINVAL;
	return net_fabric_gemini(&machine->fabric, &machine->system);
}

int machine_describe(struct machine *machine)
{
	int code;

	if (!machine->file || machine->described)
		return 0;
	code = machines_read(&machine->hardware, machine->file);
	machine->described = !code;
	if (!code && machine_switches_worms(machine))
		machine->fabric.topo = machine->hardware.topo;
	return code;
}

bool machine_switches_worms(const struct machine *machine)
{
	return machine->described && machine->hardware.switching == HARDWARE_WORMHOLE;
}

static int build_described(struct machine *machine)
{
	const struct hardware *hardware = &machine->hardware;
	int class;

	if (machine_switches_worms(machine)) {
		complain("--machine %s: it switches worms, which `gpcd-sim run --job' simulates",
			 machine->file);
		return -EINVAL;
	}
	machine->is_gemini = described_has_cabinets(hardware);
	machine->has_images = described_has_tiles(hardware);
	class = hardware->class == HARDWARE_NO_CLASS ? -1 : (int)hardware->class;
	if (machine->is_gemini &&
	    system_cabinets(&machine->system, &hardware->topo, class, machine->file))
		return -EINVAL;
	return described_fabric(hardware, &machine->system, &machine->fabric);
}

static int build_wanted(struct machine *machine, const char *name)
{
	struct topo topo;
	int err = topo_parse(&topo, name);

	if (err) {
		complain("%s: %s", name, err == -E2BIG ? "more than 65536 chips" :
			 "no topology; a size is numbers with x between them");
		return -EINVAL;
	}
	if (system_bridges(&topo, machine->blue, name))
		return -EINVAL;
	return build_fabric(machine, &topo, name);
}

int machine_build(struct machine *machine)
{
	const char *name = machine->file ? machine->file :
			   machine->wanted ? machine->wanted : machine->usual;
	int code = machine_describe(machine), err;

	if (code)
		return code;
	err = machine->file ? build_described(machine) : build_wanted(machine, name);
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
