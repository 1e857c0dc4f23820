// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "topo/family/dragonfly.h"
#include "topo/topo.h"

static const char *const kinds[] = {
	[TOPO_TORUS] = "torus",
	[TOPO_MESH] = "mesh",
	[TOPO_HYPERCUBE] = "hypercube",
	[TOPO_DRAGONFLY] = "dragonfly",
};

const char *topo_kind_name(unsigned int kind)
{
	return kinds[kind];
}

/* "kind:" in front of sizes; without one it is a torus. */
static const char *parse_kind(const char *text, enum topo_kind *kind)
{
	const char *colon = strchr(text, ':');
	size_t length;
	unsigned int i;

	*kind = TOPO_TORUS;
	if (!colon)
		return text;
	length = colon - text;
	for (i = 0; i < TOPO_KINDS; i++) {
		if (strlen(kinds[i]) == length && !strncasecmp(kinds[i], text, length)) {
			*kind = i;
			return colon + 1;
		}
	}
	return NULL;
}

/* A number of 1 to TOPO_CHIPS; what is more becomes TOPO_CHIPS + 1. */
static const char *parse_size(const char *text, unsigned int *size)
{
	if (*text < '1' || *text > '9')
		return NULL;
	for (*size = 0; *text >= '0' && *text <= '9'; text++) {
		*size = *size * 10 + (*text - '0');
		if (*size > TOPO_CHIPS)
			*size = TOPO_CHIPS + 1;
	}
	return text;
}

static int parse_sizes(struct topo *topo, const char *text)
{
	for (;;) {
		if (topo->dims == TOPO_DIMS)
			return -EINVAL;
		text = parse_size(text, &topo->size[topo->dims]);
		if (!text)
			return -EINVAL;
		topo->dims++;
		if (!*text)
			return 0;
		if (*text != 'x' && *text != 'X')
			return -EINVAL;
		text++;
	}
}

static int spread_hypercube(struct topo *topo)
{
	unsigned int bits = topo->size[0], i;

	if (topo->dims != 1)
		return -EINVAL;
	if (bits > TOPO_DIMS)
		return -E2BIG;
	topo->dims = bits;
	for (i = 0; i < bits; i++)
		topo->size[i] = 2;
	return 0;
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

	text = parse_kind(text, &made.kind);
	err = text ? parse_sizes(&made, text) : -EINVAL;
	if (!err && made.kind == TOPO_HYPERCUBE)
		err = spread_hypercube(&made);
	if (!err)
		err = count_chips(&made);
	if (!err && made.kind == TOPO_DRAGONFLY)
		err = dragonfly_check(&made);
	if (!err)
		*topo = made;
	return err;
}

void topo_name(const struct topo *topo, char *buf, size_t size)
{
	size_t length = snprintf(buf, size, "%s:", kinds[topo->kind]);
	unsigned int i;

	if (topo->kind == TOPO_HYPERCUBE) {
		snprintf(buf, size, "%s:%u", kinds[topo->kind], topo->dims);
		return;
	}
	for (i = 0; i < topo->dims && length < size; i++)
		length += snprintf(buf + length, size - length, "%s%u", i ? "x" : "",
				   topo->size[i]);
}

unsigned int topo_ports(const struct topo *topo)
{
	if (topo->kind == TOPO_DRAGONFLY)
		return dragonfly_first(topo, DRAGONFLY_COLOURS);
	return 2 * topo->dims;
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

/* How far chips are apart in number that are neighbours in a dimension. */
static unsigned int stride_of(const struct topo *topo, unsigned int dim)
{
	unsigned int stride = 1, i;

	for (i = 0; i < dim; i++)
		stride *= topo->size[i];
	return stride;
}

unsigned int topo_neighbour(const struct topo *topo, unsigned int chip, unsigned int port)
{
	unsigned int dim = port / 2, stride, at, size;

	if (port >= topo_ports(topo))
		return TOPO_NONE;
	if (topo->kind == TOPO_DRAGONFLY)
		return dragonfly_neighbour(topo, chip, port);
	size = topo->size[dim];
	stride = stride_of(topo, dim);
	at = chip / stride % size;
	if (at != (port % 2 ? 0 : size - 1))
		return port % 2 ? chip - stride : chip + stride;
	if (topo->kind != TOPO_TORUS)
		return TOPO_NONE;
	return port % 2 ? chip + (size - 1) * stride : chip - (size - 1) * stride;
}

unsigned int topo_far_port(const struct topo *topo, unsigned int chip, unsigned int port)
{
	if (topo_neighbour(topo, chip, port) == TOPO_NONE)
		return TOPO_NONE;
	if (topo->kind == TOPO_DRAGONFLY)
		return dragonfly_far_port(topo, chip, port);
	return port ^ 1;
}

/* Links of one dimension from one coordinate to another, and whether they lead up. */
static unsigned int hops_along(const struct topo *topo, unsigned int size, unsigned int from,
			       unsigned int to, bool *up)
{
	unsigned int hops = to > from ? to - from : from - to;

	*up = to > from;
	if (topo->kind != TOPO_TORUS || 2 * hops < size)
		return hops;
	if (2 * hops == size) {
		*up = true;
		return hops;
	}
	*up = !*up;
	return size - hops;
}

unsigned int topo_route(const struct topo *topo, unsigned int chip, unsigned int dst)
{
	unsigned int dim, size;
	bool up;

	if (topo->kind == TOPO_DRAGONFLY)
		return dragonfly_route(topo, chip, dst);
	for (dim = 0; dim < topo->dims; dim++) {
		size = topo->size[dim];
		if (hops_along(topo, size, chip % size, dst % size, &up))
			return 2 * dim + !up;
		chip /= size;
		dst /= size;
	}
	return TOPO_NONE;
}

unsigned int topo_distance(const struct topo *topo, unsigned int chip, unsigned int dst)
{
	unsigned int hops = 0, dim, size;
	bool up;

	if (topo->kind == TOPO_DRAGONFLY)
		return dragonfly_distance(topo, chip, dst);
	for (dim = 0; dim < topo->dims; dim++) {
		size = topo->size[dim];
		hops += hops_along(topo, size, chip % size, dst % size, &up);
		chip /= size;
		dst /= size;
	}
	return hops;
}

void topo_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size)
{
	char sign = port % 2 ? '-' : '+';

	if (topo->kind == TOPO_DRAGONFLY)
		dragonfly_port_name(topo, port, buf, size);
	else if (port / 2 < 3)
		snprintf(buf, size, "%c%c", "XYZ"[port / 2], sign);
	else
		snprintf(buf, size, "D%u%c", port / 2, sign);
}
