// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interconnect files (lib/topo/interconnect*.c, links.c): the first byte gives the length of the
 * pieces in which the rest arrives. The outcome does not depend on that, nor on whether all chips
 * or one are kept.
 */
#include "fuzz.h"
#include "topo/family/dragonfly.h"
#include "topo/links.h"

#define ARIES_NETWORK	0xffffffffffULL	/* tiles; the last row is the processors' */

/* An attempt at a file. */
struct attempt {
	int err;
	struct interconnect_error error;
	struct interconnect *map;
};

static void attempt_make(struct attempt *attempt, const uint8_t *data, size_t size, size_t piece,
			 const unsigned int *only)
{
	struct interconnect_reader *reader = interconnect_reader_new(only);
	size_t at, n;
	char *copy;

	EXPECT(reader);
	*attempt = (struct attempt) { 0 };
	for (at = 0; at < size && !attempt->err; at += n) {
		n = piece < size - at ? piece : size - at;
		copy = malloc(n);	/* so that a step beyond it is noticed */
		memcpy(copy, data + at, n);
		attempt->err = interconnect_reader_feed(reader, copy, n, &attempt->error);
		free(copy);
	}
	if (!attempt->err)
		attempt->err = interconnect_reader_end(reader, &attempt->map, &attempt->error);
	interconnect_reader_free(reader);
	EXPECT(!attempt->err || attempt->err == -EBADMSG);
	EXPECT(!attempt->err || (*attempt->error.reason && attempt->error.line));
}

static void tile_is_sane(const struct interconnect *map, unsigned int tile,
			 const struct interconnect_tile *found)
{
	bool aries = interconnect_is_aries(map), cabled = found->far != TOPO_NONE;
	uint64_t network = aries ? ARIES_NETWORK : GEMINI_NETWORK_TILES;

	EXPECT(cabled ? found->far < interconnect_chips(map) : aries);
	EXPECT(!cabled || (network >> tile & 1 && network >> found->far_tile & 1));
	if (aries)
		EXPECT(network >> tile & 1 ? found->link < DRAGONFLY_COLOURS :
					     !cabled && found->link == DRAGONFLY_COLOURS);
	else
		EXPECT(found->link < GEMINI_HOST && found->medium < GEMINI_PROCESSOR);
}

static void same_tile(const struct attempt *a, unsigned int a_chip, const struct attempt *b,
		      unsigned int b_chip, unsigned int tile)
{
	struct interconnect_tile x, y;
	unsigned int near[3], far[3];
	int err = interconnect_tile(a->map, a_chip, tile, &x);

	EXPECT(err == interconnect_tile(b->map, b_chip, tile, &y));
	if (err)
		return;
	tile_is_sane(a->map, tile, &x);
	tile_is_sane(b->map, tile, &y);
	EXPECT(x.far_tile == y.far_tile && x.link == y.link && x.medium == y.medium);
	EXPECT((x.far == TOPO_NONE) == (y.far == TOPO_NONE));
	if (x.far == TOPO_NONE)
		return;
	interconnect_coord(a->map, x.far, near);
	interconnect_coord(b->map, y.far, far);
	EXPECT(!memcmp(near, far, sizeof(far)));
}

static void same_chip(const struct attempt *a, const struct attempt *b, const unsigned int *coord)
{
	unsigned int a_chip = interconnect_find(a->map, coord);
	unsigned int b_chip = interconnect_find(b->map, coord);
	struct links a_links, b_links;
	unsigned int tile;
	int err;

	EXPECT(a_chip < interconnect_chips(a->map) && b_chip < interconnect_chips(b->map));
	for (tile = 0; tile < GEMINI_TILES; tile++)
		same_tile(a, a_chip, b, b_chip, tile);
	err = links_find(&a_links, a->map, a_chip, 0);
	EXPECT(err == links_find(&b_links, b->map, b_chip, 0));
	EXPECT(!err || err == -ENOENT || err == -EBADMSG);
	EXPECT(err || !memcmp(&a_links, &b_links, sizeof(a_links)));
}

static void check_pieces(const struct attempt *whole, const uint8_t *data, size_t size,
			 size_t piece)
{
	struct attempt cut;
	unsigned int chip, coord[3];

	attempt_make(&cut, data, size, piece, NULL);
	EXPECT(cut.err == whole->err);
	if (cut.err) {
		EXPECT(cut.error.line == whole->error.line);
		EXPECT(!strcmp(cut.error.reason, whole->error.reason));
		return;
	}
	EXPECT(interconnect_is_aries(cut.map) == interconnect_is_aries(whole->map));
	EXPECT(interconnect_chips(cut.map) == interconnect_chips(whole->map));
	for (chip = 0; chip < interconnect_chips(cut.map); chip++) {
		interconnect_coord(cut.map, chip, coord);
		same_chip(whole, &cut, coord);
	}
	interconnect_free(cut.map);
}

/* Lines that are not kept may contradict each other; every other error must be found. */
static void check_only(const struct attempt *whole, const uint8_t *data, size_t size)
{
	struct attempt one;
	unsigned int coord[3] = { 0, 0, 0 };

	if (!whole->err && interconnect_chips(whole->map))
		interconnect_coord(whole->map, interconnect_chips(whole->map) / 2, coord);
	attempt_make(&one, data, size, SIZE_MAX, coord);
	if (one.err)
		EXPECT(whole->err && whole->error.line <= one.error.line);
	else if (!whole->err && interconnect_find(one.map, coord) != TOPO_NONE)
		same_chip(whole, &one, coord);
	interconnect_free(one.map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct attempt whole;

	if (!size)
		return 0;
	attempt_make(&whole, data + 1, size - 1, SIZE_MAX, NULL);
	check_pieces(&whole, data + 1, size - 1, 1 + data[0]);
	check_only(&whole, data + 1, size - 1);
	interconnect_free(whole.map);
	return 0;
}
