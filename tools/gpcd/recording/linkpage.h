/* SPDX-License-Identifier: GPL-2.0-only */
/* A page of a recording: the links of its chips, from record to record. */
#ifndef LINKPAGE_H
#define LINKPAGE_H

#include "chart.h"
#include "metrics/measured.h"
#include "playback.h"
#include "tracks.h"

/* A page of a recording. */
struct linkpage {
	struct linkheat_request request;
	struct linkheat heat;
	const struct playback *playback;
	struct tracks *list; /* of each device, in the order of the recording */
	bool *drawn; /* by device: its chip is one of the page */
	uint64_t before; /* time of the record before; 0: there is none */
};

/*
 * Find the chips of a recording, of which no record was read yet and which must outlive @map:
 * device @only, or all if it is NULL. @chart has the arguments, and is not drawn. Call
 * linkpage_close() in any case. Report any error and return the exit code.
 */
int linkpage_open(struct linkpage *map, struct chart *chart, const struct playback *playback,
		  const struct played *only);

/* Add the recording's current record. Return the exit code. */
int linkpage_add(struct linkpage *map);

/* Finish the page. Report any error and return the exit code. */
int linkpage_write(struct linkpage *map);

/* Free what belongs to a page. */
void linkpage_close(struct linkpage *map);

#endif /* LINKPAGE_H */
