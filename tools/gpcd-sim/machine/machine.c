// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/parse.h"
#include "cli/system.h"
#include "machine.h"

/* Room for the help of a family of topologies. */
#define HELP		128

/* machine_begin() fills these in. */
static struct option_row rows[1 + MACHINE_FAMILIES + 3];
static struct option_row gemini_rows[3];
static struct option_row cabled_rows[6];

static const struct option_row heading = { .help = "The machine:", .group = 2 };
static const struct option_row blue = {
	"blue", 0, "N", 2, SYSTEM_BLUE, OPTION_NUMBER(struct machine, blue, 1, TOPO_CHIPS)
};

static const struct option_row bias = {
	"bias", 0, "ROUTING:KEY=N", 2,
	"what makes detours dearer: adaptive3:shift=2,add=256, adaptive1:add=0,hop=16; may be repeated",
	OPTION_LIST(struct machine, biases)
};

static const struct option_row detail_rows[] = {
	{ "machine", 0, "FILE", 2, "as a file describes it, or gemini, aries ...: gpcd-machine(5)",
	  OPTION_ONCE(struct machine, file) },
	{ "class", 0, "N", 2, "topology class of the cabinets, 0 to 4",
	  OPTION_INT(struct machine, class, 0, GEMINI_ENTRY) },
	{ "fail", 0, "WHAT", 2,
	  "a tile (c0-0c0s0g0l02), a link (0,0,0:X+) or a lane of it (0,0,0:X+/3) has failed; may be repeated",
	  OPTION_LIST(struct machine, failed) },
	{ "degrade", 0, "LINK=PART", 2,
	  "a link has 1/3 or 2/3 of its rate on all tiles, both ways: 0,0,0:X+=2/3; may be repeated",
	  OPTION_LIST(struct machine, degraded) },
	{ 0 }
};

/* An option for the size of a topology. */
static struct option_row family_row(const struct topo_family *family, const char *help)
{
	unsigned int i = 0;

	while (topo_families[i] != family)
		i++;
	assert(i < MACHINE_FAMILIES);
	return (struct option_row){
		family->name, 0, family->sizes, 2, help, .type = OPTION_TYPE_ONCE,
		.field.any = (void *)(offsetof(struct machine, sizes) + i * sizeof(char *)),
	};
}

void machine_begin(void)
{
	static char help[MACHINE_FAMILIES][HELP];
	struct option_row *row = rows;

	*row++ = heading;
	for (unsigned int i = 0; topo_families[i]; i++) {
		snprintf(help[i], HELP, "%s%s", topo_families[i]->help,
			 i ? "" : "; default " MACHINE_SIZE);
		*row++ = family_row(topo_families[i], help[i]);
	}
	*row++ = blue;
	*row = bias;
	gemini_rows[0] = heading;
	gemini_rows[1] = family_row(&topo_torus, "of Geminis; default 16x12x24");
	cabled_rows[0] = heading;
	cabled_rows[1] = family_row(&topo_torus, "of Geminis; default 4x2x2");
	cabled_rows[2] = family_row(&topo_dragonfly,
				    "of Aries: B blades a chassis, C chassis a group, G groups");
	cabled_rows[3] = blue;
	cabled_rows[4] = bias;
}

static int want(struct machine *machine, struct options_state *state,
		const struct topo_family *family, const char *size)
{
	if (machine->wanted)
		return options_reject(state, "one machine is enough: %s, or %s:%s",
				      machine->wanted, family->name, size);
	return asprintf(&machine->wanted, "%s:%s", family->name, size) < 0 ? -ENOMEM : 0;
}

/* Reject options that repeat what the machine file says. */
static int check_file(const struct machine *machine, struct options_state *state)
{
	const char *option = machine->blue ? "--blue" : machine->class >= 0 ? "--class" : NULL;

	if (machine->wanted)
		return options_reject(state, "one machine is enough: %s, or --machine %s",
				      machine->wanted, machine->file);
	if (option)
		return options_reject(state, "%s: --machine %s says it: leave one out", option,
				      machine->file);
	return 0;
}

static int check_machine(struct options_state *state, void *input)
{
	struct machine *machine = input;
	int err = 0;

	for (unsigned int i = 0; topo_families[i] && !err; i++) {
		if (machine->sizes[i])
			err = want(machine, state, topo_families[i], machine->sizes[i]);
	}
	return err || !machine->file ? err : check_file(machine, state);
}

static const struct options detail_options = { .rows = detail_rows, .check = check_machine };

/* The parts set the same object. */
static const struct options_part parts[] = { { .options = &detail_options }, { 0 } };

const struct options machine_options = { .rows = rows, .parts = parts };
const struct options gemini_options = { .rows = gemini_rows, .parts = parts };
const struct options cabled_options = { .rows = cabled_rows, .parts = parts };

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

	if (!machine->failed.argz)
		return 0;
	machine->fabric.failed = calloc((size_t)topo->chips * topo_ports(topo), 1);
	if (!machine->fabric.failed)
		return -ENOMEM;
	while ((name = argz_next(machine->failed.argz, machine->failed.size, name))) {
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

/* Split LINK=N/3. Return 0 or -EINVAL. */
static int degrade_parse(char *text, unsigned int *serdes)
{
	char *equals = strrchr(text, '=');
	char *slash = equals ? strchr(equals, '/') : NULL;

	if (!slash || strcmp(slash, "/3"))
		return -EINVAL;
	*equals = '\0';
	*slash = '\0';
	return parse_between(equals + 1, 1, NET_SERDES - 1, serdes);
}

static int degrade_refuse(const struct machine *machine, const char *text, bool is_link)
{
	char name[LINK_EXAMPLE], why[LINK_NONE];

	if (is_link || link_example(machine, name) == TOPO_NONE)
		complain("--degrade %s: %s", text, link_none(machine, why));
	else
		complain("--degrade %s: a whole link has 1/3 or 2/3 of its rate, as %s=2/3",
			 text, name);
	return -EINVAL;
}

/* Degrade both directions of a link. */
static int degrade_link(struct machine *machine, const struct link_lanes *link,
			unsigned int serdes)
{
	struct link_lanes back = link_back(machine, link);
	int err = net_fabric_degrade(&machine->fabric, link->chip, link->port, serdes);

	if (!err)
		err = net_fabric_degrade(&machine->fabric, back.chip, back.port, serdes);
	if (err == -EINVAL)
		complain("--degrade: the link is too slow: take a --machine with faster ones");
	return err;
}

static int degrade(struct machine *machine, const char *text, char *words)
{
	struct link_lanes link;
	unsigned int serdes;

	if (degrade_parse(words, &serdes))
		return degrade_refuse(machine, text, false);
	if (link_lanes_find(machine, words, &link))
		return degrade_refuse(machine, text, true);
	if (link.lanes != (1u << machine_lanes(machine, link.port)) - 1)
		return degrade_refuse(machine, text, false);
	return degrade_link(machine, &link, serdes);
}

/* Parse SHIFT, ADD or HOP of a bias by its key; the words are getsubopt(3)'s. */
static int bias_parse(char *words, bool hops, struct net_bias *bias)
{
	static char *const keys[] = { "shift", "add", "hop", NULL };
	unsigned int number;
	char *value;
	int key;

	while (*words) {
		key = getsubopt(&words, keys, &value);
		if (key < 0 || (key == 2 && !hops) || !value ||
		    parse_between(value, 0, key ? UINT16_MAX : NET_SHIFT_MOST, &number))
			return -EINVAL;
		if (!key)
			bias->shift = number;
		else if (key == 1)
			bias->add = number;
		else
			bias->hop = number;
	}
	return 0;
}

_Static_assert(NET_SHIFT_MOST == 16, "as bias_set() says");

static int bias_set(struct machine *machine, const char *text, char *words)
{
	static const char wants[] =
		"adaptive0 to adaptive3 with shift=0-16, add=0-65535 or, of adaptive1, hop=0-65535";
	char *colon = strchr(words, ':');
	unsigned int index;

	if (!machine->fabric.topo.bridges) {
		complain("--bias %s: only a dragonfly has detours: add --dragonfly 16x6x4", text);
		return -EINVAL;
	}
	if (colon)
		*colon = '\0';
	index = net_routing_find(words) - NET_ADAPTIVE0;
	if (!colon || !colon[1] || index >= NET_BIASES ||
	    bias_parse(colon + 1, index + NET_ADAPTIVE0 == NET_ADAPTIVE1,
		       &machine->fabric.bias[index])) {
		complain("--bias %s: %s, as adaptive3:shift=2,add=256", text, wants);
		return -EINVAL;
	}
	return 0;
}

/* Call a function for each argument of a repeated option, with a copy that it may change. */
static int build_each(struct machine *machine, const struct option_list *list,
		      int (*set)(struct machine *machine, const char *text, char *words))
{
	char *text = NULL, *words;
	int err = 0;

	while (!err && list->argz && (text = argz_next(list->argz, list->size, text))) {
		words = strdup(text);
		if (!words)
			return -ENOMEM;
		err = set(machine, text, words);
		free(words);
	}
	return err;
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
	machine->chip = machine->is_gemini ? GPCD_CHIP_GEMINI :
			topo->family == &topo_dragonfly ? GPCD_CHIP_ARIES : GPCD_CHIPS;
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

/* Return the type of a described machine's chips, or GPCD_CHIPS if they have no registers. */
static unsigned int chip_of(const struct hardware *hardware)
{
	static const unsigned int chips[] = {
		[HARDWARE_ARIES] = GPCD_CHIP_ARIES,
		[HARDWARE_CASSINI1] = GPCD_CHIP_CASSINI1,
		[HARDWARE_CASSINI2] = GPCD_CHIP_CASSINI2,
	};

	if (!described_has_registers(hardware))
		return GPCD_CHIPS;
	return described_has_cabinets(hardware) ? GPCD_CHIP_GEMINI : chips[hardware->chip];
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
	machine->chip = chip_of(hardware);
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

	if (err == -EINVAL)
		complain("%s: no topology; a size is numbers with x between them", name);
	else if (err)
		system_refuse(name, err);
	if (err)
		return -EINVAL;
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
	if (!err)
		err = build_each(machine, &machine->degraded, degrade);
	if (!err)
		err = build_each(machine, &machine->biases, bias_set);
	if (err == -ENOMEM)
		complain("%s: %s", name, strerror(ENOMEM));
	return exit_code(err);
}

void machine_free(struct machine *machine)
{
	net_fabric_free(&machine->fabric);
	free(machine->wanted);
	free(machine->failed.argz);
	free(machine->degraded.argz);
	free(machine->biases.argz);
}
