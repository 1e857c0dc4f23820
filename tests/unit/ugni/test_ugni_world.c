// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes of an emulated job take turns by their clocks, and their data arrive whole, when the
 * packets do.
 */
#include "suite.h"
#include "ugni/script.h"

/*
 * Calls take 100 ns. 0 computes 300, then 0; 1 computes 100, then 200; 2 computes 300. All call at
 * 100: 0, 1, 2 are answered in this order, at 400, 200, 400. Then 1 calls at 300, 0 and 2 at 500.
 */
START_TEST(the_smallest_clock_first)
{
	static const struct {
		unsigned int rank;
		uint64_t clock;
	} want[] = { { 0, 400 }, { 1, 200 }, { 2, 400 }, { 1, 500 }, { 0, 500 }, { 1, 700 } };

	script_begin();
	script_compute(0, 300);
	script_compute(0, 0);
	script_compute(1, 100);
	script_compute(1, 200);
	script_compute(1, 100);
	script_compute(2, 300);
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 3), 0);
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(script.answers, 6);
	for (unsigned int i = 0; i < script.answers; i++) {
		ck_assert_uint_eq(script.answer[i].rank, want[i].rank);
		ck_assert_uint_eq(script.answer[i].reply.clock, want[i].clock);
	}
	stage_close();
}
END_TEST

/* Rank 1 waits 10 days for rank 0, which computes: it must not poll every 50 ns. */
START_TEST(long_waits_are_skipped)
{
	struct ugni_request *request;

	script_begin();
	script_compute(0, 1000000000000000ull);
	script_line(1, UGNI_CQ_CREATE)->arg[0] = 4;
	request = script_line(1, UGNI_CQ_WAIT);
	request->arg[0] = 1;
	request->arg[1] = 864000000;
	script_compute(0, 0);
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(script.answers, 4);
	ck_assert_uint_eq(script.answer[2].rank, 1);
	ck_assert_uint_eq(script.answer[2].reply.rc, GNI_RC_TIMEOUT);
	ck_assert_uint_eq(script.answer[2].reply.clock, 864000000000200ull);
	stage_close();
}
END_TEST

/* 13 ns are 11 cycles, 687 ns 550. No call waits longer than the clock lasts. */
START_TEST(sleeps_end_by_their_clocks)
{
	static const struct {
		unsigned int rank;
		uint64_t clock;
	} want[] = { { 1, 100 }, { 0, 113 }, { 1, 200 }, { 0, 901 } };

	script_begin();
	script_line(0, UGNI_SLEEP)->arg[0] = 13;
	script_line(0, UGNI_SLEEP)->arg[0] = 687;
	script_line(0, UGNI_SLEEP)->arg[0] = UINT64_MAX;
	script_line(1, UGNI_SLEEP);
	script_compute(1, 0);
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	ck_assert_int_eq(world_run(&stage.world), 1);
	ck_assert_uint_eq(script.answers, 4);
	for (unsigned int i = 0; i < script.answers; i++) {
		ck_assert_uint_eq(script.answer[i].rank, want[i].rank);
		ck_assert_uint_eq(script.answer[i].reply.clock, want[i].clock);
		ck_assert_uint_eq(script.answer[i].reply.rc, GNI_RC_SUCCESS);
	}
	stage_close();
}
END_TEST

/* --- a PUT, and when the network itself says it is over --- */

static struct net_transfer alone;
static uint64_t left, over;

static bool one_transfer(void *context, uint32_t node, struct net_transfer *transfer)
{
	bool *given = context;

	if (node || *given)
		return false;
	*given = true;
	*transfer = alone;
	return true;
}

static uint64_t watch(void *context, unsigned int chip, uint64_t cycle,
		      const struct net_notice *notice)
{
	(void)context;
	(void)chip;
	if (notice && notice->event == NET_RETURNED && !--left)
		over = cycle;
	return NET_FOREVER;
}

/* Return the cycle in which the last response of a PUT from node 0 to node 1 returns. */
static uint64_t returned(uint64_t cycle, uint64_t bytes)
{
	bool given = false;
	const struct net_traffic traffic = {
		.next = one_transfer, .step = watch, .context = &given,
		.requests = 1u << NET_PUT | 1u << NET_GET | 1u << NET_AMO,
	};
	struct net_config config = engine_config(&stage.machine);
	struct net *net;

	alone = (struct net_transfer){
		.cycle = cycle, .bytes = bytes, .node = 1, .op = NET_PUT,
		.routing = NET_ROUTED(NET_ADAPTIVE0),
	};
	left = (bytes + 63) / 64;
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	net_free(net);
	return over;
}

static void put(uint64_t bytes)
{
	struct ugni_request *request;

	script_line(0, UGNI_CQ_CREATE)->arg[0] = 4;
	script_register(0, UGNI_NONE);
	script_register(1, UGNI_NONE);
	script_compute(0, 1000);
	request = script_line(0, UGNI_POST);
	request->post = (struct ugni_post){
		.type = GNI_POST_FMA_PUT, .cq_mode = GNI_CQMODE_GLOBAL_EVENT, .tid = 5,
		.local_event = 77, .local = STAGE_BASE, .remote = STAGE_BASE + STAGE_BYTES / 2,
		.length = bytes, .remote_handle = { script_handle(1), STAGE_BASE },
	};
	request = script_line(0, UGNI_CQ_WAIT);
	request->arg[0] = 1;
	request->arg[1] = ~0ull;
	request->arg[2] = true;
}

/*
 * A waiting process polls every 50 ns, 40 cycles, or when the network advances, at most 84 cycles.
 */
static void check_put(uint64_t bytes)
{
	const char *sent, *came;
	uint64_t cycle, event;

	script_begin();
	put(bytes);
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	for (uint64_t i = 0; i < STAGE_BYTES / 2; i++)
		stage.memory[0][i] = i * 7 + i / 256 + 1;
	ck_assert_int_eq(world_run(&stage.world), 0);
	sent = stage.memory[0];
	came = stage.memory[1] + STAGE_BYTES / 2;
	ck_assert_msg(!memcmp(sent, came, bytes), "%llu bytes differ", (unsigned long long)bytes);
	ck_assert_msg(bytes == STAGE_BYTES / 2 || !came[bytes], "more than %llu bytes came",
		      (unsigned long long)bytes);
	event = script.answer[script.answers - 1].reply.value[0];
	ck_assert_uint_eq(event, 77 | 5ull << UGNI_EVENT_TID | UGNI_EVENT_GLOBAL);
	cycle = script.answer[script.answers - 1].reply.clock * 4 / 5;
	returned(script.answer[script.answers - 2].reply.clock * 4 / 5, bytes);
	ck_assert_msg(cycle > over && cycle <= over + 84 + WORLD_POLL,
		      "%llu bytes are over in cycle %llu, and reported in %llu",
		      (unsigned long long)bytes, (unsigned long long)over,
		      (unsigned long long)cycle);
	stage_close();
}

START_TEST(a_put_arrives_whole_when_its_packets_do)
{
	static const uint64_t sizes[] = { 1, 8, 63, 64, 65, 4096, 65537, 1 << 20 };

	for (unsigned int i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		check_put(sizes[i]);
}
END_TEST

START_TEST(each_run_is_the_same)
{
	struct ugni_reply first[SCRIPT_LINES];
	unsigned int count;

	check_put(5000);
	count = script.answers;
	for (unsigned int i = 0; i < count; i++)
		first[i] = script.answer[i].reply;
	check_put(5000);
	ck_assert_uint_eq(script.answers, count);
	for (unsigned int i = 0; i < count; i++)
		ck_assert(!memcmp(&first[i], &script.answer[i].reply, sizeof(first[i])));
}
END_TEST

/* A PUT beyond the end of memory writes nothing, and its event reports the failure. */
START_TEST(memory_has_bounds)
{
	script_begin();
	put(64);
	script.request[0][script.lines[0] - 2].post.remote = STAGE_BASE + STAGE_BYTES - 63;
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	memset(stage.memory[0], 1, 64);
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(script.answer[script.answers - 1].reply.rc, GNI_RC_TRANSACTION_ERROR);
	ck_assert(script.answer[script.answers - 1].reply.value[0] & UGNI_EVENT_FAILED);
	ck_assert_int_eq(stage.memory[1][STAGE_BYTES - 63], 0);
	stage_close();
}
END_TEST

/* --- fences --- */

/*
 * Rank 0 posts PUTs, of 64 KiB and of 8 bytes, and waits for both completions. In order, none of
 * their packets overtakes another one.
 */
static void put_two(uint32_t first_mode, uint32_t second_type)
{
	struct ugni_request *request;

	script_begin();
	put(65536);
	script.lines[0]--;
	script.request[0][script.lines[0] - 1].post.type = GNI_POST_RDMA_PUT;
	script.request[0][script.lines[0] - 1].post.rdma_mode = first_mode;
	script.request[0][script.lines[0] - 1].post.dlvr_mode = GNI_DLVMODE_IN_ORDER;
	request = script_line(0, UGNI_POST);
	*request = script.request[0][script.lines[0] - 2];
	request->post.type = second_type;
	request->post.rdma_mode = 0;
	request->post.length = 8;
	request->post.local_event = 78;
	script_wait(0, 0, UINT64_MAX);
	script_wait(0, 0, UINT64_MAX);
	ck_assert_int_eq(script_run(2, 0), 0);
	stage_close();
}

/* Return the event in an answer, and its time in ns. */
static uint32_t event_of(unsigned int from_the_end, uint64_t *ns)
{
	const struct ugni_reply *reply = script_answer(0, script.lines[0] - from_the_end);

	*ns = reply->clock;
	return reply->value[0] & 0xffffffff;
}

/* After a fence the engine starts again once all has returned: 500 ns, and there and back. */
START_TEST(a_fence_holds_the_block_transfer_engine)
{
	uint64_t first, second;

	put_two(0, GNI_POST_RDMA_PUT);
	ck_assert_uint_eq(event_of(2, &first), 77);
	ck_assert_uint_eq(event_of(1, &second), 78);
	ck_assert_msg(second - first < 500, "without a fence the second comes %llu ns later",
		      (unsigned long long)(second - first));
	put_two(GNI_RDMAMODE_FENCE, GNI_POST_RDMA_PUT);
	ck_assert_uint_eq(event_of(2, &first), 77);
	ck_assert_uint_eq(event_of(1, &second), 78);
	ck_assert_msg(second - first > 600, "with a fence the second comes %llu ns later",
		      (unsigned long long)(second - first));
}
END_TEST

START_TEST(a_fence_holds_no_other_unit)
{
	uint64_t first, second;

	put_two(GNI_RDMAMODE_FENCE, GNI_POST_FMA_PUT);
	event_of(2, &first);
	event_of(1, &second);
	ck_assert_msg(second - first < 500, "the second comes %llu ns later",
		      (unsigned long long)(second - first));
}
END_TEST

/*
 * A fence waits for all transactions before it, not only the last; and a job may end before it
 * opens.
 */
START_TEST(what_waits_behind_a_fence_is_freed)
{
	script_begin();
	put(65536);
	script.lines[0]--;
	for (unsigned int i = 0; i < 4; i++) {
		script.request[0][script.lines[0] - 1].post.type = GNI_POST_RDMA_PUT;
		script.request[0][script.lines[0] - 1].post.rdma_mode = GNI_RDMAMODE_FENCE;
		*script_line(0, UGNI_POST) = script.request[0][script.lines[0] - 1];
	}
	/* Its last line is no valid call: the job ends while all of it is under way. */
	script_line(0, UGNI_CALLS);
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(stage.world.rank[0].bte, 0);
	ck_assert_ptr_null(stage.world.rank[0].held);
	stage_close();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni world");
	TCase *tcase = tcase_create("world");

	tcase_add_test(tcase, the_smallest_clock_first);
	tcase_add_test(tcase, long_waits_are_skipped);
	tcase_add_test(tcase, sleeps_end_by_their_clocks);
	tcase_add_test(tcase, a_put_arrives_whole_when_its_packets_do);
	tcase_add_test(tcase, each_run_is_the_same);
	tcase_add_test(tcase, memory_has_bounds);
	tcase_add_test(tcase, a_fence_holds_the_block_transfer_engine);
	tcase_add_test(tcase, a_fence_holds_no_other_unit);
	tcase_add_test(tcase, what_waits_behind_a_fence_is_freed);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
