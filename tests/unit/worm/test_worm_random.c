// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random networks of worms: each notice and each count is the same as in the plain network, and
 * nothing is lost.
 */
#include <string.h>

#include "worm/dice.h"
#include "netsim/worm/plain_worm.h"
#include "netsim/worm/random_worm.h"
#include "suite.h"

struct both {
	unsigned int seed;
	struct worm_config config;
	struct topo topo;
	struct worm *worm;
	struct plain_worm *plain;
};

/* Post messages of some node at some time, often to a node to which others send, too. */
static void messages_post(struct both *both, struct chance *chance, unsigned int count)
{
	unsigned int nodes = worm_nodes(&both->config), popular = chance->below(chance, nodes), i;
	unsigned int span = 1 + chance->below(chance, 400);
	bool slow = chance->below(chance, 4) == 0;

	for (i = 0; i < count; i++) {
		struct worm_message message = {
			.node = chance->below(chance, nodes),
			.peer = chance->below(chance, 3) ? chance->below(chance, nodes) : popular,
			.bytes = chance->below(chance, chance->below(chance, 4) ? 12 : 80),
			.byte_ps = slow ? chance->below(chance, 3) : 0,
			.watch = chance->below(chance, 20), .id = i,
		};
		uint64_t time = chance->below(chance, span);

		ck_assert_int_eq(worm_post(both->worm, time, &message), 0);
		plain_worm_post(both->plain, time, &message);
	}
}

/* Advance to the next notice of the plain network, from a moment on. */
static bool plain_next(struct plain_worm *plain, uint64_t *time, struct worm_notice *notice)
{
	for (;;) {
		uint64_t moment = plain_worm_moment(plain, *time);

		if (moment == UINT64_MAX)
			return false;
		if (plain_worm_notice(plain, moment, notice)) {
			*time = moment;
			return true;
		}
		plain_worm_look(plain, moment);
		*time = moment + 1;
	}
}

static void compare_notices(struct both *both, unsigned int count)
{
	struct worm_notice fast, plain;
	uint64_t time = 0;
	unsigned int i;

	for (i = 0; plain_next(both->plain, &time, &plain); i++) {
		ck_assert_msg(worm_next(both->worm, UINT64_MAX, &fast),
			      "seed %u: notice %u is missing", both->seed, i);
		ck_assert_msg(fast.time == plain.time && fast.event == plain.event &&
			      fast.id == plain.id && fast.node == plain.node &&
			      fast.peer == plain.peer,
			      "seed %u: notice %u: message %u, event %d at %lu, plain: %u, %d at %lu",
			      both->seed, i, fast.id, fast.event, fast.time, plain.id, plain.event,
			      plain.time);
	}
	ck_assert_msg(!worm_next(both->worm, UINT64_MAX, &fast), "seed %u: one more", both->seed);
	ck_assert_msg(i == 3 * count, "seed %u: %u notices", both->seed, i);
	ck_assert_uint_eq(plain_worm_flits(both->plain), 0);
}

static void compare_counts(struct both *both)
{
	struct worm_channel fast, plain;
	uint32_t i;

	for (i = 0; i < worm_channels(both->worm); i++) {
		worm_channel(both->worm, i, &fast);
		plain = plain_worm_channel(both->plain, i);
		ck_assert_msg(fast.side == plain.side && fast.chip == plain.chip &&
			      fast.port == plain.port && fast.peer == plain.peer,
			      "seed %u: channel %u is elsewhere", both->seed, i);
		ck_assert_msg(fast.flits == plain.flits && fast.worms == plain.worms &&
			      fast.held_ps == plain.held_ps && fast.blocked_ps == plain.blocked_ps,
			      "seed %u: channel %u: %lu %lu %lu %lu, plain %lu %lu %lu %lu",
			      both->seed, i, fast.flits, fast.worms, fast.held_ps,
			      fast.blocked_ps, plain.flits, plain.worms, plain.held_ps,
			      plain.blocked_ps);
	}
}

START_TEST(same_as_the_plain_network)
{
	unsigned int seed;

	for (seed = 0; seed < suite_share(400); seed++) {
		struct dice dice = dice_new(seed);
		unsigned int count = 1 + dice_below(&dice.chance, 60);
		struct both both = { .seed = seed };

		random_worm(&dice.chance, &both.topo, &both.config);
		ck_assert_int_eq(worm_new(&both.config, &both.worm), 0);
		both.plain = plain_worm_new(&both.config);
		messages_post(&both, &dice.chance, count);
		compare_notices(&both, count);
		compare_counts(&both);
		worm_free(both.worm);
		plain_worm_free(both.plain);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("worm_random");
	TCase *tcase = tcase_create("random");

	tcase_set_timeout(tcase, HANG_SECONDS);
	tcase_add_test(tcase, same_as_the_plain_network);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
