// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "burst.h"
#include "cli/out/progress.h"
#include "netsim/mix.h"

/* --- histograms --- */

int bins_add(struct bins *bins, uint64_t ps)
{
	size_t bin = ps / BINS_PS, room = 2 * (bin + 1);
	uint64_t *count;

	if (bin >= bins->room) {
		count = reallocarray(bins->count, room, sizeof(*count));
		if (!count)
			return -ENOMEM;
		memset(count + bins->room, 0, (room - bins->room) * sizeof(*count));
		bins->count = count;
		bins->room = room;
	}
	bins->count[bin]++;
	return 0;
}

void bins_free(struct bins *bins)
{
	free(bins->count);
}

/* 1, 2, 5, 10, 20, 50 ... */
static size_t next_width(size_t width)
{
	size_t power = 1;

	while (power * 10 <= width)
		power *= 10;
	return width == power ? 2 * power : width == 2 * power ? 5 * power : 10 * power;
}

/* All times lie inside the bins that are shown. */
static void join_bins(const struct bins *bins, struct bins_shown *shown)
{
	size_t i;

	for (i = 0; i < bins->room; i++)
		if (bins->count[i])
			shown->count[(i * BINS_PS - shown->from) / shown->width] += bins->count[i];
}

void bins_show(const struct bins *bins, struct bins_shown *shown)
{
	size_t first = 0, end = bins->room, width = 1;

	*shown = (struct bins_shown){ .width = BINS_PS };
	while (first < end && !bins->count[first])
		first++;
	while (end > first && !bins->count[end - 1])
		end--;
	if (first == end)
		return;
	while ((end - 1) / width - first / width >= BINS_SHOWN)
		width = next_width(width);
	shown->from = first / width * width * BINS_PS;
	shown->width = width * BINS_PS;
	shown->bins = (end - 1) / width - first / width + 1;
	join_bins(bins, shown);
}

void bins_show_beside(const struct bins *bins, const struct bins_shown *like,
		      struct bins_shown *shown)
{
	*shown = (struct bins_shown){
		.from = like->from, .width = like->width, .bins = like->bins,
	};
	join_bins(bins, shown);
}

/* --- permutations --- */

static const char *const names[BURST_PATTERNS] = {
	[BURST_SHUFFLE] = "shuffle",
	[BURST_TRANSPOSE] = "transpose",
	[BURST_TRANSPOSE_CHIPS] = "transpose-chips",
	[BURST_COMPLEMENT] = "complement",
	[BURST_REVERSE] = "reverse",
	[BURST_RANDOM] = "random",
};

const char *burst_name(enum burst_pattern pattern)
{
	return names[pattern];
}

static int add_latency(struct burst_latency *latency, uint64_t ps)
{
	if (!latency->messages++)
		latency->least = ps;
	latency->sum += ps;
	latency->least = ps < latency->least ? ps : latency->least;
	latency->most = ps > latency->most ? ps : latency->most;
	return bins_add(&latency->bins, ps);
}

static int add_messages(struct burst *burst, const struct program *program,
			const struct host_result *result)
{
	unsigned int hops;
	uint32_t rank, op;
	uint64_t ps;
	int err = 0;

	for (rank = 0; rank < program->ranks && !err; rank++) {
		burst->itself += program->first[rank] == program->first[rank + 1];
		for (op = program->first[rank]; op < program->first[rank + 1] && !err; op++) {
			if (program->op[op].kind != PROGRAM_SEND)
				continue;
			ps = result->op[result->match[op] - 1].end - result->op[op].begin;
			hops = world_hops(rank, program->op[op].peer);
			err = add_latency(&burst->by_hops[hops], ps);
			if (!err)
				err = add_latency(&burst->all, ps);
		}
	}
	return err;
}

/* Each message has a thread that sends it and one that receives it; none waits for another. */
static void side_by_side(struct program *program)
{
	uint32_t rank, op;

	memset(program->after.first, 0, (program->ops + (size_t)1) * sizeof(uint32_t));
	for (rank = 0; rank < program->ranks; rank++)
		for (op = program->first[rank]; op < program->first[rank + 1]; op++)
			program->op[op].cpu = op - program->first[rank];
}

static int run_once(const struct world *world, const struct burst_load *load, uint64_t seed,
		    struct burst *burst)
{
	struct world_run run = { .links = load->links };
	struct host_result result;
	struct program *program;
	int err = world_program_of("permutation", names[load->pattern], load->bytes, seed,
				   load->pairs ? load->pairs : 1, &program);

	if (err)
		return err;
	if (load->pairs)
		side_by_side(program);
	run.program = program;
	err = world_run(world, &run, &result);
	if (!err) {
		err = add_messages(burst, program, &result);
		host_result_free(&result);
	}
	program_free(program);
	return err;
}

int burst_run(const struct world *world, const struct burst_load *load, struct burst *burst)
{
	uint32_t runs = load->pattern == BURST_RANDOM ? load->runs : 1, i;
	int err = 0;

	*burst = (struct burst){ 0 };
	for (i = 0; i < runs && !err; i++) {
		progress_show((double)i / runs, "%u of %u permutations", i, runs);
		err = run_once(world, load, net_mix(load->seed) + i, burst);
	}
	return err;
}

void burst_free(struct burst *burst)
{
	unsigned int hops;

	for (hops = 0; hops < WORLD_HOPS; hops++)
		bins_free(&burst->by_hops[hops].bins);
	bins_free(&burst->all.bins);
}
