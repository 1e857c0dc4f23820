// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gemini systems: places, media and tiles, compared with Pedretti's Figs. 2 and 3 and the
 * whitepaper's Table 1.
 */
#include "interconnect.h"
#include "suite.h"

enum { XP, XM, YP, YM, ZP, ZM, HH };

static unsigned int chip_of(const struct gemini_system *system, unsigned int x, unsigned int y,
			    unsigned int z)
{
	return topo_chip(&system->torus, (unsigned int[]) { x, y, z });
}

/* Table 1, its y, which counts nodes, halved; and what is smaller than its class. */
static const struct {
	const char *size;
	int class;
} classes[] = {
	{ "3x2x8", 0 }, { "9x2x8", 0 }, { "4x6x8", 1 }, { "16x6x8", 1 }, { "8x6x16", 2 },
	{ "24x6x16", 2 }, { "10x8x24", 3 }, { "16x12x24", 3 }, { "25x16x24", 3 },
	{ "1x1x1", 0 }, { "2x2x2", 0 }, { "3x3x3", 1 }, { "8x8x8", 3 }, { "17x6x8", 2 },
	{ "10x2x8", 1 }, { "1024x2x8", 3 }, { "2x1024x8", 3 },
};

/* Whitepaper, 5.1: 4x8, 8x8, 12x8 and 4N x 24 nodes, the first dimension halved. */
static const char *const entry_sizes[] = {
	"1x2x8", "1x4x8", "1x6x8", "1x4x24", "1x6x24", "1x8x24", "1x10x24", "1x12x24",
};

START_TEST(sizes_of_m_systems)
{
	ck_assert_uint_eq(system_made(entry_sizes[_i], GEMINI_ENTRY).class, GEMINI_ENTRY);
	ck_assert_uint_lt(system_made(entry_sizes[_i], -1).class, GEMINI_ENTRY);
}
END_TEST

static const struct {
	const char *size;
	int class;
	unsigned int nearest[3];
} near_sizes[] = {
	{ "12x4x1", GEMINI_ENTRY, { 1, 6, 8 } }, { "1x1x1", GEMINI_ENTRY, { 1, 2, 8 } },
	{ "1x6x16", GEMINI_ENTRY, { 1, 4, 24 } }, { "16x12x24", GEMINI_ENTRY, { 1, 12, 24 } },
	{ "16x12x24", 1, { 16, 6, 8 } }, { "10x1x9", 0, { 9, 1, 8 } },
	{ "4x4x25", -1, { 4, 4, 24 } },
};

START_TEST(nearest_size)
{
	unsigned int size[3];
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, near_sizes[_i].size), 0);
	gemini_nearest(&topo, near_sizes[_i].class, size);
	for (unsigned int i = 0; i < 3; i++)
		ck_assert_uint_eq(size[i], near_sizes[_i].nearest[i]);
}
END_TEST

START_TEST(class_of_a_size)
{
	ck_assert_uint_eq(system_made(classes[_i].size, -1).class, classes[_i].class);
	ck_assert_uint_eq(system_made(classes[_i].size, 3).class, 3);
}
END_TEST

static const struct {
	const char *size;
	int class;
} impossible[] = {
	{ "10x2x8", 0 }, { "3x3x8", 0 }, { "3x2x9", 0 }, { "17x6x8", 1 }, { "4x7x8", 1 },
	{ "4x6x9", 1 }, { "25x6x16", 2 }, { "8x7x16", 2 }, { "8x6x17", 2 }, { "4x4x25", 3 },
	{ "4x4x25", -1 }, { "4x4", -1 }, { "2x2x2x2", -1 }, { "mesh:4x4x4", -1 },
	{ "hypercube:3", -1 }, { "4x4x4", 4 }, { "1x2x24", 4 }, { "1x14x24", 4 },
	{ "1x3x8", 4 }, { "1x5x24", 4 }, { "2x6x8", 4 }, { "12x4x1", 4 }, { "1x6x8", 5 },
	{ "4x4x4", -2 }, { "1025x2x8", -1 }, { "2x1025x8", 3 },
};

START_TEST(impossible_size)
{
	struct gemini_system system;
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, impossible[_i].size), 0);
	ck_assert_int_eq(gemini_system(&system, &topo, impossible[_i].class), -EINVAL);
}
END_TEST

static const struct {
	const char *size;
	int class;
	unsigned int coord[3];
	struct gemini_place place;
} places[] = {
	{ "16x12x24", 3, { 0, 0, 0 }, { 0, 0, 0, 0, 0 } },
	/* Fig. 2: c1-0c0s0g0, c2-0c0s0g0, c0-0c2s7g0 */
	{ "16x12x24", 3, { 1, 0, 0 }, { 1, 0, 0, 0, 0 } },
	{ "16x12x24", 3, { 15, 0, 0 }, { 2, 0, 0, 0, 0 } },
	{ "16x12x24", 3, { 0, 0, 23 }, { 0, 0, 2, 7, 0 } },
	/* 0 1 15 2 14 3 13 4 12 5 11 6 10 7 9 8 */
	{ "16x12x24", 3, { 8, 11, 9 }, { 15, 5, 1, 1, 1 } },
	{ "16x12x24", 3, { 9, 2, 17 }, { 14, 1, 2, 1, 0 } },
	{ "5x2x8", 3, { 2, 1, 7 }, { 3, 0, 0, 7, 1 } },
	{ "5x2x8", 3, { 3, 0, 0 }, { 4, 0, 0, 0, 0 } },
	{ "8x6x16", 2, { 7, 5, 9 }, { 2, 1, 2, 1, 1 } },
	{ "8x6x16", 2, { 1, 2, 7 }, { 1, 0, 1, 7, 0 } },
	{ "4x6x8", 1, { 2, 3, 4 }, { 3, 0, 1, 4, 1 } },
	/* chassis 7 is cage 1 of cabinet 2 */
	{ "9x2x8", 0, { 7, 1, 3 }, { 2, 0, 1, 3, 1 } },
	/* m systems: one cabinet; six, folded along y */
	{ "1x6x8", 4, { 0, 5, 7 }, { 0, 0, 2, 7, 1 } },
	{ "1x12x24", 4, { 0, 3, 9 }, { 1, 0, 1, 1, 1 } },
	{ "1x12x24", 4, { 0, 10, 23 }, { 2, 0, 2, 7, 0 } },
};

START_TEST(place)
{
	struct gemini_system system = system_made(places[_i].size, places[_i].class);
	const struct gemini_place *want = &places[_i].place;
	unsigned int chip = topo_chip(&system.torus, places[_i].coord);
	struct gemini_place got;

	gemini_place(&system, chip, &got);
	ck_assert_uint_eq(got.column, want->column);
	ck_assert_uint_eq(got.row, want->row);
	ck_assert_uint_eq(got.cage, want->cage);
	ck_assert_uint_eq(got.slot, want->slot);
	ck_assert_uint_eq(got.gemini, want->gemini);
	ck_assert_uint_eq(gemini_chip(&system, want), chip);
}
END_TEST

START_TEST(nowhere)
{
	static const struct gemini_place none[] = {
		{ 16, 0, 0, 0, 0 }, { 0, 6, 0, 0, 0 }, { 0, 0, 3, 0, 0 }, { 0, 0, 0, 8, 0 },
		{ 0, 0, 0, 0, 2 }, { ~0u, 0, 0, 0, 0 }, { 0, ~0u, 0, 0, 0 }, { 0, 0, ~0u, 0, 0 },
		{ 0, 0, 0, ~0u, 0 }, { 0, 0, 0, 0, ~0u }, { 0, 0x80000000, 0, 0, 0 },
	};
	struct gemini_system system = system_made("16x12x24", 3);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(none); i++)
		ck_assert_uint_eq(gemini_chip(&system, &none[i]), TOPO_NONE);
}
END_TEST

/* Pedretti, III: X cable; Y mezzanine and cable in turn; Z backplane, every eighth a cable. */
START_TEST(media)
{
	struct gemini_system system = system_made("16x12x24", 3);
	unsigned int chip, x, y, z;

	for (chip = 0; chip < system.torus.chips; chip++) {
		x = chip % 16;
		y = chip / 16 % 12;
		z = chip / 192;
		ck_assert_uint_eq(chip_of(&system, x, y, z), chip);
		ck_assert_int_eq(gemini_medium(&system, chip, XP), GEMINI_CABLE);
		ck_assert_int_eq(gemini_medium(&system, chip, XM), GEMINI_CABLE);
		ck_assert_int_eq(gemini_medium(&system, chip, YP),
				 y % 2 ? GEMINI_CABLE : GEMINI_MEZZANINE);
		ck_assert_int_eq(gemini_medium(&system, chip, YM),
				 y % 2 ? GEMINI_MEZZANINE : GEMINI_CABLE);
		ck_assert_int_eq(gemini_medium(&system, chip, ZP),
				 z % 8 == 7 ? GEMINI_CABLE : GEMINI_BACKPLANE);
		ck_assert_int_eq(gemini_medium(&system, chip, ZM),
				 z % 8 == 0 ? GEMINI_CABLE : GEMINI_BACKPLANE);
		ck_assert_int_eq(gemini_medium(&system, chip, HH), GEMINI_PROCESSOR);
	}
}
END_TEST

/* If the system ends within a blade or chassis, the closing link is still a cable. */
START_TEST(media_of_cut_rings)
{
	struct gemini_system system = system_made("1x3x5", 3);

	ck_assert_int_eq(gemini_medium(&system, chip_of(&system, 0, 0, 0), YM), GEMINI_CABLE);
	ck_assert_int_eq(gemini_medium(&system, chip_of(&system, 0, 2, 0), YP), GEMINI_CABLE);
	ck_assert_int_eq(gemini_medium(&system, chip_of(&system, 0, 0, 4), ZP), GEMINI_CABLE);
	ck_assert_int_eq(gemini_medium(&system, chip_of(&system, 0, 0, 4), ZM), GEMINI_BACKPLANE);
}
END_TEST

/* Whitepaper, 5: 88 links (of 4 tiles) of a chassis go to connectors; the rest stay inside. */
START_TEST(connectors_of_a_chassis)
{
	static const char *const sizes[] = { "9x2x8", "4x6x8", "8x6x16", "10x8x24", "1x4x24" };
	struct gemini_system system = system_made(sizes[_i], _i);
	unsigned int chip, link, tiles = 0, chips = 0;
	struct gemini_place place;

	for (chip = 0; chip < system.torus.chips; chip++) {
		gemini_place(&system, chip, &place);
		if (place.column || place.row || place.cage)
			continue;
		chips++;
		for (link = XP; link <= ZM; link++)
			if (gemini_medium(&system, chip, link) == GEMINI_CABLE)
				tiles += gemini_lanes(link);
	}
	ck_assert_uint_eq(chips, 16);
	ck_assert_uint_eq(tiles / 4, 88);
}
END_TEST

START_TEST(first_chip_has_the_tiles_of_fig_3)
{
	static const unsigned int map[GEMINI_TILES] = {
		ZP, ZP, XP, XP, XM, XM, ZM, ZM,
		ZP, ZP, XP, XP, XM, XM, ZM, ZM,
		ZM, ZM, ZM, HH, HH, ZP, ZP, ZP,
		XP, XP, ZM, HH, HH, ZP, XM, XM,
		XP, XP, YM, HH, HH, YP, XM, XM,
		YM, YM, YM, HH, HH, YP, YP, YP,
	};
	struct gemini_system system = system_made("16x12x24", 3);
	unsigned int tile;

	for (tile = 0; tile < GEMINI_TILES; tile++)
		ck_assert_uint_eq(gemini_tile_link(&system, 0, tile, NULL), map[tile]);
}
END_TEST

START_TEST(first_chip_joins_the_tiles_of_fig_2)
{
	static const struct {
		unsigned int tile, link, far[3], far_tile;
	} joints[] = {
		{ 0, ZP, { 0, 0, 1 }, 26 }, { 1, ZP, { 0, 0, 1 }, 17 },
		{ 2, XP, { 1, 0, 0 }, 2 }, { 3, XP, { 1, 0, 0 }, 3 },
		{ 4, XM, { 15, 0, 0 }, 33 }, { 5, XM, { 15, 0, 0 }, 25 },
		{ 6, ZM, { 0, 0, 23 }, 22 }, { 7, ZM, { 0, 0, 23 }, 29 },
	};
	struct gemini_system system = system_made("16x12x24", 3);
	unsigned int lane, far;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(joints); i++) {
		ck_assert_uint_eq(gemini_tile_link(&system, 0, joints[i].tile, &lane),
				  joints[i].link);
		far = topo_neighbour(&system.torus, 0, joints[i].link);
		ck_assert_uint_eq(far, topo_chip(&system.torus, joints[i].far));
		ck_assert_uint_eq(gemini_tile(&system, far, joints[i].link ^ 1, lane),
				  joints[i].far_tile);
	}
}
END_TEST

static const char *const every[] = {
	"1x1x1", "2x1x1", "1x2x1", "1x1x2", "2x2x2", "3x3x3", "5x3x7", "4x4x4", "7x5x24",
	"16x12x24",
};

START_TEST(tiles_and_links_agree)
{
	struct gemini_system system = system_made(every[_i], -1);
	unsigned int chip, link, lane, tile, got;
	unsigned long seen;

	for (chip = 0; chip < system.torus.chips; chip++) {
		seen = 0;
		for (link = 0; link < GEMINI_LINKS; link++) {
			for (lane = 0; lane < gemini_lanes(link); lane++) {
				tile = gemini_tile(&system, chip, link, lane);
				ck_assert_uint_lt(tile, GEMINI_TILES);
				seen |= 1UL << tile;
				ck_assert_uint_eq(gemini_tile_link(&system, chip, tile, &got),
						  link);
				ck_assert_uint_eq(got, lane);
			}
		}
		ck_assert_uint_eq(seen, (1UL << GEMINI_TILES) - 1);
	}
}
END_TEST

/* The far tile's own link and lane lead back to the tile where the cable begins. */
START_TEST(both_ends_agree)
{
	struct gemini_system system = system_made(every[_i], -1);
	unsigned int chip, link, lane, far, tile, back, got;

	for (chip = 0; chip < system.torus.chips; chip++) {
		for (link = 0; link < GEMINI_HOST; link++) {
			far = topo_neighbour(&system.torus, chip, link);
			back = topo_far_port(&system.torus, chip, link);
			ck_assert_int_eq(gemini_medium(&system, chip, link),
					 gemini_medium(&system, far, back));
			for (lane = 0; lane < gemini_lanes(link); lane++) {
				tile = gemini_tile(&system, far, back, lane);
				ck_assert_uint_eq(gemini_tile_link(&system, far, tile, &got), back);
				ck_assert_uint_eq(got, lane);
			}
		}
	}
}
END_TEST

/* X joins equal tiles between unequal chips, 33-4 and 25-5 between equal ones. */
START_TEST(cables_in_x)
{
	struct gemini_system system = system_made("4x1x1", 3);
	unsigned int lane, there, back;

	/* Columns of x = 0 1 2 3 are 0 1 3 2. */
	for (lane = 0; lane < GEMINI_LANES; lane++) {
		ck_assert_uint_eq(gemini_tile(&system, 0, XP, lane),
				  gemini_tile(&system, 1, XM, lane));
		ck_assert_uint_eq(gemini_tile(&system, 2, XP, lane),
				  gemini_tile(&system, 3, XM, lane));
		there = gemini_tile(&system, 1, XP, lane);
		back = gemini_tile(&system, 2, XM, lane);
		ck_assert_uint_ne(there, back);
		if (there == 4)
			ck_assert_uint_eq(back, 33);
		if (there == 5)
			ck_assert_uint_eq(back, 25);
	}
}
END_TEST

/* 3 lanes of 6.25, 5, 3.125 Gb/s; 24 bits of a phit in ticks of 10 ps. */
START_TEST(rates)
{
	ck_assert_double_eq(gemini_tile_rate(GEMINI_MEZZANINE), 2.34375);
	ck_assert_double_eq(gemini_tile_rate(GEMINI_BACKPLANE), 1.875);
	ck_assert_double_eq(gemini_tile_rate(GEMINI_CABLE), 1.171875);
	ck_assert_double_eq(gemini_tile_rate(GEMINI_PROCESSOR), 1.30);
	ck_assert_uint_eq(gemini_phit_ticks(GEMINI_MEZZANINE), 128);
	ck_assert_uint_eq(gemini_phit_ticks(GEMINI_BACKPLANE), 160);
	ck_assert_uint_eq(gemini_phit_ticks(GEMINI_CABLE), 256);
	ck_assert_uint_eq(gemini_phit_ticks(GEMINI_PROCESSOR), 125);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gemini");
	TCase *systems = tcase_create("systems");
	TCase *tiles = tcase_create("tiles");

	tcase_add_loop_test(systems, class_of_a_size, 0, ARRAY_SIZE(classes));
	tcase_add_loop_test(systems, sizes_of_m_systems, 0, ARRAY_SIZE(entry_sizes));
	tcase_add_loop_test(systems, nearest_size, 0, ARRAY_SIZE(near_sizes));
	tcase_add_loop_test(systems, impossible_size, 0, ARRAY_SIZE(impossible));
	tcase_add_loop_test(systems, place, 0, ARRAY_SIZE(places));
	tcase_add_test(systems, nowhere);
	tcase_add_test(systems, media);
	tcase_add_test(systems, media_of_cut_rings);
	tcase_add_loop_test(systems, connectors_of_a_chassis, 0, 5);
	suite_add_tcase(suite, systems);

	tcase_add_test(tiles, first_chip_has_the_tiles_of_fig_3);
	tcase_add_test(tiles, first_chip_joins_the_tiles_of_fig_2);
	tcase_add_loop_test(tiles, tiles_and_links_agree, 0, ARRAY_SIZE(every));
	tcase_add_loop_test(tiles, both_ends_agree, 0, ARRAY_SIZE(every));
	tcase_add_test(tiles, cables_in_x);
	tcase_add_test(tiles, rates);
	suite_add_tcase(suite, tiles);
	return suite_run(suite);
}
