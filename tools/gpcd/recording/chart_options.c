// SPDX-License-Identifier: GPL-2.0-only
#include "chart.h"
#include "cli/cli.h"
#include "cli/parse.h"

enum { KEY_TOP = 0x980 };

static const struct argp_option options[] = {
	{ "top", KEY_TOP, "NUMBER", 0,
	  "where the scales full and log end, in the unit of what is drawn; default: 100 % of a share",
	  0 },
	{ 0 }
};

static const char *misplaced(const struct chart *chart)
{
	if (chart->measuring.picked.wanted.count)
		return "-m";
	if (*chart->measuring.map.size ||
	    (chart->measuring.map.file && !chart->measuring.map.found))
		return "a map of links";
	return chart->top > 0 ? "--top" : NULL;
}

static void check_chart(const struct chart *chart, const struct argp_state *state)
{
	if (!chart->picture.path && misplaced(chart))
		argp_error(state, "%s goes with --svg or --png", misplaced(chart));
	if (chart->top > 0 && chart->picture.scale == SCALE_MOST)
		argp_error(state, "--top goes with --scale full or --scale log");
}

static error_t chart_option(int key, char *arg, struct argp_state *state)
{
	struct chart *chart = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		chart->measuring.picked.picking = PICKING_METRICS;
		chart->picture.alone = true;
		state->child_inputs[0] = &chart->measuring.picked.wanted;
		state->child_inputs[1] = &chart->measuring.map;
		state->child_inputs[2] = &chart->picture;
		return 0;
	case KEY_TOP:
		if (parse_real(arg, &chart->top) || !(chart->top > 0))
			cli_refuse(state, options, key, arg, NULL);
		return 0;
	case ARGP_KEY_END:
		check_chart(chart, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ .argp = &sets_argp }, { .argp = &linkmap_argp }, { .argp = &picture_argp }, { 0 }
};

const struct argp chart_argp = {
	.options = options, .parser = chart_option, .children = children,
};
