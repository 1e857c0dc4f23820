// SPDX-License-Identifier: GPL-2.0-only
#include "cli/hardware/machines.h"
#include "study.h"

void study_number(struct table *verdicts, const char *quantity, double ours, double paper,
		  double step, const char *remark)
{
	const struct printed printed = { .value = paper, .step = step, .unit = "" };

	printed_number(verdicts, quantity, ours, &printed, remark);
}

void study_left_out(struct table *verdicts, const char *quantity, const char *paper,
		    const char *remark)
{
	table_add(verdicts, "%s", quantity);
	table_skip(verdicts);
	table_add(verdicts, "%s", paper);
	table_add(verdicts, "not simulated");
	table_add(verdicts, "%s", remark);
}

/* --- chosen values --- */

void study_chosen(const struct study *study, struct table *table)
{
	chosen_machine(table, &study->alewife.hardware);
	chosen_add(table, "(3) to (7)", "a byte on a channel", "%.6g cycles",
		   study->network.channel_byte);
	chosen_add(table, "(3) to (7)", "k_d, random destinations", "%.6g hops",
		   study->network.distance);
	chosen_add(table, "fig3", "a message", "%u B", STUDY_QUEUE);
	chosen_add(table, "table4", "bytes of two arguments", "%u B", STUDY_ARGUMENTS);
	chosen_add(table, "table4", "messages of a node", "%u", study->count);
	chosen_add(table, "fig6", "messages of a node", "%u", study->long_count);
	chosen_add(table, "fig9", "alpha, a value into a message", "%u cycles", STUDY_GATHER);
	chosen_add(table, "fig11", "E and H vertices of a node", "%u each", study->vertices);
	chosen_add(table, "fig11", "bytes of a value", "%u B", STUDY_VALUE);
	chosen_add(table, "fig11", "an edge", "%.6g cycles", study->edge);
	chosen_add(table, "fig11", "iterations simulated", "%u", study->iterations);
	chosen_add(table, "simulation", "flits of a message", "%u at most", ALEWIFE_FLITS);
	chosen_add(table, "without contention", "links of a channel", "%u", WORM_LINKS);
	chosen_add(table, "random numbers", "seed", "%ju", (uintmax_t)study->seed);
}
