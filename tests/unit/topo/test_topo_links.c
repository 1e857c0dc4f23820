// SPDX-License-Identifier: GPL-2.0-only
/* Tiles combined into links, as in Pedretti's Fig. 4. */
#include <errno.h>
#include <stdio.h>

#include "interconnect.h"
#include "suite.h"
#include "topo/links.h"

enum { XP, XM, YP, YM, ZP, ZM, HH };

static const unsigned int origin[3];

#define HOST_TILES	(0xffffffffffffULL & ~GEMINI_NETWORK_TILES)

static struct links links_of(const char *text, unsigned int x, unsigned int y, unsigned int z,
			     uint64_t failed)
{
	struct interconnect *map = map_made(text, NULL);
	unsigned int chip = chip_found(map, x, y, z);
	struct links links;

	ck_assert_uint_ne(chip, TOPO_NONE);
	ck_assert_int_eq(links_find(&links, map, chip, failed), 0);
	interconnect_free(map);
	return links;
}

/* Find the links of a chip in a whole system, with only the chip's own lines. */
static struct links links_in_cielo(const unsigned int *at, uint64_t failed)
{
	struct gemini_system system = system_made("16x12x24", 3);
	char text[INTERCONNECT_TEXT];

	interconnect_gemini_text(&system, topo_chip(&system.torus, at), text);
	return links_of(text, at[0], at[1], at[2], failed);
}

/* Fig. 4's two Geminis: direction, far coordinate, GB/s as printed; Table II: 8 * 1.17 ... */
static const struct {
	unsigned int y;
	struct {
		const char *name;
		unsigned int far[3], tiles;
		const char *speed;
	} link[GEMINI_LINKS];
} fig4[] = {
	{ 1, {
		{ "X+", { 1, 1, 1 }, 8, "9.38" }, { "X-", { 15, 1, 1 }, 8, "9.38" },
		{ "Y+", { 0, 2, 1 }, 4, "4.69" }, { "Y-", { 0, 0, 1 }, 4, "9.38" },
		{ "Z+", { 0, 1, 2 }, 8, "15.00" }, { "Z-", { 0, 1, 0 }, 8, "15.00" },
		{ "HH", { 0, 1, 1 }, 8, "10.40" },
	} },
	{ 0, {
		{ "X+", { 1, 0, 1 }, 8, "9.38" }, { "X-", { 15, 0, 1 }, 8, "9.38" },
		{ "Y+", { 0, 1, 1 }, 4, "9.38" }, { "Y-", { 0, 11, 1 }, 4, "4.69" },
		{ "Z+", { 0, 0, 2 }, 8, "15.00" }, { "Z-", { 0, 0, 0 }, 8, "15.00" },
		{ "HH", { 0, 0, 1 }, 8, "10.40" },
	} },
};

START_TEST(links_of_fig_4)
{
	const unsigned int at[3] = { 0, fig4[_i].y, 1 };
	struct links links = links_in_cielo(at, 0);
	const struct link *link;
	char speed[16], name[LINKS_NAME];
	unsigned int i;

	for (i = 0; i < GEMINI_LINKS; i++) {
		link = &links.link[i];
		snprintf(speed, sizeof(speed), "%.2f", link->speed);
		ck_assert_uint_eq(link->direction, i);
		ck_assert_str_eq(links_name(false, i, link->far, name), fig4[_i].link[i].name);
		ck_assert_mem_eq(link->far, fig4[_i].link[i].far, sizeof(link->far));
		ck_assert_uint_eq(link->count, fig4[_i].link[i].tiles);
		ck_assert_uint_eq(link->lost, 0);
		ck_assert_str_eq(speed, fig4[_i].link[i].speed);
	}
}
END_TEST

/* Fig. 3: bits of the tile numbers it gives each link. */
START_TEST(tiles_of_fig_3)
{
	static const uint64_t tiles[GEMINI_LINKS] = {
		[XP] = 1ULL << 2 | 1ULL << 3 | 1ULL << 10 | 1ULL << 11 | 1ULL << 24 | 1ULL << 25 |
		       1ULL << 32 | 1ULL << 33,
		[XM] = 1ULL << 4 | 1ULL << 5 | 1ULL << 12 | 1ULL << 13 | 1ULL << 30 | 1ULL << 31 |
		       1ULL << 38 | 1ULL << 39,
		[YP] = 1ULL << 37 | 1ULL << 45 | 1ULL << 46 | 1ULL << 47,
		[YM] = 1ULL << 34 | 1ULL << 40 | 1ULL << 41 | 1ULL << 42,
		[ZP] = 1ULL << 0 | 1ULL << 1 | 1ULL << 8 | 1ULL << 9 | 1ULL << 21 | 1ULL << 22 |
		       1ULL << 23 | 1ULL << 29,
		[ZM] = 1ULL << 6 | 1ULL << 7 | 1ULL << 14 | 1ULL << 15 | 1ULL << 16 | 1ULL << 17 |
		       1ULL << 18 | 1ULL << 26,
		[HH] = HOST_TILES,
	};
	struct links links = links_in_cielo(origin, 0);
	unsigned int i;

	for (i = 0; i < GEMINI_LINKS; i++)
		ck_assert_uint_eq(links.link[i].tiles, tiles[i]);
	ck_assert_uint_eq(links.link[XP].media, 1 << GEMINI_CABLE);
	ck_assert_uint_eq(links.link[YP].media, 1 << GEMINI_MEZZANINE);
	ck_assert_uint_eq(links.link[ZP].media, 1 << GEMINI_BACKPLANE);
	ck_assert_uint_eq(links.link[HH].media, 1 << GEMINI_PROCESSOR);
}
END_TEST

START_TEST(failed_tiles)
{
	const uint64_t failed = 1ULL << 2 | 1ULL << 33 | 1ULL << 19 | 1ULL << 37 | 1ULL << 45 |
				1ULL << 46 | 1ULL << 47;
	struct links links = links_in_cielo(origin, failed);

	ck_assert_uint_eq(links.link[XP].count, 6);
	ck_assert_uint_eq(links.link[XP].lost, 2);
	ck_assert_double_eq(links.link[XP].speed, 6 * 1.171875);
	ck_assert_uint_eq(links.link[XP].tiles >> 2 & 1, 0);
	ck_assert_uint_eq(links.link[XM].lost, 0);
	ck_assert_uint_eq(links.link[YP].count, 0);
	ck_assert_uint_eq(links.link[YP].lost, 4);
	ck_assert_double_eq(links.link[YP].speed, 0);
	ck_assert_uint_eq(links.link[HH].count, 7);
	ck_assert_double_eq_tol(links.link[HH].speed, 9.10, 0.000001);
}
END_TEST

/* Two tiles of different speed, and six that the file does not have. */
START_TEST(mixed_and_missing_tiles)
{
	static const char text[] =
		"c0-0c0s0g0l02[(0,0,0)] X+ -> c1-0c0s0g0l02[(1,0,0)] LinkType: cable11x\n"
		"c0-0c0s0g0l03[(0,0,0)] X+ -> c1-0c0s0g0l03[(1,0,0)] LinkType: backplane\n";
	struct links links = links_of(text, 0, 0, 0, 0);

	ck_assert_uint_eq(links.link[XP].count, 2);
	ck_assert_uint_eq(links.link[XP].lost, 6);
	ck_assert_uint_eq(links.link[XP].media, 1 << GEMINI_CABLE | 1 << GEMINI_BACKPLANE);
	ck_assert_double_eq(links.link[XP].speed, 1.171875 + 1.875);
	ck_assert_uint_eq(links.link[XM].count, 0);
	ck_assert_uint_eq(links.link[XM].lost, 8);
	ck_assert_uint_eq(links.link[YM].lost, 4);
	ck_assert_uint_eq(links.link[HH].count, 8);
}
END_TEST

START_TEST(one_direction_to_two_chips)
{
	static const char text[] =
		"c0-0c0s0g0l02[(0,0,0)] X+ -> c1-0c0s0g0l02[(1,0,0)] LinkType: cable11x\n"
		"c0-0c0s0g0l03[(0,0,0)] X+ -> c2-0c0s0g0l03[(2,0,0)] LinkType: cable11x\n";
	struct interconnect *map = map_made(text, NULL);
	struct links links;

	ck_assert_int_eq(links_find(&links, map, 0, 0), -EBADMSG);
	ck_assert_int_eq(links_find(&links, map, 0, 1ULL << 3), 0);
	interconnect_free(map);
}
END_TEST

START_TEST(chip_without_lines)
{
	struct interconnect *map = map_made(GOOD, NULL);
	struct links links;

	ck_assert_int_eq(links_find(&links, map, chip_found(map, 0, 0, 1), 0), -ENOENT);
	interconnect_free(map);
}
END_TEST

/* X+ of a Gemini is X- of the next one, where two tiles of it have failed. */
START_TEST(the_other_end)
{
	static const unsigned int next[3] = { 1, 0, 0 };
	struct links own = links_in_cielo(origin, 0), far = links_in_cielo(next, 0);
	uint64_t tiles = far.link[XM].tiles, rest = tiles & (tiles - 1);
	const struct link *back;

	far = links_in_cielo(next, tiles ^ (rest & (rest - 1)));
	back = links_back(&far, &own.link[XP], origin);
	ck_assert_ptr_eq(back, &far.link[XM]);
	ck_assert_uint_eq(back->count, 6);
	ck_assert_ptr_eq(links_back(&own, &far.link[XM], next), &own.link[XP]);
	ck_assert_ptr_null(links_back(&far, &own.link[XM], origin));
}
END_TEST

START_TEST(no_other_end)
{
	static const unsigned int next[3] = { 0, 1, 0 };
	struct links own = links_in_cielo(origin, 0), far = links_in_cielo(next, 0);

	ck_assert_uint_eq(links_back(&far, &own.link[YP], origin)->count, 4);
	far = links_in_cielo(next, far.link[YM].tiles);
	ck_assert_ptr_null(links_back(&far, &own.link[YP], origin));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("links");
	TCase *tcase = tcase_create("links");

	tcase_add_loop_test(tcase, links_of_fig_4, 0, ARRAY_SIZE(fig4));
	tcase_add_test(tcase, tiles_of_fig_3);
	tcase_add_test(tcase, failed_tiles);
	tcase_add_test(tcase, mixed_and_missing_tiles);
	tcase_add_test(tcase, one_direction_to_two_chips);
	tcase_add_test(tcase, chip_without_lines);
	tcase_add_test(tcase, the_other_end);
	tcase_add_test(tcase, no_other_end);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
