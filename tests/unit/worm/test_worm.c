// SPDX-License-Identifier: GPL-2.0-only
/* What a network of worms accepts and refuses, and its notices. */
#include <errno.h>
#include <string.h>

#include "topo/grid.h"
#include "worm/line.h"

static const struct worm_class plain = { 1, 10, 10, 16 };

/* --- what is refused --- */

static void expect_refusal(const struct line *line, const char *words)
{
	const char *refusal = worm_refusal(&line->config);
	struct worm *worm;

	ck_assert_msg(refusal && strstr(refusal, words), "\"%s\" does not say \"%s\"",
		      refusal ? refusal : "", words);
	ck_assert_int_eq(worm_new(&line->config, &worm), -EINVAL);
}

START_TEST(topologies_that_are_refused)
{
	struct line line;

	line_describe(&line, "torus:4x4", 1, plain);
	expect_refusal(&line, "torus");
	line_describe(&line, "dragonfly:4x3x4", 1, plain);
	expect_refusal(&line, "dragonfly");
	line_describe(&line, "mesh:33x32", 1, plain);
	expect_refusal(&line, "1024 nodes");
	line_describe(&line, "mesh:2x2", 257, plain);
	expect_refusal(&line, "1024 nodes");
	line_describe(&line, "mesh:2x2", 0, plain);
	expect_refusal(&line, "1024 nodes");
}
END_TEST

START_TEST(channels_that_are_refused)
{
	static const struct worm_class classes[] = {
		{ 0, 1, 1, 1 }, { WORM_LINKS + 1, 1, 1, 1 }, { 1, 0, 1, 1 },
		{ 1, WORM_PS + 1, 1, 1 }, { 1, 1, 0, 1 }, { 1, 1, WORM_PS + 1, 1 }, { 1, 1, 1, 0 },
		{ 1, 1, 1, WORM_BUFFER + 1 },
	};
	struct line line;
	unsigned int i;

	for (i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		line_describe(&line, "mesh:2x2", 1, plain);
		line.config.dim[1] = classes[i];
		expect_refusal(&line, "a channel has");
		line_describe(&line, "mesh:2x2", 1, plain);
		line.config.in = classes[i];
		expect_refusal(&line, "a channel has");
		line_describe(&line, "mesh:2x2", 1, plain);
		line.config.out = classes[i];
		if (i < 6)
			expect_refusal(&line, "a channel has");
		else
			ck_assert_ptr_null(worm_refusal(&line.config));
	}
	line_describe(&line, "mesh:2x2", 1, plain);
	line.config.dim[2] = classes[0];
	ck_assert_ptr_null(worm_refusal(&line.config));
}
END_TEST

START_TEST(sizes_that_are_refused)
{
	struct line line;

	line_describe(&line, "mesh:2x2", 1, plain);
	line.config.flit = 0;
	expect_refusal(&line, "a flit has");
	line.config.flit = WORM_BYTES + 1;
	expect_refusal(&line, "a flit has");
	line_describe(&line, "mesh:2x2", 1, plain);
	line.config.header = 0;
	expect_refusal(&line, "a header has");
	line.config.header = WORM_BYTES + 1;
	expect_refusal(&line, "a header has");
}
END_TEST

START_TEST(messages_that_are_refused)
{
	struct worm_message message = { .node = 1, .peer = 0, .bytes = 1 };
	struct worm_notice notice;
	struct line line;

	line_describe(&line, "mesh:2", 1, plain);
	line_begin(&line);
	ck_assert(!worm_next(line.worm, 100, &notice));
	ck_assert_uint_eq(worm_now(line.worm), 100);
	ck_assert_int_eq(worm_send(line.worm, 99, 0, 1, 1, 0), -EINVAL);
	ck_assert_int_eq(worm_send(line.worm, WORM_TIME + 1, 0, 1, 1, 0), -EINVAL);
	ck_assert_int_eq(worm_send(line.worm, 100, 2, 1, 1, 0), -EINVAL);
	ck_assert_int_eq(worm_send(line.worm, 100, 0, 2, 1, 0), -EINVAL);
	ck_assert_int_eq(worm_send(line.worm, 100, 0, 1, WORM_BYTES + 1, 0), -EINVAL);
	message.byte_ps = WORM_PS + 1;
	ck_assert_int_eq(worm_post(line.worm, 100, &message), -EINVAL);
	ck_assert(!worm_next(line.worm, UINT64_MAX, &notice));
	ck_assert_int_eq(worm_send(line.worm, WORM_TIME, 0, 1, 1, 5), 0);
	line_end(&line);
	line_expect(&line, 5, WORM_TIME + 20, WORM_TIME + 30, WORM_TIME + 40);
	worm_free(line.worm);
}
END_TEST

/* --- notices --- */

/* A run that stops in between gives the same results as one that does not. */
START_TEST(runs_stop_where_they_are_told_to)
{
	struct line line;
	struct worm_notice *notice;
	uint64_t time = 0;

	line_describe(&line, "mesh:3", 1, plain);
	line_begin(&line);
	line_send(&line, 0, 0, 2, 3);
	notice = &line.notice[line.notices];
	ck_assert(!worm_next(line.worm, 29, notice));
	ck_assert_uint_eq(worm_now(line.worm), 29);
	ck_assert(!worm_next(line.worm, 7, notice));
	ck_assert_uint_eq(worm_now(line.worm), 29);
	line_send(&line, 29, 1, 2, 1);
	for (; time < 100; time++) {
		while (worm_next(line.worm, time, &line.notice[line.notices])) {
			ck_assert_uint_eq(line.notice[line.notices].time, time);
			line.notices++;
		}
	}
	line_expect(&line, 0, 30, 40, 60);
	line_expect(&line, 1, 39, 70, 70);
	ck_assert_uint_eq(line.notices, 6);
	worm_free(line.worm);
}
END_TEST

/*
 * A channel to the node that is faster than the one from it: the tail arrives before it has left.
 */
START_TEST(arrived_before_it_is_sent)
{
	struct worm_notice notice;
	struct line line;

	line_describe(&line, "mesh:1", 2, (struct worm_class){ 1, 1, 1, 4 });
	line.config.in.flit_ps = 100;
	line_begin(&line);
	line_send(&line, 0, 0, 1, 1);
	ck_assert(worm_next(line.worm, 2, &line.notice[0]));
	ck_assert(worm_next(line.worm, 2, &line.notice[1]));
	line.notices = 2;
	ck_assert(!worm_next(line.worm, 50, &notice));
	line_send(&line, 50, 1, 0, 1);
	line_end(&line);
	line_expect(&line, 0, 100, 2, 2);
	line_expect(&line, 1, 150, 52, 52);
	worm_free(line.worm);
}
END_TEST

/* At one time: sent notices, heads, arrivals; within a kind, in order of sending. */
START_TEST(notices_of_one_time)
{
	static const struct { uint32_t id; enum worm_event event; } order[] = {
		{ 0, WORM_SENT }, { 3, WORM_SENT }, { 1, WORM_SENT }, { 0, WORM_HEAD },
		{ 3, WORM_HEAD }, { 0, WORM_ARRIVED }, { 3, WORM_ARRIVED },
	};
	struct line line;
	unsigned int i;

	line_describe(&line, "mesh:1", 4, plain);
	line_begin(&line);
	line_send(&line, 0, 0, 1, 1);
	line_send(&line, 0, 3, 2, 1);
	line_send(&line, 0, 1, 0, 2);
	line_end(&line);
	line_expect(&line, 0, 10, 20, 20);
	line_expect(&line, 3, 10, 20, 20);
	line_expect(&line, 1, 20, 20, 30);
	/* Message 1's notice comes between the heads, but was sent last. */
	ck_assert_uint_eq(line.notice[2].id, 1);
	ck_assert_uint_eq(line.notice[2].event, WORM_SENT);
	for (i = 0; i < 5; i++) {
		ck_assert_uint_eq(line.notice[i].id, order[i].id);
		ck_assert_uint_eq(line.notice[i].event, order[i].event);
	}
	ck_assert_uint_eq(line.notice[5].id, 1);
	ck_assert_uint_eq(line.notice[5].event, WORM_HEAD);
	ck_assert_uint_eq(line.notice[6].id, 0);
	ck_assert_uint_eq(line.notice[6].event, WORM_ARRIVED);
	worm_free(line.worm);
}
END_TEST

/* Flits of 4 bytes after a header of 2: its head has arrived with flit @flit. */
static void expect_watch(uint64_t watch, unsigned int flit)
{
	struct line line;

	line_describe(&line, "mesh:1", 2, plain);
	line.config.header = 2;
	line.config.flit = 4;
	line_begin(&line);
	ck_assert_int_eq(worm_post(line.worm, 0, &(struct worm_message){
		.node = 0, .peer = 1, .bytes = 9, .watch = watch, .id = 1,
	}), 0);
	line_end(&line);
	line_expect(&line, 1, 50, 20 + 10 * flit, 60);
	worm_free(line.worm);
}

START_TEST(bytes_before_the_head_is_told)
{
	expect_watch(0, 1);
	expect_watch(1, 2);
	expect_watch(4, 2);
	expect_watch(5, 3);
	expect_watch(9, 4);
	expect_watch(1000, 4);
}
END_TEST

/* A byte every 30 ps, two a flit: the last of five is there at 150, all by itself. */
START_TEST(bytes_from_memory)
{
	struct line line;

	line_describe(&line, "mesh:1", 2, plain);
	line.config.flit = 2;
	line_begin(&line);
	ck_assert_int_eq(worm_post(line.worm, 0, &(struct worm_message){
		.node = 0, .peer = 1, .bytes = 5, .byte_ps = 30, .id = 1,
	}), 0);
	line_end(&line);
	line_expect(&line, 1, 160, 20, 170);
	worm_free(line.worm);
}
END_TEST

/* --- ways --- */

START_TEST(a_node_to_itself)
{
	struct line line;

	line_describe(&line, "hypercube:2", 2, plain);
	line_begin(&line);
	line_send(&line, 0, 5, 5, 1);
	line_end(&line);
	line_expect(&line, 5, 10, 20, 20);
	ck_assert_uint_eq(line_channel(&line, WORM_OUT, 2, 1).flits, 1);
	worm_free(line.worm);
}
END_TEST

static void expect_corner(bool highest_first, unsigned int chip)
{
	struct line line;

	line_describe(&line, "mesh:2x2", 1, plain);
	line.config.highest_first = highest_first;
	line_begin(&line);
	line_send(&line, 0, 0, 3, 2);
	line_end(&line);
	line_expect(&line, 0, 20, 40, 50);
	ck_assert_uint_eq(line_channel(&line, WORM_LINK, 0, grid_up(highest_first)).flits, 2);
	ck_assert_uint_eq(line_channel(&line, WORM_LINK, chip, grid_up(!highest_first)).flits, 2);
	worm_free(line.worm);
}

START_TEST(order_of_dimensions)
{
	expect_corner(false, 1);
	expect_corner(true, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("worm");
	TCase *tcase = tcase_create("worm");

	tcase_add_test(tcase, topologies_that_are_refused);
	tcase_add_test(tcase, channels_that_are_refused);
	tcase_add_test(tcase, sizes_that_are_refused);
	tcase_add_test(tcase, messages_that_are_refused);
	tcase_add_test(tcase, runs_stop_where_they_are_told_to);
	tcase_add_test(tcase, arrived_before_it_is_sent);
	tcase_add_test(tcase, notices_of_one_time);
	tcase_add_test(tcase, bytes_before_the_head_is_told);
	tcase_add_test(tcase, bytes_from_memory);
	tcase_add_test(tcase, a_node_to_itself);
	tcase_add_test(tcase, order_of_dimensions);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
