// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mappings: of devices, read-only, of rings and of back doors, with loads and stores.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "catalogue/catalogue.h"
#include "grammar.h"
#include "image/image.h"

static void mmap_make(struct turn *turn)
{
	static const size_t lengths[] = {
		GPCD_IMAGE_SIZE, 4096, 0x10000, GPCD_IMAGE_SIZE + 4096, 0,
	};
	static const off_t offsets[] = {
		0, GPCD_IMAGE_INFO, 0x2001000, 0x10, 0x7ffffffffffff000, GPCD_IMAGE_SIZE,
		0x9803000, 0x11005000,
	};
	static const int protections[] = {
		PROT_READ | PROT_WRITE, PROT_READ, PROT_WRITE, PROT_NONE,
		PROT_READ | PROT_EXEC,
	};
	uint8_t kind = bytes_pick(&turn->bytes, 8);

	handle_choose(turn, kind < 3 ? THING_DOOR : kind < 5 ? THING_DEVICE :
		      kind < 7 ? THING_RING : THING_ANY);
	turn->nr = SYS_mmap;
	turn->arg[0] = (uintptr_t)mapping_slot(bytes_take(&turn->bytes));
	turn->arg[1] = lengths[bytes_pick(&turn->bytes, ARRAY_SIZE(lengths))];
	turn->arg[2] = protections[bytes_pick(&turn->bytes, ARRAY_SIZE(protections))];
	turn->arg[3] = MAP_FIXED | (bytes_take(&turn->bytes) < JUNK ? MAP_SHARED : MAP_PRIVATE);
	turn->arg[4] = turn->fd;
	turn->arg[5] = offsets[bytes_pick(&turn->bytes, ARRAY_SIZE(offsets))];
}

static void mmap_done(struct turn *turn)
{
	const struct handle *handle = turn->handle;

	if (turn->ret < 0)
		return;
	mapping_add((uint8_t *)turn->ret, turn->arg[1]);
	if (!handle || player.racing)
		return;
	if (handle->thing == THING_GROUP)
		finding(turn, "a group mapped");
	if (handle->thing == THING_DEVICE && turn->arg[2] & (PROT_WRITE | PROT_EXEC))
		finding(turn, "registers mapped to write or to execute");
	if (handle->thing == THING_RING && turn->arg[2] & PROT_EXEC)
		finding(turn, "a ring mapped to execute");
	if (turn->arg[3] & MAP_PRIVATE && handle->thing & (THING_DOOR | THING_DEVICE | THING_RING))
		finding(turn, "mapped privately");
}

/* Take a mapping of the player's choice; without one the call is left out. */
static struct mapping *mapping_take(struct turn *turn)
{
	struct mapping *mapping = mapping_choose(turn);

	if (!mapping) {
		turn->act = call_number;
		turn->number = -ENODEV;
	}
	return mapping;
}

static void unmap_make(struct turn *turn)
{
	struct mapping *mapping = mapping_take(turn);

	if (!mapping)
		return;
	mapping_drop(mapping->at);
	turn->act = call_number;
}

static void protect_make(struct turn *turn)
{
	static const int protections[] = {
		PROT_READ, PROT_READ | PROT_WRITE, PROT_NONE, PROT_READ | PROT_EXEC,
	};
	struct mapping *mapping = mapping_take(turn);

	if (!mapping)
		return;
	turn->nr = SYS_mprotect;
	turn->arg[0] = (uintptr_t)mapping->at;
	turn->arg[1] = bytes_pick(&turn->bytes, 2) ? mapping->length : 4096;
	turn->arg[2] = protections[bytes_pick(&turn->bytes, ARRAY_SIZE(protections))];
}

static void advise_make(struct turn *turn)
{
	static const int advice[] = {
		MADV_DONTNEED, MADV_WILLNEED, MADV_DONTFORK, MADV_REMOVE, MADV_POPULATE_READ,
		MADV_POPULATE_WRITE, MADV_COLD, MADV_FREE,
	};
	struct mapping *mapping = mapping_take(turn);

	if (!mapping)
		return;
	turn->nr = SYS_madvise;
	turn->arg[0] = (uintptr_t)mapping->at;
	turn->arg[1] = mapping->length;
	turn->arg[2] = advice[bytes_pick(&turn->bytes, ARRAY_SIZE(advice))];
}

static void remap_make(struct turn *turn)
{
	static const size_t lengths[] = { GPCD_IMAGE_SIZE + 4096, GPCD_IMAGE_SIZE, 4096, 0 };
	struct mapping *mapping = mapping_take(turn);

	if (!mapping)
		return;
	turn->nr = SYS_mremap;
	turn->arg[0] = (uintptr_t)mapping->at;
	turn->arg[1] = mapping->length;
	turn->arg[2] = lengths[bytes_pick(&turn->bytes, ARRAY_SIZE(lengths))];
	turn->arg[3] = MREMAP_MAYMOVE | MREMAP_FIXED;
	turn->arg[4] = (uintptr_t)mapping_slot(bytes_take(&turn->bytes));
}

static void remap_done(struct turn *turn)
{
	if (turn->ret < 0 || turn->act != call_syscall)
		return;
	mapping_drop((uint8_t *)turn->arg[0]);
	mapping_add((uint8_t *)turn->ret, turn->arg[2]);
}

/* --- loads and stores, by the player --------------------------------------- */

static sigjmp_buf landing;
static atomic_bool armed;

static void land(int signal)
{
	if (armed)
		siglongjmp(landing, signal);
	raise(SIGABRT);
}

static bool touch(uint64_t *at, const uint64_t *value)
{
	const struct sigaction action = { .sa_handler = land };

	sigaction(SIGBUS, &action, NULL);
	sigaction(SIGSEGV, &action, NULL);
	if (sigsetjmp(landing, 1)) {
		armed = false;
		return false;
	}
	armed = true;
	if (value)
		__atomic_store_n(at, *value, __ATOMIC_RELAXED);
	else
		__atomic_load_n(at, __ATOMIC_RELAXED);
	armed = false;
	return true;
}

/* The offset of a register, of the page that describes the view, or of nothing. */
static uint64_t offset_make(struct turn *turn)
{
	uint8_t decision = bytes_take(&turn->bytes);
	struct gpcd_reg reg;

	if (decision >= JUNK)
		return decision % 2 ? GPCD_IMAGE_SIZE : decision * 4096;
	if (decision >= 0xa0)
		return GPCD_IMAGE_INFO + decision % 16 * 8;
	gpcd_catalogue_at(GPCD_CHIP_GEMINI, decision * 9, &reg);
	return reg.addr / 8 * 8;
}

static void access_make(struct turn *turn, bool storing)
{
	static const uint64_t values[] = { 1, 0, 2, 3, ~0ULL, 0x5555555555555555, 1ULL << 63 };
	struct mapping *mapping = mapping_take(turn);
	uint64_t value, offset;

	if (!mapping)
		return;
	offset = offset_make(turn);
	value = values[bytes_pick(&turn->bytes, ARRAY_SIZE(values))];
	turn->act = call_number;
	turn->number = touch((void *)(mapping->at + offset), storing ? &value : NULL) ? 0 :
		       -EFAULT;
}

static void load_make(struct turn *turn)
{
	access_make(turn, false);
}

static void store_make(struct turn *turn)
{
	access_make(turn, true);
}

const struct call grammar_memory[] = {
	{
		.name = "mmap",
		.make = mmap_make,
		.done = mmap_done,
		.at_once = true,
		.errors = { EINVAL, ENODEV, EACCES, EOVERFLOW, EPERM, EBUSY, EDQUOT, EOPNOTSUPP },
	}, {
		.name = "unmap",
		.make = unmap_make,
		.errors = { ENODEV, EDQUOT },
	}, {
		.name = "protect",
		.make = protect_make,
		.errors = { ENODEV, EACCES, EDQUOT },
	}, {
		.name = "advise",
		.make = advise_make,
		.errors = { ENODEV, EINVAL, EFAULT, EACCES, EBADF, EOPNOTSUPP, EDQUOT },
	}, {
		.name = "remap",
		.make = remap_make,
		.done = remap_done,
		.at_once = true,
		.errors = { ENODEV, EINVAL, EFAULT, EDQUOT },
	}, {
		.name = "load",
		.make = load_make,
		.errors = { ENODEV, EFAULT },
	}, {
		.name = "store",
		.make = store_make,
		.touches = TOUCH_REGISTERS,
		.errors = { ENODEV, EFAULT },
	}, { }
};
