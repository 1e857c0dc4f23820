/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the files of libgm share. Only one thread at a time uses a state; states share nothing.
 */
#ifndef GM_GM_H
#define GM_GM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The library exports what <gpcd/gm.h> declares, and nothing else. */
#pragma GCC visibility push(default)
#include <gpcd/gm.h>
#pragma GCC visibility pop

#include "gm/clock/clock.h"
#include "gm/record.h"

/* checkpatch asks for __printf(), which user space has to define. */
#define FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))

/**
 * struct gm_moment - one leader's part of a sample
 * @err: 0, or a negative errno: why the leader could not take the sample
 * @ns: when it took the sample, on the common clock
 */
struct gm_moment {
	int err;
	uint64_t ns;
};

/**
 * struct gm - one process's part of a state
 * @comm: all ranks
 * @leaders: one rank for each chip, sorted by coordinate; MPI_COMM_NULL if this rank is no leader
 * @rank: this rank in @comm
 * @world: this rank in MPI_COMM_WORLD, which is how messages name it
 * @unfit: 0, or the error that gemini_init_state() returned: there is nothing to read
 * @root: rank in @leaders of rank 0 of @comm
 * @router: the chip of this leader
 * @aries: the interconnect file is about Aries, not Geminis; known to leaders
 * @chip: identity of this rank's chip, from gm_device_open()
 * @placed: the coordinate of this rank's chip is known
 * @fault: 0, -ENODEV or -ENOTSUP: why this leader's chip is not in the table
 * @complaint: @fault in words
 * @clock: this leader's clock, synchronised with that of the first leader
 * @ahead: ns that the clock of rank 0 is ahead of the first leader's
 * @samples: number of samples taken
 * @alone: the only sample is gm_begin()'s, timed by this process's own clock
 * @now: the last sample
 * @before: the sample before the last
 * @cost: what the last sample cost this leader
 * @held: bytes of memory that this process holds for the state
 * @peak: the largest @held so far
 * @text: the text of gemini_error()
 */
struct gm {
	MPI_Comm comm;
	MPI_Comm leaders;
	int rank;
	int world;
	int unfit;
	int root;
	struct router router;
	bool aries;
	uint64_t chip;
	bool placed;
	int fault;
	char complaint[RECORD_TEXT];
	struct gm_clock clock;
	int64_t ahead;
	uint64_t samples;
	bool alone;
	struct gm_moment now;
	struct gm_moment before;
	struct gemini_cost cost;
	size_t held;
	size_t peak;
	char text[RECORD_TEXT];
};

/** gm_leads() - return whether this rank is a leader: the one that reads its chip */
static inline bool gm_leads(const struct gm *gm)
{
	return gm->leaders != MPI_COMM_NULL;
}

/**
 * gm_enter() - check the arguments of a call
 * @comm: must have the same ranks as the state's communicator
 * @state: must have been filled in by gemini_init_state()
 *
 * Return: 0; -EINVAL: wrong communicator or no state; else the error of gemini_init_state().
 */
int gm_enter(MPI_Comm comm, gemini_state_t *state);

/**
 * gm_say() - set the text that gemini_error() returns
 * @gm: the state
 * @format: as printf(3)
 *
 * Control characters and bytes outside ASCII become '?'.
 */
__printf(2, 3) void gm_say(struct gm *gm, const char *format, ...);

/** gm_say_chip() - as gm_say(), with this rank's chip and number before the text */
__printf(2, 3) void gm_say_chip(struct gm *gm, const char *format, ...);

/** gm_mpi() - turn a result of an MPI call into 0, or into -EIO after a gm_say() */
int gm_mpi(struct gm *gm, int result);

/**
 * gm_agree() - give all ranks the same result
 * @gm: the state
 * @err: this rank's result; if it is negative, gm_say() has already told why
 *
 * Collective over all ranks.
 *
 * Return: 0, or the error of the lowest rank that failed. All ranks then have that rank's text.
 * -EIO for an error of MPI.
 */
int gm_agree(struct gm *gm, int err);

/** gm_hold() - account for @bytes of memory that the state has taken */
void gm_hold(struct gm *gm, size_t bytes);

/** gm_release() - account for @bytes of memory that the state has given back */
void gm_release(struct gm *gm, size_t bytes);

/**
 * gm_device_open() - open this rank's device, or set @fault and @complaint
 * @gm: the state
 *
 * Return: the identity of the device's chip. If @fault is set: a number that is the same for the
 * same device name and error.
 */
uint64_t gm_device_open(struct gm *gm);

/**
 * gm_device_read() - sample this rank's device
 * @gm: the state; its last sample becomes the one before the last
 *
 * Local. An error is kept in the sample.
 */
void gm_device_read(struct gm *gm);

/** gm_device_close() - close the device and release its memory; also after opening has failed */
void gm_device_close(struct gm *gm);

/**
 * gm_leaders_find() - choose one leader for each chip, by the devices that the ranks have opened
 * @gm: the state; @leaders and @root are filled in, and ranks that do not lead close their device
 *
 * Collective.
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_leaders_find(struct gm *gm);

/**
 * gm_begin() - make a state that has no communicator yet
 * @state: filled in: its device is open and a first sample is taken
 *
 * Local. gm_join() completes the state; gm_leave() releases it if it is never joined.
 *
 * Return: 0, -ENOMEM.
 */
int gm_begin(gemini_state_t *state);

/**
 * gm_join() - give a state of gm_begin() its communicator
 * @comm: has MPI_ERRORS_RETURN; the state takes ownership of it, also after an error
 * @state: the sample it already has becomes the first one
 *
 * Collective.
 *
 * Return: as gemini_init_state().
 */
int gm_join(MPI_Comm comm, gemini_state_t *state);

/** gm_leave() - release a state of gm_begin() that has no communicator. Local. */
void gm_leave(gemini_state_t *state);

/** gm_map_there() - check that the interconnect file can be opened. Local. Return: 0, -errno */
int gm_map_there(struct gm *gm);

/**
 * gm_links_find() - give each leader the links of its chip, from the interconnect file
 * @gm: the state; a chip that the file does not have sets @fault
 *
 * Collective.
 *
 * Return: as gemini_init_state().
 */
int gm_links_find(struct gm *gm);

/** gm_lap() - return the ns since the time in @since, and set @since to the present time */
uint64_t gm_lap(uint64_t *since);

struct summary;

/**
 * gm_summarise() - sum up the costs and the times of all leaders' samples
 * @gm: the state
 * @summary: filled in, with the same on all ranks
 *
 * Collective.
 *
 * Return: 0, -EIO for an error of MPI.
 */
int gm_summarise(struct gm *gm, struct summary *summary);

#endif /* GM_GM_H */
