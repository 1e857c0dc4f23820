/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libgm inside. A state is used by one thread at a time; nothing is shared between states.
 */
#ifndef GM_GM_H
#define GM_GM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What this header declares is all that leaves the library. */
#pragma GCC visibility push(default)
#include <gpcd/gm.h>
#pragma GCC visibility pop

#include "gm/clock/clock.h"
#include "gm/record.h"

/* checkpatch knows the kernel's name only. */
#define FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))

/**
 * struct gm_moment - a leader's part of a sample
 * @err: why there is none, a negative errno, or 0
 * @ns: when, on the common clock
 */
struct gm_moment {
	int err;
	uint64_t ns;
};

/**
 * struct gm - a process's part of a state
 * @comm: all ranks
 * @leaders: one a Gemini, sorted by coordinate; MPI_COMM_NULL where this rank is none
 * @rank: in @comm
 * @world: in MPI_COMM_WORLD: how people name a process
 * @unfit: why there is nothing to read, as gemini_init_state() returned it, or 0
 * @root: rank 0's place in @leaders
 * @router: a leader's Gemini
 * @chip: what gm_device_open() returned
 * @placed: its coordinate is known
 * @fault: why a leader's Gemini is not in the table, -ENODEV or -ENOTSUP, and
 * @complaint: in words
 * @clock: synchronised with the first leader, and
 * @ahead: how far rank 0 is ahead of that
 * @samples: so far
 * @alone: the only one is gm_begin()'s, taken by this process's clock
 * @now: the last one
 * @before: the one before
 * @cost: of this leader
 * @held: bytes of memory
 * @peak: the most of them
 * @text: of gemini_error()
 */
struct gm {
	MPI_Comm comm;
	MPI_Comm leaders;
	int rank;
	int world;
	int unfit;
	int root;
	struct router router;
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

static inline bool gm_leads(const struct gm *gm)
{
	return gm->leaders != MPI_COMM_NULL;
}

/** gm_enter() - is it that state's communicator, and a state to read? 0, -EINVAL, or why not */
int gm_enter(MPI_Comm comm, gemini_state_t *state);

/**
 * gm_say() - what gemini_error() is to tell
 *
 * Control characters and bytes outside ASCII become '?'.
 */
__printf(2, 3) void gm_say(struct gm *gm, const char *format, ...);

/** gm_say_chip() - the same, after this rank's Gemini and number */
__printf(2, 3) void gm_say_chip(struct gm *gm, const char *format, ...);

/** gm_mpi() - a result of MPI: 0, or -EIO, having said so */
int gm_mpi(struct gm *gm, int result);

/**
 * gm_agree() - the same result on all ranks
 * @err: this rank's; if negative, gm_say() has told it
 *
 * Collective over all ranks. Return: 0, or the lowest failing rank's, whose text all have then.
 */
int gm_agree(struct gm *gm, int err);

/** gm_hold() - memory was taken */
void gm_hold(struct gm *gm, size_t bytes);

/** gm_release() - and given back */
void gm_release(struct gm *gm, size_t bytes);

/**
 * gm_device_open() - open this rank's device, or say what is wrong
 *
 * Return: its chip's identity; where @fault is set, a number for what could not be opened, and why.
 */
uint64_t gm_device_open(struct gm *gm);

/** gm_device_read() - sample this rank's device; what was the last sample is the one before now. Local. */
void gm_device_read(struct gm *gm);

/** gm_device_close() - close the device and release its memory; also where opening failed */
void gm_device_close(struct gm *gm);

/** gm_leaders_find() - agree who leads, by the devices that are open; collective; 0, -EIO */
int gm_leaders_find(struct gm *gm);

/**
 * gm_begin() - a state that has no communicator yet
 * @state: filled in: its device is open and a first sample is taken
 *
 * Local, for gm_join(), or gm_leave() where nobody joins. Return: 0, -ENOMEM.
 */
int gm_begin(gemini_state_t *state);

/**
 * gm_join() - make what gm_begin() began the state of a communicator
 * @comm: which the state takes, after an error too: one of which errors return
 * @state: the sample that it has becomes the first one
 *
 * Collective. Return: as gemini_init_state().
 */
int gm_join(MPI_Comm comm, gemini_state_t *state);

/** gm_leave() - forget what gm_begin() began and nobody joined. Local. */
void gm_leave(gemini_state_t *state);

/** gm_map_there() - is there an interconnect file here? Local; 0, or -errno, having said so */
int gm_map_there(struct gm *gm);

/**
 * gm_links_find() - tell the leaders their links, by the interconnect file; collective
 *
 * Return: as gemini_init_state().
 */
int gm_links_find(struct gm *gm);

/** gm_lap() - ns since a time, which becomes now */
uint64_t gm_lap(uint64_t *since);

struct summary;

/** gm_summarise() - what all leaders' samples took, and when they were; collective; 0, -EIO */
int gm_summarise(struct gm *gm, struct summary *summary);

#endif /* GM_GM_H */
