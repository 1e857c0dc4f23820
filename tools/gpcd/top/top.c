// SPDX-License-Identifier: GPL-2.0-only
/* Show links, tiles and NICs as they are now, on a terminal or as text. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "chips/chips.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "commands.h"
#include "device/options.h"
#include "series/pace.h"
#include "top.h"

#define BATCH_COLUMNS		80
#define BATCH_COLUMNS_MOST	1000

/* A run of the command. */
struct top {
	struct pace pace;
	struct linkmap map;
	const char *sort; /* argument of --sort, or NULL */
	bool is_batch;
	enum model_kind kind; /* --tiles, --nics; MODEL_KINDS: neither */
	struct chips chips;
	struct model model;
	struct view view;
	struct screen screen; /* for --batch */
	struct out out; /* for --batch */
};

static const struct option_row rows[] = {
	{ "batch", 0, NULL, 0, "print each sample as text, without keys",
	  OPTION_FLAG(struct top, is_batch) },
	{ "sort", 's', "KEY", 0,
	  "sort by use, stalls, bytes, marks, names or a metric of -m; "
	  "default: use; bytes of NICs, or if there is no map; with -m its first metric",
	  OPTION_ONCE(struct top, sort) },
	{ "tiles", 0, NULL, 0, "tiles, not links; default: links if there is a map",
	  OPTION_SET(struct top, kind, MODEL_TILE) },
	{ "nics", 0, NULL, 0, "network interfaces; default where there is no router",
	  OPTION_SET(struct top, kind, MODEL_NIC) },
	{ "wrong", 0, NULL, 0, "only what is over a limit, failed, uneven or stands still, and why",
	  OPTION_FLAG(struct top, model.faults) },
	{ 0 }
};

/* A word that is no key may be a metric of -m; these are not known yet. */
static int check_top(struct options_state *state, void *input)
{
	struct top *top = input;
	int key = top->sort ? words_find(&order_words, top->sort) : -1;

	if (key >= 0)
		top->view.order.key = key;
	else if (top->chips.wanted.count)
		top->view.order.key = ORDER_METRIC;
	else if (top->sort)
		return options_reject_word(state, "sort", top->sort, &order_words);
	if (!top->is_batch && top->pace.period && top->pace.period < KEYS_PERIOD_LEAST)
		return options_reject(state, "--interval below 100ms: use --batch");
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct top, pace, &pace_options),
	OPTIONS_PART(struct top, map, &linkmap_options),
	OPTIONS_PART(struct top, chips.wanted, &sets_options),
	DEVICE_NAMED, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.check = check_top,
	.doc = "Show the links and tiles of all chips, or network interfaces, as they are now.\n"
	       "\vWithout -d and GPCD_DEVICE: all devices of this machine, each chip once; its\n"
	       "network interfaces if it has no router. -d may be repeated. Links need a map.\n"
	       "\n"
	       "A line a link: chip, link, where it leads, its tiles; what arrives, in GB/s\n"
	       "and of what it can carry; time that inputs and credits stall, in percent;\n"
	       "its history. With -m, metrics per link and per tile in place of these\n"
	       "numbers. In front, x: all of its tiles have failed, !: its ends have\n"
	       "different numbers of tiles, here:there, /: some tiles have failed; R: it is a\n"
	       "cause of congestion, v: the chip's nodes wait for one (see gpcd explain).\n"
	       "\n"
	       "A line a NIC: its name, state and speed of its link; what arrives and leaves,\n"
	       "in MB/s and of the speed; the time that sending is paused; pauses, congestion\n"
	       "marks, retransmissions, drops and errors per second. What no driver here\n"
	       "counts has no column; with -m, metrics per NIC in place of these numbers.\n"
	       "\n"
	       "Keys: q quits, l links, t tiles, i NICs, u s b m n sort, 1 to 9 by a column,\n"
	       "r reverses, space holds, + and - change the period; arrows, page up, page\n"
	       "down, home and end scroll.",
};

static bool is_utf8(void)
{
	return setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static unsigned int batch_columns(void)
{
	const char *columns = getenv("COLUMNS");
	uint32_t number;

	if (!columns || parse_between(columns, VIEW_COLUMNS_LEAST, BATCH_COLUMNS_MOST, &number))
		return BATCH_COLUMNS;
	return number;
}

/* Return the exit code, or -1 if a signal asks for the end. */
static int write_screen(struct top *top)
{
	int err, code;

	top->screen.columns = batch_columns();
	if (top->pace.written)
		out_add(&top->out, "\n");
	err = view_print(&top->view, &top->model, &top->screen, &top->out);
	if (err)
		return complain_error("the screen", err);
	code = pace_write(&top->pace, &top->out);
	if (code)
		return code;
	top->pace.torn += top->chips.is_torn;
	return 0;
}

static int batch_step(void *data, const struct pace_step *at)
{
	struct top *top = data;
	size_t good = live_sample(&top->chips, &top->model, &top->view);

	chips_report(&top->chips);
	if (!good && !device_options.wait_ns)
		return chips_code(&top->chips);
	return at->first ? 0 : write_screen(top);
}

static int run_batch(struct top *top)
{
	int code, broken;

	code = pace_run(&top->pace, batch_step, top);
	broken = out_end(&top->out);
	screen_free(&top->screen);
	return broken ? broken : code;
}

static int run_live(struct top *top)
{
	int code = live_run(&top->chips, &top->model, &top->view, top->pace.count);

	chips_report(&top->chips);
	return code;
}

static int find_metric(struct top *top)
{
	struct view *view = &top->view;
	const struct model_metric *metric = model_chosen(&top->model, view->kind, top->sort, NULL);

	if (!metric) {
		complain("--sort %s: neither a key nor a metric per %s of -m", top->sort,
			 model_kind_name(view->kind));
		return EXIT_USAGE;
	}
	view->order.metric = metric - top->model.chosen[view->kind];
	return 0;
}

static bool has_router(const struct model *model)
{
	for (size_t i = 0; i < model->chip_count; i++) {
		if (!model->chips[i].is_nic)
			return true;
	}
	return false;
}

/* Begin with links if it is known where they lead; with -m, with rows that have a metric of it. */
static enum model_kind first_kind(const struct top *top)
{
	const unsigned int *chosen = top->model.chosen_count;

	if (!has_router(&top->model))
		return MODEL_NIC;
	if (chosen[MODEL_LINK] && top->view.has_map)
		return MODEL_LINK;
	if (chosen[MODEL_TILE])
		return MODEL_TILE;
	if (chosen[MODEL_NIC])
		return MODEL_NIC;
	return top->view.has_map ? MODEL_LINK : MODEL_TILE;
}

static int prepare_view(struct top *top)
{
	struct view *view = &top->view;

	view->kind = top->kind == MODEL_KINDS ? first_kind(top) : top->kind;
	/* It may not be known what tiles and NICs can carry. */
	if ((view->kind == MODEL_NIC || !view->has_map) && !top->sort && !top->chips.wanted.count)
		view->order.key = ORDER_BYTES;
	for (unsigned int i = 0; i < MODEL_KINDS; i++)
		view->shown[i] = model_shown(&top->model, i);
	return view->order.key == ORDER_METRIC && top->sort ? find_metric(top) : 0;
}

static int show_chips(struct top *top)
{
	int code = chips_open(&top->chips, &top->model);

	if (!code)
		code = prepare_view(top);
	if (!code)
		code = top->is_batch ? run_batch(top) : run_live(top);
	/* Chips that could not be read have been reported. */
	if (!code)
		code = chips_code(&top->chips);
	chips_close(&top->chips);
	model_free(&top->model);
	return code;
}

int cmd_top(int argc, char **argv)
{
	struct top top = { .kind = MODEL_KINDS };
	int code = 0;

	options_parse(&options, argc, argv, &top);
	if (!top.is_batch)
		code = terminal_check();
	if (code)
		return code;
	top.view.is_ascii = !is_utf8();
	top.view.period = pace_period(&top.pace);
	top.view.has_map = linkmap_is_there(&top.map);
	if (!top.view.has_map)
		return show_chips(&top);
	code = linkmap_open(&top.map, NULL);
	if (code)
		return code;
	top.chips.map = &top.map;
	top.chips.judged = true;
	top.model.tiles_later = top.kind != MODEL_TILE && !top.chips.wanted.count &&
				!top.model.faults;
	code = show_chips(&top);
	linkmap_close(&top.map);
	return code;
}
