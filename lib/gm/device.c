// SPDX-License-Identifier: LGPL-2.1-or-later
/* The device of each rank, or the reason why it cannot be opened; and one leader for each chip. */
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <gpcd/nics.h>

#include "gm/gm.h"

#define DEFAULT_DEVICE	"/dev/gpcd0"
/* Differs between nodes, also if they have the same name. */
#define BOOT_ID		"/proc/sys/kernel/random/boot_id"
/* NICs of another namespace are other NICs. */
#define NET_NAMESPACE	"/proc/self/ns/net"
#define DEVICE_MAX	(sizeof("image:") + PATH_MAX)

/* Return the device of a rank that is not given one. */
static const char *rank_device(void)
{
	return access(DEFAULT_DEVICE, F_OK) ? NICS_ALL : DEFAULT_DEVICE;
}

/* Expand "%r" in GM_DEVICE to the rank. Returns 0 or -ENAMETOOLONG. */
static int device_path(char name[DEVICE_MAX], int rank)
{
	const char *from = getenv("GM_DEVICE"), *mark;
	size_t room = DEVICE_MAX;

	if (!from || !*from)
		from = rank_device();
	for (; (mark = strstr(from, "%r")); from = mark + 2) {
		size_t length = snprintf(name, room, "%.*s%d", (int)(mark - from), from, rank);

		if (length >= room)
			return -ENAMETOOLONG;
		name += length;
		room -= length;
	}
	return (size_t)snprintf(name, room, "%s", from) >= room ? -ENAMETOOLONG : 0;
}

static const char *device_error(int err)
{
	switch (err) {
	case -EPROTO:
		return "no gpcd device or image, or of another version";
	case -ENOTSUP:
		return "not a Gemini or an Aries, whose links these are";
	case -EACCES:
		return "Permission denied: see its mode and group";
	default:
		return strerrordesc_np(-err);
	}
}

/*
 * Return how many bytes malloc() has allocated; nothing else knows what a device of libgpcd needs.
 * The difference of two results is only a guess if other threads allocate or free meanwhile.
 */
static size_t heap(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/*
 * Get the chip's coordinate from sysfs, which anybody may read, even without access to the device.
 */
static bool read_place(const char *name, unsigned int coord[3])
{
	const char *base = strncmp(name, "/dev/", 5) ? name : name + 5;
	char path[sizeof("/sys/class/gpcd//coordinate") + NAME_MAX];
	FILE *file;
	bool found;

	if (strpbrk(base, "/:") || strlen(base) > NAME_MAX)
		return false;
	snprintf(path, sizeof(path), "/sys/class/gpcd/%s/coordinate", base);
	file = fopen(path, "re");
	if (!file)
		return false;
	found = fscanf(file, "%u,%u,%u", &coord[0], &coord[1], &coord[2]) == 3;
	fclose(file);
	return found;
}

static bool names_nics(const char *name)
{
	return !strcmp(name, NICS_ALL) || gpcd_nic_named(name);
}

static void open_complain(struct gm *gm, const char *name, int err)
{
	const char *reason = device_error(err);

	if (err == -ENODEV && !strcmp(name, NICS_ALL))
		reason = "no router, and no network interface";
	else if (err == -ENODEV && names_nics(name))
		reason = "no network interface of this kind";
	gm->placed = read_place(name, gm->router.coord);
	if (gm->placed)
		gm_say_chip(gm, "%.200s: %s: see GM_DEVICE", name, reason);
	else
		gm_say(gm, "rank %d: %.200s: %s: see GM_DEVICE", gm->world, name, reason);
	memcpy(gm->complaint, gm->text, sizeof(gm->complaint));
	gm->fault = err == -ENOTSUP ? -ENOTSUP : -ENODEV;
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t name_hash(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
	return hash;
}

/* Ranks of a node that have the same NICs have the same identity. */
static uint64_t nics_identity(const char *name)
{
	char text[DEVICE_MAX + NIC_NODE + 64], boot[40] = "", node[NIC_NODE];
	struct stat st = { 0 };
	FILE *file = fopen(BOOT_ID, "re");

	if (file) {
		if (!fgets(boot, sizeof(boot), file))
			*boot = '\0';
		fclose(file);
	}
	stat(NET_NAMESPACE, &st);
	nic_node(node);
	snprintf(text, sizeof(text), "%s %s %ju %s", node, boot, (uintmax_t)st.st_ino, name);
	return name_hash(text);
}

/* Open a router, or NICs, and get its identity. */
static int open_named(struct gm *gm, const char *name, uint64_t *id)
{
	int err;

	gm->routed = !names_nics(name);
	err = gm->routed ? router_open(&gm->router, name) : nics_open(name, &gm->nics);
	if (!err)
		*id = gm->routed ? gm->router.chip_id : nics_identity(name);
	return err;
}

uint64_t gm_device_open(struct gm *gm)
{
	size_t before = heap(), after;
	char name[DEVICE_MAX];
	uint64_t id = 0;
	int err = device_path(name, gm->world);

	if (!err)
		err = open_named(gm, name, &id);
	if (err) {
		open_complain(gm, name, err);
		return name_hash(name) + err;
	}
	gm->placed = gm->routed;
	after = heap();
	gm_hold(gm, after > before ? after - before : 0);
	return id;
}

int gm_routed_agree(struct gm *gm)
{
	int mine = gm->routed, any = 0;
	int err = gm_mpi(gm, PMPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, gm->comm));

	if (err || gm->routed == any)
		return err;
	gm->routed = true;
	if (gm->fault)
		return 0;
	gm_say(gm, "rank %d: no router, as other ranks have one: see GM_DEVICE", gm->world);
	memcpy(gm->complaint, gm->text, sizeof(gm->complaint));
	gm->fault = -ENODEV;
	gm->now.err = gm->fault;
	return 0;
}

/* The middle of the sweep, on this rank's own clock. Several NICs have several sweeps. */
static uint64_t sweep_nics(struct gm *gm)
{
	uint64_t start = gm_clock_ns();

	nics_read(gm->nics);
	return start + (gm_clock_ns() - start) / 2;
}

static uint64_t sweep_router(struct gm *gm)
{
	const struct gpcd_times *times;

	gm->now.err = router_read(&gm->router);
	if (gm->now.err)
		return 0;
	times = gpcd_snapshot_times(gm->router.now);
	if (times->torn)
		gm->now.err = -EAGAIN;
	return times->start_ns + (times->end_ns - times->start_ns) / 2;
}

void gm_device_read(struct gm *gm)
{
	gm->before = gm->now;
	if (gm->alone)
		gm->before.ns += gm->clock.offset + gm->ahead;
	gm->alone = false;
	gm->now = (struct gm_moment) { .err = gm->fault };
	if (gm->fault)
		return;
	gm->now.ns = gm->nics ? sweep_nics(gm) : sweep_router(gm);
	gm->now.ns += gm->clock.offset + gm->ahead;
}

void gm_device_close(struct gm *gm)
{
	nics_close(gm->nics);
	gm->nics = NULL;
	router_close(&gm->router);
	gm->router = (struct router) { 0 };
	gm_release(gm, gm->held - sizeof(*gm));
}

/* --- leaders --- */

/*
 * The lowest rank on each chip reads it. If several ranks of a node cannot open the same device,
 * the lowest of them reports why.
 */

/* Equal identities have equal hashes; different identities rarely do. */
static int identity_hash(uint64_t id)
{
	return id * 0x9e3779b97f4a7c15ULL >> 33;
}

/*
 * Find out whether this rank is the lowest in @chips with its chip's identity. In each step the
 * ranks with the first rank's identity get their answer; ranks with another identity but the same
 * hash repeat the step among themselves. Frees @chips.
 */
static int is_lowest(struct gm *gm, uint64_t own, MPI_Comm chips, bool *lowest)
{
	while (chips != MPI_COMM_NULL) {
		uint64_t id = own;
		int err = gm_mpi(gm, PMPI_Bcast(&id, 1, MPI_UINT64_T, 0, chips)), rank;
		bool same = id == own;
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
	return gm->placed ? (int)(coord[0] << 20 | coord[1] << 10 | coord[2]) : INT_MAX;
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

/*
 * Make a communicator of the ranks that share a chip, or for ranks that could not open their
 * device, of the ranks of the same node with the same device and error.
 */
static int split_ranks(struct gm *gm, uint64_t id, MPI_Comm *chips)
{
	int fault = !!gm->fault, any = 0;
	MPI_Comm node = MPI_COMM_NULL;
	int err = gm_mpi(gm, PMPI_Comm_split(gm->comm, fault ? MPI_UNDEFINED : identity_hash(id),
					     gm->rank, chips));

	if (!err)
		err = gm_mpi(gm, PMPI_Allreduce(&fault, &any, 1, MPI_INT, MPI_MAX, gm->comm));
	if (!err && any)
		err = gm_mpi(gm, PMPI_Comm_split_type(gm->comm, fault ? MPI_COMM_TYPE_SHARED :
						      MPI_UNDEFINED, gm->rank, MPI_INFO_NULL,
						      &node));
	if (err || !fault)
		return err;
	err = gm_mpi(gm, PMPI_Comm_split(node, identity_hash(id), gm->rank, chips));
	PMPI_Comm_free(&node);
	return err;
}

int gm_leaders_find(struct gm *gm)
{
	MPI_Comm chips;
	bool leads = true;
	int err = split_ranks(gm, gm->chip, &chips);

	if (!err)
		err = is_lowest(gm, gm->chip, chips, &leads);
	if (!err)
		err = gather_leaders(gm, leads);
	if (!err && (!leads || gm->fault))
		gm_device_close(gm);
	return err;
}
