/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files that are replaced whole: whoever reads one finds the old contents or the new ones.
 */
#ifndef CLI_OUTFILE_H
#define CLI_OUTFILE_H

#include <stdio.h>

/**
 * struct outfile - a file that is being written
 * @path: its path, with symbolic links resolved
 * @name: path of a file that is written in its place and renamed when it is whole; NULL: @path
 *	is a pipe or a device
 * @stream: stream that is written to; NULL: it could not be opened
 */
struct outfile {
	char *path;
	char *name;
	FILE *stream;
};

/**
 * outfile_open() - begin to write a file
 * @outfile: filled in, for outfile_close() if 0 is returned
 * @path: where it will be
 *
 * Return: 0 or a negative errno.
 */
int outfile_open(struct outfile *outfile, const char *path);

/**
 * outfile_check() - check before long work if a file can be written
 * @path: where it will be; nothing is left there
 *
 * Return: 0 or a negative errno.
 */
int outfile_check(const char *path);

/**
 * outfile_spares() - check that a file that will be written is not the one that is read
 * @path: its path; what is no regular file, such as "-", is not
 * @read: path of the file that is read; "-" is standard input
 *
 * Return: the exit code, having said that it is.
 */
int outfile_spares(const char *path, const char *read);

/**
 * outfile_close() - end writing a file
 * @outfile: the file
 * @err: what went wrong while it was written, a negative errno, or 0; if anything did, @path
 *	stays as it was, unless it is a pipe or a device
 *
 * Return: @err, or a negative errno; that of removing what was written, if that fails.
 */
int outfile_close(struct outfile *outfile, int err);

#endif /* CLI_OUTFILE_H */
