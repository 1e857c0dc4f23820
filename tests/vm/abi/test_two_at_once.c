// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two threads at once clear by one control, change one switch, or read one group: the effects of
 * both are there afterwards, to the count. On gpcd0, a Gemini at rest; run as root.
 */
#include <pthread.h>

#include "device.h"
#include "suite.h"

#define NL_CONTROL	0x2140800ULL
#define NL_CLEAR	3		/* and go on counting */
#define NL_ON		1		/* what is left of it */
#define WRITES		500		/* in one call */
#define READS		300
#define SAME		2000		/* registers of a group */

/* One of the two threads, and its task. */
struct one {
	pthread_t thread;
	void (*run)(struct one *one);
	int group;
	int64_t turned;	/* by how much its calls have changed a switch */
	uint64_t numbers[READS];	/* of its reads */
};

static pthread_barrier_t begin;

static void *one_run(void *arg)
{
	struct one *one = arg;

	pthread_barrier_wait(&begin);
	one->run(one);
	return NULL;
}

static void both_run(struct one one[2])
{
	pthread_barrier_init(&begin, NULL, 2);
	for (int i = 0; i < 2; i++)
		ck_assert(!pthread_create(&one[i].thread, NULL, one_run, &one[i]));
	for (int i = 0; i < 2; i++)
		ck_assert(!pthread_join(one[i].thread, NULL));
	pthread_barrier_destroy(&begin);
}

static uint64_t epoch(void)
{
	struct gpcd_info info = no_info;

	ck_works(call(GPCD_IOC_INFO, &info));
	return info.epoch;
}

static uint64_t value_of(uint64_t addr)
{
	uint64_t value;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = user_ptr(&addr), .values = user_ptr(&value),
	};

	ck_works(call(GPCD_IOC_SNAPSHOT, &req));
	ck_assert_uint_eq(req.failed, 0);
	return value;
}

static void clear_many(struct one *one)
{
	uint64_t addrs[WRITES], values[WRITES];
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = WRITES,
		.addrs = user_ptr(addrs), .values = user_ptr(values),
	};

	for (int i = 0; i < WRITES; i++) {
		addrs[i] = NL_CONTROL;
		values[i] = NL_CLEAR;
	}
	(void)one;
	ck_works(call(GPCD_IOC_WRITE, &req));
	ck_assert_uint_eq(req.done, WRITES);
}

START_TEST(each_clear_begins_an_epoch)
{
	struct one one[2] = { { .run = clear_many }, { .run = clear_many } };
	uint64_t first = epoch();

	both_run(one);
	ck_assert_uint_eq(epoch() - first, 2 * WRITES);
	ck_assert_uint_eq(value_of(NL_CONTROL), NL_ON);
}
END_TEST

static void ignore_turn(struct one *one)
{
	struct gpcd_perms_policy policy;
	int ctl = open(CTL_PATH, O_RDWR | O_CLOEXEC);

	for (int i = 0; i < WRITES; i++) {
		policy = (struct gpcd_perms_policy){
			.size = sizeof(policy), .flags = GPCD_PERMS_POLICY_IGNORED,
			.ignored = i % 2,
		};
		ck_works(call_on(ctl, GPCD_IOC_PERMS_POLICY, &policy));
		one->turned += (int64_t)policy.ignored - policy.was_ignored;
	}
	close(ctl);
}

/* The old values that calls report must add up to the new value. */
START_TEST(a_switch_was_as_each_is_told)
{
	struct one one[2] = { { .run = ignore_turn }, { .run = ignore_turn } };
	struct gpcd_perms_policy off = {
		.size = sizeof(off), .flags = GPCD_PERMS_POLICY_IGNORED,
	};

	both_run(one);
	ck_works(call_ctl(GPCD_IOC_PERMS_POLICY, &off));
	ck_assert_int_eq(one[0].turned + one[1].turned, off.was_ignored);
}
END_TEST

static void group_turn(struct one *one)
{
	static __thread uint64_t values[SAME];
	struct gpcd_snapshot_req req;

	for (int i = 0; i < READS; i++) {
		req = (struct gpcd_snapshot_req){
			.size = sizeof(req), .count = SAME, .values = user_ptr(values),
		};
		ck_works(call_on(one->group, GPCD_IOC_GROUP_READ, &req));
		one->numbers[i] = req.sequence;
	}
}

static int same_group(void)
{
	static uint64_t addrs[SAME];

	for (int i = 0; i < SAME; i++)
		addrs[i] = TILE_REG;
	return group_of(SAME, addrs);
}

START_TEST(each_read_of_a_group_has_its_number)
{
	int group = same_group();
	struct one one[2] = {
		{ .run = group_turn, .group = group }, { .run = group_turn, .group = group },
	};
	char seen[2 * READS + 1] = { 0 };

	both_run(one);
	for (int i = 0; i < 2 * READS; i++) {
		uint64_t number = one[i / READS].numbers[i % READS];

		ck_assert_uint_ge(number, 1);
		ck_assert_uint_le(number, 2 * READS);
		ck_assert_msg(!seen[number]++, "two reads are number %ju", (uintmax_t)number);
	}
	close(group);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("two_at_once");
	TCase *tcase = tcase_create("two_at_once");

	tcase_add_checked_fixture(tcase, device_setup, device_teardown);
	tcase_add_test(tcase, each_clear_begins_an_epoch);
	tcase_add_test(tcase, a_switch_was_as_each_is_told);
	tcase_add_test(tcase, each_read_of_a_group_has_its_number);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
