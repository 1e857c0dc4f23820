// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address spaces, and how mapped pages are taken back while others fault.
 *
 * Each open file has an address space of its own, so that walking the VMAs of one file does not
 * involve any other. The owner of an address space is an inode of an internal file system, which
 * is mounted, without a path, as long as there is a device. The inode of a device node would not
 * do: anybody who may make device nodes could have another one for the same device.
 *
 * A page fault takes no lock that is held for long. It runs within an SRCU read-side section from
 * choosing a page until that page is mapped. Pages are taken back in these steps:
 *
 *  1. change what a fault would choose (permissions, the chip, its fault);
 *  2. wait for all faults that had begun: their choices are mapped then;
 *  3. unmap, file by file.
 *
 * A fault that begins after step 1 makes a valid choice, so it need neither wait for steps 2 and 3
 * nor be repeated. fork(2) and mremap(2) copy and move mapped pages without a fault. They hold
 * the lock of the address space while they add a VMA, and add it after the one they copy from, so
 * one walk of unmap_mapping_range() takes back the copy as well: do not walk in pieces.
 *
 * One SRCU domain serves all devices: only the code that takes pages back waits for it, and no
 * longer than a fault takes.
 *
 * A change of permissions affects few mappings. Each mapping notes, for each need that pages have,
 * whether such pages were shown or withheld (gpcd_mapping_note()). If any would be chosen otherwise
 * now, all pages of that open file are unmapped. Most changes, and the periodic check of jobs.c,
 * unmap nothing. The notes are judged after step 2:
 *
 *  3. compare the notes with what the mapper may read now; if one is wrong, mark the address space
 *     as stale and clear the notes;
 *  4. if any is stale, wait for faults once more: a fault that noted its choice before the clearing
 *     has mapped its page then, although its note is lost;
 *  5. unmap what is stale.
 *
 * A fault that begins after the clearing notes its choice again, for the next judgement.
 */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/pseudo_fs.h>
#include <linux/slab.h>
#include <linux/srcu.h>

#include "core/core.h"

/* The letters "gpcd". */
#define SPACE_MAGIC	0x67706364

DEFINE_STATIC_SRCU(space_faults);

static struct vfsmount *space_mount;
static int space_users;

static int space_fs_init(struct fs_context *context)
{
	return init_pseudo(context, SPACE_MAGIC) ? 0 : -ENOMEM;
}

static struct file_system_type space_fs = {
	.name = "gpcd",
	.owner = THIS_MODULE,
	.init_fs_context = space_fs_init,
	.kill_sb = kill_anon_super,
};

int gpcd_spaces_init(struct gpcd_spaces *spaces)
{
	spin_lock_init(&spaces->lock);
	INIT_LIST_HEAD(&spaces->list);
	return simple_pin_fs(&space_fs, &space_mount, &space_users);
}

void gpcd_spaces_exit(struct gpcd_spaces *spaces)
{
	WARN_ON(!list_empty(&spaces->list));
	simple_release_fs(&space_mount, &space_users);
}

/* Open files */

struct gpcd_space *gpcd_space_open(struct gpcd_spaces *spaces)
{
	struct gpcd_space *space = kzalloc(sizeof(*space), GFP_KERNEL_ACCOUNT);
	struct inode *inode;

	if (!space)
		return ERR_PTR(-ENOMEM);
	inode = alloc_anon_inode(space_mount->mnt_sb);
	if (IS_ERR(inode)) {
		kfree(space);
		return ERR_CAST(inode);
	}
	kref_init(&space->ref);
	space->inode = inode;
	space->spaces = spaces;
	INIT_LIST_HEAD(&space->node);
	mutex_init(&space->lock);
	INIT_LIST_HEAD(&space->mappings);
	return space;
}

static void space_release(struct kref *ref)
{
	struct gpcd_space *space = container_of(ref, struct gpcd_space, ref);

	spin_lock(&space->spaces->lock);
	list_del(&space->node);
	spin_unlock(&space->spaces->lock);
	iput(space->inode);
	kfree(space);
}

void gpcd_space_close(struct gpcd_space *space)
{
	kref_put(&space->ref, space_release);
}

/* Add at the front: a walk that has begun then does not follow users who open file after file. */
void gpcd_space_join(struct gpcd_space *space)
{
	spin_lock(&space->spaces->lock);
	if (list_empty(&space->node))
		list_add(&space->node, &space->spaces->list);
	spin_unlock(&space->spaces->lock);
}

/* Page faults */

vm_fault_t gpcd_space_fault(struct vm_fault *vmf,
			    struct gpcd_frame (*choose)(const struct vm_fault *vmf))
{
	int section = srcu_read_lock(&space_faults);
	struct gpcd_frame frame = choose(vmf);
	pgprot_t prot = vmf->vma->vm_page_prot;
	vm_fault_t ret = vmf_insert_pfn_prot(vmf->vma, vmf->address, frame.pfn,
					     frame.uncached ? pgprot_noncached(prot) : prot);

	srcu_read_unlock(&space_faults, section);
	return ret;
}

void gpcd_faults_wait(void)
{
	synchronize_srcu_expedited(&space_faults);
}

/* Taking pages back */

/*
 * Return the address space after @space, or the first one if it is NULL, with a reference, and drop
 * the reference on @space. An address space stays in the list while anybody has a reference.
 */
static struct gpcd_space *space_next(struct gpcd_spaces *spaces, struct gpcd_space *space)
{
	struct gpcd_space *next = NULL;
	struct list_head *at;

	spin_lock(&spaces->lock);
	at = space ? &space->node : &spaces->list;
	while (!next && (at = at->next) != &spaces->list) {
		next = list_entry(at, struct gpcd_space, node);
		if (!kref_get_unless_zero(&next->ref))
			next = NULL;
	}
	spin_unlock(&spaces->lock);
	if (space)
		gpcd_space_close(space);
	return next;
}

static void space_unmap(struct gpcd_space *space)
{
	unmap_mapping_range(space->inode->i_mapping, 0, 0, 1);
	cond_resched();
}

void gpcd_spaces_revoke(struct gpcd_spaces *spaces)
{
	struct gpcd_space *space = NULL;

	gpcd_faults_wait();
	while ((space = space_next(spaces, space)))
		space_unmap(space);
}

/*
 * Judge the mappings of an address space; mark it as stale if pages may be mapped that would not be
 * chosen now.
 */
static void space_judge(struct gpcd_space *space, const struct gpcd_device *device,
			gpcd_reach *reach)
{
	struct gpcd_mapping *mapping, *last = NULL;
	u32 wrong = 0;

	mutex_lock(&space->lock);
	list_for_each_entry(mapping, &space->mappings, node) {
		if (!last || !gpcd_reader_same(&last->reader, &mapping->reader))
			wrong = gpcd_choices_wrong(reach(&mapping->reader, device));
		space->stale |= gpcd_mapping_stale(mapping, wrong);
		last = mapping;
	}
	mutex_unlock(&space->lock);
}

bool gpcd_spaces_judge(struct gpcd_spaces *spaces, const struct gpcd_device *device,
		       gpcd_reach *reach)
{
	struct gpcd_space *space = NULL;
	bool stale = false;

	while ((space = space_next(spaces, space))) {
		space_judge(space, device, reach);
		stale |= space->stale;
		cond_resched();
	}
	return stale;
}

void gpcd_spaces_revoke_stale(struct gpcd_spaces *spaces)
{
	struct gpcd_space *space = NULL;

	while ((space = space_next(spaces, space))) {
		if (!space->stale)
			continue;
		space->stale = false;
		space_unmap(space);
	}
}
