// SPDX-License-Identifier: GPL-2.0-only
/*
 * The experiment sensitivity: fig7 within a group, by what the high bias adds, by end points, and
 * by who moves the data; and an alltoall, by the time that ranks need for reading counters.
 */
#include "trials.h"

/* What end points would have of a Gemini's. */
static const struct {
	const char *name;
	struct net_host host;
} others[] = {
	{ "host-9.6", { .rate = { 48, 5000 } } },
	{ "turn-7.7", { .turn = 10000 } },
};

/* Add fig7's cells for end points that differ from the machine's. */
static void sensitivity_hosts(struct trials *trials, struct cell cell)
{
	cell.add = 0;
	for (unsigned int i = 0; i < ARRAY_SIZE(others); i++) {
		cell.name = others[i].name;
		cell.host = others[i].host;
		trials_add_both(trials, &cell);
	}
}

/* Add fig7's cells with messages that receivers fetch, as 256 KiB go by default. */
static void sensitivity_gets(struct trials *trials, struct cell cell)
{
	cell.name = "gets";
	cell.add = 0;
	cell.work.engine = cell.work.bytes + 1;
	trials_add_both(trials, &cell);
}

/*
 * Add an alltoall of 1 KiB, by default, with the high bias, and as ranks choose that read their
 * counters in no time, as from a mapping of an image, and with five reads over PCIe of 1 us each.
 */
static void sensitivity_reading(struct trials *trials)
{
	static const struct {
		const char *name;
		uint64_t reading;
	} readings[] = { { "reading-0", 0 }, { "reading-109", 109 }, { "reading-5000", 5000 } };
	struct cell cell = experiment_few(WORK_ALLTOALL, 1024);

	cell.name = "alltoall";
	cell.routing = TRIAL_DEFAULT;
	trials_add(trials, &cell);
	cell.routing = NET_ADAPTIVE3;
	trials_add(trials, &cell);
	cell.routing = TRIAL_AWARE;
	for (unsigned int i = 0; i < ARRAY_SIZE(readings); i++) {
		cell.name = readings[i].name;
		cell.reading = readings[i].reading;
		trials_add(trials, &cell);
	}
	trials->rules = model_rules_default(&model_paper);
	model_rules_scale(&trials->rules, COMPARE_LAMBDA, COMPARE_SIGMA);
}

int sensitivity_prepare(struct trials *trials)
{
	static const struct {
		const char *name;
		uint16_t add;	/* flits; 0: no bias */
	} adds[] = {
		{ "unbiased", 0 }, { "add-64", 64 }, { "add-128", 128 }, { "add-192", 192 },
		{ "add-256", 256 }, { "add-512", 512 }, { "add-1000", 1000 },
	};
	struct cell cell = experiment_puts(trials);

	cell.pair = PAIR_GROUP;
	for (unsigned int i = 0; i < ARRAY_SIZE(adds); i++) {
		cell.name = adds[i].name;
		cell.add = adds[i].add;
		cell.routing = cell.add ? NET_ADAPTIVE3 : NET_ADAPTIVE0;
		trials_add(trials, &cell);
	}
	sensitivity_hosts(trials, cell);
	sensitivity_gets(trials, cell);
	sensitivity_reading(trials);
	return 0;
}
