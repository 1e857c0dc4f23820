// SPDX-License-Identifier: GPL-2.0-only
/* Topologies: names, neighbours, routes; for small ones, every pair of chips. */
#include <errno.h>
#include <stdlib.h>

#include "suite.h"
#include "topo/topo.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static struct topo parsed(const char *text)
{
	struct topo topo;

	ck_assert_msg(!topo_parse(&topo, text), "%s is no topology", text);
	return topo;
}

static unsigned int chip3(const struct topo *topo, unsigned int a, unsigned int b,
			  unsigned int c)
{
	return topo_chip(topo, (unsigned int[]) { a, b, c });
}

static const struct {
	const char *text, *name;
	const struct topo_family *family;
	unsigned int dims, chips, ports;
} good[] = {
	{ "16x12x24", "torus:16x12x24", &topo_torus, 3, 4608, 6 },
	{ "16X12x24", "torus:16x12x24", &topo_torus, 3, 4608, 6 },
	{ "Torus:7", "torus:7", &topo_torus, 1, 7, 2 },
	{ "torus:7", "torus:7", &topo_torus, 1, 7, 2 },
	{ "torus:1x1x1", "torus:1x1x1", &topo_torus, 3, 1, 6 },
	{ "torus:256x256", "torus:256x256", &topo_torus, 2, 65536, 4 },
	{ "mesh:4x8", "mesh:4x8", &topo_mesh, 2, 32, 4 },
	{ "hypercube:4", "hypercube:4", &topo_hypercube, 4, 16, 8 },
	{ "hypercube:16", "hypercube:16", &topo_hypercube, 16, 65536, 32 },
	/* 15 other blades, 5 other chassis, 3 groups for 96 chips */
	{ "dragonfly:16x6x4", "dragonfly:16x6x4", &topo_dragonfly, 3, 384, 21 },
	/* 1 and 1; 8 other groups for 4 chips: 2 each */
	{ "dragonfly:2x2x9", "dragonfly:2x2x9", &topo_dragonfly, 3, 36, 4 },
	{ "dragonfly:1x1x11", "dragonfly:1x1x11", &topo_dragonfly, 3, 11, 10 },
	{ "dragonfly:16x6x4:1", "dragonfly:16x6x4", &topo_dragonfly, 3, 384, 21 },
	/* 5 other groups with 48 links each are 240 for 96 chips: 3 at most */
	{ "Dragonfly:16X6x6:48", "dragonfly:16x6x6:48", &topo_dragonfly, 3, 576, 23 },
	{ "dragonfly:16x6x6:192", "dragonfly:16x6x6:192", &topo_dragonfly, 3, 576, 30 },
	{ "dragonfly:2x1x1:20", "dragonfly:2x1x1:20", &topo_dragonfly, 3, 2, 1 },
};

START_TEST(names)
{
	struct topo topo = parsed(good[_i].text);
	char name[128];

	topo_name(&topo, name, sizeof(name));
	ck_assert_str_eq(name, good[_i].name);
	ck_assert_ptr_eq(topo.family, good[_i].family);
	ck_assert_uint_eq(topo.dims, good[_i].dims);
	ck_assert_uint_eq(topo.chips, good[_i].chips);
	ck_assert_uint_eq(topo_ports(&topo), good[_i].ports);
}
END_TEST

static const struct {
	const char *text;
	int err;
} bad[] = {
	{ "", -EINVAL }, { "torus:", -EINVAL }, { "4x", -EINVAL }, { "x4", -EINVAL },
	{ "4xx4", -EINVAL }, { "4x0x4", -EINVAL }, { "04x4", -EINVAL }, { "+4", -EINVAL },
	{ "4 x4", -EINVAL }, { "ring:4", -EINVAL }, { "tor:4", -EINVAL },
	{ "torus:4:4", -EINVAL }, { "4x4\n", -EINVAL },
	{ "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", -EINVAL },
	{ "65537", -E2BIG }, { "256x257", -E2BIG }, { "99999999999999999999x1", -E2BIG },
	{ "4294967297", -E2BIG }, { "65536x65536", -E2BIG },
	{ "hypercube:17", -E2BIG }, { "hypercube:4x4", -EINVAL }, { "hypercube:0", -EINVAL },
	{ "dragonfly:16x6", -EINVAL }, { "dragonfly:17x6x4", -ERANGE },
	{ "dragonfly:16x7x4", -ERANGE }, { "dragonfly:1x1x12", -ERANGE },
	{ "dragonfly:16x6x683", -E2BIG },
	{ "dragonfly:16x6x6:", -EINVAL }, { "dragonfly:16x6x6:0", -EINVAL },
	{ "dragonfly:16x6x6:4x8", -EINVAL }, { "dragonfly:16x6x6:48:1", -EINVAL },
	{ "dragonfly:16x6:48", -EINVAL }, { "dragonfly::48", -EINVAL },
	{ "dragonfly:16x6x6:193", -ERANGE }, { "dragonfly:2x1x1:21", -ERANGE },
	{ "dragonfly:16x6x6:4294967297", -ERANGE },
	{ "dragonfly:1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1:2",
	  -EINVAL },
	{ "torus:4x4x4:2", -EINVAL }, { "mesh:4x4:2", -EINVAL },
};

START_TEST(no_topology)
{
	struct topo topo = { .dims = 77 };

	ck_assert_msg(topo_parse(&topo, bad[_i].text) == bad[_i].err, "of '%s'", bad[_i].text);
	ck_assert_uint_eq(topo.dims, 77);
}
END_TEST

START_TEST(name_is_cut)
{
	struct topo topo = parsed("16x12x24");
	char name[8];

	topo_name(&topo, name, sizeof(name));
	ck_assert_str_eq(name, "torus:1");
}
END_TEST

START_TEST(port_names)
{
	static const struct {
		const char *topo, *name;
		unsigned int port;
	} ports[] = {
		{ "4x4x4", "X+", 0 }, { "4x4x4", "Y-", 3 }, { "4x4x4", "Z-", 5 },
		{ "hypercube:5", "D3+", 6 }, { "hypercube:5", "D4-", 9 },
		{ "dragonfly:16x6x4", "green 14", 14 }, { "dragonfly:16x6x4", "black 0", 15 },
		{ "dragonfly:16x6x4", "blue 0", 20 }, { "dragonfly:2x2x9", "blue 1", 3 },
	};
	struct topo topo;
	char name[16];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ports); i++) {
		topo = parsed(ports[i].topo);
		topo_port_name(&topo, ports[i].port, name, sizeof(name));
		ck_assert_str_eq(name, ports[i].name);
	}
}
END_TEST

static const char *const small[] = {
	"1", "2", "3", "4", "5", "8", "1x1x1", "2x2x2", "1x2x3", "3x3x3", "4x3x2", "5x4x3", "2x6x8",
	"mesh:1", "mesh:5", "mesh:4x8", "mesh:2x3x4", "hypercube:1", "hypercube:4", "hypercube:6",
	"dragonfly:1x1x1", "dragonfly:1x1x2", "dragonfly:4x2x1", "dragonfly:4x3x5",
	"dragonfly:2x2x9", "dragonfly:16x6x3", "dragonfly:1x3x8", "dragonfly:1x1x11",
	"dragonfly:4x3x5:7", "dragonfly:2x2x3:20", "dragonfly:1x1x6:2", "dragonfly:2x2x9:3",
};

START_TEST(coordinates_and_numbers_agree)
{
	struct topo topo = parsed(small[_i]);
	unsigned int coord[TOPO_DIMS], chip;

	for (chip = 0; chip < topo.chips; chip++) {
		topo_coord(&topo, chip, coord);
		ck_assert_uint_eq(topo_chip(&topo, coord), chip);
	}
	coord[topo.dims - 1] = topo.size[topo.dims - 1];
	ck_assert_uint_eq(topo_chip(&topo, coord), TOPO_NONE);
}
END_TEST

START_TEST(links_have_two_ends)
{
	struct topo topo = parsed(small[_i]);
	unsigned int chip, port, far, back;

	for (chip = 0; chip < topo.chips; chip++) {
		for (port = 0; port < topo_ports(&topo); port++) {
			far = topo_neighbour(&topo, chip, port);
			back = topo_far_port(&topo, chip, port);
			ck_assert_int_eq(far == TOPO_NONE, back == TOPO_NONE);
			if (far == TOPO_NONE)
				continue;
			ck_assert_uint_lt(far, topo.chips);
			ck_assert_uint_eq(topo_neighbour(&topo, far, back), chip);
			ck_assert_uint_eq(topo_far_port(&topo, far, back), port);
		}
		ck_assert_uint_eq(topo_neighbour(&topo, chip, topo_ports(&topo)), TOPO_NONE);
	}
}
END_TEST

/* Distances from everywhere to a chip, by breadth-first search. */
static unsigned int *search(const struct topo *topo, unsigned int dst)
{
	unsigned int *queue = calloc(topo->chips, sizeof(*queue));
	unsigned int *hops = calloc(topo->chips, sizeof(*hops));
	unsigned int head = 0, tail = 0, i, port, next;

	for (i = 0; i < topo->chips; i++)
		hops[i] = TOPO_NONE;
	hops[dst] = 0;
	queue[tail++] = dst;
	while (head < tail) {
		i = queue[head++];
		for (port = 0; port < topo_ports(topo); port++) {
			next = topo_neighbour(topo, i, port);
			if (next == TOPO_NONE || hops[next] != TOPO_NONE)
				continue;
			hops[next] = hops[i] + 1;
			queue[tail++] = next;
		}
	}
	free(queue);
	return hops;
}

/*
 * Between groups there may be a shorter route, through a third one, which static routing does not
 * use.
 */
static int searchable(const struct topo *topo, unsigned int chip, unsigned int dst)
{
	unsigned int group = topo->size[0] * topo->size[1];

	return topo->family != &topo_dragonfly || chip / group == dst / group;
}

START_TEST(ways_are_shortest)
{
	struct topo topo = parsed(small[_i]);
	unsigned int chip, dst, *hops;

	for (dst = 0; dst < topo.chips; dst++) {
		hops = search(&topo, dst);
		for (chip = 0; chip < topo.chips; chip++)
			if (searchable(&topo, chip, dst))
				ck_assert_uint_eq(topo_distance(&topo, chip, dst, 0), hops[chip]);
		free(hops);
	}
}
END_TEST

static void way_ends(const struct topo *topo, unsigned int chip, unsigned int dst,
		     unsigned int bridge)
{
	unsigned int hops = topo_distance(topo, chip, dst, bridge);

	for (; chip != dst; hops--) {
		ck_assert_uint_eq(topo_distance(topo, chip, dst, bridge), hops);
		ck_assert_uint_gt(hops, 0);
		chip = topo_neighbour(topo, chip, topo_route(topo, chip, dst, bridge));
	}
	ck_assert_uint_eq(hops, 0);
	ck_assert_uint_eq(topo_route(topo, dst, dst, bridge), TOPO_NONE);
}

START_TEST(ways_end)
{
	struct topo topo = parsed(small[_i]);
	unsigned int chip, dst, bridge;

	for (dst = 0; dst < topo.chips; dst++)
		for (chip = 0; chip < topo.chips; chip++)
			for (bridge = 0; bridge < topo.bridges + !topo.bridges; bridge++)
				way_ends(&topo, chip, dst, bridge);
}
END_TEST

START_TEST(dimension_order)
{
	struct topo topo = parsed("16x12x24");
	unsigned int from = chip3(&topo, 1, 1, 1);

	ck_assert_uint_eq(topo_route(&topo, from, chip3(&topo, 2, 11, 5), 0), 0);
	ck_assert_uint_eq(topo_route(&topo, from, chip3(&topo, 15, 11, 5), 0), 1);
	ck_assert_uint_eq(topo_route(&topo, from, chip3(&topo, 1, 11, 5), 0), 3);
	ck_assert_uint_eq(topo_route(&topo, from, chip3(&topo, 1, 1, 5), 0), 4);
	ck_assert_uint_eq(topo_route(&topo, from, chip3(&topo, 1, 1, 20), 0), 5);
	/* 1 to 15: two back round the ring of 16; 1 to 11 of 12: two; 1 to 20 of 24: five */
	ck_assert_uint_eq(topo_distance(&topo, from, chip3(&topo, 15, 11, 20), 0), 9);
}
END_TEST

START_TEST(half_a_ring_goes_up)
{
	struct topo topo = parsed("4x5x2");

	ck_assert_uint_eq(topo_route(&topo, chip3(&topo, 0, 0, 0), chip3(&topo, 2, 0, 0), 0), 0);
	ck_assert_uint_eq(topo_route(&topo, chip3(&topo, 3, 0, 0), chip3(&topo, 1, 0, 0), 0), 0);
	ck_assert_uint_eq(topo_route(&topo, chip3(&topo, 0, 0, 0), chip3(&topo, 0, 2, 0), 0), 2);
	ck_assert_uint_eq(topo_route(&topo, chip3(&topo, 0, 0, 0), chip3(&topo, 0, 3, 0), 0), 3);
	ck_assert_uint_eq(topo_route(&topo, chip3(&topo, 0, 0, 1), chip3(&topo, 0, 0, 0), 0), 4);
}
END_TEST

START_TEST(ties_are_half_an_even_ring)
{
	struct topo topo = parsed("4x5x2");

	ck_assert(topo_is_tie(&topo, 0, 2));
	ck_assert(topo_is_tie(&topo, 0, -2));
	ck_assert(!topo_is_tie(&topo, 0, 1));
	ck_assert(!topo_is_tie(&topo, 0, 0));
	ck_assert(!topo_is_tie(&topo, 1, 2));
	ck_assert(topo_is_tie(&topo, 2, 1));
}
END_TEST

START_TEST(some_machines_have_ties)
{
	static const char *const with[] = { "2", "3x4", "torus:5x1x2" };
	static const char *const without[] = {
		"1", "3x5", "torus:1x1x7", "mesh:4x4", "hypercube:3", "dragonfly:2x2x4",
	};
	struct topo topo;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(with); i++) {
		topo = parsed(with[i]);
		ck_assert_msg(topo_has_ties(&topo), "%s has ties", with[i]);
	}
	for (i = 0; i < ARRAY_SIZE(without); i++) {
		topo = parsed(without[i]);
		ck_assert_msg(!topo_has_ties(&topo), "%s has no ties", without[i]);
	}
}
END_TEST

/* LoGPC: 3.875 hops on average in Alewife's 4x8 mesh, messages to oneself counted in. */
START_TEST(alewife)
{
	struct topo topo = parsed("mesh:4x8");
	unsigned int chip, dst, sum = 0;

	for (chip = 0; chip < 32; chip++)
		for (dst = 0; dst < 32; dst++)
			sum += topo_distance(&topo, chip, dst, 0);
	ck_assert_uint_eq(sum, 3968);	/* 3.875 * 32 * 32 */
	ck_assert_uint_eq(topo_neighbour(&topo, 0, 1), TOPO_NONE);
	ck_assert_uint_eq(topo_neighbour(&topo, 31, 2), TOPO_NONE);
}
END_TEST

/* XMP-64: as many hops as bits differ, lowest bit first. */
START_TEST(hypercube)
{
	struct topo topo = parsed("hypercube:4");

	ck_assert_uint_eq(topo_distance(&topo, 0, 15, 0), 4);
	ck_assert_uint_eq(topo_distance(&topo, 5, 6, 0), 2);
	ck_assert_uint_eq(topo_route(&topo, 5, 6, 0), 1);
	ck_assert_uint_eq(topo_route(&topo, 4, 6, 0), 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("topo");
	TCase *names_case = tcase_create("names");
	TCase *every = tcase_create("every small one");
	TCase *single = tcase_create("single");

	tcase_add_loop_test(names_case, names, 0, ARRAY_SIZE(good));
	tcase_add_loop_test(names_case, no_topology, 0, ARRAY_SIZE(bad));
	tcase_add_test(names_case, name_is_cut);
	tcase_add_test(names_case, port_names);
	suite_add_tcase(suite, names_case);

	tcase_add_loop_test(every, coordinates_and_numbers_agree, 0, ARRAY_SIZE(small));
	tcase_add_loop_test(every, links_have_two_ends, 0, ARRAY_SIZE(small));
	tcase_add_loop_test(every, ways_are_shortest, 0, ARRAY_SIZE(small));
	tcase_add_loop_test(every, ways_end, 0, ARRAY_SIZE(small));
	suite_add_tcase(suite, every);

	tcase_add_test(single, dimension_order);
	tcase_add_test(single, ties_are_half_an_even_ring);
	tcase_add_test(single, some_machines_have_ties);
	tcase_add_test(single, half_a_ring_goes_up);
	tcase_add_test(single, alewife);
	tcase_add_test(single, hypercube);
	suite_add_tcase(suite, single);
	return suite_run(suite);
}
