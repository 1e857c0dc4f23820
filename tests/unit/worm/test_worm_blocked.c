// SPDX-License-Identifier: GPL-2.0-only
/*
 * Worms that meet, worked by hand. A flit takes 10 ps on a link; where hops take 10 ps too, a worm
 * passes through buffers of 2 flits without a pause.
 */
#include "topo/grid.h"
#include "worm/line.h"

#define X_UP	grid_up(0)

/* In, three links and out are five hops of 30 ps; five flits follow the header. */
START_TEST(alone)
{
	struct line line;

	line_describe(&line, "mesh:4", 1, (struct worm_class){ 1, 10, 30, 16 });
	line_begin(&line);
	line_send(&line, 0, 0, 3, 6);
	line_end(&line);
	line_expect(&line, 0, 60, 150, 200);
	ck_assert_uint_eq(line_channel(&line, WORM_LINK, 1, X_UP).held_ps, 60);
	worm_free(line.worm);
}
END_TEST

/* Channels of different rates: the slowest one decides how far the tail lags. */
START_TEST(slowest_channel)
{
	struct line line;

	line_describe(&line, "mesh:2", 1, (struct worm_class){ 1, 10, 30, 16 });
	line.config.dim[0].flit_ps = 25;
	line_begin(&line);
	line_send(&line, 7, 0, 1, 5);
	line_end(&line);
	line_expect(&line, 0, 7 + 50, 7 + 90, 7 + 90 + 4 * 25);
	worm_free(line.worm);
}
END_TEST

/*
 * Node 1's header asks for the link to router 2 at 30, node 0's at 60. The former's tail has left
 * it at 30 + 4 * 10 = 70, and the way to the node at 100, when the latter's header gets there.
 */
START_TEST(two_meet)
{
	struct worm_channel channel;
	struct line line;

	line_describe(&line, "mesh:3", 1, (struct worm_class){ 1, 10, 30, 16 });
	line_begin(&line);
	line_send(&line, 0, 0, 2, 4);
	line_send(&line, 0, 1, 2, 4);
	line_end(&line);
	line_expect(&line, 1, 40, 90, 120);
	line_expect(&line, 0, 40, 130, 160);
	channel = line_channel(&line, WORM_LINK, 1, X_UP);
	ck_assert_uint_eq(channel.flits, 8);
	ck_assert_uint_eq(channel.worms, 2);
	ck_assert_uint_eq(channel.held_ps, 80);
	ck_assert_uint_eq(channel.blocked_ps, 10);
	worm_free(line.worm);
}
END_TEST

/*
 * Node 2 sends 20 flits to node 3, over link 2-3 from 10 to 210. Node 1's 6 flits wait for it: two
 * are in router 2's buffer, two in router 1's, and the last two leave the node once these go on: at
 * 230 and 240. So they hold link 1-2 until 260. Node 0's one flit waits for that.
 */
static void chain_of_three(unsigned int buffer, uint64_t sent, uint64_t held, uint64_t blocked)
{
	struct worm_channel channel;
	struct line line;

	line_describe(&line, "mesh:4", 1, (struct worm_class){ 1, 10, 10, buffer });
	line_begin(&line);
	line_send(&line, 0, 2, 3, 20);
	line_send(&line, 0, 1, 3, 6);
	line_send(&line, 0, 0, 2, 1);
	line_end(&line);
	line_expect(&line, 2, 200, 30, 220);
	line_expect(&line, 1, sent, 230, 280);
	line_expect(&line, 0, 10, 280, 280);
	ck_assert_uint_eq(line_channel(&line, WORM_LINK, 2, X_UP).blocked_ps, 190);
	channel = line_channel(&line, WORM_LINK, 1, X_UP);
	ck_assert_uint_eq(channel.held_ps, held + 10);
	ck_assert_uint_eq(channel.blocked_ps, blocked);
	worm_free(line.worm);
}

START_TEST(chain_with_buffers_of_two)
{
	chain_of_three(2, 250, 250, 240);
}
END_TEST

/*
 * The 6 flits move up into the buffer of router 2 as a whole, and have left link 1-2 at 70. Node
 * 0's flit follows them there. Then it waits in the buffer, until their tail has left that at 270.
 */
START_TEST(chain_with_buffers_of_sixteen)
{
	chain_of_three(16, 60, 60, 50);
}
END_TEST

/*
 * A buffer of one flit is free for the next one 20 ps after the one before began to leave for it:
 * 10 ps on the way, 10 ps to leave. Flits are 20 ps apart.
 */
START_TEST(buffer_of_one)
{
	struct line line;

	line_describe(&line, "mesh:2", 1, (struct worm_class){ 1, 10, 10, 1 });
	line_begin(&line);
	line_send(&line, 0, 0, 1, 3);
	line_end(&line);
	line_expect(&line, 0, 50, 30, 70);
	worm_free(line.worm);
}
END_TEST

/*
 * Three nodes of a router send 10 flits each to three nodes of the next at once. Their headers ask
 * at 10; the lowest numbers come first.
 */
static void three_side_by_side(unsigned int links, uint64_t second, uint64_t third)
{
	struct line line;

	line_describe(&line, "mesh:2", 3, (struct worm_class){ 1, 10, 10, 16 });
	line.config.dim[0].links = links;
	line_begin(&line);
	line_send(&line, 0, 2, 5, 10);
	line_send(&line, 0, 0, 3, 10);
	line_send(&line, 0, 1, 4, 10);
	line_end(&line);
	line_expect(&line, 0, 100, 30, 120);
	line_expect(&line, 1, 100, 30 + second, 120 + second);
	line_expect(&line, 2, 100, 30 + third, 120 + third);
	ck_assert_uint_eq(line_channel(&line, WORM_LINK, 0, X_UP).blocked_ps, second + third);
	ck_assert_uint_eq(line_channel(&line, WORM_LINK, 0, X_UP).held_ps, 300);
	worm_free(line.worm);
}

START_TEST(one_link)
{
	three_side_by_side(1, 100, 200);
}
END_TEST

START_TEST(two_parallel_links)
{
	three_side_by_side(2, 0, 100);
}
END_TEST

START_TEST(three_parallel_links)
{
	three_side_by_side(3, 0, 0);
}
END_TEST

/* All of the way is held at once, long before the tail has left its node. */
START_TEST(longer_than_its_path)
{
	struct line line;

	line_describe(&line, "mesh:2", 1, (struct worm_class){ 1, 10, 30, 4 });
	line_begin(&line);
	line_send(&line, 0, 0, 1, 100);
	line_end(&line);
	line_expect(&line, 0, 1000, 90, 90 + 99 * 10);
	ck_assert_uint_eq(line_channel(&line, WORM_IN, 0, 0).held_ps, 1000);
	ck_assert_uint_eq(line_channel(&line, WORM_LINK, 0, X_UP).held_ps, 1000);
	ck_assert_uint_eq(line_channel(&line, WORM_OUT, 1, 0).held_ps, 1000);
	worm_free(line.worm);
}
END_TEST

/*
 * Node 3 sends 20 flits to node 2 of its router, over the way to node 2 from 10 to 210. Node 0's
 * flit for node 2 waits for that from 20 on, and node 1's flit for node 3 waits after it, though
 * the way to node 3 is free.
 */
START_TEST(head_of_line_at_ejection)
{
	struct line line;

	line_describe(&line, "mesh:2", 2, (struct worm_class){ 1, 10, 10, 16 });
	line_begin(&line);
	line_send(&line, 0, 3, 2, 20);
	line_send(&line, 0, 0, 2, 1);
	line_send(&line, 5, 1, 3, 1);
	line_end(&line);
	line_expect(&line, 3, 200, 20, 210);
	line_expect(&line, 0, 10, 220, 220);
	line_expect(&line, 1, 15, 230, 230);
	ck_assert_uint_eq(line_channel(&line, WORM_OUT, 1, 0).blocked_ps, 190);
	ck_assert_uint_eq(line_channel(&line, WORM_OUT, 1, 1).blocked_ps, 0);
	worm_free(line.worm);
}
END_TEST

/* Node 0 sends 2 flits at 0 and at 5: the second message asks at 5, and is granted at 20. */
START_TEST(one_after_the_other_from_a_node)
{
	struct line line;

	line_describe(&line, "mesh:1", 2, (struct worm_class){ 1, 10, 10, 16 });
	line_begin(&line);
	ck_assert_int_eq(worm_send(line.worm, 5, 0, 1, 1, 8), 0);
	ck_assert_int_eq(worm_send(line.worm, 0, 0, 1, 1, 7), 0);
	line_end(&line);
	line_expect(&line, 7, 20, 20, 30);
	line_expect(&line, 8, 40, 40, 50);
	ck_assert_uint_eq(line_channel(&line, WORM_IN, 0, 0).blocked_ps, 15);
	worm_free(line.worm);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("worm_blocked");
	TCase *tcase = tcase_create("blocked");

	tcase_add_test(tcase, alone);
	tcase_add_test(tcase, slowest_channel);
	tcase_add_test(tcase, two_meet);
	tcase_add_test(tcase, chain_with_buffers_of_two);
	tcase_add_test(tcase, chain_with_buffers_of_sixteen);
	tcase_add_test(tcase, buffer_of_one);
	tcase_add_test(tcase, one_link);
	tcase_add_test(tcase, two_parallel_links);
	tcase_add_test(tcase, three_parallel_links);
	tcase_add_test(tcase, longer_than_its_path);
	tcase_add_test(tcase, head_of_line_at_ejection);
	tcase_add_test(tcase, one_after_the_other_from_a_node);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
