/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files that users name for a command to read.
 */
#ifndef CLI_INFILE_H
#define CLI_INFILE_H

#include <stdio.h>

/**
 * infile_open() - open a file to read it
 * @path: its path; "-" is standard input
 *
 * Return: the stream, for infile_close(); NULL, having said why the file cannot be read: the exit
 * code is EXIT_INPUT.
 */
FILE *infile_open(const char *path);

/**
 * infile_text() - open a text to read it, after its byte-order mark if it has one
 * @path: its path; "-" is standard input
 *
 * Return: as infile_open().
 */
FILE *infile_text(const char *path);

/**
 * infile_skip_mark() - skip the byte-order mark of a text, if it has one
 * @file: the stream, of which nothing has been read
 */
void infile_skip_mark(FILE *file);

/**
 * infile_failed() - report that an input file cannot be read
 * @path: its path
 * @err: a negative errno
 *
 * Return: EXIT_INPUT; EXIT_RUNTIME if memory is out.
 */
int infile_failed(const char *path, int err);

/**
 * infile_no_recording() - report that an input file is no recording, or none that can be read
 * @path: its path
 * @err: a negative errno, as recording_open() returns it
 *
 * Return: as infile_failed().
 */
int infile_no_recording(const char *path, int err);

/**
 * infile_byte() - read the next byte of a file, even if signals come in between
 * @file: the stream
 *
 * Return: the byte; EOF at its end, and where it cannot be read: see ferror(3) and errno.
 */
int infile_byte(FILE *file);

/**
 * infile_line() - read the next line of a file, even if signals come in between
 * @file: the stream
 * @line: filled in: the line, without its end; memory for free(3), which grows as lines need it;
 *	at first NULL
 * @room: size of that memory, bytes; at first 0
 *
 * Return: 1: a line was read; 0: the file has no more; -ENOMEM, or why it cannot be read.
 */
int infile_line(FILE *file, char **line, size_t *room);

/**
 * infile_close() - close a file that infile_open() has opened
 * @file: the stream; standard input stays open
 */
void infile_close(FILE *file);

#endif /* CLI_INFILE_H */
