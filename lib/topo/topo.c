// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "topo/topo.h"

/* Parse "family:" before the sizes; without it, the first family is meant. */
static const char *parse_family(const char *text, const struct topo_family **family)
{
	const struct topo_family *const *each;
	const char *colon = strchr(text, ':');
	size_t length;

	*family = topo_families[0];
	if (!colon)
		return text;
	length = colon - text;
	for (each = topo_families; *each; each++) {
		if (strlen((*each)->name) == length && !strncasecmp((*each)->name, text, length)) {
			*family = *each;
			return colon + 1;
		}
	}
	return NULL;
}

static int count_chips(struct topo *topo)
{
	unsigned int i;

	topo->chips = 1;
	for (i = 0; i < topo->dims; i++) {
		if (topo->size[i] > TOPO_CHIPS / topo->chips)
			return -E2BIG;
		topo->chips *= topo->size[i];
	}
	return 0;
}

int topo_parse(struct topo *topo, const char *text)
{
	struct topo made = { 0 };
	int err;

	text = parse_family(text, &made.family);
	err = text ? made.family->parse(&made, text) : -EINVAL;
	if (!err)
		err = count_chips(&made);
	if (!err && made.family->check)
		err = made.family->check(&made);
	if (!err)
		*topo = made;
	return err;
}

void topo_name(const struct topo *topo, char *buf, size_t size)
{
	size_t length = snprintf(buf, size, "%s:", topo->family->name);

	if (length < size)
		topo->family->print(topo, buf + length, size - length);
}

unsigned int topo_ports(const struct topo *topo)
{
	return topo->family->ports(topo);
}

void topo_coord(const struct topo *topo, unsigned int chip, unsigned int *coord)
{
	unsigned int i;

	for (i = 0; i < topo->dims; i++) {
		coord[i] = chip % topo->size[i];
		chip /= topo->size[i];
	}
}

unsigned int topo_chip(const struct topo *topo, const unsigned int *coord)
{
	unsigned int chip = 0, i;

	for (i = topo->dims; i-- > 0;) {
		if (coord[i] >= topo->size[i])
			return TOPO_NONE;
		chip = chip * topo->size[i] + coord[i];
	}
	return chip;
}

bool topo_has_ties(const struct topo *topo)
{
	unsigned int dim;

	for (dim = 0; dim < topo->dims; dim++)
		if (topo_is_tie(topo, dim, topo->size[dim] / 2))
			return true;
	return false;
}

unsigned int topo_far_port(const struct topo *topo, unsigned int chip, unsigned int port)
{
	if (topo_neighbour(topo, chip, port) == TOPO_NONE)
		return TOPO_NONE;
	return topo->family->far_port(topo, chip, port);
}

unsigned int topo_route(const struct topo *topo, unsigned int chip, unsigned int dst,
			unsigned int bridge)
{
	return topo->family->route(topo, chip, dst, bridge);
}

unsigned int topo_distance(const struct topo *topo, unsigned int chip, unsigned int dst,
			   unsigned int bridge)
{
	unsigned int hops = 0, port;

	while ((port = topo_route(topo, chip, dst, bridge)) != TOPO_NONE) {
		chip = topo_neighbour(topo, chip, port);
		hops++;
	}
	return hops;
}

void topo_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size)
{
	topo->family->port_name(topo, port, buf, size);
}

unsigned int topo_classes(const struct topo *topo)
{
	return topo->family->classes(topo);
}

unsigned int topo_class_of(const struct topo *topo, unsigned int port)
{
	return topo->family->class_of(topo, port);
}

void topo_class(const struct topo *topo, unsigned int number, struct topo_class *class)
{
	topo->family->class_fill(topo, number, class);
}
