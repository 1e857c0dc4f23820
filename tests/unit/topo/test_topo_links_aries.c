// SPDX-License-Identifier: GPL-2.0-only
/* Tiles of an Aries combined into links: green by blade, black by chassis, blue by group. */
#include <errno.h>

#include "interconnect.h"
#include "suite.h"
#include "topo/cabling.h"
#include "topo/family/dragonfly.h"
#include "topo/links.h"

#define HOST_TILES	(ARIES_TILES & ~ARIES_NETWORK_TILES)

static const unsigned int origin[3];

static struct topo topo_made(const char *size)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, size), 0);
	return topo;
}

static struct links links_of(const char *text, const unsigned int *at, uint64_t failed)
{
	struct interconnect *map = map_made(text, NULL);
	struct links links;

	ck_assert_int_eq(links_find(&links, map, chip_found(map, at[0], at[1], at[2]), failed), 0);
	ck_assert(links.aries);
	interconnect_free(map);
	return links;
}

/* Return the links of a chip, from its own lines. */
static struct links links_in(const char *size, const unsigned int *at, uint64_t failed)
{
	struct topo topo = topo_made(size);
	const struct cabling *cabling = cabling_find(&topo);
	char text[INTERCONNECT_TEXT + 1];
	size_t n;

	n = cabling->text(&topo, 0, cabling_chip(cabling, &topo, at), text);
	text[n] = '\0';
	return links_of(text, at, failed);
}

/* 15 green, 5 black of 3 tiles, and to 47 groups by 8 links each 3 or 4 blue of one chip. */
START_TEST(links_of_a_large_machine)
{
	const unsigned int at[3] = { 30, 2, 9 };
	struct links links = links_in("dragonfly:16x6x48:8", at, 0);
	unsigned int kinds[DRAGONFLY_COLOURS + 1] = { 0 }, i;
	const struct link *link;
	uint64_t tiles = 0;

	for (i = 0; i < links.count; i++) {
		link = &links.link[i];
		kinds[link->direction]++;
		ck_assert_uint_eq(tiles & link->tiles, 0);
		tiles |= link->tiles;
		ck_assert_uint_eq(link->lost, 0);
		ck_assert_uint_eq(link->count, link->direction == DRAGONFLY_BLACK ? 3 :
					       link->direction == DRAGONFLY_COLOURS ? 8 : 1);
	}
	ck_assert_uint_eq(kinds[DRAGONFLY_GREEN], 15);
	ck_assert_uint_eq(kinds[DRAGONFLY_BLACK], 5);
	ck_assert(kinds[DRAGONFLY_BLUE] == 3 || kinds[DRAGONFLY_BLUE] == 4);
	ck_assert_uint_eq(kinds[DRAGONFLY_COLOURS], 1);
	ck_assert_uint_eq(links.unknown, 0);
	ck_assert_uint_eq(links.link[links.count - 1].tiles, HOST_TILES);
	ck_assert_uint_eq(links_host(true), links.link[links.count - 1].direction);
}
END_TEST

/* A name is unique on its chip, and says where the link leads. */
static const struct {
	const char *name;
	unsigned int far[3], tiles;
	double speed;
} small[] = {
	{ "green 0", { 1, 1, 0 }, 1, 5.25 }, { "green 2", { 1, 1, 2 }, 1, 5.25 },
	{ "black 0", { 1, 0, 1 }, 3, 15.75 }, { "blue 2", { 2, 1, 1 }, 1, 4.7 },
	{ "ptile", { 1, 1, 1 }, 8, 42 },
};

START_TEST(links_are_named_by_where_they_lead)
{
	const unsigned int at[3] = { 1, 1, 1 };
	struct links links = links_in("dragonfly:3x2x3:4", at, 0);
	char name[LINKS_NAME];
	unsigned int i;

	ck_assert_uint_eq(links.count, ARRAY_SIZE(small));
	for (i = 0; i < links.count; i++) {
		ck_assert_str_eq(links_name(true, links.link[i].direction, links.link[i].far, name),
				 small[i].name);
		ck_assert_uint_eq(links.link[i].count, small[i].tiles);
		ck_assert_double_eq_tol(links.link[i].speed, small[i].speed, 0.000001);
		ck_assert_mem_eq(links.link[i].far, small[i].far, sizeof(small[i].far));
	}
}
END_TEST

/* A single line of each colour: a green link is complete, a black one lacks two tiles. */
START_TEST(tiles_without_a_line)
{
	static const char text[] =
		"c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n"
		"c0-0c0s0a0l03(0:0:0) black -> c0-0c1s0a0l03(0:1:0)\n"
		"c0-0c0s0a0l06(0:0:0) blue -> c1-0c0s0a0l06(1:0:0)\n"
		"c0-0c0s0a0l07(0:0:0) blue -> unused\n";
	struct links links = links_of(text, origin, 0);

	ck_assert_uint_eq(links.count, 4);
	ck_assert_uint_eq(links.link[0].lost, 0);
	ck_assert_uint_eq(links.link[1].count, 1);
	ck_assert_uint_eq(links.link[1].lost, 2);
	ck_assert_uint_eq(links.link[2].lost, 0);
	ck_assert_uint_eq(links.unknown, 40 - 4 - 2);
	ck_assert_uint_eq(links.link[3].tiles, HOST_TILES);
}
END_TEST

START_TEST(tiles_that_failed)
{
	struct links links = links_in("dragonfly:2x2x2", origin, 1ULL << 3 | 1ULL << 40);
	const struct link *black = &links.link[1], *host = &links.link[links.count - 1];

	ck_assert_uint_eq(black->direction, DRAGONFLY_BLACK);
	ck_assert_uint_eq(black->count, 2);
	ck_assert_uint_eq(black->lost, 1);
	ck_assert_double_eq(black->speed, 10.5);
	ck_assert_uint_eq(host->count, 7);
}
END_TEST

/* Each of 40 tiles leads to another group: the largest possible number of links. */
START_TEST(as_many_links_as_tiles)
{
	char text[40 * 64];
	struct links links;
	unsigned int i;
	size_t n = 0;

	for (i = 0; i < 40; i++)
		n += snprintf(text + n, sizeof(text) - n,
			      "c0-0c0s0a0l%u%u(0:0:0) blue -> c%u-0c0s0a0l06(%u:0:0)\n", i / 8,
			      i % 8, 40 - i, 40 - i);
	links = links_of(text, origin, 0);
	ck_assert_uint_eq(links.count, LINKS_MOST);
	for (i = 0; i < 40; i++)
		ck_assert_uint_eq(links.link[i].far[0], i + 1);
}
END_TEST

START_TEST(processor_tiles_alone_are_no_chip)
{
	struct interconnect *map = map_made("c0-0c0s0a0l51(0:0:0) ptile -> processor\n", NULL);
	struct links links;

	ck_assert_int_eq(links_find(&links, map, 0, 0), -ENOENT);
	interconnect_free(map);
}
END_TEST

/* A file names group, chassis, blade; the size blades, chassis, groups. */
START_TEST(coordinates_are_turned)
{
	struct topo topo = topo_made("dragonfly:4x3x2"), torus = topo_made("torus:4x3x2");
	const struct cabling *cabling = cabling_find(&topo);
	unsigned int chip, coord[3];

	for (chip = 0; chip < topo.chips; chip++) {
		cabling_coord(cabling, &topo, chip, coord);
		ck_assert_uint_eq((coord[0] * 3 + coord[1]) * 4 + coord[2], chip);
		ck_assert_uint_eq(cabling_chip(cabling, &topo, coord), chip);
		cabling_coord(cabling_find(&torus), &torus, chip, coord);
		ck_assert_uint_eq(cabling_chip(cabling_find(&torus), &torus, coord), chip);
		ck_assert_uint_eq((coord[2] * 3 + coord[1]) * 4 + coord[0], chip);
	}
	coord[0] = 2;
	ck_assert_uint_eq(cabling_chip(cabling, &topo, coord), TOPO_NONE);
}
END_TEST

/* Each link leads back, by as many tiles. */
START_TEST(other_ends)
{
	const unsigned int at[3] = { 3, 2, 9 };
	struct links own = links_in("dragonfly:16x6x4", at, 0);
	unsigned int i;

	for (i = 0; i < own.count - 1; i++) {
		struct links far = links_in("dragonfly:16x6x4", own.link[i].far, 0);
		const struct link *back = links_back(&far, &own.link[i], at);

		ck_assert_ptr_nonnull(back);
		ck_assert_uint_eq(back->direction, own.link[i].direction);
		ck_assert_uint_eq(back->count, own.link[i].count);
		far = links_in("dragonfly:16x6x4", own.link[i].far, back->tiles);
		ck_assert_ptr_null(links_back(&far, &own.link[i], at));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("links of Aries");
	TCase *tcase = tcase_create("links");

	tcase_add_test(tcase, links_of_a_large_machine);
	tcase_add_test(tcase, links_are_named_by_where_they_lead);
	tcase_add_test(tcase, tiles_without_a_line);
	tcase_add_test(tcase, tiles_that_failed);
	tcase_add_test(tcase, as_many_links_as_tiles);
	tcase_add_test(tcase, processor_tiles_alone_are_no_chip);
	tcase_add_test(tcase, coordinates_are_turned);
	tcase_add_test(tcase, other_ends);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
