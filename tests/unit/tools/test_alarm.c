// SPDX-License-Identifier: GPL-2.0-only
/* The command's alarms, on a kernel that reports what a test sets: its records and exit codes. */
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

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
}

static void change_to(uint32_t state)
{
	kernel.change = (struct gpcd_alarm_change) {
		.number = 1, .rate = 99, .at_ns = 5, .chip_ns = 7, .state = state,
	};
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
	{ &format_csv, ",7,raised,99,1,17,tile,/dev/gpcd0,2\n" },
	{ &format_json, "\"chip_ns\":\"7\",\"state\":\"raised\",\"rate\":\"99\",\"number\":\"1\"" },
	{ &odd, "chip_ns=7;state=raised;rate=99;number=1;alarm=17;name=tile;device=/dev/gpcd0;" },
};

START_TEST(records_say_what_was_seen)
{
	change_to(GPCD_ALARM_RAISED);
	ck_assert_int_eq(run_alarm(records[_i].format, "--above 5 --once --name tile " TILE), 0);
	ck_assert_msg(strstr(said, records[_i].record), "%s", said);
	ck_assert_uint_eq(kernel.alarm.raise, 5);
	ck_assert_uint_eq(kernel.alarm.flags, 0);
}
END_TEST

START_TEST(below_is_cleared_above)
{
	change_to(GPCD_ALARM_RAISED);
	ck_assert_int_eq(run_alarm(&format_csv,
				   "--below 1e3/s --hysteresis 20% --once -i 2s " TILE), 0);
	ck_assert_uint_eq(kernel.alarm.flags, GPCD_ALARM_BELOW);
	ck_assert_uint_eq(kernel.alarm.raise, 1000);
	ck_assert_uint_eq(kernel.alarm.clear, 1200);
	ck_assert_uint_eq(kernel.alarm.period_ns, 2000000000);
	ck_assert_str_eq(kernel.alarm.name, "GM_0_0_TILE_PERFORMANCE_COUNTER");
}
END_TEST

static const struct {
	uint32_t state;
	int code;
	const char *record;
} ends[] = {
	{ GPCD_ALARM_GONE, EXIT_DEVICE, ",,gone,,1,17,tile,/dev/gpcd0,2\n" },
	{ GPCD_ALARM_DENIED, EXIT_PERMISSION, ",,denied,,1,17,tile,/dev/gpcd0,2\n" },
	{ GPCD_ALARM_REMOVED, EXIT_RUNTIME, ",,removed,,1,17,tile,/dev/gpcd0,2\n" },
};

START_TEST(an_end_has_no_rate)
{
	change_to(ends[_i].state);
	ck_assert_int_eq(run_alarm(&format_csv, "--above 5 --name tile " TILE), ends[_i].code);
	ck_assert_msg(strstr(said, ends[_i].record), "%s", said);
}
END_TEST

static const struct {
	int error;
	int code;
} refusals[] = {
	{ EDOM, EXIT_USAGE }, { EBUSY, EXIT_RUNTIME }, { EPERM, EXIT_PERMISSION },
	{ ENXIO, EXIT_USAGE }, { ENOTTY, EXIT_RUNTIME }, { ENODEV, EXIT_DEVICE },
};

START_TEST(refusals_have_codes)
{
	kernel.alarm_error = refusals[_i].error;
	ck_assert_int_eq(run_alarm(&format_csv, "--above 5 " TILE), refusals[_i].code);
}
END_TEST

START_TEST(the_number_is_removed)
{
	ck_assert_int_eq(run_alarm(&format_text, "remove 12"), 0);
	ck_assert_uint_eq(kernel.silenced.id, 12);
	kernel.ctl = ENOENT;
	ck_assert_int_eq(run_alarm(&format_text, "remove 12"), EXIT_DEVICE);
	kernel.ctl = EACCES;
	ck_assert_int_eq(run_alarm(&format_text, "remove 12"), EXIT_PERMISSION);
}
END_TEST

/* Events, as `gpcd monitor' writes them. */
static const struct {
	const struct format *format;
	struct gpcd_event event;
	const char *record;
} events[] = {
	{ &format_csv, { .what = GPCD_CMD_DEV_ADD_NTF, .info.chip = GPCD_CHIP_GEMINI },
	  ",add,/dev/gpcd0,gemini,0,0,0,0,none,,\"0,0,0\",,,,,2\n" },
	{ &format_csv, { .what = GPCD_CMD_ALARM_NTF, .index = 3,
			.alarm = { .id = 4, .state = GPCD_ALARM_RAISED, .number = 5,
				   .name = "a" } },
	  ",alarm,/dev/gpcd3,,,,,,,,,4,a,raised,5,2\n" },
	{ &format_csv, { .what = MONITOR_LOST }, ",lost,,,,,,,,,,,,,,2\n" },
	{ &format_text, { .what = GPCD_CMD_DEV_RESET_NTF,
			 .info = { .chip = GPCD_CHIP_GEMINI, .epoch = 9 } },
	  "  reset    /dev/gpcd0  gemini at 0,0,0  NIC address 0  domain 0  epoch 9\n" },
	{ &format_text, { .what = GPCD_CMD_DEV_FAULT_NTF, .fault = GPCD_FAULT_ONES },
	  "  fault: ones\n" },
	{ &format_text, { .what = MONITOR_LOST }, "events were lost" },
	{ &format_text, { .what = GPCD_CMD_ALARM_GET,
			 .alarm = { .id = 4, .state = GPCD_ALARM_CLEAR, .name = "a" } },
	  "  /dev/gpcd0  4 a  clear  change 0\n" },
	{ &format_json, { .what = GPCD_CMD_DEV_REMOVE_NTF, .info.chip = GPCD_CHIP_ARIES },
	  "\"event\":\"remove\",\"device\":\"/dev/gpcd0\",\"chip\":\"aries\"" },
	{ &format_json, { .what = GPCD_CMD_ALARM_NTF,
			 .alarm = { .id = 4, .state = GPCD_ALARM_GONE, .name = "a" } },
	  "\"alarm\":4,\"name\":\"a\",\"state\":\"gone\"" },
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
	tcase_add_test(tcase, below_is_cleared_above);
	tcase_add_loop_test(tcase, an_end_has_no_rate, 0, ARRAY_SIZE(ends));
	tcase_add_loop_test(tcase, refusals_have_codes, 0, ARRAY_SIZE(refusals));
	tcase_add_test(tcase, the_number_is_removed);
	tcase_add_loop_test(tcase, events_are_written, 0, ARRAY_SIZE(events));
	tcase_add_loop_test(tcase, every_format_has_events, 0, ARRAY_SIZE(records));
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(alarm_suite());
}
