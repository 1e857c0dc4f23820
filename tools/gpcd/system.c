// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "cli.h"
#include "parse.h"
#include "system.h"

static const struct argp_option options[] = {
	{ "class", 'c', "N", 0, "topology class of a torus, 0 to 3; default: by its size", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct system *system = state->input;
	uint32_t class;

	switch (key) {
	case 'c':
		if (parse_u32(arg, &class) || class > 3)
			argp_error(state, "no topology class '%s': 0 to 3", arg);
		system->class = class;
		return 0;
	case ARGP_KEY_INIT:
		system->class = -1;
		return 0;
	case ARGP_KEY_ARG:
		if (system->size)
			argp_error(state, "one SIZE is enough");
		system->size = arg;
		return 0;
	case ARGP_KEY_END:
		if (!system->size)
			argp_error(state, "SIZE is missing: 16x12x24");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp system_argp = { .options = options, .parser = parse, .args_doc = "SIZE" };

static int gemini_find(struct system *system)
{
	if (!gemini_system(&system->gemini, &system->topo, system->class))
		return 0;
	if (system->class < 0)
		complain("no topology class makes '%s': three dimensions, the last up to 24",
			 system->size);
	else
		complain("topology class %d makes no '%s'", system->class, system->size);
	return EXIT_USAGE;
}

static int dragonfly_find(const struct system *system)
{
	if (system->class < 0)
		return 0;
	complain("a dragonfly has no topology class");
	return EXIT_USAGE;
}

int system_find(struct system *system)
{
	int err = topo_parse(&system->topo, system->size);

	if (err == -E2BIG) {
		complain("'%s' has more than %d chips", system->size, TOPO_CHIPS);
		return EXIT_USAGE;
	}
	if (!err && system->topo.kind == TOPO_TORUS)
		return gemini_find(system);
	if (!err && system->topo.kind == TOPO_DRAGONFLY)
		return dragonfly_find(system);
	complain("no size '%s': 16x12x24 chips, or dragonfly:16x6x4", system->size);
	return EXIT_USAGE;
}
