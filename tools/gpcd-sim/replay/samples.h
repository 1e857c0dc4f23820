/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records of a recording, printed one by one, however many there are.
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "cli/out/out.h"
#include "group.h"

/**
 * struct samples - records that are printed
 * @replay: the recording
 * @delta: print by how much counters have grown since the record before
 * @out: where they are printed
 */
struct samples {
	const struct replay *replay;
	bool delta;
	struct out out;
};

/**
 * samples_begin() - print the names of columns, if the format has them
 * @samples: the records
 *
 * Return: 0, or a negative errno for samples_end().
 */
int samples_begin(struct samples *samples);

/**
 * samples_print() - print the record that the recording has come to
 * @samples: the records
 *
 * Return: 0, or a negative errno for samples_end().
 */
int samples_print(struct samples *samples);

/**
 * samples_end() - end printing
 * @samples: the records
 *
 * Return: the exit code, having said what is wrong.
 */
int samples_end(struct samples *samples);

#endif /* SAMPLES_H */
