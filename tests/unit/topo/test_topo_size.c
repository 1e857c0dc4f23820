// SPDX-License-Identifier: GPL-2.0-only
/*
 * Figures of Gemini systems: whitepaper, sections 5 and 6; and of Aries.
 */
#include "interconnect.h"
#include "suite.h"
#include "topo/family/dragonfly.h"
#include "topo/size.h"

static struct size size_made(const char *text, int class)
{
	struct gemini_system system = system_made(text, class);
	struct size size;

	size_find(&size, &system, false);
	return size;
}

/*
 * 6.2: 40 cabinets in 4 rows of 10 are 10x16x24 nodes: Lz = 10x16x2 = 320, Ly = 10x24x2 = 480,
 * Lx = 16x24x2 = 768; 2 x 320 x 4.68 = 2995 GB/s, global 5990.
 */
START_TEST(forty_cabinets)
{
	struct size size = size_made("10x8x24", 3);

	ck_assert_uint_eq(size.cabinets, 40);
	ck_assert_uint_eq(size.cut, 320);
	ck_assert_double_eq_tol(size.bisection, 2995.2, 0.000001);
	ck_assert_double_eq_tol(size.global, 5990.4, 0.000001);
}
END_TEST

/* 5: a blade has 4 nodes, a chassis 8 blades and 88 links to connectors, a cabinet 3 chassis. */
static const struct {
	const char *size;
	int class;
	unsigned int cabinets;
} full[] = {
	{ "3x2x8", 0, 1 }, { "9x2x8", 0, 3 }, { "4x6x8", 1, 4 }, { "16x6x8", 1, 16 },
	{ "8x6x16", 2, 16 }, { "24x6x16", 2, 48 }, { "10x8x24", 3, 40 },
	/* Jaguar: 8 rows of 25; Cielo: 9216 nodes, 96 a cabinet */
	{ "25x16x24", 3, 200 }, { "16x12x24", 3, 96 },
	/* 5.1: an m system of one cabinet is 12x8 nodes, one of N is 4N x 24 */
	{ "1x6x8", 4, 1 }, { "1x4x24", 4, 2 }, { "1x12x24", 4, 6 },
};

START_TEST(full_cabinets)
{
	struct size size = size_made(full[_i].size, full[_i].class);

	ck_assert_uint_eq(size.cabinets, full[_i].cabinets);
	ck_assert_uint_eq(size.chassis, 3 * full[_i].cabinets);
	ck_assert_uint_eq(size.blades, 24 * full[_i].cabinets);
	ck_assert_uint_eq(size.chips, 48 * full[_i].cabinets);
	ck_assert_uint_eq(size.nodes, 96 * full[_i].cabinets);
	ck_assert_uint_eq(size.connectors, 88 * 3 * full[_i].cabinets);
}
END_TEST

/* The bisection is the least of Lx = 2 YZ, Ly = 2 XZ and Lz = 2 XY, with Y in nodes. */
static const struct {
	const char *size;
	int class;
	unsigned int cut;
} cuts[] = {
	{ "16x12x24", 3, 768 },		/* Ly = Lz = 16x24x2; Lx = 24x24x2 = 1152 */
	{ "25x16x24", 3, 1200 },	/* Ly = 25x24x2; Lz = 25x32x2 = 1600 */
	{ "16x6x8", 1, 192 },		/* Lx = 12x8x2 */
	{ "1x4x24", 3, 16 },		/* an m system of two cabinets: Lz = 1x8x2 */
	{ "1x1x8", 0, 4 },		/* Lz = 1x2x2; Ly and Lx cut no ring */
	{ "1x1x1", 0, 0 },
};

START_TEST(worst_bisection)
{
	struct size size = size_made(cuts[_i].size, cuts[_i].class);

	ck_assert_uint_eq(size.cut, cuts[_i].cut);
	ck_assert_double_eq_tol(size.bisection, cuts[_i].cut * 9.36, 0.000001);
}
END_TEST

/* 6.2.1: C_y is 1 if the rings of Y are open, so that Ly = XZ. */
static const struct {
	const char *size;
	unsigned int cut;
} open_cuts[] = {
	{ "10x8x24", 240 },	/* Ly = 10x24 */
	{ "16x12x24", 384 },	/* Ly = 16x24 */
	{ "2x24x24", 48 },	/* Ly = 2x24 */
	{ "24x2x3", 24 },	/* Lx = 4x3x2; Ly = 24x3 */
};

START_TEST(bisection_of_open_rings)
{
	struct gemini_system system = system_made(open_cuts[_i].size, 3);
	struct size size;

	size_find(&size, &system, true);
	ck_assert_uint_eq(size.cut, open_cuts[_i].cut);
}
END_TEST

/* 3x3x9 chips of class 3: z 0 to 7 and 8, y 0 1 and 2, so 3 x 2 x 2 chassis, not full. */
START_TEST(cabinets_that_are_not_full)
{
	struct size size = size_made("3x3x9", 3);

	ck_assert_uint_eq(size.cabinets, 6);
	ck_assert_uint_eq(size.chassis, 12);
	ck_assert_uint_eq(size.blades, 54);
	ck_assert_uint_eq(size.chips, 81);
	/* 10 ends a chip; less 2 x 27 of mezzanines, 4 x 9 x 7 of backplanes */
	ck_assert_uint_eq(size.connectors, 810 - 54 - 252);
}
END_TEST

/* --- Aries --- */

static const struct {
	const char *size;
	unsigned int cabinets, blue_tiles;
} dragonflies[] = {
	{ "dragonfly:16x6x6:48", 12, 3 }, { "dragonfly:16x6x341", 682, 4 },
	{ "dragonfly:4x3x5:2", 5, 1 }, { "dragonfly:2x4x3:20", 6, 5 }, { "dragonfly:1x1x1", 1, 0 },
};

/*
 * Count ends of links by colour, and those between a group of the first half and one of the second.
 */
static void count_ends(const struct topo *topo, unsigned int *ends, unsigned int *cut)
{
	unsigned int half = topo->size[2] / 2 * topo_group(topo), chip, port, far;

	for (chip = 0; chip < topo->chips; chip++) {
		for (port = 0; port < topo_ports(topo); port++) {
			far = topo_neighbour(topo, chip, port);
			if (far == TOPO_NONE)
				continue;
			ends[dragonfly_colour(topo, port)]++;
			*cut += chip < half && far >= half;
		}
	}
}

START_TEST(dragonfly_figures)
{
	unsigned int ends[DRAGONFLY_COLOURS] = { 0 }, cut = 0;
	struct dragonfly_size size;
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, dragonflies[_i].size), 0);
	dragonfly_size_find(&size, &topo);
	count_ends(&topo, ends, &cut);
	ck_assert_uint_eq(size.cabinets, dragonflies[_i].cabinets);
	ck_assert_uint_eq(size.groups, topo.size[2]);
	ck_assert_uint_eq(size.chassis, topo.size[1] * topo.size[2]);
	ck_assert_uint_eq(size.blades, topo.chips);
	ck_assert_uint_eq(size.nodes, 4 * topo.chips);
	ck_assert_uint_eq(2 * size.green, ends[DRAGONFLY_GREEN]);
	ck_assert_uint_eq(2 * size.black, ends[DRAGONFLY_BLACK]);
	ck_assert_uint_eq(2 * size.blue, ends[DRAGONFLY_BLUE]);
	ck_assert_uint_eq(size.blue_tiles, dragonflies[_i].blue_tiles);
	ck_assert_uint_eq(size.cut, cut);
	ck_assert_double_eq_tol(size.bisection, cut * 9.4, 0.000001);
	ck_assert_double_eq_tol(size.global, cut * 18.8, 0.000001);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("size");
	TCase *tcase = tcase_create("size");

	tcase_add_test(tcase, forty_cabinets);
	tcase_add_loop_test(tcase, full_cabinets, 0, ARRAY_SIZE(full));
	tcase_add_loop_test(tcase, worst_bisection, 0, ARRAY_SIZE(cuts));
	tcase_add_loop_test(tcase, bisection_of_open_rings, 0, ARRAY_SIZE(open_cuts));
	tcase_add_test(tcase, cabinets_that_are_not_full);
	tcase_add_loop_test(tcase, dragonfly_figures, 0, ARRAY_SIZE(dragonflies));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
