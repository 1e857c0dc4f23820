// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes of an emulated job take turns by their clocks, and what they send arrives whole, when
 * its packets do.
 */
#include <check.h>

#include "suite.h"
#include "ugni/stage.h"

#define LINES	64

/* What is asked, by rank, and what was answered, in order. */
static struct ugni_request script[UGNI_RANKS][LINES];
static unsigned int at[UGNI_RANKS], lines[UGNI_RANKS], answers;
static struct {
	unsigned int rank;
	struct ugni_reply reply;
} answer[LINES];

static bool next_line(unsigned int rank, struct ugni_request *request)
{
	if (at[rank] == lines[rank])
		return false;
	*request = script[rank][at[rank]++];
	return true;
}

static void note(unsigned int rank, const struct ugni_reply *reply)
{
	answer[answers].rank = rank;
	answer[answers++].reply = *reply;
}

static struct ugni_request *line(unsigned int rank, enum ugni_call call)
{
	struct ugni_request *request = &script[rank][lines[rank]++];

	*request = (struct ugni_request){ .call = call };
	return request;
}

static void begin(void)
{
	memset(at, 0, sizeof(at));
	memset(lines, 0, sizeof(lines));
	answers = 0;
	stage.next = next_line;
	stage.answered = note;
}

static void compute(unsigned int rank, uint64_t ns)
{
	line(rank, UGNI_COMPUTE)->arg[0] = ns;
}

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

	begin();
	compute(0, 300);
	compute(0, 0);
	compute(1, 100);
	compute(1, 200);
	compute(1, 100);
	compute(2, 300);
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 3), 0);
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(answers, 6);
	for (unsigned int i = 0; i < answers; i++) {
		ck_assert_uint_eq(answer[i].rank, want[i].rank);
		ck_assert_uint_eq(answer[i].reply.clock, want[i].clock);
	}
	stage_close();
}
END_TEST

/* Rank 1 waits 10 days for rank 0, which computes: it does not look every 50 ns. */
START_TEST(long_waits_are_skipped)
{
	struct ugni_request *request;

	begin();
	compute(0, 1000000000000000ull);
	line(1, UGNI_CQ_CREATE)->arg[0] = 4;
	request = line(1, UGNI_CQ_WAIT);
	request->arg[0] = 1;
	request->arg[1] = 864000000;
	compute(0, 0);
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(answers, 4);
	ck_assert_uint_eq(answer[2].rank, 1);
	ck_assert_uint_eq(answer[2].reply.rc, GNI_RC_TIMEOUT);
	ck_assert_uint_eq(answer[2].reply.clock, 864000000000200ull);
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

/* The cycle in which the last response of a PUT from node 0 to node 1 returns. */
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

static uint64_t handle_of(unsigned int rank)
{
	return 0x676e69ull << 40 | (uint64_t)rank << 32;
}

static void register_memory(unsigned int rank)
{
	struct ugni_request *request = line(rank, UGNI_MEM_REGISTER);

	request->arg[0] = STAGE_BASE;
	request->arg[1] = STAGE_BYTES;
	request->arg[3] = UGNI_NONE;
}

static void put(uint64_t bytes)
{
	struct ugni_request *request;

	line(0, UGNI_CQ_CREATE)->arg[0] = 4;
	register_memory(0);
	register_memory(1);
	compute(0, 1000);
	request = line(0, UGNI_POST);
	request->post = (struct ugni_post){
		.type = GNI_POST_FMA_PUT, .cq_mode = GNI_CQMODE_GLOBAL_EVENT, .tid = 5,
		.local_event = 77, .local = STAGE_BASE, .remote = STAGE_BASE + STAGE_BYTES / 2,
		.length = bytes, .remote_handle = { handle_of(1), STAGE_BASE },
	};
	request = line(0, UGNI_CQ_WAIT);
	request->arg[0] = 1;
	request->arg[1] = ~0ull;
	request->arg[2] = true;
}

/* Waiting looks every 50 ns, 40 cycles, or when the network goes on, in windows of 84 at most. */
static void check_put(uint64_t bytes)
{
	const char *sent, *came;
	uint64_t cycle, event;

	begin();
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
	event = answer[answers - 1].reply.value[0];
	ck_assert_uint_eq(event, 77 | 5ull << UGNI_EVENT_TID | UGNI_EVENT_GLOBAL);
	cycle = answer[answers - 1].reply.clock * 4 / 5;
	returned(answer[answers - 2].reply.clock * 4 / 5, bytes);
	ck_assert_msg(cycle > over && cycle <= over + 84 + WORLD_POLL,
		      "%llu bytes are over in cycle %llu, and told in %llu",
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
	struct ugni_reply first[LINES];
	unsigned int count;

	check_put(5000);
	count = answers;
	for (unsigned int i = 0; i < count; i++)
		first[i] = answer[i].reply;
	check_put(5000);
	ck_assert_uint_eq(answers, count);
	for (unsigned int i = 0; i < count; i++)
		ck_assert(!memcmp(&first[i], &answer[i].reply, sizeof(first[i])));
}
END_TEST

/* Memory that ends before the PUT does takes nothing, and the event says that it has failed. */
START_TEST(memory_has_bounds)
{
	begin();
	put(64);
	script[0][lines[0] - 2].post.remote = STAGE_BASE + STAGE_BYTES - 63;
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	memset(stage.memory[0], 1, 64);
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(answer[answers - 1].reply.rc, GNI_RC_TRANSACTION_ERROR);
	ck_assert(answer[answers - 1].reply.value[0] & UGNI_EVENT_FAILED);
	ck_assert_int_eq(stage.memory[1][STAGE_BYTES - 63], 0);
	stage_close();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni world");
	TCase *tcase = tcase_create("world");

	tcase_add_test(tcase, the_smallest_clock_first);
	tcase_add_test(tcase, long_waits_are_skipped);
	tcase_add_test(tcase, a_put_arrives_whole_when_its_packets_do);
	tcase_add_test(tcase, each_run_is_the_same);
	tcase_add_test(tcase, memory_has_bounds);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
