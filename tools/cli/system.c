// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "parse.h"
#include "system.h"
#include "topo/family/dragonfly.h"
#include "words.h"

int system_bridges(struct topo *topo, unsigned int blue, const char *size)
{
	unsigned int most = topo_bridges_most(topo);

	if (!blue)
		return 0;
	if (!most) {
		complain("--blue: '%s' has no groups: only a dragonfly has blue links", size);
	} else if (topo->bridges > 1) {
		complain("--blue %u: '%s' says already how many: leave one out", blue, size);
	} else if (blue > most) {
		complain("--blue %u: the blue tiles of '%s' are enough for %u a pair of groups",
			 blue, size, most);
	} else {
		topo->bridges = blue;
		return 0;
	}
	return EXIT_USAGE;
}

static const struct option_row rows[] = {
	{ "class", 'c', "N", 0,
	  "topology class of a torus, 0 to 3, or 4: m series; default: by its size",
	  OPTION_INT(struct system, class, 0, GEMINI_ENTRY) },
	{ "blue", 0, "N", 0, SYSTEM_BLUE, OPTION_NUMBER(struct system, blue, 1, TOPO_CHIPS) },
	{ 0 }
};

const struct options system_options = {
	.rows = rows,
	.argument = ARGUMENT_ONE(struct system, size, "SIZE", "SIZE is missing: 16x12x24"),
	.args_doc = "SIZE",
};

#define ANY_SIZES	"three dimensions, up to 1024, 1024 and 24"
#define ENTRY_SIZES	"m systems are 1x2x8, 1x4x8, 1x6x8, and 1xYx24 with Y of 4, 6, 8, 10 or 12"

static void write_nearest(const struct topo *torus, int class, char text[64])
{
	unsigned int size[3];

	gemini_nearest(torus, class, size);
	snprintf(text, 64, "; the nearest is %ux%ux%u", size[0], size[1], size[2]);
}

int system_cabinets(struct gemini_system *gemini, const struct topo *torus, int class,
		    const char *size)
{
	char near[64] = "";

	if (!gemini_system(gemini, torus, class))
		return 0;
	if (gemini_is_torus(torus))
		write_nearest(torus, class, near);
	if (class < 0)
		complain("no topology class makes '%s': %s%s", size, ANY_SIZES, near);
	else if (class == GEMINI_ENTRY)
		complain("topology class %d makes no '%s': %s%s", class, size, ENTRY_SIZES, near);
	else
		complain("topology class %d makes no '%s'%s", class, size, near);
	return EXIT_USAGE;
}

static int classless_find(const struct system *system)
{
	if (system->class < 0)
		return 0;
	complain("a %s has no topology class", system->topo.family->name);
	return EXIT_USAGE;
}

/* Write which family was meant by one that there is not, as in "dragonfy:16x6x4". */
static const char *family_hint(const char *size, char hint[NEAREST_ROOM + 32])
{
	char family[NEAREST_ROOM];
	struct nearest nearest;

	hint[0] = '\0';
	if (!strchr(size, ':'))
		return hint;
	snprintf(family, sizeof(family), "%.*s", (int)strcspn(size, ":"), size);
	nearest_begin(&nearest, family);
	for (unsigned int i = 0; topo_families[i]; i++) {
		if (!strcasecmp(family, topo_families[i]->name))
			return hint;
		nearest_offer(&nearest, topo_families[i]->name);
	}
	return nearest_hint(&nearest, hint);
}

int system_refuse(const char *size, int err)
{
	char hint[NEAREST_ROOM + 32];

	if (err == -E2BIG)
		complain("'%s' has more than %d chips", size, TOPO_CHIPS);
	else if (err == -ERANGE)
		complain("'%s' has more than %d blades, %d chassis or %d blue tiles a chip", size,
			 DRAGONFLY_BLADES, DRAGONFLY_CHASSIS, DRAGONFLY_BLUES);
	else
		complain("no size '%s': 16x12x24 chips, or dragonfly:16x6x4%s", size,
			 family_hint(size, hint));
	return EXIT_USAGE;
}

int system_find(struct system *system)
{
	int err = topo_parse(&system->topo, system->size), code;

	system->cabling = err ? NULL : cabling_find(&system->topo);
	if (!system->cabling)
		return system_refuse(system->size, err);
	code = system_bridges(&system->topo, system->blue, system->size);
	if (code)
		return code;
	if (!system->cabling->classes)
		return classless_find(system);
	return system_cabinets(&system->gemini, &system->topo, system->class, system->size);
}

int system_find_gemini(struct system *system)
{
	int code = system_find(system);

	if (code || system->cabling->classes)
		return code;
	complain("'%s' is no Gemini system", system->size);
	return EXIT_USAGE;
}
