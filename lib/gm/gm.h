/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Private to libgm. A state is used by only one thread at a time; states share nothing. */
#ifndef GM_GM_H
#define GM_GM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gm/clock.h"
#include "gm/table.h"

/* checkpatch asks for __printf(), which user space has to define. */
#define FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))

/* One leader's part of a sample. */
struct gm_moment {
	int err;	/* 0, or why the leader could not take the sample */
	uint64_t ns;	/* time of the sample, common clock */
};

/* One process's part of a state. */
struct gm {
	MPI_Comm comm;			/* all ranks; owned */
	MPI_Comm leaders;		/* one per chip, by coordinate; or MPI_COMM_NULL */
	int rank;			/* in comm */
	int world;			/* in MPI_COMM_WORLD; used in messages */
	int unfit;			/* 0, or gemini_init_state()'s error: nothing to read */
	int root;			/* rank 0 of comm, as a rank in leaders */
	struct router router;		/* the chip of this leader */
	bool aries;			/* the interconnect file is for Aries; valid at leaders */
	uint64_t chip;			/* identity from gm_device_open() */
	bool placed;			/* the coordinate of this rank's chip is known */
	int fault;			/* -ENODEV, -ENOTSUP: the chip is not in the table */
	char complaint[RECORD_TEXT];	/* fault as text */
	struct gm_clock clock;		/* synchronised with the first leader's */
	int64_t ahead;			/* ns by which rank 0 is ahead of the first leader */
	uint64_t samples;		/* number taken */
	bool alone;			/* the only sample is gm_begin()'s, on the own clock */
	struct gm_moment now;		/* the last sample */
	struct gm_moment before;	/* the sample before the last */
	struct gemini_cost cost;	/* of the last sample, at this leader */
	size_t held;			/* bytes of memory held for the state */
	size_t peak;			/* maximum of held */
	char text[RECORD_TEXT];		/* of gemini_error() */
};

/* Return whether this rank is a leader, which reads its chip. */
static inline bool gm_leads(const struct gm *gm)
{
	return gm->leaders != MPI_COMM_NULL;
}

/*
 * Check the arguments of a call. Returns -EINVAL for the wrong communicator or no state, or the
 * error that gemini_init_state() returned.
 */
int gm_enter(MPI_Comm comm, gemini_state_t *state);

/*
 * Set the text that gemini_error() returns. Control characters and bytes outside ASCII become '?'.
 */
__printf(2, 3) void gm_say(struct gm *gm, const char *format, ...);

/* As gm_say(), with this rank's chip and number before the text. */
__printf(2, 3) void gm_say_chip(struct gm *gm, const char *format, ...);

/* Turn the result of an MPI call into 0, or into -EIO with a text. */
int gm_mpi(struct gm *gm, int result);

/*
 * Give all ranks the same result: 0, or the error and the text of the lowest rank that failed. If
 * @err is negative, gm_say() must already have set the text. Collective. Returns -EIO for an error
 * of MPI.
 */
int gm_agree(struct gm *gm, int err);

/* Account for memory that the state has allocated. */
void gm_hold(struct gm *gm, size_t bytes);

/* Account for memory that the state has freed. */
void gm_release(struct gm *gm, size_t bytes);

/*
 * Open this rank's device, or set fault and complaint. Returns the identity of the device's chip,
 * or after a fault a number that is the same for the same device name and error.
 */
uint64_t gm_device_open(struct gm *gm);

/*
 * Sample this rank's device; the last sample becomes the one before. An error is kept in the
 * sample. Local.
 */
void gm_device_read(struct gm *gm);

/* Close the device and release its memory; also after opening has failed. */
void gm_device_close(struct gm *gm);

/*
 * Choose one leader for each chip, from the devices that the ranks have opened. Sets leaders and
 * root; the other ranks close their device. Collective. Returns -EIO for an error of MPI.
 */
int gm_leaders_find(struct gm *gm);

/*
 * Create a state without a communicator: its device is open and a first sample is taken. gm_join()
 * completes the state, or gm_leave() frees it. Local. Returns 0 or -ENOMEM.
 */
int gm_begin(gemini_state_t *state);

/*
 * Give a state of gm_begin() its communicator; its sample becomes the first one. @comm must have
 * MPI_ERRORS_RETURN; the state owns it, also after an error. Collective. Returns as
 * gemini_init_state().
 */
int gm_join(MPI_Comm comm, gemini_state_t *state);

/* Free a state of gm_begin() that has no communicator. Local. */
void gm_leave(gemini_state_t *state);

/* Check that the interconnect file can be opened. Local. */
int gm_map_there(struct gm *gm);

/*
 * Give each leader the links of its chip from the interconnect file; a chip that is missing there
 * gets a fault. Collective. Returns as gemini_init_state().
 */
int gm_links_find(struct gm *gm);

/* Return the ns since @since, and set @since to the present time. */
uint64_t gm_lap(uint64_t *since);

/*
 * Combine the costs and the times of all leaders' samples; the result is the same on all ranks.
 * Collective. Returns -EIO for an error of MPI.
 */
int gm_summarise(struct gm *gm, struct summary *summary);

/*
 * Cooperation with libgm-profile in the same process: libgm's own messages must not be counted as
 * the program's, and before a sample the program's messages must be in the registers. Without
 * libgm-profile these functions do nothing.
 */

/* Do not count this thread's MPI calls until own_end(). The result has no meaning. */
int own_begin(void);

/* Count this thread's MPI calls again. @begun is unused. */
void own_end(int *begun);

/* Wait until the registers have what the program sent; as gm_profile_flush(). */
int own_flush(void);

/* Do not count the MPI calls of the enclosing function. */
#define OWN_CALLS int own_calls __attribute__((cleanup(own_end))) = own_begin()

#endif /* GM_GM_H */
