/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * `gpcd-sim replay': the values of one group of a recording, as they were recorded, summed up, or
 * drawn over time.
 */
#ifndef SIM_REPLAY_H
#define SIM_REPLAY_H

#include "cli/draw/draw.h"
#include "cli/out/out.h"
#include "cli/out/format.h"
#include "cli/network/page.h"
#include "record/recording.h"

/* --- a group, and the changes of its values --- */

/* A recording, and one group in it. */
struct replay {
	const char *path;
	const struct description *description;
	const struct description_group *group;
	size_t first; /* index of the group's first value in a record */
	size_t width; /* values of the group */
	uint64_t count; /* records that were read */
	uint64_t from; /* time of the first record */
	uint64_t before; /* time of the last record but one */
	uint64_t now; /* time of the last record */
	uint64_t *value; /* values of the last record */
	bool *absent; /* by value: the last record has none */
	uint64_t *change; /* growth of a counter since the last record that has it */
	bool *seen; /* by value: a record had it in its source's present epoch */
};

/*
 * Choose a group by name; NULL is the first. Call replay_end() in any case. Return the exit code;
 * errors are reported.
 */
int replay_begin(struct replay *replay, const char *path, const struct description *description,
		 const char *name);

/* Take over the values of the next record, and compute their changes. */
void replay_record(struct replay *replay, const struct record *record);

/* Free the memory of replay_begin(). */
void replay_end(struct replay *replay);

/* Return the column of a value, given its index in the group. */
static inline const struct description_column *replay_column(const struct replay *replay, size_t i)
{
	return &replay->group->columns[i % replay->group->ncolumns];
}

/* Convert a recording's time to us. */
static inline double replay_us(const struct replay *replay, uint64_t time)
{
	return time * replay->description->tick / 1e3;
}

/* Return the part of its capacity that a source used between the last two records, or 0. */
double replay_load(const struct replay *replay, size_t source);

/* --- sums over all records --- */

struct totals {
	const struct replay *replay;
	uint64_t *sum; /* growth of each counter */
	double *most; /* by source: largest load between two records */
	struct column *columns; /* of the table of sources */
};

/* Begin to sum up. Call totals_end() in any case. Return the exit code; errors are reported. */
int totals_begin(struct totals *totals, const struct replay *replay);

/* Add the present record. */
void totals_record(struct totals *totals);

/* Make the table of the recording itself, whose first whole bytes can be read. */
struct table totals_recording(const struct totals *totals, enum recording_end end, uint64_t whole);

/* Make the table of all sources of the group. The totals must outlive it. */
struct table totals_sources(struct totals *totals);

/* Free the memory of totals_begin(). */
void totals_end(struct totals *totals);

/* --- records, printed one by one with constant memory --- */

/* Records that are printed. */
struct samples {
	const struct replay *replay;
	bool delta; /* print the growth of counters since the record before */
	struct out out;
};

/*
 * Print the names of columns, if the format has a header. Return 0, or a negative errno for
 * samples_end().
 */
int samples_begin(struct samples *samples);

/* Print the present record. Return 0, or a negative errno for samples_end(). */
int samples_print(struct samples *samples);

/* End printing. Return the exit code; errors are reported. */
int samples_end(struct samples *samples);

/* --- a picture of the growth of counters over time --- */

/* A picture while it is made. */
struct timeline {
	const struct replay *replay;
	size_t column; /* column that is shown; ncolumns of the group: the load */
	size_t dead; /* column of failed lanes; ncolumns: none */
	struct timebins bins; /* by source: the load, or the column's growth in a us */
};

/*
 * Begin a picture of a column by name. NULL is the load if it is known, else the first counter.
 * Only the load has a maximum, which the scales full and log need. Call timeline_end() in any case.
 * Return the exit code; errors are reported.
 */
int timeline_begin(struct timeline *timeline, const struct replay *replay, const char *column,
		   const struct picture *picture);

/* Add the present record. */
void timeline_record(struct timeline *timeline);

/* Draw the picture. Return the exit code; errors are reported. */
int timeline_draw(const struct timeline *timeline, const struct picture *picture);

/* Free the memory of timeline_begin(). */
void timeline_end(struct timeline *timeline);

/* --- a page of all links over time --- */

/* Columns that the quantities of a network are made of. */
#define MAP_COLUMNS	5

/* A page while it is written. */
struct map {
	const struct replay *replay;
	struct page page;
	struct network network;
	struct topo topo;
	struct network_quantity quantities[NETWORK_QUANTITIES];
	size_t columns[MAP_COLUMNS]; /* of the group */
	size_t *links; /* by source: chip * ports + port, or none */
	const char **names; /* by chip: the name of a source, which begins with the chip's */
	double *shares; /* by quantity and link of the sending chip; -1: none */
	uint64_t *counts; /* likewise */
	unsigned char *states; /* by link of the sending chip */
};

/*
 * Begin a page if one is asked for. @replay must outlive @map. Call map_end() in any case. Return
 * the exit code; errors are reported.
 */
int map_begin(struct map *map, const struct replay *replay, const struct html_request *request);

/* Add the growth of counters since the record before. */
void map_record(struct map *map);

/* Finish the page. Return the exit code; errors are reported. */
int map_write(struct map *map);

/* Free the memory of map_begin(). A page that was not finished is not written. */
void map_end(struct map *map);

#endif /* SIM_REPLAY_H */
