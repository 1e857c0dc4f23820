/* SPDX-License-Identifier: GPL-2.0-only */
/* Address spaces of devices, and the mappings in them. The top of space.c describes the design. */
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
 * Limits of the parts (VMAs) of all mappings of an open file and of a user. At a limit, mmap(2) and
 * anything that divides a part are refused. Copies made by fork(2) count, but are not refused.
 * GPCD_MAP_USER_MAX is sixteen for each of 1,024 devices.
 */
#define GPCD_MAP_FILE_MAX	256
#define GPCD_MAP_USER_MAX	16384

/*
 * Return what a mapper may read of an open device: gpcd_perms_reach(). Permissions depend on
 * devices, so the code of devices cannot call permissions directly and is passed this function
 * instead.
 */
typedef u32 gpcd_reach(struct gpcd_reader *reader, const struct gpcd_device *device);

/* Address spaces (space.c) */

/* The address spaces of a device: each struct gpcd_space that ever had a mapping, latest first. */
struct gpcd_spaces {
	spinlock_t lock;	/* list, for one step along it */
	struct list_head list;
};

/* The address space of an open file, by which its mappings are found. */
struct gpcd_space {
	struct kref ref;	/* of the open file, and of a walk along spaces */
	struct inode *inode;	/* owner, which no path leads to */
	struct gpcd_spaces *spaces;
	struct list_head node;	/* in the list of spaces */
	atomic_t parts;	/* number of VMAs */
	bool stale;	/* may have forbidden pages mapped; for the one judge */
	struct mutex lock;	/* mappings */
	struct list_head mappings;
};

/* Prepare for address spaces. May sleep. */
int gpcd_spaces_init(struct gpcd_spaces *spaces);

/* Undo gpcd_spaces_init(). No file may be open. May sleep. */
void gpcd_spaces_exit(struct gpcd_spaces *spaces);

/*
 * Take back all mapped pages of a device. When this returns, no page is mapped that was chosen
 * before the call: the next access to a mapping is a page fault, which chooses again. No page
 * fault waits for this. May sleep.
 */
void gpcd_spaces_revoke(struct gpcd_spaces *spaces);

/*
 * Find the address spaces where pages may be mapped that would not be chosen by what @reach now
 * returns, and return whether there are any. The caller has called gpcd_faults_wait() since
 * permissions changed. If the result is true, it calls gpcd_faults_wait() again and then
 * gpcd_spaces_revoke_stale(); until then nobody else may call this function. May sleep.
 */
bool gpcd_spaces_judge(struct gpcd_spaces *spaces, const struct gpcd_device *device,
		       gpcd_reach *reach);

/* Unmap the address spaces that gpcd_spaces_judge() found stale. May sleep. */
void gpcd_spaces_revoke_stale(struct gpcd_spaces *spaces);

/* Wait until all page faults that have begun, of any device, are over. May sleep. */
void gpcd_faults_wait(void);

/*
 * Make the address space of a file that opens the device of @spaces. The caller closes it with
 * gpcd_space_close(). Return an ERR_PTR on error. May sleep.
 */
struct gpcd_space *gpcd_space_open(struct gpcd_spaces *spaces);

/* Drop the reference of a file that is closed and no longer mapped. May sleep. */
void gpcd_space_close(struct gpcd_space *space);

/* Let revocations find an address space, which is getting its first mapping. */
void gpcd_space_join(struct gpcd_space *space);

/* A page to be mapped. */
struct gpcd_frame {
	unsigned long pfn;
	bool uncached;	/* it is a device's, no memory */
};

/*
 * Serve a page fault: map the page that @choose returns. The choice may become invalid at any
 * moment; gpcd_spaces_revoke() or gpcd_spaces_judge() then takes the page back.
 */
vm_fault_t gpcd_space_fault(struct vm_fault *vmf,
			    struct gpcd_frame (*choose)(const struct vm_fault *vmf));

/* Mappings (mapping.c) */

/*
 * The result of one mmap(2). Its parts are VMAs in one process or several: munmap(2), mprotect(2)
 * and the like divide a VMA, fork(2) copies it.
 */
struct gpcd_mapping {
	refcount_t parts;
	struct gpcd_space *space;
	struct list_head node;	/* in the list of space */
	struct gpcd_map_user *user;	/* made the mapping, and pays for its parts */
	struct gpcd_reader reader;	/* process that made the mapping */
	atomic_t noted;	/* choices by which pages may be mapped: gpcd_choice() */
};

/*
 * Make a mapping of one part for the calling process. Its last gpcd_mapping_close() frees it.
 * Return an ERR_PTR on error: -EDQUOT if the file or the user has too many parts, or -ENOMEM.
 */
struct gpcd_mapping *gpcd_mapping_create(struct gpcd_space *space);

/* Count one more part, which can no longer be refused. */
void gpcd_mapping_open(struct gpcd_mapping *mapping);

/* Drop a part that has ended; the last one frees the mapping. May sleep. */
void gpcd_mapping_close(struct gpcd_mapping *mapping);

/* Return 0 if a part may be divided, else -EDQUOT. */
int gpcd_mapping_may_split(const struct gpcd_mapping *mapping);

/*
 * Return whether a page is shown to a mapper who reaches @reach. @needs: what all registers of the
 * page need; 0 for the page that describes them, which is for everybody who may read any.
 */
static inline bool gpcd_page_shown(u32 needs, u32 reach)
{
	return needs ? !(needs & ~reach) : reach;
}

/*
 * Return the bit of a choice: a page that needs @needs was shown, or withheld. Pages that need the
 * same are always chosen alike.
 */
static inline u32 gpcd_choice(u32 needs, bool shown)
{
	return BIT(shown ? needs : needs + GPCD_MAY_OWN + 1);
}

/* Return the bits of all choices that would not be made for a mapper who reaches @reach. */
static inline u32 gpcd_choices_wrong(u32 reach)
{
	u32 needs, wrong = 0;

	for (needs = 0; needs <= GPCD_MAY_OWN; needs++)
		wrong |= gpcd_choice(needs, !gpcd_page_shown(needs, reach));
	return wrong;
}

/* Note the choice by which a page is about to be mapped. */
static inline void gpcd_mapping_note(struct gpcd_mapping *mapping, u32 choice)
{
	if (!(atomic_read(&mapping->noted) & choice))
		atomic_or(choice, &mapping->noted);
}

/*
 * Return whether pages may be mapped by a choice that is @wrong now. If so, the notes are cleared,
 * and the caller must wait for the page faults that have begun and then take back all pages of the
 * mapping.
 */
static inline bool gpcd_mapping_stale(struct gpcd_mapping *mapping, u32 wrong)
{
	if (!(atomic_read(&mapping->noted) & wrong))
		return false;
	atomic_set(&mapping->noted, 0);
	return true;
}

/* Return whether any device is mapped. Ordered after all changes that the caller made before. */
bool gpcd_mappings_any(void);

#endif /* GPCD_SPACE_H */
