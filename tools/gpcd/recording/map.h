/* SPDX-License-Identifier: GPL-2.0-only */
/* A page of a recording: the links of its chips, from record to record. */
#ifndef RECORDING_MAP_H
#define RECORDING_MAP_H

#include "chart.h"
#include "metrics/measured.h"
#include "playback.h"
#include "tracks.h"

/* A page of a recording. */
struct map {
	struct linkheat_request request;
	struct linkheat heat;
	const struct playback *playback;
	struct tracks *list; /* of each device, in the order of the recording */
	bool *drawn; /* by device: its chip is one of the page */
	uint64_t before; /* time of the record before; 0: there is none */
};

/*
 * Find the chips of a recording, of which no record was read yet and which must outlive @map:
 * device @only, or all if it is NULL. @chart has the arguments, and is not drawn. Call map_close()
 * in any case. Report any error and return the exit code.
 */
int map_open(struct map *map, struct chart *chart, const struct playback *playback,
	     const struct played *only);

/* Add the recording's current record. Return the exit code. */
int map_add(struct map *map);

/* Finish the page. Report any error and return the exit code. */
int map_write(struct map *map);

/* Free what belongs to a page. */
void map_close(struct map *map);

#endif /* RECORDING_MAP_H */
