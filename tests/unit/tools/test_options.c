// SPDX-License-Identifier: GPL-2.0-only
/* Options by a table: what they set, what they reject, and what is printed then. */
#include <check.h>
#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "suite.h"

enum shape { SHAPE_TORUS, SHAPE_MESH, SHAPE_STAR };

/* Part of a command's options. */
struct drive {
	struct option_list devices;
	double pace;
};

struct plan {
	bool drain, quiet, split;
	uint32_t threads;
	uint64_t seed, bytes, delay, cycles;
	enum shape shape;
	uint32_t grid[3];
	const char *output, *machine, *file, *when;
	int square, sum;
	struct drive drive;
};

static int parse_square(const char *arg, void *field)
{
	int *square = field;

	*square = atoi(arg) * atoi(arg);
	return !*square ? -EINVAL : *square > 10000 ? -ENOMEM : 0;
}

/* Add a number, but for one that is never welcome. */
static int take_sum(struct options_state *state, const struct option_row *row, const char *arg,
		    void *object)
{
	struct plan *plan = object;

	if (atoi(arg) == (int)row->low)
		return options_reject(state, "--%s %s, again?", row->name, arg);
	plan->sum += atoi(arg);
	return 0;
}

static const struct option_row drive_rows[] = {
	{ "device", 'd', "NAME", 0, "may be repeated", OPTION_LIST(struct drive, devices) },
	{ "pace", 0, "FACTOR", 0, "above 0", OPTION_REAL(struct drive, pace, DBL_MIN, DBL_MAX),
	  .with = "device output" },
	{ 0 }
};

static int check_drive(struct options_state *state, void *input)
{
	const struct drive *drive = input;

	return drive->pace > 9 ? options_reject(state, "--pace: too fast") : 0;
}

static const struct options drive_options = { .rows = drive_rows, .check = check_drive };

static const struct words shapes = WORDS_OF("torus", "mesh", "star");
static const struct words ties = WORDS_OF("first", "split");

static const struct option_row rows[] = {
	{ .help = "Of the run:", .group = 1 },
	{ "drain", 0, NULL, 1, "go on", OPTION_FLAG(struct plan, drain) },
	{ "loud", 0, NULL, 1, "not quiet", OPTION_CLEAR(struct plan, quiet) },
	{ "star", 0, NULL, 1, "shape", OPTION_SET(struct plan, shape, SHAPE_STAR) },
	{ "threads", 't', "N", 1, "1 to 256", OPTION_NUMBER(struct plan, threads, 1, 256) },
	{ "seed", 0, "N", 1, "a number", OPTION_WIDE(struct plan, seed, 0, UINT64_MAX) },
	{ "bytes", 0, "N", 1, "up to 1MiB", OPTION_BYTES(struct plan, bytes, 0, 1 << 20) },
	{ "delay", 0, "TIME", 1, "1us or more", OPTION_TIME(struct plan, delay, 1000, UINT64_MAX) },
	{ "cycles", 0, "TIME", 1, "at 800 MHz", OPTION_TIME(struct plan, cycles, 0, UINT64_MAX),
	  .times = 4, .per = 5 },
	{ "shape", 0, "NAME", 1, "of it", OPTION_WORD(struct plan, shape, &shapes) },
	{ "ties", 0, "NAME", 1, "of it", OPTION_EITHER(struct plan, split, &ties) },
	{ "grid", 0, "XxYxZ", 1, "of ranks", OPTION_SIZE(struct plan, grid) },
	{ "output", 'o', "FILE", 1, "a file", OPTION_TEXT(struct plan, output) },
	{ "machine", 0, "FILE", 1, "a file", OPTION_ONCE(struct plan, machine) },
	{ "square", 0, "N", 1, "but 0", OPTION_CALL(struct plan, square, parse_square) },
	{ "sum", 0, "N", 1, "but 13", OPTION_TAKE(take_sum, 13) },
	{ "when", 0, "TIME", 1, "or always", OPTION_TEXT(struct plan, when), .optional = true },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct plan, drive, &drive_options), { 0 }
};

static int check_plan(struct options_state *state, void *input)
{
	const struct plan *plan = input;

	if (plan->seed == 13)
		return options_reject(state, "--seed %ju: bad luck", (uintmax_t)plan->seed);
	ck_assert_int_eq(options_given(state, "drain"), plan->drain);
	ck_assert(!options_given(state, "dra"));
	return 0;
}

static const struct options options = {
	.rows = rows, .parts = parts, .check = check_plan, .args_doc = "[FILE]",
	.argument = ARGUMENT_ONE(struct plan, file, "FILE", NULL),
};

#define MOST 20

/* Parse words that blanks separate; @said receives what is printed. */
static int parse(const struct options *table, const char *line, void *input, char said[512])
{
	static char copy[128], *argv[MOST]; /* what is parsed may point into them */
	char *rest = copy, *text = NULL;
	FILE *stream, *before = stderr;
	size_t size;
	int argc = 1, err;

	strcpy(copy, line);
	argv[0] = "prog";
	while ((argv[argc] = strsep(&rest, " ")) && *argv[argc])
		argc++;
	argv[argc] = NULL;
	stream = open_memstream(&text, &size);
	stderr = stream;
	err = options_parse_rank(table, argc, argv, false, "prog 1", input);
	stderr = before;
	fclose(stream);
	snprintf(said, 512, "%s", text);
	free(text);
	return err;
}

static struct plan good(const char *line)
{
	struct plan plan = { .quiet = true };
	char said[512];

	ck_assert_int_eq(parse(&options, line, &plan, said), 0);
	ck_assert_str_eq(said, "");
	return plan;
}

START_TEST(sets)
{
	struct plan plan = good("");

	ck_assert(!plan.drain && plan.quiet && !plan.threads && !plan.file);
	plan = good("--drain --loud -t 0x10 --seed 18446744073709551615");
	ck_assert(plan.drain && !plan.quiet);
	ck_assert_uint_eq(plan.threads, 16);
	ck_assert_uint_eq(plan.seed, UINT64_MAX);
	plan = good("--bytes 4KiB --delay 2ms --cycles 10ns --pace 0.5 -o a -o b");
	ck_assert_uint_eq(plan.bytes, 4096);
	ck_assert_uint_eq(plan.delay, 2000000);
	ck_assert_uint_eq(plan.cycles, 8);
	ck_assert_double_eq(plan.drive.pace, 0.5);
	ck_assert_str_eq(plan.output, "b");
	plan = good("--shape MESH --ties split --grid 4x5x6 --machine m --machine m file");
	ck_assert_int_eq(plan.shape, SHAPE_MESH);
	ck_assert(plan.split);
	ck_assert(plan.grid[0] == 4 && plan.grid[1] == 5 && plan.grid[2] == 6);
	ck_assert_str_eq(plan.machine, "m");
	ck_assert_str_eq(plan.file, "file");
	plan = good("--star --square 7 --when --when=now -d one --device two");
	ck_assert_int_eq(plan.shape, SHAPE_STAR);
	ck_assert_int_eq(plan.square, 49);
	ck_assert_str_eq(plan.when, "now");
	ck_assert_uint_eq(plan.drive.devices.size, 8);
	ck_assert_mem_eq(plan.drive.devices.argz, "one\0two", 8);
	free(plan.drive.devices.argz);
	ck_assert_ptr_null(good("--when=now --when").when);
	ck_assert_int_eq(good("--sum 3 --sum 4").sum, 7);
}
END_TEST

static const struct {
	const char *line;
	const char *said;
} bad[] = {
	{ "-t 0", "--threads '0' is not a valid N: 1 to 256" },
	{ "-t 257", "--threads '257' is not a valid N: 1 to 256" },
	{ "-t 4294967297", "--threads '4294967297' is not a valid N: 1 to 256" },
	{ "--threads=x", "--threads 'x' is not a valid N: 1 to 256" },
	{ "--bytes 1048577", "--bytes '1048577' is not a valid N: up to 1MiB" },
	{ "--delay 999ns", "--delay '999ns' is not a valid TIME: 1us or more" },
	{ "--pace 0", "--pace '0' is not a valid FACTOR: above 0" },
	{ "--grid 4x0x6", "--grid '4x0x6' is not a valid XxYxZ: of ranks" },
	{ "--square 0", "--square '0' is not a valid N: but 0" },
	{ "--sum 3 --sum 13", "--sum 13, again?" },
	{ "--shape taurus",
	  "--shape 'taurus' is not a valid NAME: torus, mesh or star; did you mean 'torus'?" },
	{ "--ties x", "--ties 'x' is not a valid NAME: first or split" },
	{ "--machine a --machine b", "both --machine a and --machine b: choose one" },
	{ "--pace 1", "--pace goes with --device or --output" },
	{ "--pace 10 -o x", "--pace: too fast" },
	{ "--seed 13", "--seed 13: bad luck" },
	{ "--seed 13 --pace 10 -o x", "--pace: too fast" },
	{ "a b", "unexpected argument 'b': one FILE is enough" },
};

START_TEST(rejects)
{
	struct plan plan = { 0 };
	char said[512], expected[512];

	snprintf(expected, sizeof(expected), "prog: %s\n", bad[_i].said);
	ck_assert_int_eq(parse(&options, bad[_i].line, &plan, said), -EINVAL);
	ck_assert_str_eq(said, expected);
	free(plan.drive.devices.argz);
}
END_TEST

START_TEST(fails)
{
	struct plan plan = { 0 };
	char said[512];

	ck_assert_int_eq(parse(&options, "--square 200", &plan, said), -ENOMEM);
}
END_TEST

/* A command that starts another one. */
struct start {
	char **command;
	bool fast;
	const char *each[2];
	unsigned int count;
};

static const struct option_row start_rows[] = {
	{ "fast", 'f', NULL, 0, "not slowly", OPTION_FLAG(struct start, fast) }, { 0 }
};

static const struct options start_options = {
	.rows = start_rows,
	.argument = ARGUMENT_COMMAND(struct start, command, "a command is missing"),
};

static int take_each(struct options_state *state, const char *arg, void *input)
{
	struct start *start = input;

	if (start->count == 2)
		return options_reject(state, "'%s': two are enough", arg);
	start->each[start->count++] = arg;
	return 0;
}

static const struct options each_options = {
	.rows = start_rows, .argument = ARGUMENT_EACH(take_each, "where to?"),
};

START_TEST(arguments)
{
	char *argv[MOST] = { "prog", "-f", "ls", "-f", "--help" }, said[512];
	struct start start = { 0 };

	options_parse(&start_options, 5, argv, &start);
	ck_assert(start.fast);
	ck_assert_ptr_eq(start.command, &argv[2]);
	ck_assert_int_eq(parse(&start_options, "-f", &start, said), -EINVAL);
	ck_assert_str_eq(said, "prog: a command is missing\n");
	ck_assert_int_eq(parse(&each_options, "a -f b", &start, said), 0);
	ck_assert_str_eq(start.each[0], "a");
	ck_assert_str_eq(start.each[1], "b");
	ck_assert_int_eq(parse(&each_options, "a", &start, said), -EINVAL);
	ck_assert_str_eq(said, "prog: 'a': two are enough\n");
	ck_assert_int_eq(parse(&each_options, "", &start, said), -EINVAL);
	ck_assert_str_eq(said, "prog: where to?\n");
}
END_TEST

/* A command with registers, of which some options exclude each other. */
struct read {
	char **names;
	enum shape shape;
};

static char *louder(const char *help)
{
	char *text = NULL;

	return asprintf(&text, "%s!", help) < 0 ? NULL : text;
}

static const struct option_row read_rows[] = {
	{ "torus", 't', NULL, 0, "round", OPTION_SET(struct read, shape, SHAPE_TORUS) },
	{ "mesh", 0, NULL, 0, "flat", OPTION_SET(struct read, shape, SHAPE_MESH) },
	{ "star", 0, NULL, 0, "pointed", OPTION_SET(struct read, shape, SHAPE_STAR),
	  .describe = louder },
	{ 0 }
};

static int check_read(struct options_state *state, void *input)
{
	(void)input;
	return options_exclude(state, "torus mesh star");
}

static void list_shapes(FILE *stream)
{
	fputs("All shapes\n", stream);
}

static const struct options read_options = {
	.rows = read_rows, .argument = ARGUMENT_ALL(struct read, names, NULL), .check = check_read,
	.epilogue = list_shapes,
};

START_TEST(lists)
{
	struct read read = { 0 };
	char said[512];

	ck_assert_int_eq(parse(&read_options, "a --star b -- --mesh", &read, said), 0);
	ck_assert_int_eq(read.shape, SHAPE_STAR);
	ck_assert_str_eq(read.names[0], "a");
	ck_assert_str_eq(read.names[1], "b");
	ck_assert_str_eq(read.names[2], "--mesh");
	ck_assert_ptr_null(read.names[3]);
	ck_assert_int_eq(parse(&read_options, "--mesh --mesh", &read, said), 0);
	ck_assert_int_eq(parse(&read_options, "--star a --mesh", &read, said), -EINVAL);
	ck_assert_str_eq(said, "prog: both --star and --mesh: choose one\n");
}
END_TEST

START_TEST(helps)
{
	FILE *stream, *before = stdout;
	char *text = NULL, said[512];
	struct read read = { 0 };
	size_t size;

	stream = open_memstream(&text, &size);
	stdout = stream;
	ck_assert_int_eq(parse(&read_options, "--help", &read, said), -ECANCELED);
	stdout = before;
	fclose(stream);
	ck_assert_ptr_nonnull(strstr(text, "--star                 pointed!\n"));
	ck_assert_ptr_nonnull(strstr(text, "-t, --torus                round\n"));
	ck_assert_ptr_nonnull(strstr(text, "\nAll shapes\n"));
	free(text);
}
END_TEST

START_TEST(exits)
{
	char *argv[MOST] = { "prog", "--threads", "0" };
	struct plan plan = { 0 };

	argp_err_exit_status = 2;
	options_parse(&options, 3, argv, &plan);
}
END_TEST

int main(void)
{
	/* A rejected argument ends its process: each test needs one of its own. */
	setenv("CK_FORK", "yes", 1);
	Suite *suite = suite_create("options");
	TCase *tcase = tcase_create("options");

	tcase_add_test(tcase, sets);
	tcase_add_loop_test(tcase, rejects, 0, ARRAY_SIZE(bad));
	tcase_add_test(tcase, fails);
	tcase_add_test(tcase, arguments);
	tcase_add_test(tcase, lists);
	tcase_add_test(tcase, helps);
	tcase_add_exit_test(tcase, exits, 2);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
