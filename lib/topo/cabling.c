// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/cabling.h"
#include "topo/interconnect.h"

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
	{ &topo_torus, true, torus_text },
	{ &topo_dragonfly, false, dragonfly_text },
};

const struct cabling *cabling_find(const struct topo *topo)
{
	unsigned int i;

	for (i = 0; i < sizeof(cablings) / sizeof(*cablings); i++)
		if (cablings[i].family == topo->family)
			return &cablings[i];
	return NULL;
}
