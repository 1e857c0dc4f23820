// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Distributes the interconnect file to the leaders: rank 0 reads it in pieces and broadcasts them.
 * Each leader parses all pieces and keeps the lines of its own chip.
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gm/gm.h"

#define PIECE		65536

/* How to repair a wrong interconnect file. */
#define REMEDY		"save the output of `rtr --interconnect' anew"

/* The interconnect file while it is broadcast. */
struct feed {
	char path[RECORD_TEXT / 2];		/* name at rank 0, truncated for messages */
	int fd;					/* at rank 0 only */
	char *piece;				/* buffer of PIECE bytes */
	struct interconnect_reader *reader;	/* keeps the lines of this leader's chip */
	struct interconnect *map;		/* lines that reader has kept */
};

static int feed_open(struct gm *gm, struct feed *feed)
{
	const char *path = interconnect_path();
	int err;

	snprintf(feed->path, sizeof(feed->path), "%s", path);
	feed->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (feed->fd >= 0)
		return 0;
	err = -errno;
	gm_say(gm, "rank %d: %s: %s: GM_INTERCONNECT says where it is", gm->world, feed->path,
	       strerrordesc_np(-err));
	return err;
}

int gm_map_there(struct gm *gm)
{
	struct feed feed = { .fd = -1 };
	int err;

	if (!gm->routed)
		return 0;
	err = feed_open(gm, &feed);
	if (!err)
		close(feed.fd);
	return err;
}

/* A leader without a chip takes part in the broadcasts and keeps no lines. */
static int feed_begin(struct gm *gm, struct feed *feed)
{
	static const unsigned int none[3] = { ~0u, ~0u, ~0u };

	feed->piece = malloc(PIECE);
	feed->reader = interconnect_reader_new(gm->fault ? none : gm->router.coord);
	if (feed->piece && feed->reader)
		return gm->rank ? 0 : feed_open(gm, feed);
	gm_say(gm, "rank %d: no memory for the interconnect file", gm->world);
	return -ENOMEM;
}

static void feed_end(struct gm *gm, struct feed *feed)
{
	size_t map = feed->map ? interconnect_bytes(feed->map) : 0;
	size_t taken = malloc_usable_size(feed->piece) + malloc_usable_size(feed->reader) + map;

	gm_hold(gm, taken);
	gm_release(gm, taken);
	if (feed->fd >= 0)
		close(feed->fd);
	interconnect_free(feed->map);
	interconnect_reader_free(feed->reader);
	free(feed->piece);
}

/* Read a piece at rank 0. Returns its bytes, 0 at the end of the file, or a negative errno. */
static int read_piece(const struct gm *gm, const struct feed *feed)
{
	ssize_t n;

	if (gm->rank)
		return 0;
	do {
		n = read(feed->fd, feed->piece, PIECE);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

/*
 * Receive all pieces, even after an error in one, so that the broadcasts match. @result is 0 or the
 * first error. Returns -EIO for an error of MPI.
 */
static int feed_run(struct gm *gm, struct feed *feed, struct interconnect_error *error,
		    int *result)
{
	int n, err;

	do {
		n = read_piece(gm, feed);
		err = gm_mpi(gm, PMPI_Bcast(&n, 1, MPI_INT, gm->root, gm->leaders));
		if (!err && n > 0)
			err = gm_mpi(gm, PMPI_Bcast(feed->piece, n, MPI_BYTE, gm->root,
						    gm->leaders));
		if (!err && n > 0 && !*result)
			*result = interconnect_reader_feed(feed->reader, feed->piece, n, error);
	} while (!err && n > 0);
	if (n < 0)
		*result = n;
	else if (!*result)
		*result = interconnect_reader_end(feed->reader, &feed->map, error);
	return err;
}

static int map_feed_take(struct gm *gm, struct feed *feed)
{
	struct interconnect_error error = { 0 };
	int result = 0;
	int err = gm_mpi(gm, PMPI_Bcast(feed->path, sizeof(feed->path), MPI_CHAR, gm->root,
					gm->leaders));

	if (!err)
		err = feed_run(gm, feed, &error, &result);
	if (err)
		return err;
	gm->aries = !result && interconnect_is_aries(feed->map);
	if (*error.reason)
		gm_say(gm, "rank %d: %s: line %lu: %s: " REMEDY, gm->world, feed->path, error.line,
		       error.reason);
	else if (result)
		gm_say(gm, "rank %d: %s: %s", gm->world, feed->path, strerrordesc_np(-result));
	return result;
}

/* Leave the chip out of the table, for the reason in gm->text. */
static int leave_out(struct gm *gm, int err)
{
	memcpy(gm->complaint, gm->text, sizeof(gm->complaint));
	gm->fault = err;
	return 0;
}

/* A chip that the file lacks only sets its fault; a file that contradicts itself is an error. */
static int find_links(struct gm *gm, const struct feed *feed)
{
	unsigned int chip = interconnect_find(feed->map, gm->router.coord);
	int err = -ENOENT;

	if (gm->router.kind->aries != gm->aries) {
		gm_say_chip(gm, "%s: not %s, as in the interconnect file: see GM_DEVICE",
			    gpcd_path(gm->router.device), gm->aries ? "an Aries" : "a Gemini");
		return leave_out(gm, -ENOTSUP);
	}
	if (chip != TOPO_NONE)
		err = links_find(&gm->router.links, feed->map, chip, 0);
	if (err == -ENOENT) {
		gm_say_chip(gm, "%s has no line about it: " REMEDY, feed->path);
		return leave_out(gm, -ENODEV);
	}
	if (err)
		gm_say_chip(gm, "%s: tiles of one link lead to different chips: " REMEDY,
			    feed->path);
	return err;
}

static int need_one(struct gm *gm)
{
	int mine = gm_leads(gm) && !gm->fault, any = 0;
	int err = gm_mpi(gm, PMPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, gm->comm));

	if (err)
		return err;
	if (!any)
		memcpy(gm->text, gm->complaint, sizeof(gm->text));
	return gm_agree(gm, any ? 0 : gm->fault);
}

int gm_links_find(struct gm *gm)
{
	struct feed feed = { .fd = -1 };
	int err;

	if (!gm->routed)
		return need_one(gm);
	err = gm_agree(gm, gm_leads(gm) ? feed_begin(gm, &feed) : 0);
	if (!err) {
		if (gm_leads(gm))
			err = map_feed_take(gm, &feed);
		if (!err && gm_leads(gm) && !gm->fault)
			err = find_links(gm, &feed);
		err = gm_agree(gm, err);
	}
	feed_end(gm, &feed);
	return err ? err : need_one(gm);
}
