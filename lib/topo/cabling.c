// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/cabling.h"
#include "topo/interconnect.h"

#define AXES	3	/* of a cabled machine */

static size_t torus_text(const struct topo *topo, unsigned int class, unsigned int chip, char *buf)
{
	const struct gemini_system system = { .torus = *topo, .class = class };

	return interconnect_gemini_text(&system, chip, buf);
}

static size_t dragonfly_text(const struct topo *topo, unsigned int class, unsigned int chip,
			     char *buf)
{
	(void)class;
	return interconnect_aries_text(topo, chip, buf);
}

static const struct cabling cablings[] = {
	{ &topo_torus, false, true, torus_text },
	{ &topo_dragonfly, true, false, dragonfly_text },
};

const struct cabling *cabling_find(const struct topo *topo)
{
	unsigned int i;

	for (i = 0; i < sizeof(cablings) / sizeof(*cablings); i++)
		if (cablings[i].family == topo->family)
			return &cablings[i];
	return NULL;
}

/* The same in both directions. */
static void turn(const struct cabling *cabling, const unsigned int *from, unsigned int *to)
{
	unsigned int i;

	for (i = 0; i < AXES; i++)
		to[i] = from[cabling->turned ? AXES - 1 - i : i];
}

void cabling_coord(const struct cabling *cabling, const struct topo *topo, unsigned int chip,
		   unsigned int coord[3])
{
	unsigned int at[TOPO_DIMS];

	topo_coord(topo, chip, at);
	turn(cabling, at, coord);
}

unsigned int cabling_chip(const struct cabling *cabling, const struct topo *topo,
			  const unsigned int coord[3])
{
	unsigned int at[TOPO_DIMS] = { 0 };

	turn(cabling, coord, at);
	return topo_chip(topo, at);
}
