/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Figure 4: times of MPI_Alltoall between real ranks of one node, which use no network. They are
 * recorded by an MPI program (docs/examples/alltoall.c), not simulated.
 */
#ifndef ARIES_RECORDED_H
#define ARIES_RECORDED_H

#include "cli/out/table.h"

/** RECORDED_TITLE: what this is, in a few words */
#define RECORDED_TITLE	"MPI_Alltoall between real ranks of one node, recorded (Fig. 4)"

/** recorded_columns - columns of the table of summaries; there are RECORDED_COLUMNS */
extern const struct column recorded_columns[];

/** RECORDED_COLUMNS - number of recorded_columns */
#define RECORDED_COLUMNS	10

/**
 * recorded_read() - read a file, and summarise its times by size
 * @path: the file, "-" for standard input: lines of "BYTES,NS"; a first line "bytes,ns" is skipped
 * @summary: receives the summaries, in ascending order of sizes
 * @claims: receives what the paper says beside that; its columns are claim_columns
 *
 * Return: the exit code, having said what is wrong.
 */
int recorded_read(const char *path, struct table *summary, struct table *claims);

#endif /* ARIES_RECORDED_H */
