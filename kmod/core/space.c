// SPDX-License-Identifier: GPL-2.0-only
/*
 * The address space of a device, by which all its mappings are found.
 *
 * Its owner is an inode of a file system of our own, which is mounted as long as there is a
 * device, and nowhere in sight.
 */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/pseudo_fs.h>
#include <linux/rwsem.h>

#include "core/core.h"

/* The letters "gpcd". */
#define SPACE_MAGIC	0x67706364

/*
 * A page fault holds it from its choice of a page until that is mapped. So whoever has changed
 * what a fault would choose, and then has had it alone, finds all that was chosen before.
 */
static DECLARE_RWSEM(space_faults);

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

int gpcd_space_init(struct gpcd_space *space)
{
	int ret = simple_pin_fs(&space_fs, &space_mount, &space_users);

	if (ret)
		return ret;
	space->inode = alloc_anon_inode(space_mount->mnt_sb);
	if (!IS_ERR(space->inode))
		return 0;
	simple_release_fs(&space_mount, &space_users);
	return PTR_ERR(space->inode);
}

void gpcd_space_exit(struct gpcd_space *space)
{
	if (!space->inode)
		return;
	iput(space->inode);
	space->inode = NULL;
	simple_release_fs(&space_mount, &space_users);
}

/*
 * mmap() adds a mapping under the same lock. So a mapping that is not seen here is added later,
 * and its first page fault sees what the caller had changed before this call.
 */
bool gpcd_space_mapped(const struct gpcd_space *space)
{
	struct address_space *mapping = space->inode->i_mapping;
	bool mapped;

	i_mmap_lock_read(mapping);
	mapped = mapping_mapped(mapping);
	i_mmap_unlock_read(mapping);
	return mapped;
}

void gpcd_space_revoke(struct gpcd_space *space)
{
	down_write(&space_faults);
	unmap_mapping_range(space->inode->i_mapping, 0, 0, 1);
	up_write(&space_faults);
}

void gpcd_space_fault_begin(void)
{
	down_read(&space_faults);
}

void gpcd_space_fault_end(void)
{
	up_read(&space_faults);
}
