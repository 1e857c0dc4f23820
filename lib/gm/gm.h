/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Private to libgm. A state is used by only one thread at a time; states share nothing. */
#ifndef GM_GM_H
#define GM_GM_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The library exports only what <gpcd/gm.h> declares. */
#pragma GCC visibility push(default)
#include <gpcd/gm.h>
#pragma GCC visibility pop

#include "gm/nics.h"
#include "router/router.h"

/* checkpatch asks for __printf(), which user space has to define. */
#define FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))

/* --- the clock --- */

/*
 * A clock that all ranks share, and a barrier. Both exchange messages along the dimensions of a
 * hypercube (Hanlon, XMP-64 performance measurements, 3). Times are in ns. Communicators belong to
 * the library and have MPI_ERRORS_RETURN.
 */

/*
 * The clock of this rank, and its difference from rank 0's. Each difference that this rank measured
 * was wrong by at most half of @trip.
 */
struct gm_clock {
	int64_t offset;			/* ns to add for rank 0's time; 0 until synchronised */
	uint64_t (*now)(void *context);	/* reads the rank's own clock, ns; NULL: CLOCK_MONOTONIC */
	void *context;			/* for now */
	uint64_t trip;			/* ns, longest round trip that was used; 0 at rank 0 */
};

/*
 * Synchronise this rank's clock with rank 0's. Collective. In dimension d each rank with bit d set
 * measures how far it is ahead of its neighbour. All 2^d ranks of a subcube should measure the same
 * (3.2.2), so they take the mean. At last each rank beyond the largest power of two sets its clock
 * by its twin's. Clocks may be up to 2^62 ns apart. Returns -EIO for an error of MPI; offset and
 * trip are then undefined.
 */
int gm_clock_sync(struct gm_clock *clock, MPI_Comm comm);

/* Return CLOCK_MONOTONIC in ns. Local. */
uint64_t gm_clock_ns(void);

/* Return the common time in ns, by the last gm_clock_sync(). Local. */
uint64_t gm_clock_now(const struct gm_clock *clock);

/*
 * Wait until all ranks of a communicator have entered. Collective. Takes one exchange for each
 * dimension (3.1), and for the ranks beyond the largest power of two one message before and one
 * after. Returns -EIO for an error of MPI.
 */
int gm_barrier(MPI_Comm comm);

/* --- the table --- */

/*
 * The table that rank 0 prints, made of one record from each leader. A Gemini's record is the
 * beginning of an Aries's, which has more links.
 */

/* Bytes of a record's text, with its NUL. */
#define RECORD_TEXT	(GEMINI_LINKS * ROUTER_COUNTERS * 8)

/* A link. */
struct record_link {
	uint64_t x : 10;	/* coordinate of the far chip: x, or group */
	uint64_t y : 10;	/* y, or chassis */
	uint64_t z : 10;	/* z, or blade */
	uint64_t speed : 20;	/* one way, in 125 kB/s; every tile speed is a multiple */
	uint64_t direction : 3;	/* as in struct link */
	uint64_t tiles : 6;	/* summed up; 0: there is no such link */
	uint64_t lost : 4;	/* tiles that the link should have in addition */
	uint64_t sums[ROUTER_COUNTERS];
};

/*
 * The record that a leader sends to rank 0: a chip, or the reason why it could not be read. The
 * first link is the host link, whose far end is the chip itself; the others follow in the order of
 * struct links, then one without tiles if there is room. A record whose host link has no tiles
 * contains a reason, without "# " and newline. Records are sent as they are in memory, as all
 * machines of a job are of one kind.
 */
struct record {
	union {
		struct record_link links[LINKS_MOST];
		struct {
			uint64_t blank;	/* 0: the host link has no tiles */
			char text[RECORD_TEXT];
		};
	};
};

static_assert(sizeof(struct record_link) * GEMINI_LINKS == 392,
	      "rank 0 has less than 4 MiB for 10,000 Geminis");
static_assert(offsetof(struct record, text) + RECORD_TEXT <= 392, "a Gemini's record holds a text");

/* Return how many bytes of a record are sent. */
size_t record_size(bool aries);

/* Fill in @record with the links of @router and their sums. */
void record_fill(struct record *record, const struct router *router);

/* Make @record contain a reason, truncated if it is too long. */
void record_complain(struct record *record, const char *text);

/* Return whether @record contains a reason instead of counters. */
bool record_is_complaint(const struct record *record);

/* Return the number of links of @record, the host link included. */
unsigned int record_links(const struct record *record, bool aries);

/*
 * Return link @number, below @links, in the order in which links are printed: the host link last.
 * @links is from record_links().
 */
const struct record_link *record_link(const struct record *record, unsigned int links,
				      unsigned int number);

/* Get the coordinate of the chip at the far end of @link. */
void record_far(const struct record_link *link, unsigned int coord[3]);

/* Return the speed of @link one way, in GB/s. */
double record_speed(const struct record_link *link);

/*
 * Cost and times of the last two samples, over all leaders. If no leader could take a sample, its
 * first_ns is greater than its last_ns.
 */
struct summary {
	struct gemini_cost cost;	/* maximum of all leaders */
	struct gemini_sample before;	/* the sample before the last */
	struct gemini_sample now;	/* the last sample */
};

/* The chips of a job, or the NICs of its nodes. */
struct table {
	char *records;		/* one for each chip, sorted by coordinate; see table_record() */
	struct nic_record *nics;	/* in their place: see table_nic(); or NULL */
	size_t count;		/* of chips or nodes */
	int most;		/* NICs of a node */
	size_t bytes;		/* memory for records or nics */
	bool aries;
	struct summary summary;	/* over all chips */
};

/* Return the record of chip @i, below the table's count. */
static inline const struct record *table_record(const struct table *table, size_t i)
{
	return (const struct record *)(table->records + i * record_size(table->aries));
}

/* Return NIC @i, below the table's most, of a node. It is empty if the node has fewer. */
static inline const struct nic_record *table_nic(const struct table *table, size_t node, int i)
{
	return &table->nics[i * table->count + node];
}

/*
 * Write a table to a stream and flush the stream. Returns 0, -EINVAL for an unknown format,
 * -ENOMEM, or the error of writing.
 */
int table_print(const struct table *table, FILE *stream, enum gemini_format format);

/* --- a state --- */

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
	bool routed;			/* it counts routers; else its nodes' NICs */
	struct nics *nics;		/* of this leader's node; NULL if the job is routed */
	struct router router;		/* the chip of this leader */
	bool aries;			/* the interconnect file is for Aries; valid at leaders */
	uint64_t chip;			/* identity from gm_device_open(): of a chip or a node */
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
 * Open this rank's device, or set fault and complaint. Where there is no router, the device is the
 * node's NICs. Returns the identity of the device's chip or node, or after a fault a number that is
 * the same for the same device name and error.
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
 * Agree on whether the job is routed: it is if any rank has a router, or was to have one. NICs of
 * other ranks then become a fault. Collective. Returns -EIO for an error of MPI.
 */
int gm_routed_agree(struct gm *gm);

/*
 * Choose one leader for each chip or node, from the devices that the ranks have opened. Sets
 * leaders and root; the other ranks close their device. Collective. Returns -EIO for an error of
 * MPI.
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

/* Check that the interconnect file can be opened, if the job is routed. Local. */
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

/* --- cooperation with libgm-profile --- */

/*
 * In the same process: libgm's own messages must not be counted as
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
