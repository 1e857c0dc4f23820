// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/out/out.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"
#include "series/sample_format.h"
#include "series/series.h"

static error_t read_argument(int key, char *arg, struct argp_state *state)
{
	char ***names = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_ARGS:
		*names = &state->argv[state->next];
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "a register is missing: see `gpcd counters'");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.parser = read_argument,
	.args_doc = "NAME|NAME:FIELD|GLOB|0xADDR...",
	.doc = "Read registers in one sweep.\n"
	       "\vCSV and JSON are those of a single sample: see `gpcd sample'.",
	.children = series_children,
};

static int print_values(const struct series *series, const struct gpcd_snapshot *now)
{
	const struct sample_format *format = sample_format();
	struct sample sample = { .series = series, .now = now };
	struct out out = { 0 };
	int code;

	if (format->series)
		format->series(&out, series);
	format->sample(&out, &sample);
	out_record(&out);
	code = out_end(&out);
	if (!code)
		code = sample_complain(&sample);
	return code ? code : device_check(series->device, NULL, now);
}

int cmd_read(int argc, char **argv)
{
	struct series series = { .mode = SERIES_RAW };
	struct gpcd_snapshot *now = NULL;
	char **names;
	int code, err;

	cli_parse(&argp, argc, argv, &names);
	code = series_open(&series, names);
	if (code)
		return code;
	err = gpcd_snapshot_create(series.group, &now);
	if (!err)
		err = gpcd_group_read(series.group, now);
	code = err ? device_failed(series.device, err) : print_values(&series, now);
	gpcd_snapshot_destroy(now);
	series_close(&series);
	return code;
}
