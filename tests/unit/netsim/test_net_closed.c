// SPDX-License-Identifier: GPL-2.0-only
/*
 * Closed traffic: nodes pass tokens on some cycles after they came, so that everything later
 * depends on when each packet arrived. The event engine reports the same arrivals in the same
 * cycles as the reference, and counts the same, on any number of threads.
 */
#include <stdlib.h>
#include <string.h>

#include "netsim/agree.h"
#include "netsim/mix.h"
#include "netsim/packet.h"
#include "netsim/reference.h"
#include "suite.h"

#define QUEUE	64

static const char *const machines[] = {
	"torus:1", "torus:4", "torus:3x4", "torus:2x2x3", "mesh:5", "mesh:3x3", "hypercube:3",
	"dragonfly:1x1x1", "dragonfly:2x2x3", "dragonfly:3x1x4",
};

/* Transfers that a node will begin, in order of cycles. */
struct node {
	struct net_transfer queue[QUEUE];
	unsigned int first, end;
	unsigned int budget;	/* how many more it may begin */
	uint64_t draws;
};

struct tokens {
	const struct topo *topo;
	uint64_t seed;
	unsigned int ops;	/* bit mask */
	struct node *nodes;
	uint64_t *told;		/* by chip: all reports to it, with their times, as a number */
	uint64_t *open;		/* by chip: requests that wait for an answer */
	uint64_t *failed;	/* by chip: requests that have failed */
	uint64_t *steps;	/* by chip: the next cycle to be called in */
};

static struct net_fabric fabric;

static uint32_t draw(struct tokens *tokens, uint32_t node, uint32_t limit)
{
	uint64_t stream = net_mix(net_mix(tokens->seed) + node);

	return net_mix_below(stream + tokens->nodes[node].draws++, limit);
}

/* Count the requests of a transfer, all of which must be answered or fail. */
static void open_count(struct tokens *tokens, uint32_t node, const struct net_transfer *transfer)
{
	if (transfer->op != NET_RAW)
		tokens->open[topo_node_chip(tokens->topo, node)] += net_transactions(transfer);
}

static void open_close(struct tokens *tokens, unsigned int chip, const struct net_notice *notice)
{
	bool raw = notice->id % 4 == NET_RAW;

	tokens->failed[chip] += notice->event == NET_FAILED;
	if (!raw && (notice->event == NET_RETURNED || notice->event == NET_FAILED))
		tokens->open[chip]--;
}

/* Begin a transfer to any node, some cycles from now. */
static void token_send(struct tokens *tokens, uint32_t from, uint64_t cycle)
{
	struct node *node = &tokens->nodes[from];
	struct net_transfer *transfer = &node->queue[node->end % QUEUE];
	uint64_t *step = &tokens->steps[topo_node_chip(tokens->topo, from)];

	if (!node->budget || node->end - node->first == QUEUE)
		return;
	node->budget--;
	node->end++;
	*transfer = (struct net_transfer){
		.cycle = cycle + 1 + draw(tokens, from, 300),
		.node = draw(tokens, from, topo_nodes(tokens->topo)),
		.bytes = 1 + draw(tokens, from, 300),
	};
	do
		transfer->op = draw(tokens, from, 3);
	while (!(tokens->ops & 1u << transfer->op));
	if (transfer->op == NET_RAW) {
		transfer->bytes = 1 + transfer->bytes / 100;
		transfer->phits = 1 + draw(tokens, from, 32);
	}
	transfer->id = (uint32_t)(net_mix(from) + node->end) * 4 + transfer->op;
	open_count(tokens, from, transfer);
	if (transfer->cycle < *step)
		*step = transfer->cycle;
}

static bool token_next(void *context, uint32_t number, struct net_transfer *transfer)
{
	struct tokens *tokens = context;
	struct node *node = &tokens->nodes[number];

	if (node->first == node->end)
		return false;
	*transfer = node->queue[node->first++ % QUEUE];
	return true;
}

/* Fold a call into the chip's number, which depends on all calls so far and their order. */
static void note(struct tokens *tokens, unsigned int chip, uint64_t cycle,
		 const struct net_notice *notice)
{
	uint64_t what = 0;

	if (notice)
		what = (uint64_t)notice->node << 40 ^ (uint64_t)notice->id << 8 ^
		       (notice->event + 1);
	tokens->told[chip] = net_mix(net_mix(tokens->told[chip] + cycle) + what);
}

static uint64_t token_step(void *context, unsigned int chip, uint64_t cycle,
			   const struct net_notice *notice)
{
	struct tokens *tokens = context;
	unsigned int nics = topo_nics(tokens->topo), nic;

	note(tokens, chip, cycle, notice);
	if (notice)
		open_close(tokens, chip, notice);
	if (tokens->steps[chip] <= cycle)
		tokens->steps[chip] = NET_FOREVER;
	if (!cycle && !notice)
		for (nic = 0; nic < nics; nic++)
			token_send(tokens, topo_node(tokens->topo, chip, nic), cycle);
	if (notice && notice->event != NET_ANSWERED)
		token_send(tokens, notice->node, cycle);
	return tokens->steps[chip];
}

static struct net_traffic tokens_start(struct tokens *tokens, uint64_t seed)
{
	unsigned int chips = fabric.topo.chips;
	uint32_t node;

	*tokens = (struct tokens){
		.topo = &fabric.topo, .seed = seed, .ops = 1 + seed % 7,
		.nodes = calloc(topo_nodes(&fabric.topo), sizeof(*tokens->nodes)),
		.told = calloc(chips, sizeof(*tokens->told)),
		.steps = calloc(chips, sizeof(*tokens->steps)),
		.open = calloc(chips, sizeof(*tokens->open)),
		.failed = calloc(chips, sizeof(*tokens->failed)),
	};
	ck_assert(tokens->nodes && tokens->told && tokens->steps && tokens->open &&
		  tokens->failed);
	for (node = 0; node < topo_nodes(&fabric.topo); node++)
		tokens->nodes[node].budget = 12;
	return (struct net_traffic){
		.next = token_next, .step = token_step, .context = tokens,
		.requests = tokens->ops, .phits = tokens->ops & 1 << NET_RAW ? 32 : 0,
	};
}

static void tokens_end(struct tokens *tokens)
{
	free(tokens->nodes);
	free(tokens->told);
	free(tokens->steps);
	free(tokens->open);
	free(tokens->failed);
}

/* The latencies of a run that begins. */
static struct latency *latency_start(const struct net_config *config, struct net *net,
				     struct ref *ref)
{
	struct latency *latency;
	struct net_meter meter;

	ck_assert_int_eq(latency_new(config->threads, &latency), 0);
	meter = latency_meter(latency);
	if (net)
		ck_assert_int_eq(net_measure(net, &meter), 0);
	if (ref)
		ref_measure(ref, &meter);
	return latency;
}

/*
 * In the end every request has been answered or has failed, and the engine has counted the
 * failures.
 */
static void tokens_are_closed(const char *name, const struct tokens *tokens, uint64_t failed)
{
	unsigned int chip;

	for (chip = 0; chip < tokens->topo->chips; chip++) {
		ck_assert_msg(!tokens->open[chip], "%s, seed %ju: requests of chip %u are open",
			      name, (uintmax_t)tokens->seed, chip);
		failed -= tokens->failed[chip];
	}
	ck_assert_msg(!failed, "%s, seed %ju: %jd failures that were not told", name,
		      (uintmax_t)tokens->seed, (intmax_t)failed);
}

/* --- changes --- */

#define CHANGES	8

/* Links fail, each for some time, while tokens are passed; the last of them for ever. */
static void changes_start(struct net_changes *changes, struct net_change *list, uint64_t seed)
{
	unsigned int ports = topo_ports(&fabric.topo), i, link = 0;
	uint64_t cycle = 0;

	*changes = (struct net_changes){
		.list = list, .detect = 100 * (seed % 3), .quiesce = 200 * (seed % 4),
		.timeout = NET_TIMEOUT + 100 * (seed % 5),
	};
	for (i = 0; ports && i < CHANGES; i++) {
		if (i % 2 == 0)
			link = net_mix_below(net_mix(seed) + i, fabric.topo.chips * ports);
		if (topo_neighbour(&fabric.topo, link / ports, link % ports) == TOPO_NONE)
			continue;
		cycle += 20 + net_mix_below(net_mix(seed + 1) + i, 700);
		list[changes->count++] = (struct net_change){
			.cycle = cycle, .chip = link / ports, .port = link % ports,
			.lanes = (1u << fabric.lanes[link % ports]) - 1,
			.kind = i % 2 && i + 1 < CHANGES ? NET_MEND : NET_FAIL,
		};
	}
}

static void seed_run(const char *name, uint64_t seed, const struct net_changes *changes)
{
	struct net_config config = {
		.fabric = &fabric, .put_response = 3, .seed = seed, .threads = 1 + seed % 3,
		.turnaround = seed % 4 ? 0 : 50, .split_ties = seed % 2, .changes = changes,
		.nics = true,
	};
	struct net_totals ours, theirs;
	struct tokens one, two;
	struct net_traffic open = tokens_start(&one, seed), plain = tokens_start(&two, seed);
	struct latency *measured, *expected;
	struct net *net;
	struct ref *ref;

	ck_assert_int_eq(net_new(&config, &open, &net), 0);
	ck_assert_int_eq(ref_new(&config, &plain, &ref), 0);
	measured = latency_start(&config, net, NULL);
	expected = latency_start(&config, NULL, ref);
	ck_assert_int_eq(net_run(net, 700), 0);
	ck_assert_int_eq(ref_run(ref, 700), 0);
	engines_agree(name, &fabric, net, ref);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	ck_assert_int_eq(ref_run(ref, NET_FOREVER), 0);
	engines_agree(name, &fabric, net, ref);
	net_totals(net, &ours);
	ref_totals(ref, &theirs);
	ck_assert_msg(ours.lost == theirs.lost && ours.failed == theirs.failed,
		      "%s, seed %ju: %ju lost, %ju failed, reference %ju and %ju", name,
		      (uintmax_t)seed, (uintmax_t)ours.lost, (uintmax_t)ours.failed,
		      (uintmax_t)theirs.lost, (uintmax_t)theirs.failed);
	ck_assert_msg(ours.delivered == theirs.delivered && ours.last == theirs.last &&
		      ours.latency == theirs.latency && ours.bytes == theirs.bytes,
		      "%s, seed %ju: %ju packets to cycle %ju, reference %ju to %ju", name,
		      (uintmax_t)seed, (uintmax_t)ours.delivered, (uintmax_t)ours.last,
		      (uintmax_t)theirs.delivered, (uintmax_t)theirs.last);
	tokens_are_closed(name, &one, ours.failed);
	if (!changes)
		ck_assert_uint_gt(ours.delivered, topo_nodes(&fabric.topo));
	ck_assert_msg(!memcmp(one.told, two.told, fabric.topo.chips * sizeof(*one.told)),
		      "%s, seed %ju: not the same was told", name, (uintmax_t)seed);
	latencies_agree(name, measured, expected);
	latency_free(measured);
	latency_free(expected);
	net_free(net);
	ref_free(ref);
	tokens_end(&one);
	tokens_end(&two);
}

START_TEST(tokens_are_passed_as_in_the_reference)
{
	struct topo topo;
	uint64_t seed;

	ck_assert_int_eq(topo_parse(&topo, machines[_i]), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	for (seed = 1; seed <= suite_share(14); seed++)
		seed_run(machines[_i], seed, NULL);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(tokens_are_passed_while_links_fail)
{
	struct net_change list[CHANGES];
	struct net_changes changes;
	struct topo topo;
	uint64_t seed;

	ck_assert_int_eq(topo_parse(&topo, machines[_i]), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	for (seed = 1; seed <= suite_share(7); seed++) {
		changes_start(&changes, list, seed);
		seed_run(machines[_i], seed, &changes);
	}
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_closed");
	TCase *tcase = tcase_create("closed");

	tcase_set_timeout(tcase, 2 * HANG_SECONDS);
	tcase_add_loop_test(tcase, tokens_are_passed_as_in_the_reference, 0,
			    sizeof(machines) / sizeof(*machines));
	tcase_add_loop_test(tcase, tokens_are_passed_while_links_fail, 0,
			    sizeof(machines) / sizeof(*machines));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
