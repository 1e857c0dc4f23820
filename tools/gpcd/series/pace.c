// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/out/out.h"
#include "cli/out/people.h"
#include "cli/wait/wait.h"
#include "pace.h"

#define PERIOD_MIN 10000ULL		/* 10 us */
#define PERIOD_MAX 86400000000000ULL	/* a day */
#define PERIOD_DEFAULT 1000000000ULL

static const struct option_row rows[] = {
	{ "interval", 'i', "TIME", 0, "period: 1s, 500ms, 100us, 5m ...; 10us to 24h; default 1s",
	  OPTION_TIME(struct pace, period, PERIOD_MIN, PERIOD_MAX) },
	{ "count", 'n', "N", 0, "end after N samples, 1 or more; default: go on",
	  OPTION_WIDE(struct pace, count, 1, UINT64_MAX) },
	{ 0 }
};

const struct options pace_options = { .rows = rows };

static int timer_failed(int err)
{
	complain("the timer: %s", strerror(-err));
	return EXIT_RUNTIME;
}

static int run_until_end(struct pace *pace, struct ticker *ticker,
			 int (*step)(void *run, const struct pace_step *at), void *run)
{
	struct pace_step at = { .first = true };
	int code = 0, err;

	while (!code && (!pace->count || pace->written < pace->count)) {
		err = pace->wait ? pace->wait(run, &at.missed) : ticker_wait(ticker, &at.missed);
		if (err == -EINTR && stop_take_reload()) {
			code = pace->reload(run);
			continue;
		}
		if (err)
			return err == -EINTR ? -1 : timer_failed(err);
		if (at.first)
			at.missed = 0;
		pace->missed += at.missed;
		code = step(run, &at);
		complain_rest();
		at.first = false;
	}
	return code;
}

uint64_t pace_period(const struct pace *pace)
{
	return pace->period ? pace->period : PERIOD_DEFAULT;
}

int pace_write(struct pace *pace, struct out *out)
{
	int err = out_record(out);

	pace->is_closed = err == -EPIPE;
	if (err)
		return err == -EINTR ? -1 : EXIT_OUTPUT;
	pace->written++;
	return 0;
}

/* Scripts look for these words, whatever the numbers. */
static void say_counts(const struct pace *pace)
{
	bool people = isatty(STDERR_FILENO);

	complain("%ju sample%s, %ju period%s missed, %ju torn", (uintmax_t)pace->written,
		 people ? people_plural(pace->written) : "s", (uintmax_t)pace->missed,
		 people ? people_plural(pace->missed) : "s", (uintmax_t)pace->torn);
}

/* A period that is asked for is kept even by one sample, which may coincide with other nodes'. */
static bool begins_at_once(const struct pace *pace)
{
	return pace->count == 1 && !pace->period;
}

int pace_run(struct pace *pace, int (*step)(void *run, const struct pace_step *at), void *run)
{
	struct ticker ticker;
	int code, err, broken;

	stop_catch();
	err = ticker_start(&ticker, pace_period(pace), begins_at_once(pace));
	if (err)
		return timer_failed(err);
	code = run_until_end(pace, &ticker, step, run);
	broken = pace->finish ? pace->finish(run) : 0;
	/* Ended by a signal: a success if there is a sample. */
	if (code < 0)
		code = pace->written ? 0 : EXIT_RUNTIME;
	if (pace->written || !pace->is_closed)
		say_counts(pace);
	ticker_stop(&ticker);
	return broken ? broken : code;
}
