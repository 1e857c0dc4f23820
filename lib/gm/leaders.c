// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Who reads which Gemini: the lowest rank on it, and who has none, none.
 */
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gm/gm.h"

#define DEFAULT_DEVICE	"/dev/gpcd0"
#define DEVICE_MAX	(sizeof("image:") + PATH_MAX)

/* What GM_DEVICE says, "%r" the rank; 0, -ENAMETOOLONG. */
static int device_name(char name[DEVICE_MAX], int rank)
{
	const char *from = getenv("GM_DEVICE"), *mark;
	size_t room = DEVICE_MAX;

	if (!from || !*from)
		from = DEFAULT_DEVICE;
	for (; (mark = strstr(from, "%r")); from = mark + 2) {
		size_t length = snprintf(name, room, "%.*s%d", (int)(mark - from), from, rank);

		if (length >= room)
			return -ENAMETOOLONG;
		name += length;
		room -= length;
	}
	return (size_t)snprintf(name, room, "%s", from) >= room ? -ENAMETOOLONG : 0;
}

static const char *explain(int err)
{
	switch (err) {
	case -EPROTO:
		return "no gpcd device or image, or of another version";
	case -ENOTSUP:
		return "not a Gemini, whose links these are";
	case -EACCES:
		return "Permission denied: see its mode and group";
	default:
		return strerrordesc_np(-err);
	}
}

/*
 * What malloc() has given out: only it knows what a device of libgpcd takes. Where other threads
 * allocate and free meanwhile that is a guess, of 0 at least.
 */
static size_t heap(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static void open_device(struct gm *gm)
{
	size_t before = heap(), after;
	char name[DEVICE_MAX];
	int err = device_name(name, gm->world);

	if (!err)
		err = router_open(&gm->router, name);
	if (err) {
		gm_say(gm, "rank %d: %.200s: %s: see GM_DEVICE", gm->world, name, explain(err));
		memcpy(gm->complaint, gm->text, sizeof(gm->complaint));
		gm->fault = err == -ENOTSUP ? -ENOTSUP : -ENODEV;
		return;
	}
	after = heap();
	gm_hold(gm, after > before ? after - before : 0);
}

static void close_device(struct gm *gm)
{
	router_close(&gm->router);
	gm->router = (struct router) { 0 };
	gm_release(gm, gm->held - sizeof(*gm));
}

/* Equal for equal identities, and hardly for others. */
static int hash(uint64_t id)
{
	return id * 0x9e3779b97f4a7c15ULL >> 33;
}

/*
 * Of the ranks in @chips, is this the lowest of its identity? Those of the first one's are told;
 * where the hash brought others together, they go on among themselves. Takes @chips.
 */
static int is_lowest(struct gm *gm, MPI_Comm chips, bool *lowest)
{
	while (chips != MPI_COMM_NULL) {
		uint64_t id = gm->router.chip_id;
		int err = gm_mpi(gm, PMPI_Bcast(&id, 1, MPI_UINT64_T, 0, chips)), rank;
		bool same = id == gm->router.chip_id;
		MPI_Comm others = MPI_COMM_NULL;

		if (!err)
			err = gm_mpi(gm, PMPI_Comm_rank(chips, &rank));
		if (!err)
			err = gm_mpi(gm, PMPI_Comm_split(chips, same ? MPI_UNDEFINED : 0, rank,
							 &others));
		PMPI_Comm_free(&chips);
		if (err)
			return err;
		if (same)
			*lowest = rank == 0;
		chips = others;
	}
	return 0;
}

static int coord_key(const struct gm *gm)
{
	const unsigned int *coord = gm->router.coord;

	for (int i = 0; i < 3; i++) {
		if (coord[i] > INTERCONNECT_COORD)
			return INT_MAX;
	}
	return gm->router.group ? (int)(coord[0] << 20 | coord[1] << 10 | coord[2]) : INT_MAX;
}

static int gather_leaders(struct gm *gm, bool leads)
{
	int color = leads ? 0 : MPI_UNDEFINED;
	int err = gm_mpi(gm, PMPI_Comm_split(gm->comm, color, coord_key(gm), &gm->leaders));

	if (!err && gm_leads(gm))
		err = gm_mpi(gm, PMPI_Comm_rank(gm->leaders, &gm->root));
	if (!err)
		err = gm_mpi(gm, PMPI_Bcast(&gm->root, 1, MPI_INT, 0, gm->comm));
	return err;
}

int gm_leaders_find(struct gm *gm)
{
	MPI_Comm chips;
	bool leads = true;
	int err;

	open_device(gm);
	err = gm_mpi(gm, PMPI_Comm_split(gm->comm,
					 gm->fault ? MPI_UNDEFINED : hash(gm->router.chip_id),
					 gm->rank, &chips));
	if (!err)
		err = is_lowest(gm, chips, &leads);
	if (!err)
		err = gather_leaders(gm, leads);
	if (!err && (!leads || gm->fault))
		close_device(gm);
	return err;
}
