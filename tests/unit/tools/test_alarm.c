// SPDX-License-Identifier: GPL-2.0-only
/* The command's alarms, on a kernel that counts what a test sets: its records and exit codes. */
#include <sys/mman.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "gpcd/commands.h"
#include "gpcd/monitor.h"
#include "kernel.h"
#include "suite.h"

#define WORDS	16	/* of a command line, at most */
#define TILE	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"

static char said[4096];

/* Capture standard output in `said', from here to output_end(). */
static int output_begin(int *out)
{
	int fd = memfd_create("output", MFD_CLOEXEC);

	*out = dup(STDOUT_FILENO);
	fflush(stdout);
	ck_assert_int_ge(dup2(fd, STDOUT_FILENO), 0);
	return fd;
}

static void output_end(int fd, int out)
{
	ssize_t n;

	ck_assert_int_ge(dup2(out, STDOUT_FILENO), 0);
	n = pread(fd, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = '\0';
	__real_close(fd);
	__real_close(out);
}

/* Run `gpcd alarm' with these arguments, as --csv, --json or text. */
static int run_alarm(const struct format *format, const char *arguments)
{
	char line[256] = "alarm", *argv[WORDS + 1] = { line }, *rest;
	int argc = 0, code, fd, out;

	strcat(strcat(line, " "), arguments);
	for (rest = line; argc < WORDS && rest; argc++)
		argv[argc] = strsep(&rest, " ");
	argv[argc] = NULL;
	format_chosen = format;
	complain_as("gpcd alarm");
	fd = output_begin(&out);
	code = cmd_alarm(argc, argv);
	output_end(fd, out);
	return code;
}

/* What the kernel's registers count in each second; 0 ends the list, and the chip is gone. */
static const uint64_t raised[] = { 99, 99 };
static const uint64_t *seconds;

/* Pass a second after each sweep. */
static void pass_second(void)
{
	kernel.chip_ns += 1000000000;
	kernel.offset += *seconds;
	kernel.unplugged = !*seconds++;
}

static void setup(void)
{
	setenv(GPCD_DEVICE_ENV, "gpcd0", 1);
	kernel_boot();
	kernel.swept = pass_second;
	seconds = raised;
}

/* A format of which no command knows: its tables are names of columns and cells. */
static void odd_tables(struct out *out, const struct table *tables, size_t count)
{
	const char *cell;

	ck_assert_uint_eq(count, 1);
	for (size_t i = 0; i < tables->count; i++) {
		cell = table_cell(tables, 0, i);
		out_add(out, "%s=%s;", tables->columns[i % tables->ncolumns].name,
			cell ? cell : "");
	}
}

static const struct format odd = { .name = "odd", .tables = odd_tables };

static const struct {
	const struct format *format;
	const char *record;
} records[] = {
	{ &format_text, "  raised   tile  99/s\n" },
	{ &format_csv, ",1000000500,raised,99,1,tile,/dev/gpcd0,2\n" },
	{ &format_json,
	  "\"chip_ns\":\"1000000500\",\"state\":\"raised\",\"rate\":\"99\",\"number\":\"1\"" },
	{ &odd, "chip_ns=1000000500;state=raised;rate=99;number=1;name=tile;device=/dev/gpcd0;" },
};

START_TEST(records_say_what_was_seen)
{
	ck_assert_int_eq(run_alarm(records[_i].format,
				   "--above 98 --once -i 10ms --name tile " TILE), 0);
	ck_assert_msg(strstr(said, records[_i].record), "%s", said);
}
END_TEST

/* Check for the states and rates of changes, and how the command has ended. */
static void changes_are(const char *arguments, const uint64_t *list, const char *changes)
{
	const char *at = said;

	seconds = list;
	ck_assert_int_eq(run_alarm(&format_csv, arguments), EXIT_DEVICE);
	for (const char *c = changes; *c; c = strchr(c, ' ') + 1) {
		char change[32];

		snprintf(change, sizeof(change), ",%.*s,", (int)(strchr(c, ' ') - c), c);
		at = strstr(at, change);
		ck_assert_msg(at, "no '%s' after the others: %s", change, said);
	}
}

START_TEST(a_margin_on_the_other_side)
{
	changes_are("--below 1e3/s --hysteresis 20% -i 10ms " TILE,
		    (const uint64_t[]){ 1000, 999, 1199, 1200, 0 },
		    "raised,999,1 clear,1200,2 gone,,3 ");
	ck_assert_ptr_nonnull(strstr(said, ",GM_0_0_TILE_PERFORMANCE_COUNTER,"));
}
END_TEST

START_TEST(a_margin_of_a_tenth_by_default)
{
	changes_are("--above 1e3 -i 10ms " TILE,
		    (const uint64_t[]){ 1000, 1001, 901, 900, 1001, 0 },
		    "raised,1001,1 clear,900,2 raised,1001,3 gone,,4 ");
}
END_TEST

/* Let the register be denied from now on. */
static void deny(void)
{
	struct gpcd_reg reg;

	ck_assert_int_eq(gpcd_catalogue_by_name(kernel.chip, TILE, &reg), 0);
	kernel.denied = reg.addr;
}

START_TEST(permission_that_is_taken_away_is_an_end)
{
	kernel.swept = deny;
	ck_assert_int_eq(run_alarm(&format_csv, "--above 5 -i 10ms --name tile " TILE),
			 EXIT_PERMISSION);
	ck_assert_msg(strstr(said, ",,denied,,1,tile,/dev/gpcd0,2\n"), "%s", said);
}
END_TEST

START_TEST(what_may_not_be_read_is_refused)
{
	deny();
	ck_assert_int_eq(run_alarm(&format_csv, "--above 5 " TILE), EXIT_PERMISSION);
	ck_assert_ptr_null(strstr(said, "/dev/gpcd0"));
}
END_TEST

/* Devices of events. */
static const struct gpcd_info gemini = { .chip = GPCD_CHIP_GEMINI };
static const struct gpcd_info reset = { .chip = GPCD_CHIP_GEMINI, .epoch = 9 };
static const struct gpcd_info aries = { .chip = GPCD_CHIP_ARIES };

/* Events, as `gpcd monitor' writes them. */
static const struct {
	const struct format *format;
	struct gpcd_event event;
	const char *record;
} events[] = {
	{ &format_csv, { .what = GPCD_CMD_DEV_ADD_NTF, .info = &gemini },
	  ",add,/dev/gpcd0,gemini,0,0,0,0,none,,\"0,0,0\",2\n" },
	{ &format_csv, { .what = MONITOR_LOST }, ",lost,,,,,,,,,,2\n" },
	{ &format_text, { .what = GPCD_CMD_DEV_RESET_NTF, .info = &reset },
	  "  reset    /dev/gpcd0  gemini at 0,0,0  NIC address 0  domain 0  epoch 9\n" },
	{ &format_text,
	  { .what = GPCD_CMD_DEV_FAULT_NTF, .fault = GPCD_FAULT_ONES, .info = &gemini },
	  "  fault: ones\n" },
	{ &format_text, { .what = MONITOR_LOST }, "events were lost" },
	{ &format_json, { .what = GPCD_CMD_DEV_REMOVE_NTF, .info = &aries },
	  "\"event\":\"remove\",\"device\":\"/dev/gpcd0\",\"chip\":\"aries\"" },
};

static void event_write(const struct format *format, const struct gpcd_event *event)
{
	struct out record = { 0 };
	int fd, out;

	format_chosen = format;
	fd = output_begin(&out);
	monitor_header(&record);
	monitor_event(&record, event);
	out_record(&record);
	output_end(fd, out);
	ck_assert_int_eq(out_end(&record), 0);
}

START_TEST(events_are_written)
{
	event_write(events[_i].format, &events[_i].event);
	ck_assert_msg(strstr(said, events[_i].record), "%s", said);
}
END_TEST

START_TEST(every_format_has_events)
{
	event_write(records[_i].format, &events[0].event);
	ck_assert_msg(strstr(said, "/dev/gpcd0"), "%s", said);
}
END_TEST


static Suite *alarm_suite(void)
{
	Suite *suite = suite_create("alarm");
	TCase *tcase = tcase_create("alarm");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, records_say_what_was_seen, 0, ARRAY_SIZE(records));
	tcase_add_test(tcase, a_margin_on_the_other_side);
	tcase_add_test(tcase, a_margin_of_a_tenth_by_default);
	tcase_add_test(tcase, permission_that_is_taken_away_is_an_end);
	tcase_add_test(tcase, what_may_not_be_read_is_refused);
	tcase_add_loop_test(tcase, events_are_written, 0, ARRAY_SIZE(events));
	tcase_add_loop_test(tcase, every_format_has_events, 0, ARRAY_SIZE(records));
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(alarm_suite());
}
