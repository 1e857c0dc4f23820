// SPDX-License-Identifier: GPL-2.0-only
/*
 * The descriptor of a ring: making it, mapping its memory, waiting for records.
 */
#include <linux/anon_inodes.h>
#include <linux/compat.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "core/compat.h"
#include "access/file/ring.h"
#include "access/access.h"

/* Memory */

/*
 * Charge the memory like perf does: against the user's limit of locked memory, over all processes.
 */
static int memory_charge(struct gpcd_ring *ring)
{
	unsigned long pages = ring->bytes >> PAGE_SHIFT;
	unsigned long limit = rlimit(RLIMIT_MEMLOCK) >> PAGE_SHIFT;

	ring->user = get_current_user();
	if (atomic_long_add_return(pages, &ring->user->locked_vm) <= limit ||
	    capable(CAP_IPC_LOCK))
		return 0;
	atomic_long_sub(pages, &ring->user->locked_vm);
	free_uid(ring->user);
	ring->user = NULL;
	return -EPERM;
}

static void memory_free(struct gpcd_ring *ring)
{
	vfree(ring->page);
	if (!ring->user)
		return;
	atomic_long_sub(ring->bytes >> PAGE_SHIFT, &ring->user->locked_vm);
	free_uid(ring->user);
}

static int memory_alloc(struct gpcd_ring *ring)
{
	int ret = memory_charge(ring);

	if (ret)
		return ret;
	ring->page = __vmalloc(ring->bytes, GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN);
	if (!ring->page)
		return -ENOMEM;
	*ring->page = (struct gpcd_ring_page){
		.flags = ring->overwrite ? GPCD_RING_OVERWRITE : 0,
		.count = ring->list.count,
		.records = ring->records,
		.record_bytes = ring->record_bytes,
		.data_offset = PAGE_SIZE,
		.period_ns = ring->period_ns,
		.values_offset = ring->values_offset,
		.statuses_offset = ring->statuses_offset,
		.state = GPCD_RING_RUNNING,
	};
	return 0;
}

/* Life */

static void ring_wake(struct work_struct *work)
{
	struct gpcd_ring *ring = container_of(work, struct gpcd_ring, waker);
	__poll_t events = EPOLLIN | EPOLLRDNORM;

	if (!gpcd_ring_running(READ_ONCE(ring->state)))
		events |= EPOLLHUP | EPOLLERR;
	wake_up_interruptible_poll(&ring->wait, events);
}

static void ring_free(struct gpcd_ring *ring)
{
	memory_free(ring);
	gpcd_reader_put(&ring->reader);
	gpcd_list_destroy(&ring->list);
	kfree(ring);
}

static int req_check(const struct gpcd_ring_req *req)
{
	if (req->period_ns < req->period_min_ns || req->period_ns > GPCD_RING_PERIOD_MAX_NS)
		return -ERANGE;
	if (req->records < GPCD_RING_RECORDS_MIN || req->records > GPCD_RING_RECORDS_MAX)
		return -ERANGE;
	return is_power_of_2(req->records) && req->wakeup < req->records ? 0 : -EINVAL;
}

/* Choose where the parts of a record are. */
static void record_lay_out(struct gpcd_ring *ring)
{
	u32 count = ring->list.count;

	ring->values_offset = sizeof(struct gpcd_ring_record);
	ring->statuses_offset = ring->values_offset + count * sizeof(u64);
	ring->record_bytes = ring->statuses_offset + round_up(count, sizeof(u64));
}

/* Find out how long a sweep takes, and whether there is memory for the request. */
static int ring_admit(struct gpcd_ring *ring, struct gpcd_ring_req *req)
{
	int ret;

	ring->sweep_ns = gpcd_ring_time(ring);
	req->period_min_ns = gpcd_ring_period_min(ring->sweep_ns);
	ret = req_check(req);
	if (ret)
		return ret;
	ring->cpu = req->cpu;
	ring->period_ns = req->period_ns;
	ring->overwrite = req->flags & GPCD_RING_OVERWRITE;
	ring->wakeup = req->wakeup ?: 1;
	ring->records = req->records;
	record_lay_out(ring);
	ring->bytes = PAGE_SIZE + PAGE_ALIGN((size_t)ring->records * ring->record_bytes);
	req->bytes = ring->bytes;
	return memory_alloc(ring);
}

struct gpcd_ring *gpcd_ring_create(const struct gpcd_list *list,
				   const struct gpcd_reader *reader)
{
	struct gpcd_ring *ring;
	int ret;

	if (!list->device->desc.read_in_interrupt)
		return ERR_PTR(-EOPNOTSUPP);
	if (list->count > GPCD_RING_REGS_MAX)
		return ERR_PTR(-ERANGE);
	if (gpcd_device_gone(list->device))
		return ERR_PTR(-ENODEV);
	ring = kzalloc(sizeof(*ring), GFP_KERNEL_ACCOUNT);
	if (!ring)
		return ERR_PTR(-ENOMEM);
	ret = gpcd_list_copy(&ring->list, list);
	if (ret) {
		kfree(ring);
		return ERR_PTR(ret);
	}
	gpcd_reader_copy(&ring->reader, reader);
	raw_spin_lock_init(&ring->lock);
	init_waitqueue_head(&ring->wait);
	INIT_WORK(&ring->waker, ring_wake);
	return ring;
}

static void ring_destroy(struct gpcd_ring *ring)
{
	gpcd_ring_stop(ring);
	gpcd_ring_cpu_give(ring);
	ring_free(ring);
}

static int ring_release(struct inode *inode, struct file *filp)
{
	ring_destroy(filp->private_data);
	return 0;
}

/* Reading */

static vm_fault_t ring_fault(struct vm_fault *vmf)
{
	struct gpcd_ring *ring = vmf->vma->vm_file->private_data;

	if (vmf->pgoff >= ring->bytes >> PAGE_SHIFT)
		return VM_FAULT_SIGBUS;
	vmf->page = vmalloc_to_page((void *)ring->page + (vmf->pgoff << PAGE_SHIFT));
	get_page(vmf->page);
	return 0;
}

static const struct vm_operations_struct ring_vm_ops = {
	.fault = ring_fault,
};

static int ring_mmap(struct file *filp, struct vm_area_struct *vma)
{
	struct gpcd_ring *ring = filp->private_data;

	if (vma->vm_flags & VM_EXEC)
		return -EACCES;
	if (!(vma->vm_flags & VM_SHARED) ||
	    vma->vm_pgoff + vma_pages(vma) > ring->bytes >> PAGE_SHIFT)
		return -EINVAL;
	vma->vm_ops = &ring_vm_ops;
	gpcd_vma_flags(vma, VM_DONTEXPAND | VM_DONTDUMP, VM_MAYEXEC);
	return 0;
}

static __poll_t ring_poll(struct file *filp, struct poll_table_struct *wait)
{
	struct gpcd_ring *ring = filp->private_data;
	__poll_t events;

	poll_wait(filp, &ring->wait, wait);
	/* The next tick may be an hour away. */
	if (gpcd_device_poll(ring->list.device, filp, wait))
		gpcd_ring_end_gone(ring);
	events = gpcd_ring_running(READ_ONCE(ring->state)) ? 0 : EPOLLHUP | EPOLLERR;
	return gpcd_ring_unread(ring) && gpcd_ring_readable(ring) ?
	       events | EPOLLIN | EPOLLRDNORM : events;
}

static long ring_freeze_serve(struct file *filp, void *arg)
{
	struct gpcd_ring_freeze *freeze = arg;
	bool was;
	int ret;

	if (freeze->on > 1)
		return -EINVAL;
	ret = gpcd_ring_freeze(filp->private_data, freeze->on, &was);
	freeze->was = !ret && was;
	return ret;
}

static const struct gpcd_command freeze_command = {
	.cmd = GPCD_IOC_RING_FREEZE,
	.first = GPCD_RING_FREEZE_SIZE_1,
	.size = sizeof(struct gpcd_ring_freeze),
	.out = offsetof(struct gpcd_ring_freeze, was),
	.reply = GPCD_REPLY_ON_SUCCESS,
	.run = ring_freeze_serve,
};

static long ring_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return gpcd_command_run(&freeze_command, 1, cmd, filp, (void __user *)arg);
}

static void ring_show_fdinfo(struct seq_file *seq, struct file *filp)
{
	const struct gpcd_ring *ring = filp->private_data;

	seq_printf(seq, "gpcd-device:\t%u\n", ring->list.device->index);
	seq_printf(seq, "gpcd-registers:\t%u\n", ring->list.count);
	seq_printf(seq, "gpcd-period-ns:\t%llu\n", ring->period_ns);
	seq_printf(seq, "gpcd-cpu:\t%d\n", READ_ONCE(ring->at));
	seq_printf(seq, "gpcd-cpu-ppm:\t%u\n", ring->ppm);
	seq_printf(seq, "gpcd-bytes:\t%zu\n", ring->bytes);
	seq_printf(seq, "gpcd-records:\t%llu\n", READ_ONCE(ring->head));
	seq_printf(seq, "gpcd-lost:\t%llu\n", READ_ONCE(ring->lost));
	seq_printf(seq, "gpcd-late:\t%llu\n", READ_ONCE(ring->late));
}

static const struct file_operations ring_ops = {
	.owner = THIS_MODULE,
	.release = ring_release,
	.mmap = ring_mmap,
	.poll = ring_poll,
	.unlocked_ioctl = ring_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.show_fdinfo = ring_show_fdinfo,
};

struct file *gpcd_ring_open(struct gpcd_ring *ring, struct gpcd_ring_req *req)
{
	int ret = ring_admit(ring, req);
	struct file *made;

	if (ret) {
		ring_free(ring);
		return ERR_PTR(ret);
	}
	ret = gpcd_ring_start(ring);
	made = ret ? ERR_PTR(ret) : anon_inode_getfile("[gpcd-ring]", &ring_ops, ring, O_RDWR);
	if (IS_ERR(made))
		ring_destroy(ring);
	return made;
}
