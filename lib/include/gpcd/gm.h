/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libgm: what a job's Geminis counted, over MPI (Pedretti et al., Using the Cray Gemini
 * Performance Counters, section IV).
 *
 *	gemini_state_t state;
 *
 *	gemini_init_state(MPI_COMM_WORLD, &state);
 *	gemini_read_counters(MPI_COMM_WORLD, &state);
 *	... what is to be measured ...
 *	gemini_read_counters(MPI_COMM_WORLD, &state);
 *	gemini_print_counters(MPI_COMM_WORLD, &state);
 *	gemini_finalize_state(MPI_COMM_WORLD, &state);
 *
 * <gemini.h> is the same header under the name that programs of the original library include.
 *
 * All functions that take a communicator are collective over it, and what they return is the same
 * on all ranks, but for two errors that each rank finds by itself: -EINVAL, a communicator or a
 * state that will not do, before it would talk to the others: who passes a right one may wait for
 * ever for one who did not; and -EIO, MPI does not work, after which there is no agreeing.
 *
 * Ranks find their Gemini by its own identity; the lowest rank on each reads it. The library's own
 * messages are sent by PMPI_ calls: profiling tools do not see them, and gm-profile does not count
 * them.
 *
 * The environment says where things are:
 *   GM_DEVICE        what a rank opens, as gpcd_open() takes it, "%r" its rank in MPI_COMM_WORLD;
 *                    default: the first device, /dev/gpcd0
 *   GM_INTERCONNECT  the interconnect file, read by rank 0 alone;
 *                    default: /etc/gpcd/interconnect.txt
 */
#ifndef GPCD_GM_H
#define GPCD_GM_H

#include <stdint.h>
#include <stdio.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gm;

/**
 * typedef gemini_state_t - a job's Geminis and the last two samples of them
 *
 * A process may have many, also of one communicator, and use different ones from different threads
 * at once, each with a communicator of its own, where MPI_THREAD_MULTIPLE is provided.
 */
typedef struct gemini_state {
	struct gm *gm;	/* the library's */
} gemini_state_t;

/**
 * gemini_init_state() - find the Geminis of a communicator's processes
 * @comm: an intracommunicator; the state keeps duplicates of its own
 * @state: filled in, after an error too; for gemini_finalize_state()
 *
 * A Gemini that cannot be opened, or that the interconnect file does not have, is no error here:
 * the table says so in its place. If there is no other, it is.
 *
 * Return: the same on all ranks: 0, -ENOENT: no interconnect file, or another error of opening or
 * reading it, -EBADMSG: a line of it is wrong, -ENODEV: no Gemini, -ENOTSUP: chips of another type,
 * -ENOMEM. Of this rank alone: -EINVAL for a @comm that is null or an intercommunicator, -EIO for
 * an error of MPI. gemini_error() says which rank, and why. After an error all other functions
 * return it again, but for gemini_finalize_state().
 */
int gemini_init_state(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_read_counters() - sample all Geminis
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: filled in by that
 *
 * Behind a barrier each leader reads the 288 static counters of its tiles by one group read. The
 * sample before the last is forgotten.
 *
 * In an emulated job, under gm-profile, the simulator brings the counters up to date first. Where
 * it cannot, on any rank, no Gemini can be read.
 *
 * Return: 0; of this rank alone: -EINVAL for another communicator or no state, -EIO for an error of
 * MPI. A Gemini that cannot be read is no error: the table says so.
 */
int gemini_read_counters(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_print_counters() - print what was counted between the last two samples
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: with two samples
 *
 * Rank 0 writes the table to its standard output, without the heading: GEMINI_TEXT.
 *
 * Return: as gemini_fprint_counters().
 */
int gemini_print_counters(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_print_titled() - the same, below a title
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: with two samples
 * @title: matters at rank 0 only: the table begins with the line "# @title"; NULL: without one
 *
 * gemini_print_counters() with three arguments is this function, in C and in C++.
 *
 * Return: as gemini_fprint_counters().
 */
int gemini_print_titled(MPI_Comm comm, gemini_state_t *state, const char *title);

/**
 * enum gemini_format - how the table looks
 * @GEMINI_TEXT: the paper's Fig. 4: a line with a Gemini's coordinate, then a line a link
 * @GEMINI_TEXT_HEAD: with the two lines of comment above it, and others that say when the samples
 *	were taken and what they took
 * @GEMINI_JSON: an object, docs/gm.md
 *
 * Geminis are sorted by x, then y, then z. One that could not be read has a line of comment.
 */
enum gemini_format {
	GEMINI_TEXT,
	GEMINI_TEXT_HEAD,
	GEMINI_JSON,
};

/**
 * gemini_fprint_counters() - the same, wherever
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: with two samples
 * @stream: matters at rank 0 only
 * @format: likewise
 *
 * Return: the same on all ranks: 0, -ENODATA: fewer than two samples, -EINVAL for no @stream or no
 * such @format, -ENOMEM (rank 0, 392 bytes a Gemini), or the error of writing to @stream. Of this
 * rank alone: -EINVAL and -EIO as of gemini_read_counters().
 */
int gemini_fprint_counters(MPI_Comm comm, gemini_state_t *state, FILE *stream,
			   enum gemini_format format);

/**
 * gemini_write_counters() - the same to a file, whole or not at all
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: with two samples
 * @path: at rank 0; replaced by renaming a new file to it
 * @format: likewise
 *
 * Return: as gemini_fprint_counters().
 */
int gemini_write_counters(MPI_Comm comm, gemini_state_t *state, const char *path,
			  enum gemini_format format);

/**
 * gemini_finalize_state() - forget it; before MPI_Finalize()
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: one that gemini_init_state() has filled, after an error too; a second time: nothing
 *
 * Return: 0, -EINVAL.
 */
int gemini_finalize_state(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_error() - what was wrong last, in words: which rank, which Gemini, and the remedy
 * @state: filled in by gemini_init_state(), be it in vain
 *
 * Local. Return: text that lasts until the next call for @state; "" if nothing was. Where not even
 * memory for a state could be had, or there was no right communicator, only that there is no state.
 */
const char *gemini_error(const gemini_state_t *state);

/**
 * struct gemini_cost - what the last sample took, and printing it
 * @clock_ns: synchronising the leaders' clocks
 * @barrier_ns: waiting for all ranks
 * @read_ns: reading a Gemini
 * @aggregate_ns: summing tiles to links
 * @gather_ns: gathering the table at rank 0
 *
 * The longest of all leaders; @aggregate_ns and @gather_ns are 0 before the first print.
 */
struct gemini_cost {
	uint64_t clock_ns;
	uint64_t barrier_ns;
	uint64_t read_ns;
	uint64_t aggregate_ns;
	uint64_t gather_ns;
};

/**
 * struct gemini_sample - when the last sample was taken, on the leaders' common clock
 * @first_ns: by the first leader; rank 0's CLOCK_MONOTONIC
 * @last_ns: by the last one: last - first is the spread over the job
 */
struct gemini_sample {
	uint64_t first_ns;
	uint64_t last_ns;
};

/**
 * gemini_get_cost() - what the last sample took
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: with a sample
 * @cost: filled in, on all ranks with the same
 *
 * Return: the same on all ranks: 0, -ENODATA: no sample. Of this rank alone: -EINVAL and -EIO as of
 * gemini_read_counters().
 */
int gemini_get_cost(MPI_Comm comm, gemini_state_t *state, struct gemini_cost *cost);

/**
 * gemini_get_sample() - when the last sample was taken
 * @comm: that of gemini_init_state(), or one of the same group
 * @state: with a sample
 * @sample: filled in, on all ranks with the same
 *
 * Return: as gemini_get_cost(), and -ENODATA also if no Gemini could be read.
 */
int gemini_get_sample(MPI_Comm comm, gemini_state_t *state, struct gemini_sample *sample);

/**
 * gemini_memory() - bytes this process holds for a state, its device and map included; MPI's own
 * and what is needed only while a table is printed not
 * @state: filled in by gemini_init_state()
 * @peak: filled in with the most it ever held, printing included; or NULL
 *
 * Local. What the device takes is measured while it is opened: a guess where other threads allocate
 * or free then.
 */
size_t gemini_memory(const gemini_state_t *state, size_t *peak);

#ifdef __cplusplus
}

static inline int gemini_print_counters(MPI_Comm comm, gemini_state_t *state, const char *title)
{
	return gemini_print_titled(comm, state, title);
}
#else
/* The number of arguments decides: the fourth one here is the name of the function. */
#define GEMINI_FOURTH(first, second, third, fourth, ...) fourth
#define gemini_print_counters(...) \
	GEMINI_FOURTH(__VA_ARGS__, gemini_print_titled, gemini_print_counters, 0)(__VA_ARGS__)
#endif

#endif /* GPCD_GM_H */
