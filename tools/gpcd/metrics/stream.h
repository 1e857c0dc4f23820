/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Periodic samples of devices that are measured together.
 */
#ifndef STREAM_H
#define STREAM_H

#include "cli/out/out.h"
#include "measured.h"
#include "series/pace.h"

/**
 * struct stream - samples, one in each period
 * @measuring: the devices, and what they have in common
 * @pace: when samples are due, and how many there were
 * @out: the record that is written
 * @ring: samples that the kernel takes of the only device; NULL: we do
 * @error: a negative errno of the last read of the ring, or 0
 * @code: exit code for the first registers that could not be read, or 0
 */
struct stream {
	struct measuring measuring;
	struct pace pace;
	struct out out;
	struct gpcd_ring *ring;
	int error;
	int code;
};

/**
 * stream_run() - print a sample in each period, until there are enough or a signal asks for the end
 * @stream: has devices that are open, and a pace; the rest is zero
 *
 * A device that fails is reported once, and costs its own rows only.
 *
 * Return: the exit code: that of the first device that failed, if nothing else went wrong.
 */
int stream_run(struct stream *stream);

#endif /* STREAM_H */
