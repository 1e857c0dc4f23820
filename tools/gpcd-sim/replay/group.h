/* SPDX-License-Identifier: GPL-2.0-only */
/* One group of a recording's values, and their changes. */
#ifndef GROUP_H
#define GROUP_H

#include "record/recording.h"

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

#endif /* GROUP_H */
