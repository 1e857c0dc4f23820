/* SPDX-License-Identifier: GPL-2.0-only */
/* Periodic samples of devices that are measured together. */
#ifndef STREAM_H
#define STREAM_H

#include "cli/out/out.h"
#include "linkheat.h"
#include "measured.h"
#include "series/pace.h"

/* Samples, one in each period. */
struct stream {
	struct measuring measuring;
	struct pace pace;
	struct out out; /* the record being written */
	struct linkheat *heat; /* PICKING_SUMS: a picture of all samples, or NULL */
	struct gpcd_ring *ring; /* the kernel's samples of the only device; NULL: sampled here */
	int error; /* of the last read of the ring, or 0 */
	int code; /* exit code for the first registers that could not be read, or 0 */
};

/*
 * Print a sample in each period until there are enough or a signal asks for the end. @stream has
 * open devices and a pace; the rest is zero. A device that fails is reported once; the others go
 * on. Return the exit code; a failed device determines it only if nothing else went wrong.
 */
int stream_run(struct stream *stream);

#endif /* STREAM_H */
