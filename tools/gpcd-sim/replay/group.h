/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One group of a recording's values: which it is, and how they change.
 */
#ifndef GROUP_H
#define GROUP_H

#include "record/recording.h"

/**
 * struct replay - a recording, and the group of it that is looked at
 * @path: its path
 * @description: what is recorded
 * @group: the group
 * @first: number of the group's first value, in a record
 * @width: values of the group
 * @count: records that were read
 * @from: time of the first one
 * @before: time of the record before the last one
 * @now: time of the last one
 * @value: the group's values of the last record
 * @absent: by value: there is none in the last record
 * @change: by value: of a counter, by how much it grew since the last record that has it
 * @seen: by value: some record had one, since the last epoch of its source began
 */
struct replay {
	const char *path;
	const struct description *description;
	const struct description_group *group;
	size_t first;
	size_t width;
	uint64_t count;
	uint64_t from;
	uint64_t before;
	uint64_t now;
	uint64_t *value;
	bool *absent;
	uint64_t *change;
	bool *seen;
};

/**
 * replay_begin() - choose a group
 * @replay: filled in, for replay_end() in any case
 * @path: path of the recording
 * @description: what is recorded
 * @name: name of the group, or NULL: the first one
 *
 * Return: the exit code, having said what is wrong.
 */
int replay_begin(struct replay *replay, const char *path, const struct description *description,
		 const char *name);

/**
 * replay_record() - take up the next record
 * @replay: receives its values, and how they have changed
 * @record: the record
 */
void replay_record(struct replay *replay, const struct record *record);

/**
 * replay_end() - free what replay_begin() has allocated
 * @replay: the replay
 */
void replay_end(struct replay *replay);

/**
 * replay_column() - find the column of a value
 * @replay: the replay
 * @i: number of the value in the group
 *
 * Return: the column.
 */
static inline const struct description_column *replay_column(const struct replay *replay, size_t i)
{
	return &replay->group->columns[i % replay->group->ncolumns];
}

/**
 * replay_us() - turn a recording's time into us
 * @replay: the replay
 * @time: the time
 *
 * Return: us.
 */
static inline double replay_us(const struct replay *replay, uint64_t time)
{
	return time * replay->description->tick / 1e3;
}

/**
 * replay_load() - find how busy a source was since the record before
 * @replay: the replay
 * @source: number of the source in its group
 *
 * Return: the part of its capacity that it used; 0 if that is not known.
 */
double replay_load(const struct replay *replay, size_t source);

#endif /* GROUP_H */
