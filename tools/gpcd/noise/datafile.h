/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file of measurements: a table of text, with or without a line that names its columns.
 */
#ifndef NOISE_DATAFILE_H
#define NOISE_DATAFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "fields.h"

/**
 * struct datafile - a file of measurements that is being read
 * @name: its path as messages name it
 * @stream: what is read
 * @line: memory of the line that was read last
 * @room: bytes of @line
 * @number: number of that line, from 1
 * @row: fields of that line
 * @names: names of the columns
 * @width: number of columns
 * @held: @row is a row of values that datafile_next() has not returned yet
 * @code: exit code of what went wrong and was reported, or 0
 */
struct datafile {
	const char *name;
	FILE *stream;
	char *line;
	size_t room;
	size_t number;
	struct fields row;
	char **names;
	size_t width;
	bool held;
	int code;
};

/**
 * datafile_open() - open a file and find the names of its columns
 * @file: filled in, for datafile_end() and datafile_free() in any case
 * @path: its path, or "-": standard input
 *
 * The first line names the columns if none of its fields is a number; otherwise they are named 1, 2
 * and so on. Empty lines, and lines that begin with '#', say nothing.
 *
 * Return: the exit code, having said what is wrong.
 */
int datafile_open(struct datafile *file, const char *path);

/**
 * datafile_next() - read the next row
 * @file: the file, whose row receives as many fields as it has columns
 *
 * Return: true if there is a row; else the file has ended, or its code is not 0.
 */
bool datafile_next(struct datafile *file);

/**
 * datafile_end() - end reading; the names of the columns stay
 * @file: the file
 */
void datafile_end(struct datafile *file);

/**
 * datafile_free() - free the names of the columns
 * @file: the file
 */
void datafile_free(struct datafile *file);

#endif /* NOISE_DATAFILE_H */
