// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "change.h"

/* Make room for one more; the array, or NULL. */
static void *room_for(void *array, size_t count, size_t *room, size_t size)
{
	void *more;

	if (count < *room)
		return array;
	more = reallocarray(array, 2 * count + 8, size);
	if (more)
		*room = 2 * count + 8;
	return more;
}

int toll_add_failure(struct toll *toll, const struct failure *failure)
{
	struct failure *all = room_for(toll->failure, toll->failures, &toll->failure_room,
				       sizeof(*all));

	if (!all)
		return -ENOMEM;
	toll->failure = all;
	all[toll->failures++] = *failure;
	return 0;
}

int toll_add_loss(struct toll *toll, const struct loss *loss)
{
	struct loss *all = room_for(toll->loss, toll->losses, &toll->loss_room, sizeof(*all));

	if (!all)
		return -ENOMEM;
	toll->loss = all;
	all[toll->losses++] = *loss;
	return 0;
}

void toll_free(struct toll *toll)
{
	free(toll->failure);
	free(toll->loss);
}
