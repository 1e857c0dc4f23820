/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Address spaces of devices, and what is mapped in them. The design is at the top of space.c.
 */
#ifndef GPCD_SPACE_H
#define GPCD_SPACE_H

#include <linux/atomic.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mm_types.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/spinlock.h>

#include "core/perms.h"

struct gpcd_device;
struct gpcd_map_user;
struct inode;

/*
 * Parts (VMAs) that the mappings of an open file and of a user may have: beyond that mmap(2), and
 * what divides a part, is refused. What fork(2) copies counts, but is not refused. The second is
 * sixteen for each of the 1,024 devices.
 */
#define GPCD_MAP_FILE_MAX	256
#define GPCD_MAP_USER_MAX	16384

/**
 * typedef gpcd_reach - return the level up to which a mapper may read an open device
 * @reader: the process that made the mapping
 * @device: the device
 *
 * Permissions depend on devices, so the code of devices cannot call theirs: it is passed this.
 */
typedef u32 gpcd_reach(struct gpcd_reader *reader, const struct gpcd_device *device);

/* Address spaces (space.c) */

/**
 * struct gpcd_spaces - the address spaces of a device
 * @lock: held for one step along @list
 * @list: each struct gpcd_space that ever had a mapping; later ones are in front
 */
struct gpcd_spaces {
	spinlock_t lock;	/* @list */
	struct list_head list;
};

/**
 * struct gpcd_space - the address space of an open file, by which its mappings are found
 * @ref: references: one of the open file, one of who walks along @spaces
 * @inode: its owner, which no path leads to
 * @spaces: the address spaces of the device
 * @node: in the list of @spaces
 * @parts: number of VMAs
 * @stale: pages that may not be shown may be mapped; only one judge at a time uses it
 * @lock: protects @mappings
 * @mappings: each struct gpcd_mapping
 */
struct gpcd_space {
	struct kref ref;
	struct inode *inode;
	struct gpcd_spaces *spaces;
	struct list_head node;
	atomic_t parts;
	bool stale;
	struct mutex lock;	/* @mappings */
	struct list_head mappings;
};

/** gpcd_spaces_init() - make ready for address spaces; may sleep. Return: 0, a negative errno */
int gpcd_spaces_init(struct gpcd_spaces *spaces);

/** gpcd_spaces_exit() - undo gpcd_spaces_init(), once; no file may be open; may sleep */
void gpcd_spaces_exit(struct gpcd_spaces *spaces);

/**
 * gpcd_spaces_revoke() - take back all pages of a device that are mapped; may sleep
 * @spaces: the address spaces of the device
 *
 * When this returns, no page is mapped that was chosen before it was called: the next access to
 * a mapping is a page fault, which chooses anew. No page fault waits for this.
 */
void gpcd_spaces_revoke(struct gpcd_spaces *spaces);

/**
 * gpcd_spaces_judge() - find the address spaces that may show what they should not, or too little
 * @spaces: the address spaces of the device
 * @device: the device
 * @reach: returns what a mapper may be shown
 *
 * The caller has called gpcd_faults_wait() since permissions changed. If any address space is
 * stale, it calls gpcd_faults_wait() again and then gpcd_spaces_revoke_stale(); until then nobody
 * else may judge. May sleep.
 *
 * Return: whether any address space is stale.
 */
bool gpcd_spaces_judge(struct gpcd_spaces *spaces, const struct gpcd_device *device,
		       gpcd_reach *reach);

/** gpcd_spaces_revoke_stale() - unmap what gpcd_spaces_judge() has found stale; may sleep */
void gpcd_spaces_revoke_stale(struct gpcd_spaces *spaces);

/** gpcd_faults_wait() - wait for the page faults of all devices that have begun; may sleep */
void gpcd_faults_wait(void);

/**
 * gpcd_space_open() - make the address space of a file
 * @spaces: the address spaces of the device, to which it will belong
 *
 * Return: the address space, for gpcd_space_close(), or an ERR_PTR. May sleep.
 */
struct gpcd_space *gpcd_space_open(struct gpcd_spaces *spaces);

/** gpcd_space_close() - free an address space whose file was closed and unmapped; may sleep */
void gpcd_space_close(struct gpcd_space *space);

/** gpcd_space_join() - have revocations find an address space, which gets its first mapping */
void gpcd_space_join(struct gpcd_space *space);

/**
 * gpcd_space_fault() - serve a page fault: choose a page, and map it
 * @vmf: the page fault
 * @choose: returns the number of the page; what it goes by may change at any moment, and then
 *	gpcd_spaces_revoke() or gpcd_spaces_judge() takes the page back
 */
vm_fault_t gpcd_space_fault(struct vm_fault *vmf,
			    unsigned long (*choose)(const struct vm_fault *vmf));

/* Mappings (mapping.c) */

/**
 * struct gpcd_mapping - what one mmap(2) has made
 * @parts: its VMAs, in one process or several: munmap(2), mprotect(2) and the like divide,
 *	fork(2) copies
 * @space: the address space of the file
 * @node: in the list of @space
 * @user: who made the mapping, and pays for all parts, whoever has them
 * @reader: the process that made the mapping
 * @shown: a bit for each level of which pages may be mapped
 */
struct gpcd_mapping {
	refcount_t parts;
	struct gpcd_space *space;
	struct list_head node;
	struct gpcd_map_user *user;
	struct gpcd_reader reader;
	atomic_t shown;
};

/**
 * gpcd_mapping_create() - make a mapping of one part for the calling process
 * @space: address space of the file
 *
 * Return: the mapping, for gpcd_mapping_close(), or an ERR_PTR: -EDQUOT: the file or the user
 * has too many, -ENOMEM.
 */
struct gpcd_mapping *gpcd_mapping_create(struct gpcd_space *space);

/** gpcd_mapping_open() - count a part more, which nobody can refuse any longer */
void gpcd_mapping_open(struct gpcd_mapping *mapping);

/** gpcd_mapping_close() - a part has ended; the last one frees the mapping; may sleep */
void gpcd_mapping_close(struct gpcd_mapping *mapping);

/** gpcd_mapping_may_split() - may a part be divided? Return: 0, -EDQUOT */
int gpcd_mapping_may_split(const struct gpcd_mapping *mapping);

/** gpcd_mapping_note() - note the level by which a page is being chosen */
static inline void gpcd_mapping_note(struct gpcd_mapping *mapping, u32 level)
{
	if (!(atomic_read(&mapping->shown) & BIT(level)))
		atomic_or(BIT(level), &mapping->shown);
}

/**
 * gpcd_mapping_stale() - return whether pages of another level than the present may be mapped
 * @mapping: the mapping
 * @level: the present one
 *
 * If so, the note is reset to @level. The caller then waits for the faults that have begun, and
 * takes all pages of the mapping back.
 */
static inline bool gpcd_mapping_stale(struct gpcd_mapping *mapping, u32 level)
{
	if (!(atomic_read(&mapping->shown) & ~BIT(level)))
		return false;
	atomic_set(&mapping->shown, BIT(level));
	return true;
}

/** gpcd_mappings_any() - return whether any device is mapped, as of all changes before the call */
bool gpcd_mappings_any(void);

#endif /* GPCD_SPACE_H */
