// SPDX-License-Identifier: GPL-2.0-only
/*
 * rtr: prints the interconnect file of a system, as the tool of that name does on a Cray, or how
 * large and fast the system is.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/columns.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "cli/system.h"
#include "cli/wait/wait.h"
#include "summary.h"
#include "tiles.h"
#include "topo/interconnect.h"

/* The command line. */
struct plan {
	struct system system;
	bool interconnect;	/* --interconnect was given */
	bool summary;		/* --summary was given */
	bool open_y;		/* --open-y was given */
	struct place {
		bool given;
		uint32_t coord[3];
	} tiles;		/* --tiles: the chip */
	const char *path;	/* of the output file; NULL: standard output */
};

static int parse_place(const char *arg, void *field)
{
	struct place *place = field;

	place->given = true;
	return parse_coord(arg, place->coord);
}

static const struct option_row rows[] = {
	{ "interconnect", 'i', NULL, 0, "print a line for each tile: where it leads",
	  OPTION_FLAG(struct plan, interconnect) },
	{ "summary", 's', NULL, 0, "print how large the system is, and how fast",
	  OPTION_FLAG(struct plan, summary) },
	{ "tiles", 't', "X,Y,Z", 0,
	  "print the tiles of a chip (of an Aries: G,C,B) in rows, and the link of each",
	  OPTION_CALL(struct plan, tiles, parse_place) },
	{ "open-y", 0, NULL, 0, "the rings of Y are open: one cut of theirs crosses a bisection",
	  OPTION_FLAG(struct plan, open_y), .with = "summary" },
	{ "output", 'o', "FILE", 0, "the interconnect file's name; default: standard output",
	  OPTION_TEXT(struct plan, path) },
	{ 0 }
};

static int check_plan(struct options_state *state, void *input)
{
	const struct plan *plan = input;

	if (plan->interconnect + plan->summary + plan->tiles.given != 1)
		return options_reject(state,
				      "choose one of --interconnect, --summary and --tiles");
	if (!plan->interconnect && plan->path)
		return options_reject(state, "--output is for --interconnect");
	if (plan->interconnect && format_chosen != &format_text)
		return options_reject(state, "--%s is for --summary and --tiles",
				      format_chosen->name);
	if (plan->interconnect && columns_are_wanted())
		return options_reject(state, "--columns is for --summary and --tiles");
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct plan, system, &system_options), { .options = &format_options }, { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.check = check_plan,
	.doc = "Print the interconnect file of a system, as a Cray's rtr does, its size, or\n"
	       "the tiles of a chip.\n"
	       "\vSIZE counts the chips of a Gemini torus, 16x12x24; or it is an Aries\n"
	       "dragonfly:16x6x4: blades a chassis, chassis a group, groups; with --blue N, or\n"
	       "as dragonfly:16x6x4:N, N blue links join each pair of groups.\n"
	       "\n"
	       "Exit codes: 0 good, 1 failed, 2 wrong arguments,\n"
	       "5 the output could not be written.",
};

static void print(const struct system *system, struct out *out)
{
	char text[INTERCONNECT_TEXT];
	unsigned int chip;
	size_t n;

	for (chip = 0; chip < system->topo.chips && !out->error; chip++) {
		n = system->cabling->text(&system->topo, system->gemini.class, chip, text);
		out_add(out, "%.*s", (int)n, text);
		if (out_record(out) == -EINTR)
			out->error = -EINTR;
	}
}

/* Remove an incomplete map, which is useless. */
static void discard(const char *path)
{
	struct stat st;

	if (!stat(path, &st) && S_ISREG(st.st_mode))
		unlink(path);
}

static int print_file(const struct plan *plan, struct out *out)
{
	int fd;

	stop_catch();
	fd = open(plan->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		complain("%s: %s", plan->path, strerror(errno));
		return EXIT_OUTPUT;
	}
	if (dup2(fd, STDOUT_FILENO) < 0)
		out->error = -errno;
	print(&plan->system, out);
	if (close(fd) && !out->error)
		out->error = -errno;
	if (!out->error)
		return out_end(out);
	complain("%s: %s", plan->path, strerror(-out->error));
	discard(plan->path);
	out->error = 0;
	out_end(out);
	return EXIT_OUTPUT;
}

const char *argp_program_version = "rtr (gpcd) " GPCD_VERSION;

int main(int argc, char **argv)
{
	struct plan plan = { .system.class = -1 };
	struct out out = { 0 };
	int code;

	cli_begin("rtr");
	options_parse(&options, argc, argv, &plan);
	code = system_find(&plan.system);
	if (code)
		return code;
	if (plan.summary)
		return summary_print(&plan.system, plan.open_y);
	if (plan.tiles.given)
		return tiles_print(&plan.system, plan.tiles.coord);
	if (plan.path)
		return print_file(&plan, &out);
	print(&plan.system, &out);
	return out_end(&out);
}
