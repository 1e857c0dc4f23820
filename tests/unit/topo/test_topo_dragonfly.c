// SPDX-License-Identifier: GPL-2.0-only
/* Dragonflies: to which chips the blue links between two groups are dealt, and routes over them. */
#include "suite.h"
#include "topo/family/dragonfly.h"

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

static void follow(const struct topo *topo, unsigned int chip, unsigned int dst,
		   unsigned int bridge, const char *const *ports)
{
	unsigned int port;
	char name[16];

	for (; *ports; ports++) {
		port = topo_route(topo, chip, dst, bridge);
		ck_assert_uint_ne(port, TOPO_NONE);
		topo_port_name(topo, port, name, sizeof(name));
		ck_assert_str_eq(name, *ports);
		chip = topo_neighbour(topo, chip, port);
	}
	ck_assert_uint_eq(chip, dst);
}

/*
 * In group 0 of 4, chips 0, 1 and 2 have the links to groups 1, 2 and 3; in group 1 they have
 * those to groups 0, 2 and 3.
 */
START_TEST(links_between_groups)
{
	struct topo topo = parsed("dragonfly:16x6x4");

	ck_assert_uint_eq(topo_neighbour(&topo, chip3(&topo, 0, 0, 0), 20), chip3(&topo, 0, 0, 1));
	ck_assert_uint_eq(topo_neighbour(&topo, chip3(&topo, 1, 0, 0), 20), chip3(&topo, 0, 0, 2));
	ck_assert_uint_eq(topo_neighbour(&topo, chip3(&topo, 1, 0, 1), 20), chip3(&topo, 1, 0, 2));
	ck_assert_uint_eq(topo_neighbour(&topo, chip3(&topo, 2, 0, 1), 20), chip3(&topo, 1, 0, 3));
	ck_assert_uint_eq(topo_neighbour(&topo, chip3(&topo, 3, 0, 0), 20), TOPO_NONE);
	ck_assert_uint_eq(topo_far_port(&topo, chip3(&topo, 3, 0, 0), 20), TOPO_NONE);
}
END_TEST

/* Green to blade 6: number 6 of those that are not blade 5 is blade 7. */
START_TEST(ways_by_colour)
{
	struct topo topo = parsed("dragonfly:16x6x4");

	follow(&topo, chip3(&topo, 5, 3, 0), chip3(&topo, 7, 2, 0), 0,
	       (const char *[]) { "green 6", "black 2", NULL });
	follow(&topo, chip3(&topo, 5, 3, 0), chip3(&topo, 7, 2, 1), 0,
	       (const char *[]) { "green 0", "black 0", "blue 0", "green 6", "black 1", NULL });
	follow(&topo, chip3(&topo, 0, 0, 0), chip3(&topo, 0, 0, 1), 0,
	       (const char *[]) { "blue 0", NULL });
}
END_TEST

/*
 * With 48 links a pair, group 0 deals chips 0 to 47 those to group 1, chips 48 to 95 those to group
 * 2, and again chips 0 to 47 those to group 3. In group 3, those to group 0 come first.
 */
START_TEST(many_links_between_groups)
{
	struct topo topo = parsed("dragonfly:16x6x6:48");
	static const struct {
		unsigned int chip, port, far, far_port;
	} links[] = {
		{ 0, 20, 96, 20 }, { 47, 20, 96 + 47, 20 },
		{ 48, 20, 192, 20 }, { 95, 20, 192 + 47, 20 },
		{ 0, 21, 288, 20 }, { 5, 21, 288 + 5, 20 },
		/* Between groups 2 and 3: for both the third of the others. */
		{ 192 + 7, 21, 288 + 7, 21 },
		/* The last of group 0, to group 5. */
		{ 47, 22, 480 + 47, 20 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(links); i++) {
		ck_assert_uint_eq(topo_neighbour(&topo, links[i].chip, links[i].port),
				  links[i].far);
		ck_assert_uint_eq(topo_far_port(&topo, links[i].chip, links[i].port),
				  links[i].far_port);
	}
	ck_assert_uint_eq(topo_neighbour(&topo, 48, 22), TOPO_NONE);
}
END_TEST

/* Link 18 from group 0 to 1 is at chip 18, blade 2 of chassis 1, at both ends. */
START_TEST(ways_over_each_link)
{
	struct topo topo = parsed("dragonfly:16x6x6:48");

	follow(&topo, chip3(&topo, 5, 3, 0), chip3(&topo, 7, 2, 1), 18,
	       (const char *[]) { "green 2", "black 1", "blue 0", "green 6", "black 1", NULL });
	follow(&topo, chip3(&topo, 2, 1, 0), chip3(&topo, 2, 1, 1), 18,
	       (const char *[]) { "blue 0", NULL });
	follow(&topo, chip3(&topo, 2, 1, 0), chip3(&topo, 2, 1, 1), 0,
	       (const char *[]) { "green 0", "black 0", "blue 0", "green 1", "black 0", NULL });
}
END_TEST

/* --- every link --- */

/* Sizes where the links of a group are fewer than its chips, as many, and more. */
static const struct deal {
	const char *size;
	unsigned int group, groups, links;
} deals[] = {
	{ "dragonfly:2x2x9", 4, 9, 1 }, { "dragonfly:2x2x9:2", 4, 9, 2 },
	{ "dragonfly:2x2x9:5", 4, 9, 5 }, { "dragonfly:3x1x4:10", 3, 4, 10 },
	{ "dragonfly:1x1x6:2", 1, 6, 2 }, { "dragonfly:4x3x5:3", 12, 5, 3 },
	{ "dragonfly:8x1x33:2", 8, 33, 2 }, { "dragonfly:16x6x6:48", 96, 6, 48 },
	{ "dragonfly:16x6x2:960", 96, 2, 960 },
};

#define MOST_GROUPS	33

/*
 * Return a chip's blue links, counted by the group that they lead to. Each leads back from its far
 * end.
 */
static unsigned int count_blues(const struct topo *topo, unsigned int chip, unsigned int *to)
{
	unsigned int port = dragonfly_first(topo, DRAGONFLY_BLUE), blues = 0, far, back;

	for (; port < topo_ports(topo); port++) {
		far = topo_neighbour(topo, chip, port);
		if (far == TOPO_NONE)
			continue;
		back = topo_far_port(topo, chip, port);
		ck_assert_uint_eq(topo_neighbour(topo, far, back), chip);
		ck_assert_uint_eq(topo_far_port(topo, far, back), port);
		to[far / topo_group(topo)]++;
		blues++;
	}
	return blues;
}

/*
 * So many links per pair of groups, none within a group; a chip has the mean, rounded up or down.
 */
START_TEST(deals_evenly)
{
	const struct deal *deal = &deals[_i];
	struct topo topo = parsed(deal->size);
	unsigned int others = deal->groups - 1, mean = others * deal->links / deal->group;
	unsigned int group, chip, blues, i;

	for (group = 0; group < deal->groups; group++) {
		unsigned int to[MOST_GROUPS] = { 0 };

		for (chip = 0; chip < deal->group; chip++) {
			blues = count_blues(&topo, group * deal->group + chip, to);
			ck_assert_uint_le(blues, DRAGONFLY_BLUES);
			ck_assert_uint_ge(blues, mean);
			ck_assert_uint_le(blues, mean + !!(others * deal->links % deal->group));
		}
		for (i = 0; i < deal->groups; i++)
			ck_assert_uint_eq(to[i], i == group ? 0 : deal->links);
	}
}
END_TEST

/* A chip has no second link to a group before all chips have one. */
START_TEST(links_of_a_pair_spread)
{
	const struct deal *deal = &deals[_i];
	struct topo topo = parsed(deal->size);
	unsigned int chip, i;

	for (chip = 0; chip < topo.chips; chip++) {
		unsigned int to[MOST_GROUPS] = { 0 };

		count_blues(&topo, chip, to);
		for (i = 0; i < deal->groups; i++) {
			if (i == chip / deal->group)
				continue;
			ck_assert_uint_ge(to[i], deal->links / deal->group);
			ck_assert_uint_le(to[i], (deal->links + deal->group - 1) / deal->group);
		}
	}
}
END_TEST

/* Return the chip at which the route between two groups leaves @chip's group. */
static unsigned int chip_left(const struct topo *topo, unsigned int chip, unsigned int dst,
			      unsigned int bridge)
{
	unsigned int next = chip;

	do {
		chip = next;
		next = topo_neighbour(topo, chip, topo_route(topo, chip, dst, bridge));
	} while (next / topo_group(topo) == chip / topo_group(topo));
	return chip;
}

/* Every bridge number leads over another link, the same from both ends. */
START_TEST(each_number_is_another_link)
{
	struct topo topo = parsed(deals[_i].size);
	unsigned int other = topo_group(&topo), bridge, port, chip;
	bool seen[96][DRAGONFLY_BLUES] = { 0 };

	for (bridge = 0; bridge < topo.bridges; bridge++) {
		chip = chip_left(&topo, 0, other, bridge);
		port = topo_route(&topo, chip, other, bridge);
		ck_assert_uint_eq(topo_neighbour(&topo, chip, port),
				  chip_left(&topo, other, 0, bridge));
		port -= dragonfly_first(&topo, DRAGONFLY_BLUE);
		ck_assert_msg(!seen[chip][port], "bridge %u has another one's link", bridge);
		seen[chip][port] = true;
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("topo_dragonfly");
	TCase *hand = tcase_create("by hand");
	TCase *every = tcase_create("every link");

	tcase_add_test(hand, links_between_groups);
	tcase_add_test(hand, ways_by_colour);
	tcase_add_test(hand, many_links_between_groups);
	tcase_add_test(hand, ways_over_each_link);
	suite_add_tcase(suite, hand);
	tcase_add_loop_test(every, deals_evenly, 0, ARRAY_SIZE(deals));
	tcase_add_loop_test(every, links_of_a_pair_spread, 0, ARRAY_SIZE(deals));
	tcase_add_loop_test(every, each_number_is_another_link, 0, ARRAY_SIZE(deals));
	suite_add_tcase(suite, every);
	return suite_run(suite);
}
