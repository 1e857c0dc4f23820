// SPDX-License-Identifier: GPL-2.0-only
/*
 * If the period is short and there is only one device, let the kernel sample if it can: it is not
 * delayed as a process is.
 */
#include <errno.h>
#include <stdbool.h>

#include "cli/cli.h"
#include "cli/wait/wait.h"
#include "device/device.h"
#include "measured.h"
#include "series/series.h"

/* From this period on, a timer in this process is good enough, ns. */
#define RING_BELOW_NS	20000000ULL

/* Interval of wake-ups to write the kernel's samples, ns. */
#define RING_WAKE_NS	10000000ULL

/* Most samples that the kernel takes between wake-ups. */
#define RING_WAKE_MAX	256U

/* Return the number of devices that are left. */
static size_t check_values(struct stream *stream)
{
	size_t left = 0;

	for (size_t i = 0; i < stream->measuring.count; i++) {
		struct measured *measured = &stream->measuring.list[i];

		if (!measured->failed)
			measuring_fail(&stream->measuring, measured,
				       measured_check(measured, &stream->code));
		left += !measured->failed;
	}
	return left;
}

static bool any_fresh(const struct measuring *measuring)
{
	for (size_t i = 0; i < measuring->count; i++) {
		if (measured_is_fresh(&measuring->list[i]))
			return true;
	}
	return false;
}

static bool any_torn(const struct measuring *measuring)
{
	for (size_t i = 0; i < measuring->count; i++) {
		struct sample sample = measured_sample(measuring, &measuring->list[i]);

		if (measured_is_fresh(&measuring->list[i]) && sample_torn(&sample))
			return true;
	}
	return false;
}

static void stream_header(struct stream *stream)
{
	const struct sample_format *format = sample_format();
	const struct series *series = measuring_first(&stream->measuring);

	if (stream->measuring.picked.picking >= PICKING_LINKS) {
		if (format->bylink_header)
			format->bylink_header(&stream->out, series);
	} else if (format->series) {
		format->series(&stream->out, series);
	}
}

/* SIGHUP: go on in the file that is at the path now. */
static int stream_reload(void *data)
{
	struct stream *stream = data;

	if (logfile_reopen(&stream->log))
		stream_header(stream);
	return 0;
}

/* Return the exit code, or -1 if a signal asks for the end. */
static int write_sample(struct stream *stream, uint64_t missed)
{
	struct sample at = { .number = stream->pace.written + 1, .missed = missed };
	int code;

	if (logfile_next(&stream->log, realtime_ns()))
		stream_header(stream);
	measuring_print(&stream->measuring, &stream->out, &at);
	code = pace_write(&stream->pace, &stream->out);
	if (code)
		return code;
	if (stream->heat)
		linkheat_add(stream->heat, &stream->measuring);
	stream->pace.torn += any_torn(&stream->measuring);
	return 0;
}

/*
 * The kernel stops sampling if a register may no longer be read. Find out which by reading them
 * here.
 */
static void read_all(struct stream *stream)
{
	struct measured *only = stream->measuring.list;

	if (!stream->ring) {
		measuring_read(&stream->measuring);
		return;
	}
	if (stream->error == -EPERM) {
		gpcd_ring_close(stream->ring);
		stream->ring = NULL;
		stream->pace.wait = NULL;
		stream->error = gpcd_group_read(only->series.group, only->after);
	}
	if (stream->error)
		measuring_fail(&stream->measuring, only,
			       device_failed(only->series.device, stream->error));
}

static bool spans_readings(const struct measuring *measuring)
{
	return measuring->mode != SERIES_RAW || measuring->picked.picking == PICKING_SUMS ||
	       measuring_spans(measuring);
}

/*
 * The first reading of deltas, rates, sums and most metrics writes nothing, because it has no
 * predecessor.
 */
static int stream_step(void *data, const struct pace_step *at)
{
	struct stream *stream = data;
	bool spans = spans_readings(&stream->measuring);

	read_all(stream);
	if (!check_values(stream))
		return stream->measuring.code;
	if ((at->first && spans) || !any_fresh(&stream->measuring))
		return 0;
	return write_sample(stream, at->missed);
}

/* Check for signals each time: samples may come faster than they are written. */
static int ring_wait(void *data, uint64_t *missed)
{
	struct stream *stream = data;
	struct measured *only = stream->measuring.list;
	int err = stop_asked() ? -EINTR : 0;

	measured_turn(only);
	while (!err) {
		stream->error = gpcd_ring_read(stream->ring, only->after, missed);
		if (stream->error != -EAGAIN)
			break;
		err = stop_wait(gpcd_ring_fd(stream->ring), POLLIN);
	}
	return err;
}

/* Have the kernel sample. If it cannot or refuses, sample here. */
static void ring_begin(struct stream *stream)
{
	uint64_t period_ns = pace_period(&stream->pace);
	uint64_t wakeup = RING_WAKE_NS / period_ns;
	struct gpcd_ring_req req = { .size = sizeof(req), .period_ns = period_ns, .cpu = -1 };

	if (period_ns >= RING_BELOW_NS || stream->measuring.count > 1 ||
	    stream->measuring.picked.picking == PICKING_SUMS)
		return;
	if (wakeup > RING_WAKE_MAX)
		wakeup = RING_WAKE_MAX;
	if (stream->pace.count && wakeup > stream->pace.count)
		wakeup = stream->pace.count;
	req.wakeup = wakeup;
	if (!gpcd_ring_open(stream->measuring.list[0].series.group, &req, &stream->ring))
		stream->pace.wait = ring_wait;
}

static int run_samples(struct stream *stream)
{
	int code = logfile_open(&stream->log);

	if (code)
		return code;
	if (stream->log.path)
		stream->pace.reload = stream_reload;
	stream->out.name = stream->log.path;
	stream_header(stream);
	if (stream->out.error)
		return 0;
	ring_begin(stream);
	code = pace_run(&stream->pace, stream_step, stream);
	if (!code && stream->heat)
		code = linkheat_write(stream->heat, pace_period(&stream->pace));
	return code;
}

int stream_run(struct stream *stream)
{
	int code = run_samples(stream);
	int broken = out_end(&stream->out);

	gpcd_ring_close(stream->ring);
	if (broken)
		return broken;
	/* Devices and registers that could not be read have been reported. */
	if (!code)
		code = stream->measuring.code;
	return code ? code : stream->code;
}
