/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libgm: read the counters of all chips of an MPI job (Pedretti et al., Using the Cray Gemini
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
 * All functions that take a communicator are collective over it. They return the same result on all
 * ranks, except for two errors that each rank detects by itself:
 *   -EINVAL  a wrong communicator or state. The rank returns before it has sent any message, so
 *            ranks with right arguments may wait for ever for it.
 *   -EIO     an error of MPI, after which the ranks cannot agree on a result.
 *
 * Each rank asks its device for the identity of its Gemini. The lowest rank on a Gemini is the
 * leader, which reads it. The library sends its own messages by PMPI_ calls: profiling tools do not
 * see them, and gm-profile does not count them.
 *
 * If no rank has a router, each node's network interfaces are counted in place of Geminis: the
 * lowest rank of a node reads them, and no interconnect file is needed (docs/gm.md).
 *
 * The environment:
 *   GM_DEVICE        the device that a rank opens, in the form that gpcd_open() takes; "%r" stands
 *                    for the rank in MPI_COMM_WORLD; default: the first device, /dev/gpcd0, or
 *                    where that does not exist "nics", all network interfaces of the node
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
 * typedef gemini_state_t - the Geminis of a job and the last two samples of them
 *
 * A process may have many states, also of one communicator. If MPI_THREAD_MULTIPLE is provided,
 * different threads may use different states at once, each state with a communicator of its own.
 */
typedef struct gemini_state {
	struct gm *gm;	/* private to the library */
} gemini_state_t;

/**
 * gemini_init_state() - find the Geminis of a communicator's processes
 * @comm: an intracommunicator; the state keeps duplicates of it
 * @state: filled in, also after an error; the caller releases it with gemini_finalize_state()
 *
 * It is no error if a chip cannot be opened or is not in the interconnect file: the table has the
 * reason in place of that chip. It is an error if this is so for all chips.
 *
 * Return: the same on all ranks: 0, -ENOENT: no interconnect file, or another error of opening or
 * reading it, -EBADMSG: a line of it is wrong, -ENODEV: no chip, -ENOTSUP: chips of another type,
 * -ENOMEM. On one rank alone: -EINVAL for a @comm that is null or an intercommunicator, -EIO for an
 * error of MPI. gemini_error() says which rank failed, and why. After an error all functions but
 * gemini_finalize_state() return the same error.
 */
int gemini_init_state(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_read_counters() - sample all chips
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: filled in by gemini_init_state()
 *
 * After a barrier each leader reads the 288 static counters of its Gemini's tiles by one group
 * read. The state keeps this sample and the one before it.
 *
 * In an emulated job, under gm-profile, the simulator first brings the counters up to date. If it
 * fails to do so for any rank, no Gemini can be read.
 *
 * Return: 0; on one rank alone: -EINVAL for another communicator or no state, -EIO for an error of
 * MPI. A Gemini that cannot be read is no error: the table has the reason.
 */
int gemini_read_counters(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_print_counters() - print the counts between the last two samples
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: a state with two samples
 *
 * Rank 0 writes the table to its standard output, in the format GEMINI_TEXT.
 *
 * Return: as gemini_fprint_counters().
 */
int gemini_print_counters(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_print_titled() - print a title, then the table of gemini_print_counters()
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: a state with two samples
 * @title: used at rank 0 only: the output begins with the line "# @title"; NULL: no title
 *
 * gemini_print_counters() with three arguments calls this function, in C and in C++.
 *
 * Return: as gemini_fprint_counters().
 */
int gemini_print_titled(MPI_Comm comm, gemini_state_t *state, const char *title);

/**
 * enum gemini_format - how the table looks
 * @GEMINI_TEXT: as Fig. 4 of the paper: for each Gemini a line with its coordinate, then a line for
 *	each link
 * @GEMINI_TEXT_HEAD: as GEMINI_TEXT, preceded by a heading of two lines of comment, and further
 *	lines of comment with the samples' times and durations
 * @GEMINI_JSON: a JSON object, see docs/gm.md
 *
 * Geminis are sorted by x, then y, then z. For a Gemini that could not be read, the text formats
 * have a line of comment with the reason.
 */
enum gemini_format {
	GEMINI_TEXT,
	GEMINI_TEXT_HEAD,
	GEMINI_JSON,
};

/**
 * gemini_fprint_counters() - write the table to a stream, in any format
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: a state with two samples
 * @stream: where rank 0 writes; not used on other ranks
 * @format: how the table looks; not used on other ranks
 *
 * Return: the same on all ranks: 0, -ENODATA: fewer than two samples, -EINVAL for no @stream or an
 * unknown @format, -ENOMEM (rank 0 needs 392 bytes a Gemini, 2,296 an Aries), or the error of
 * writing to @stream. On one rank alone: -EINVAL and -EIO as gemini_read_counters().
 */
int gemini_fprint_counters(MPI_Comm comm, gemini_state_t *state, FILE *stream,
			   enum gemini_format format);

/**
 * gemini_write_counters() - write the table to a file
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: a state with two samples
 * @path: the file, which rank 0 replaces by renaming a new file to it; not used on other ranks
 * @format: how the table looks; not used on other ranks
 *
 * The file holds the whole table, or stays as it was.
 *
 * Return: as gemini_fprint_counters().
 */
int gemini_write_counters(MPI_Comm comm, gemini_state_t *state, const char *path,
			  enum gemini_format format);

/**
 * gemini_finalize_state() - release a state, before MPI_Finalize()
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: filled in by gemini_init_state(), also if that failed; a second call does nothing
 *
 * Return: 0, -EINVAL.
 */
int gemini_finalize_state(MPI_Comm comm, gemini_state_t *state);

/**
 * gemini_error() - describe the last error: which rank, which Gemini, and what to do
 * @state: filled in by gemini_init_state(), also if that failed
 *
 * Local.
 *
 * Return: a text that lasts until the next call for @state; "" if there was no error. If
 * gemini_init_state() could not even make a state, because of its communicator or for lack of
 * memory, the text only says that there is no state.
 */
const char *gemini_error(const gemini_state_t *state);

/**
 * struct gemini_cost - how long the steps of the last sample and of printing took, in ns
 * @clock_ns: synchronising the leaders' clocks
 * @barrier_ns: waiting for all ranks
 * @read_ns: reading a Gemini
 * @aggregate_ns: summing the counters of tiles to links
 * @gather_ns: gathering the table at rank 0
 *
 * Each value is the longest of all leaders. @aggregate_ns and @gather_ns are 0 before the first
 * print.
 */
struct gemini_cost {
	uint64_t clock_ns;
	uint64_t barrier_ns;
	uint64_t read_ns;
	uint64_t aggregate_ns;
	uint64_t gather_ns;
};

/**
 * struct gemini_sample - when a sample was taken: the CLOCK_MONOTONIC of rank 0, in ns
 * @first_ns: time at which the first leader read its Gemini
 * @last_ns: time at which the last leader did; last - first is the spread over the job
 */
struct gemini_sample {
	uint64_t first_ns;
	uint64_t last_ns;
};

/**
 * gemini_get_cost() - return how long the last sample took
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: a state with a sample
 * @cost: filled in, with the same on all ranks
 *
 * Return: the same on all ranks: 0, -ENODATA: no sample. On one rank alone: -EINVAL and -EIO as
 * gemini_read_counters().
 */
int gemini_get_cost(MPI_Comm comm, gemini_state_t *state, struct gemini_cost *cost);

/**
 * gemini_get_sample() - return when the last sample was taken
 * @comm: the communicator of gemini_init_state(), or one of the same group
 * @state: a state with a sample
 * @sample: filled in, with the same on all ranks
 *
 * Return: as gemini_get_cost(), and -ENODATA also if no chip could be read.
 */
int gemini_get_sample(MPI_Comm comm, gemini_state_t *state, struct gemini_sample *sample);

/**
 * gemini_memory() - return the bytes of memory that this process holds for a state
 * @state: filled in by gemini_init_state()
 * @peak: filled in with the most bytes that were ever held, printing included; or NULL
 *
 * The result includes the device and the interconnect file. It does not include the memory of MPI,
 * nor memory that is needed only while a table is printed.
 *
 * Local. The memory of the device is measured while the device is opened, so it is a guess if other
 * threads allocate or free memory meanwhile.
 *
 * Return: the bytes; 0 if there is no state.
 */
size_t gemini_memory(const gemini_state_t *state, size_t *peak);

#ifdef __cplusplus
}

static inline int gemini_print_counters(MPI_Comm comm, gemini_state_t *state, const char *title)
{
	return gemini_print_titled(comm, state, title);
}
#else
/* Choose the function by the number of arguments: its name becomes the fourth argument here. */
#define GEMINI_FOURTH(first, second, third, fourth, ...) fourth
#define gemini_print_counters(...) \
	GEMINI_FOURTH(__VA_ARGS__, gemini_print_titled, gemini_print_counters, 0)(__VA_ARGS__)
#endif

#endif /* GPCD_GM_H */
