// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "tracks.h"

static int track_room(struct track *track)
{
	size_t room = track->room ? 2 * track->room : 64;
	double *more = reallocarray(track->values, room, sizeof(*more));

	if (!more)
		return -ENOMEM;
	track->values = more;
	track->room = room;
	return 0;
}

int track_add(struct track *track, double value)
{
	int err = track->count == track->room ? track_room(track) : 0;

	if (!err)
		track->values[track->count++] = value;
	return err;
}

void track_free(struct track *track)
{
	free(track->values);
}
