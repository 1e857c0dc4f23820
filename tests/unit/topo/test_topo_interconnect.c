// SPDX-License-Identifier: GPL-2.0-only
/* Interconnect files: written and read back. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "interconnect.h"
#include "suite.h"

/* Pedretti, Fig. 2, as physics demands it to be read: the scan has 1 for l, > for -. */
START_TEST(first_lines_of_cielo)
{
	static const char fig2[] =
		"c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane\n"
		"c0-0c0s0g0l01[(0,0,0)] Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType: backplane\n"
		"c0-0c0s0g0l02[(0,0,0)] X+ -> c1-0c0s0g0l02[(1,0,0)] LinkType: cable11x\n"
		"c0-0c0s0g0l03[(0,0,0)] X+ -> c1-0c0s0g0l03[(1,0,0)] LinkType: cable11x\n"
		"c0-0c0s0g0l04[(0,0,0)] X- -> c2-0c0s0g0l41[(15,0,0)] LinkType: cable18x\n"
		"c0-0c0s0g0l05[(0,0,0)] X- -> c2-0c0s0g0l31[(15,0,0)] LinkType: cable18x\n"
		"c0-0c0s0g0l06[(0,0,0)] Z- -> c0-0c2s7g0l26[(0,0,23)] LinkType: cable15z\n"
		"c0-0c0s0g0l07[(0,0,0)] Z- -> c0-0c2s7g0l35[(0,0,23)] LinkType: cable15z\n";
	struct gemini_system system = system_made("16x12x24", 3);
	char text[INTERCONNECT_TEXT];

	ck_assert_uint_eq(interconnect_gemini_text(&system, 0, text), strlen(text));
	text[sizeof(fig2) - 1] = '\0';
	ck_assert_str_eq(text, fig2);
}
END_TEST

/* Fig. 3: row, column and link of the 40 lines; host tiles have none. */
START_TEST(tiles_of_the_first_chip)
{
	static const char fig3[40][5] = {
		"00Z+", "01Z+", "02X+", "03X+", "04X-", "05X-", "06Z-", "07Z-",
		"10Z+", "11Z+", "12X+", "13X+", "14X-", "15X-", "16Z-", "17Z-",
		"20Z-", "21Z-", "22Z-", "25Z+", "26Z+", "27Z+",
		"30X+", "31X+", "32Z-", "35Z+", "36X-", "37X-",
		"40X+", "41X+", "42Y-", "45Y+", "46X-", "47X-",
		"50Y-", "51Y-", "52Y-", "55Y+", "56Y+", "57Y+",
	};
	struct gemini_system system = system_made("16x12x24", 3);
	char text[INTERCONNECT_TEXT], got[5], *line;
	size_t i;

	interconnect_gemini_text(&system, 0, text);
	line = strtok(text, "\n");
	for (i = 0; i < ARRAY_SIZE(fig3) && line; i++, line = strtok(NULL, "\n")) {
		snprintf(got, sizeof(got), "%.2s%.2s", line + 11, line + 23);
		ck_assert_str_eq(got, fig3[i]);
	}
	ck_assert_uint_eq(i, ARRAY_SIZE(fig3));
	ck_assert_ptr_null(line);
}
END_TEST

/* Ours: 7 a cabinet or row, 6 a cage, and 4 in X, 3 in Y and Z. */
START_TEST(other_types)
{
	static const struct {
		const char *size;
		int class;
		unsigned int coord[3];
		const char *text;
	} types[] = {
		{ "16x12x24", 3, { 0, 0, 0 }, "Y+ -> c0-0c0s0g1l42[(0,1,0)] LinkType: mezzanine" },
		{ "16x12x24", 3, { 0, 1, 0 }, "Y+ -> c0-1c0s0g0l42[(0,2,0)] LinkType: cable10y" },
		{ "16x12x24", 3, { 0, 0, 0 }, "Y- -> c0-5c0s0g1l45[(0,11,0)] LinkType: cable38y" },
		{ "16x12x24", 3, { 0, 0, 7 }, "Z+ -> c0-0c1s0g0l32[(0,0,8)] LinkType: cable9z" },
		{ "8x6x16", 2, { 0, 0, 7 }, "Z+ -> c0-1c0s0g0l32[(0,0,8)] LinkType: cable10z" },
		{ "8x6x16", 2, { 0, 1, 0 }, "Y+ -> c0-0c1s0g0l42[(0,2,0)] LinkType: cable9y" },
		{ "4x6x8", 1, { 0, 0, 7 }, "Z+ -> c0-0c0s0g0l32[(0,0,0)] LinkType: cable3z" },
		{ "9x2x8", 0, { 0, 0, 0 }, "X+ -> c0-0c1s0g0l36[(1,0,0)] LinkType: cable10x" },
		{ "9x2x8", 0, { 2, 0, 0 }, "X+ -> c1-0c0s0g0l02[(3,0,0)] LinkType: cable23x" },
	};
	char text[INTERCONNECT_TEXT];
	struct gemini_system system;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		system = system_made(types[i].size, types[i].class);
		interconnect_gemini_text(&system, topo_chip(&system.torus, types[i].coord), text);
		ck_assert_msg(strstr(text, types[i].text), "no '%s' in\n%s", types[i].text, text);
	}
}
END_TEST

static const struct {
	const char *size;
	int class;
} systems[] = {
	{ "1x1x1", -1 }, { "2x1x1", -1 }, { "1x2x1", -1 }, { "1x1x2", -1 }, { "2x2x2", -1 },
	{ "3x3x3", -1 }, { "5x3x7", -1 }, { "9x2x8", 0 }, { "4x6x8", 1 }, { "8x6x16", 2 },
	{ "5x4x24", 3 }, { "11x2x3", 3 },
};

/* Check the link of a tile, and the cable from its other end. */
static void check_tile(const struct interconnect *map, unsigned int is, unsigned int tile,
		       const struct gemini_system *system, unsigned int chip)
{
	unsigned int link = gemini_tile_link(system, chip, tile, NULL), coord[3];
	struct interconnect_tile there, back;

	if (link == GEMINI_HOST) {
		ck_assert_int_eq(interconnect_tile(map, is, tile, &there), -ENOENT);
		return;
	}
	ck_assert_int_eq(interconnect_tile(map, is, tile, &there), 0);
	ck_assert_uint_eq(there.link, link);
	ck_assert_int_eq(there.medium, gemini_medium(system, chip, link));
	interconnect_coord(map, there.far, coord);
	ck_assert_uint_eq(topo_chip(&system->torus, coord),
			  topo_neighbour(&system->torus, chip, link));
	ck_assert_int_eq(interconnect_tile(map, there.far, there.far_tile, &back), 0);
	ck_assert_uint_eq(back.far, is);
	ck_assert_uint_eq(back.far_tile, tile);
	ck_assert_uint_eq(back.link, link ^ 1);
	ck_assert_int_eq(back.medium, there.medium);
}

/* The map that was read equals the system, and every cable is the same from both ends. */
START_TEST(read_is_what_was_written)
{
	struct gemini_system system = system_made(systems[_i].size, systems[_i].class);
	char *text = file_made(&system);
	struct interconnect *map = map_made(text, NULL);
	unsigned int chip, is, tile, coord[3];
	struct gemini_place want, got;

	ck_assert_uint_eq(interconnect_chips(map), system.torus.chips);
	for (chip = 0; chip < system.torus.chips; chip++) {
		topo_coord(&system.torus, chip, coord);
		is = interconnect_find(map, coord);
		ck_assert_uint_lt(is, system.torus.chips);
		ck_assert_uint_eq(interconnect_missing(map, is), 0);
		gemini_place(&system, chip, &want);
		interconnect_place(map, is, &got);
		ck_assert_mem_eq(&got, &want, sizeof(got));
		for (tile = 0; tile < GEMINI_TILES; tile++)
			check_tile(map, is, tile, &system, chip);
	}
	interconnect_free(map);
	free(text);
}
END_TEST

/* Pedretti: 40 tiles * 4,608 Geminis = 184,320 lines, about 13 MiB. */
START_TEST(cielo)
{
	unsigned int z = suite_share(24), chips = 16 * 12 * z, lines = 0;
	struct interconnect *map;
	struct gemini_system system;
	char size[16], *text, *at;

	snprintf(size, sizeof(size), "16x12x%u", z);
	system = system_made(size, -1);
	text = file_made(&system);
	map = map_made(text, NULL);

	for (at = text; *at; at++)
		lines += *at == '\n';
	ck_assert_uint_eq(lines, 40 * chips);
	ck_assert_uint_eq((at - text) * 24 / z / 1000000, 13);
	ck_assert_uint_eq(interconnect_chips(map), chips);
	/* 40 tiles of 4 bytes each at least. */
	ck_assert_uint_ge(interconnect_bytes(map), chips * 40 * 4);
	ck_assert_uint_le(interconnect_bytes(map), 4 << 20);
	interconnect_free(map);
	free(text);
}
END_TEST

START_TEST(one_chip_only)
{
	struct gemini_system system = system_made("4x4x4", -1);
	static const unsigned int only[3] = { 1, 2, 3 }, other[3] = { 1, 2, 2 };
	char *text = file_made(&system);
	struct interconnect *whole = map_made(text, NULL), *one = map_made(text, only);
	struct interconnect_tile a, b;
	unsigned int chip = interconnect_find(one, only), tile, near[3], far[3];
	unsigned int same = interconnect_find(whole, only);

	ck_assert_uint_eq(interconnect_chips(one), 7);
	ck_assert_uint_eq(interconnect_missing(one, chip), 0);
	for (tile = 0; tile < GEMINI_TILES; tile++) {
		if (interconnect_tile(one, chip, tile, &a))
			continue;
		ck_assert_int_eq(interconnect_tile(whole, same, tile, &b), 0);
		interconnect_coord(one, a.far, near);
		interconnect_coord(whole, b.far, far);
		ck_assert_mem_eq(near, far, sizeof(far));
		ck_assert_uint_eq(a.far_tile, b.far_tile);
		ck_assert_uint_eq(a.link, b.link);
		ck_assert_int_eq(a.medium, b.medium);
	}
	ck_assert_uint_eq(interconnect_missing(one, interconnect_find(one, other)),
			  GEMINI_NETWORK_TILES);
	ck_assert_uint_eq(chip_found(one, 3, 3, 3), TOPO_NONE);
	ck_assert_uint_eq(chip_found(one, 1024, 0, 0), TOPO_NONE);
	interconnect_free(whole);
	interconnect_free(one);
	free(text);
}
END_TEST

START_TEST(chip_that_is_not_there)
{
	struct gemini_system system = system_made("2x2x2", -1);
	char *text = file_made(&system);
	struct interconnect *map = map_made(text, (unsigned int[]) { 2, 0, 0 });

	ck_assert_uint_eq(interconnect_chips(map), 0);
	ck_assert_uint_eq(chip_found(map, 2, 0, 0), TOPO_NONE);
	interconnect_free(map);
	free(text);
}
END_TEST

START_TEST(missing_tiles)
{
	struct interconnect *map = map_made(GOOD, NULL);

	ck_assert_uint_eq(interconnect_chips(map), 2);
	ck_assert_uint_eq(interconnect_missing(map, 0), GEMINI_NETWORK_TILES & ~1ULL);
	ck_assert_uint_eq(interconnect_missing(map, 1), GEMINI_NETWORK_TILES);
	interconnect_free(map);
}
END_TEST

START_TEST(network_tiles_are_those_of_fig_3)
{
	static const unsigned int hosts[] = { 19, 20, 27, 28, 35, 36, 43, 44 };
	uint64_t tiles = (1ULL << 48) - 1;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hosts); i++)
		tiles &= ~(1ULL << hosts[i]);
	ck_assert_uint_eq(GEMINI_NETWORK_TILES, tiles);
}
END_TEST

/* The one valid line, in other spellings. */
static const char *const same[] = {
	GOOD,
	"c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane",
	"c0-0c0s0g0l00[(0,0,0)]\tZ+\t->\tc0-0c0s1g0l32[(0,0,1)]\tLinkType:\tbackplane\r\n",
	"\n\r\n\t\n  c0-0c0s0g0l00 [ ( 0 , 0 , 0 ) ]   Z+->c0-0c0s1g0l32[(0,0,1)]LinkType:backplane\t\n\n",
	"c00-0c0s0g0l00[(00,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,0001)] LinkType: backplane\n",
	GOOD GOOD "\n" GOOD,
};

START_TEST(says_the_same)
{
	struct interconnect *map = map_made(same[_i], NULL);
	struct interconnect_tile tile;

	ck_assert_uint_eq(interconnect_chips(map), 2);
	ck_assert_int_eq(interconnect_tile(map, chip_found(map, 0, 0, 0), 0, &tile), 0);
	ck_assert_uint_eq(tile.far, chip_found(map, 0, 0, 1));
	ck_assert_uint_eq(tile.far_tile, 26);
	ck_assert_uint_eq(tile.link, 4);
	ck_assert_int_eq(tile.medium, GEMINI_BACKPLANE);
	interconnect_free(map);
}
END_TEST

START_TEST(pieces)
{
	struct gemini_system system = system_made("3x2x3", -1);
	char *text = file_made(&system);
	struct interconnect *whole = map_made(text, NULL), *map;
	struct interconnect_error error;
	size_t piece;

	for (piece = 1; piece < 200; piece += 7) {
		ck_assert_int_eq(parse(text, strlen(text), piece, NULL, &map, &error), 0);
		same_maps(whole, map);
		interconnect_free(map);
	}
	interconnect_free(whole);
	free(text);
}
END_TEST

/* Blanks and the order of lines do not change the map. */
START_TEST(blanks_and_order)
{
	struct gemini_system system = system_made("4x3x5", -1);
	char *text = file_made(&system), *mutant = file_blurred(text, _i);
	struct interconnect *whole = map_made(text, NULL), *map = map_made(mutant, NULL);

	same_maps(whole, map);
	interconnect_free(map);
	interconnect_free(whole);
	free(mutant);
	free(text);
}
END_TEST

START_TEST(file)
{
	struct interconnect_error error;
	struct interconnect *map;
	const char *path;

	/* Many blocks, whose ends cut lines everywhere. */
	path = file_with(GOOD, 20000);
	ck_assert_int_eq(interconnect_load(&map, path, NULL, &error), 0);
	ck_assert_uint_eq(interconnect_chips(map), 2);
	interconnect_free(map);
	unlink(path);

	path = file_with("", 1);
	ck_assert_int_eq(interconnect_load(&map, path, NULL, &error), 0);
	ck_assert_uint_eq(interconnect_chips(map), 0);
	interconnect_free(map);
	unlink(path);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interconnect");
	TCase *written = tcase_create("written");
	TCase *read = tcase_create("read");

	tcase_add_test(written, first_lines_of_cielo);
	tcase_add_test(written, tiles_of_the_first_chip);
	tcase_add_test(written, other_types);
	tcase_add_loop_test(written, read_is_what_was_written, 0, ARRAY_SIZE(systems));
	tcase_add_test(written, cielo);
	suite_add_tcase(suite, written);

	tcase_add_test(read, one_chip_only);
	tcase_add_test(read, chip_that_is_not_there);
	tcase_add_test(read, missing_tiles);
	tcase_add_test(read, network_tiles_are_those_of_fig_3);
	tcase_add_loop_test(read, says_the_same, 0, ARRAY_SIZE(same));
	tcase_add_test(read, pieces);
	tcase_add_loop_test(read, blanks_and_order, 0, BLURS);
	tcase_add_test(read, file);
	suite_add_tcase(suite, read);

	return suite_run(suite);
}
