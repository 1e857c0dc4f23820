// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interconnect files of Aries, read.
 */
#include "interconnect.h"
#include "suite.h"
#include "topo/family/dragonfly.h"

/* The published line. */
#define GREEN "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n"
#define FROM "c0-0c0s0a0l01(0:0:0) "

/* Return the whole file, to be freed. */
static char *aries_made(const struct topo *topo)
{
	char *text = malloc((size_t)topo->chips * INTERCONNECT_TEXT);
	unsigned int chip;
	size_t n = 0;

	for (chip = 0; chip < topo->chips; chip++)
		n += interconnect_aries_text(topo, chip, text + n);
	text[n] = '\0';
	return realloc(text, n + 1);
}

static struct topo topo_made(const char *size)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, size), 0);
	return topo;
}

static struct interconnect_tile tile_found(const struct interconnect *map, unsigned int chip,
					   unsigned int tile)
{
	struct interconnect_tile found;

	ck_assert_int_eq(interconnect_tile(map, chip, tile, &found), 0);
	return found;
}

/* Tiles 00, 05, 27, 37 and 51. */
START_TEST(a_tile_of_each_kind)
{
	static const char text[] =
		"c2-1c0s15a0l00(3:2:15) green -> c2-1c0s6a0l47(3:2:6)\n"
		"c2-1c0s15a0l05(3:2:15) black -> c3-1c2s15a0l23(3:5:15)\n"
		"c2-1c0s15a0l27(3:2:15) blue -> c13-0c1s7a0l06(1023:1:7)\n"
		"c2-1c0s15a0l37(3:2:15) blue -> unused\n"
		"c2-1c0s15a0l51(3:2:15) ptile -> processor\n";
	static const struct {
		unsigned int tile, colour, far_tile, far[3];
	} cables[] = {
		{ 0, DRAGONFLY_GREEN, 39, { 3, 2, 6 } },
		{ 5, DRAGONFLY_BLACK, 19, { 3, 5, 15 } },
		{ 23, DRAGONFLY_BLUE, 6, { 1023, 1, 7 } },
	};
	struct interconnect *map = map_made(text, NULL);
	unsigned int chip = chip_found(map, 3, 2, 15), coord[3];
	struct interconnect_tile tile;
	struct gemini_place place;
	size_t i;

	ck_assert(interconnect_is_aries(map));
	ck_assert_uint_eq(interconnect_chips(map), 4);
	for (i = 0; i < ARRAY_SIZE(cables); i++) {
		tile = tile_found(map, chip, cables[i].tile);
		ck_assert_uint_eq(tile.link, cables[i].colour);
		ck_assert_uint_eq(tile.far_tile, cables[i].far_tile);
		interconnect_coord(map, tile.far, coord);
		ck_assert_mem_eq(coord, cables[i].far, sizeof(coord));
	}
	tile = tile_found(map, chip, 31);
	ck_assert_uint_eq(tile.link, DRAGONFLY_BLUE);
	ck_assert_uint_eq(tile.far, TOPO_NONE);
	tile = tile_found(map, chip, 41);
	ck_assert_uint_eq(tile.link, DRAGONFLY_COLOURS);
	ck_assert_uint_eq(tile.far, TOPO_NONE);
	ck_assert_int_eq(interconnect_tile(map, chip, 1, &tile), -ENOENT);
	ck_assert_uint_eq(interconnect_missing(map, chip), 0xfdff7f7fffdeULL);
	ck_assert_uint_eq(interconnect_missing(map, chip_found(map, 3, 2, 6)), 0xffffffffffffULL);
	interconnect_place(map, chip, &place);
	ck_assert_mem_eq(&place, (&(struct gemini_place) { 2, 1, 0, 15, 0 }), sizeof(place));
	interconnect_free(map);
}
END_TEST

/* Other spellings of the published line. */
static const char *const same[] = {
	GREEN,
	"c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)",
	"c0-0c0s0a0l00(0:0:0)\tgreen\t->\tc0-0c0s6a0l10(0:0:6)\t\r\n",
	"\r\n\t\n  c0-0c0s0a0l00 ( 0 : 0 : 0 )green->c0-0c0s6a0l10( 0: 0 :6 )\t\n\n",
	"c00-0c0s0a00l00(00:0:0) green -> c0-0c0s06a0l10(0:0:06)\n",
	GREEN GREEN "\n" GREEN,
};

START_TEST(says_the_same)
{
	struct interconnect *map = map_made(same[_i], NULL);
	struct interconnect_tile tile = tile_found(map, chip_found(map, 0, 0, 0), 0);

	ck_assert_uint_eq(interconnect_chips(map), 2);
	ck_assert_uint_eq(tile.link, DRAGONFLY_GREEN);
	ck_assert_uint_eq(tile.far, chip_found(map, 0, 0, 6));
	ck_assert_uint_eq(tile.far_tile, 8);
	interconnect_free(map);
}
END_TEST

static const char *const sizes[] = {
	"dragonfly:1x1x1", "dragonfly:2x1x1", "dragonfly:1x2x1", "dragonfly:1x1x2",
	"dragonfly:1x1x11", "dragonfly:2x2x2", "dragonfly:16x1x1", "dragonfly:1x6x3",
	"dragonfly:3x4x5", "dragonfly:16x6x4", "dragonfly:3x4x5:2", "dragonfly:1x1x6:2",
	"dragonfly:16x6x6:48", "dragonfly:2x1x3:10",
};

/* Return the map's number of a chip of the topology. */
static unsigned int chip_read(const struct interconnect *map, const struct topo *topo,
			      unsigned int chip)
{
	unsigned int coord[TOPO_DIMS];

	topo_coord(topo, chip, coord);
	return chip_found(map, coord[2], coord[1], coord[0]);
}

/* Return how many tiles of a colour lead from a chip to another, and back. */
static unsigned int tiles_between(const struct interconnect *map, unsigned int chip,
				  unsigned int far, unsigned int colour)
{
	struct interconnect_tile there, back;
	unsigned int tile, count = 0;

	for (tile = 0; tile < 40; tile++) {
		there = tile_found(map, chip, tile);
		if (there.far != far || there.link != colour)
			continue;
		back = tile_found(map, far, there.far_tile);
		ck_assert_uint_eq(back.far, chip);
		ck_assert_uint_eq(back.far_tile, tile);
		ck_assert_uint_eq(back.link, colour);
		count++;
	}
	return count;
}

/* Return a chip's ports that lead to another chip by links of a colour. */
static unsigned int ports_to(const struct topo *topo, unsigned int chip, unsigned int far,
			     unsigned int colour)
{
	unsigned int port, count = 0;

	for (port = 0; port < topo_ports(topo); port++)
		count += topo_neighbour(topo, chip, port) == far &&
			 dragonfly_colour(topo, port) == colour;
	return count;
}

/* By the rules: a tile for a green or blue port, 3 for a black one. */
static void check_chip(const struct interconnect *map, const struct topo *topo, unsigned int chip)
{
	unsigned int is = chip_read(map, topo, chip), port, far, colour, tile, tiles;
	unsigned int used = 0, unused = 0;

	ck_assert_uint_ne(is, TOPO_NONE);
	ck_assert_uint_eq(interconnect_missing(map, is), 0);
	for (port = 0; port < topo_ports(topo); port++) {
		far = topo_neighbour(topo, chip, port);
		if (far == TOPO_NONE)
			continue;
		colour = dragonfly_colour(topo, port);
		tiles = tiles_between(map, is, chip_read(map, topo, far), colour);
		ck_assert_uint_eq(tiles, colour == DRAGONFLY_BLACK ? 3 :
					 ports_to(topo, chip, far, colour));
		used += colour == DRAGONFLY_BLACK ? 3 : 1;
	}
	for (tile = 0; tile < 40; tile++)
		unused += tile_found(map, is, tile).far == TOPO_NONE;
	ck_assert_uint_eq(used + unused, 40);
	for (tile = 40; tile < 48; tile++)
		ck_assert_uint_eq(tile_found(map, is, tile).link, DRAGONFLY_COLOURS);
}

START_TEST(read_is_what_was_written)
{
	struct topo topo = topo_made(sizes[_i]);
	char *text = aries_made(&topo);
	struct interconnect *map = map_made(text, NULL);
	unsigned int chip;

	ck_assert_uint_eq(interconnect_chips(map), topo.chips);
	for (chip = 0; chip < topo.chips; chip++)
		check_chip(map, &topo, chip);
	interconnect_free(map);
	free(text);
}
END_TEST

/* 682 groups of two cabinets: the last stands in cabinet 1363. */
START_TEST(largest_system)
{
	struct topo topo = topo_made("dragonfly:16x6x682");
	char text[INTERCONNECT_TEXT];
	struct interconnect *map;
	struct gemini_place place;

	interconnect_aries_text(&topo, topo.chips - 1, text);
	map = map_made(text, NULL);
	interconnect_place(map, chip_found(map, 681, 5, 15), &place);
	ck_assert_mem_eq(&place, (&(struct gemini_place) { 1363, 0, 2, 15, 0 }), sizeof(place));
	interconnect_free(map);
}
END_TEST

/* 2 green peers, 1 black, and the only blue link of the chip. */
START_TEST(one_chip_only)
{
	static const unsigned int only[3] = { 2, 1, 0 };
	struct topo topo = topo_made("dragonfly:3x2x5");
	char *text = aries_made(&topo);
	struct interconnect *one = map_made(text, only);
	unsigned int chip = interconnect_find(one, only), tile, cables = 0;

	ck_assert_uint_eq(interconnect_chips(one), 5);
	ck_assert_uint_eq(interconnect_missing(one, chip), 0);
	for (tile = 0; tile < 48; tile++)
		cables += tile_found(one, chip, tile).far != TOPO_NONE;
	ck_assert_uint_eq(cables, 2 + 3 + 1);
	ck_assert_uint_eq(interconnect_missing(one, chip_found(one, 2, 1, 1)), 0xffffffffffffULL);
	ck_assert_uint_eq(chip_found(one, 2, 0, 1), TOPO_NONE);
	interconnect_free(one);
	free(text);
}
END_TEST

/* Blanks, the order of lines and the pieces a file is read in do not change the map. */
START_TEST(blanks_order_and_pieces)
{
	struct topo topo = topo_made("dragonfly:3x4x5");
	char *text = aries_made(&topo), *mutant = file_blurred(text, _i);
	struct interconnect *whole = map_made(text, NULL), *map;
	struct interconnect_error error;

	ck_assert_int_eq(parse(mutant, strlen(mutant), 1 + 7 * _i, NULL, &map, &error), 0);
	same_maps(whole, map);
	interconnect_free(map);
	interconnect_free(whole);
	free(mutant);
	free(text);
}
END_TEST

static const struct {
	const char *line, *reason;
} bad[] = {
	{ "nonsense\n", "no name of a chip: this is no interconnect file, as `rtr -i' prints" },
	{ "c2048-0c0s0a0l01\n", "column 2: wanted a number up to 2047" },
	{ "c0-0c0s16a0l01\n", "column 8: wanted a number up to 15" },
	{ "c0-0c0s0n0l01\n", "column 9: wanted a" },
	{ "c0-0c0s0a1l01\n", "column 10: wanted a number up to 0" },
	{ "c0-0c0s0a0l08(0:0:0) green -> unused\n", "column 12: wanted row and column of a tile" },
	{ "c0-0c0s0a0l60(0:0:0) green -> unused\n", "column 12: wanted row and column of a tile" },
	{ "c0-0c0s0a0l0", "column 12: wanted row and column of a tile" },
	{ "c0-0c0s0a0l01[(0,0,0)] green -> unused\n", "column 14: wanted (" },
	{ "c0-0c0s0a0l01(0,0,0) green -> unused\n", "column 16: wanted :" },
	{ "c0-0c0s0a0l01(1024:0:0) green\n", "column 15: wanted a number up to 1023" },
	{ "c0-0c0s0a0l01(0:6:0) green\n", "column 17: wanted a number up to 5" },
	{ "c0-0c0s0a0l01(0:0:16) green\n", "column 19: wanted a number up to 15" },
	{ FROM "red -> c0-0c0s1a0l10(0:0:1)\n", "column 22: wanted green, black or blue" },
	{ FROM "Green -> unused\n", "column 22: wanted green, black or blue" },
	{ FROM "greenish -> unused\n", "column 22: wanted green, black or blue" },
	{ FROM, "column 22: wanted green, black or blue" },
	{ FROM "ptile -> processor\n", "column 22: wanted green, black or blue" },
	{ "c0-0c0s0a0l57(0:0:0) blue -> unused\n", "column 22: wanted ptile" },
	{ "c0-0c0s0a0l57(0:0:0) ptile -> unused\n", "column 31: wanted processor" },
	{ "c0-0c0s0a0l57(0:0:0) ptile -> processors\n", "column 31: wanted processor" },
	{ FROM "green c0-0c0s1a0l10(0:0:1)\n", "column 28: wanted ->" },
	{ FROM "green -> processor\n", "column 31: wanted the name of a tile, or unused" },
	{ FROM "green ->\n", "column 30: wanted the name of a tile, or unused" },
	{ FROM "green -> unused_\n", "column 37: wanted the end of the line" },
	{ FROM "green -> c0-0c0s1g0l10(0:0:1)\n", "column 39: wanted a" },
	{ FROM "green -> c0-0c0s1a0l50(0:0:1)\n",
	  "column 42: wanted row and column of a network tile" },
	{ FROM "green -> c0-0c0s1a0l10(0:0:1) LinkType: backplane\n",
	  "column 52: wanted the end of the line" },
	{ "c0-0c0s0a0l00(0:0:0) green -> unused\n",
	  "contradicts an earlier line about this tile" },
	{ "c0-0c0s0a0l00(0:0:0) black -> c0-0c0s6a0l10(0:0:6)\n",
	  "contradicts an earlier line about this tile" },
	{ "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l11(0:0:6)\n",
	  "contradicts an earlier line about this tile" },
	{ "c0-0c0s1a0l01(0:0:0) green -> unused\n", "(0:0:0) had another name before" },
	{ FROM "green -> c0-0c0s7a0l10(0:0:6)\n", "(0:0:6) had another name before" },
	{ GOOD, "a Gemini in a file of Aries" },
	{ "c0-0c0s0g0\n", "a Gemini in a file of Aries" },
};

START_TEST(bad_line)
{
	check_refused(GREEN, bad[_i].line, bad[_i].reason);
}
END_TEST

/* Lines that are not kept are checked all the same. */
START_TEST(bad_line_about_another_chip)
{
	static const char *const others[] = { FROM "red -> unused\n", GOOD };
	struct interconnect_error error;
	struct interconnect *map;
	char text[256];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		snprintf(text, sizeof(text), "%s%s", GREEN, others[i]);
		ck_assert_int_eq(parse(text, strlen(text), SIZE_MAX,
				       (unsigned int[]) { 5, 0, 0 }, &map, &error), -EBADMSG);
		ck_assert_uint_eq(error.line, 2);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interconnect of Aries");
	TCase *read = tcase_create("read");
	TCase *refused = tcase_create("refused");

	tcase_add_test(read, a_tile_of_each_kind);
	tcase_add_loop_test(read, says_the_same, 0, ARRAY_SIZE(same));
	tcase_add_loop_test(read, read_is_what_was_written, 0, ARRAY_SIZE(sizes));
	tcase_add_test(read, largest_system);
	tcase_add_test(read, one_chip_only);
	tcase_add_loop_test(read, blanks_order_and_pieces, 0, BLURS);
	suite_add_tcase(suite, read);

	tcase_add_loop_test(refused, bad_line, 0, ARRAY_SIZE(bad));
	tcase_add_test(refused, bad_line_about_another_chip);
	suite_add_tcase(suite, refused);

	return suite_run(suite);
}
