// SPDX-License-Identifier: GPL-2.0-only
/*
 * Devices come and go, while files may still have them open.
 *
 * Hence two counts: references on struct device keep the memory, and the percpu reference
 * "users" keeps the chip.
 */
#include <linux/bitmap.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "catalogue/pages.h"
#include "core/core.h"
#include "core/trace.h"

#define GPCD_DEVICES_MAX 1024

/* An entry of the permission table can name all of them. */
static_assert(GPCD_DEVICES_MAX <= GPCD_PERMS_NICS);

static DEFINE_XARRAY_ALLOC(devices_by_index);
static DEFINE_XARRAY(devices_by_nic);
static dev_t gpcd_devt __ro_after_init;
static const struct gpcd_front *gpcd_devices_front __ro_after_init;
static atomic_t devices_generation = ATOMIC_INIT(1);

/* Look-up */

static struct gpcd_device *enter_from(struct xarray *registry, unsigned long key)
{
	struct gpcd_device *device;

	rcu_read_lock();
	device = xa_load(registry, key);
	if (device && !gpcd_device_enter(device))
		device = NULL;
	rcu_read_unlock();
	return device;
}

struct gpcd_device *gpcd_device_enter_index(unsigned int index)
{
	return enter_from(&devices_by_index, index);
}

static unsigned long nic_key(u32 domain, u32 nic_addr)
{
	return (unsigned long)domain << 32 | nic_addr;
}

struct gpcd_device *gpcd_device_find(u32 domain, u32 nic_addr)
{
	struct gpcd_device *device = enter_from(&devices_by_nic, nic_key(domain, nic_addr));

	if (device) {
		gpcd_device_get(device);
		gpcd_device_leave(device);
	}
	return device;
}

struct gpcd_device *gpcd_device_next(unsigned long *index)
{
	struct gpcd_device *device;

	rcu_read_lock();
	do {
		device = xa_find(&devices_by_index, index, ULONG_MAX, XA_PRESENT);
	} while (device && (gpcd_device_gone(device) ||
			    !kobject_get_unless_zero(&device->dev.kobj)) && ++*index);
	rcu_read_unlock();
	return device;
}

u32 gpcd_devices_generation(void)
{
	/* The top bit is always set, so that the result is never 0. */
	return atomic_read(&devices_generation) | 1U << 31;
}

unsigned int gpcd_device_index(const struct gpcd_device *device)
{
	return device->index;
}
EXPORT_SYMBOL_GPL(gpcd_device_index);

/* Reading */

int gpcd_device_sweep(struct gpcd_device *device, struct gpcd_sweep *sweep)
{
	int ret;

	if (!gpcd_device_enter(device))
		return -ENODEV;
	ret = device->desc.ops->read(device->desc.priv, sweep);
	gpcd_device_leave(device);
	return ret;
}

int gpcd_device_epoch(struct gpcd_device *device, u64 *epoch)
{
	struct gpcd_sweep sweep = {};
	int ret = gpcd_device_sweep(device, &sweep);

	*epoch = sweep.epoch;
	return ret;
}

/* Mappings */

void gpcd_device_revoke(struct gpcd_device *device)
{
	gpcd_spaces_revoke(&device->spaces);
}
EXPORT_SYMBOL_GPL(gpcd_device_revoke);

static bool devices_stale(gpcd_reach *reach)
{
	struct gpcd_device *device;
	unsigned long index;
	bool stale = false;

	for (index = 0; (device = gpcd_device_next(&index)); index++) {
		stale |= gpcd_spaces_judge(&device->spaces, device, reach);
		gpcd_device_put(device);
	}
	return stale;
}

static void devices_revoke_stale(void)
{
	struct gpcd_device *device;
	unsigned long index;

	for (index = 0; (device = gpcd_device_next(&index)); index++) {
		gpcd_spaces_revoke_stale(&device->spaces);
		gpcd_device_put(device);
	}
}

/*
 * Held by one judge at a time. A second one could find no stale notes, because the first has reset
 * them, but must not return before the first has unmapped the pages.
 */
static DEFINE_MUTEX(judge_lock);

bool gpcd_devices_judge(gpcd_reach *reach)
{
	if (!gpcd_mappings_any())
		return false;
	mutex_lock(&judge_lock);
	gpcd_faults_wait();
	if (devices_stale(reach)) {
		/* Faults whose notes have just been reset have not mapped their pages yet. */
		gpcd_faults_wait();
		devices_revoke_stale();
	}
	mutex_unlock(&judge_lock);
	return true;
}

/* Features */

void gpcd_device_serve(struct gpcd_device *device, u64 feature, bool on)
{
	u64 *features = &device->desc.features;
	u64 was = READ_ONCE(*features);

	/* Others may change other bits meanwhile, and read them at any time. */
	while (!try_cmpxchg64(features, &was, on ? was | feature : was & ~feature))
		;
}
EXPORT_SYMBOL_GPL(gpcd_device_serve);

/* Life */

__poll_t gpcd_device_poll(struct gpcd_device *device, struct file *filp,
			  struct poll_table_struct *wait)
{
	poll_wait(filp, &device->gone, wait);
	return gpcd_device_gone(device) ? EPOLLHUP | EPOLLERR : 0;
}

/* Let no new operation begin, and wake the processes that poll for the end of the chip. */
static void device_kill(struct gpcd_device *device)
{
	percpu_ref_kill(&device->users);
	wake_up_poll(&device->gone, EPOLLHUP | EPOLLERR);
}

static void device_idle(struct percpu_ref *users)
{
	complete(&container_of(users, struct gpcd_device, users)->idle);
}

static void device_release(struct device *dev)
{
	struct gpcd_device *device = container_of(dev, struct gpcd_device, dev);

	percpu_ref_exit(&device->users);
	gpcd_spaces_exit(&device->spaces);
	bitmap_free(device->desc.absent);
	kfree_rcu(device, rcu);
}

static bool desc_valid(const struct gpcd_device_desc *desc)
{
	return gpcd_catalogue_count(desc->chip) && desc->domain && desc->nic_addr &&
	       desc->nic_index < gpcd_chip_nics(desc->chip) &&
	       desc->ops && desc->ops->read;
}

/* Copy a description, with the bitmap that it points at. Return 0 or -ENOMEM. */
static int desc_copy(struct gpcd_device_desc *copy, const struct gpcd_device_desc *desc)
{
	unsigned int count = gpcd_catalogue_count(desc->chip);
	unsigned long *absent;

	*copy = *desc;
	if (!desc->absent)
		return 0;
	absent = bitmap_alloc(count, GFP_KERNEL);
	if (!absent)
		return -ENOMEM;
	bitmap_copy(absent, desc->absent, count);
	copy->absent = absent;
	return 0;
}

/* Return the features that follow from a description. */
static u64 desc_features(const struct gpcd_device_desc *desc)
{
	u64 features = GPCD_FEATURE_NETLINK;

	if (desc->read_in_interrupt)
		features |= GPCD_FEATURE_RING;
	if (gpcd_chip_legacy(desc->chip))
		features |= GPCD_FEATURE_LEGACY;
	/* A larger page would hold registers with other needs, too. */
	if (desc->ops->map && PAGE_SIZE == GPCD_PAGE_SIZE)
		features |= GPCD_FEATURE_MAP;
	return features;
}

static struct gpcd_device *device_alloc(const struct gpcd_device_desc *desc)
{
	struct gpcd_device *device = kzalloc(sizeof(*device), GFP_KERNEL);

	if (!device)
		return NULL;
	if (desc_copy(&device->desc, desc))
		goto err_free;
	if (percpu_ref_init(&device->users, device_idle, 0, GFP_KERNEL))
		goto err_desc;
	if (gpcd_spaces_init(&device->spaces))
		goto err_users;
	init_completion(&device->idle);
	init_waitqueue_head(&device->gone);
	device->desc.features |= desc_features(desc);
	device_initialize(&device->dev);
	device->dev.class = gpcd_devices_front->class;
	device->dev.parent = desc->parent;
	device->dev.release = device_release;
	cdev_init(&device->cdev, gpcd_devices_front->fops);
	device->cdev.owner = THIS_MODULE;
	return device;

err_users:
	percpu_ref_exit(&device->users);
err_desc:
	bitmap_free(device->desc.absent);
err_free:
	kfree(device);
	return NULL;
}

/* Reserve the number and the NIC address; look-ups do not find the device yet. */
static int registry_reserve(struct gpcd_device *device)
{
	const struct gpcd_device_desc *desc = &device->desc;
	struct xa_limit limit = XA_LIMIT(0, GPCD_DEVICES_MAX - 1);
	int ret;

	ret = xa_alloc(&devices_by_index, &device->index, NULL, limit, GFP_KERNEL);
	if (ret)
		return ret == -EBUSY ? -ENOSPC : ret;
	ret = xa_insert(&devices_by_nic, nic_key(desc->domain, desc->nic_addr), NULL, GFP_KERNEL);
	if (ret)
		xa_erase(&devices_by_index, device->index);
	return ret == -EBUSY ? -EEXIST : ret;
}

/* Storing into reserved entries allocates nothing, so it cannot fail. */
static void registry_publish(struct gpcd_device *device)
{
	xa_store(&devices_by_index, device->index, device, GFP_KERNEL);
	xa_store(&devices_by_nic, nic_key(device->desc.domain, device->desc.nic_addr), device,
		 GFP_KERNEL);
	atomic_inc(&devices_generation);
}

static void registry_remove(struct gpcd_device *device)
{
	xa_erase(&devices_by_nic, nic_key(device->desc.domain, device->desc.nic_addr));
	xa_erase(&devices_by_index, device->index);
	atomic_inc(&devices_generation);
}

static void device_retire(struct gpcd_device *device)
{
	registry_remove(device);
	wait_for_completion(&device->idle);
	gpcd_spaces_revoke(&device->spaces);
	gpcd_device_put(device);
}

struct gpcd_device *gpcd_device_register(const struct gpcd_device_desc *desc)
{
	struct gpcd_device *device;
	int ret;

	if (!desc_valid(desc))
		return ERR_PTR(-EINVAL);
	device = device_alloc(desc);
	if (!device)
		return ERR_PTR(-ENOMEM);
	ret = registry_reserve(device);
	if (ret)
		goto err_put;
	device->dev.devt = gpcd_devt + device->index;
	ret = dev_set_name(&device->dev, "gpcd%u", device->index);
	if (ret)
		goto err_unreserve;
	registry_publish(device);
	ret = cdev_device_add(&device->cdev, &device->dev);
	if (ret)
		goto err_retire;
	trace_gpcd_device_add(device);
	gpcd_devices_front->notify(device, GPCD_EVENT_ADD, 0);
	return device;

err_retire:
	/* Somebody may have found the device already: announce its removal. */
	device_kill(device);
	gpcd_devices_front->notify(device, GPCD_EVENT_REMOVE, 0);
	device_retire(device);
	return ERR_PTR(ret);
err_unreserve:
	registry_remove(device);
err_put:
	gpcd_device_put(device);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL_GPL(gpcd_device_register);

void gpcd_device_unregister(struct gpcd_device *device)
{
	trace_gpcd_device_remove(device);
	device_kill(device);
	/* Free the device's name before its number, which another device may take at once. */
	cdev_device_del(&device->cdev, &device->dev);
	gpcd_devices_front->notify(device, GPCD_EVENT_REMOVE, 0);
	device_retire(device);
}
EXPORT_SYMBOL_GPL(gpcd_device_unregister);

void gpcd_device_fault(struct gpcd_device *device, unsigned int fault)
{
	if (xchg(&device->fault, fault) != fault)
		gpcd_devices_front->notify(device, GPCD_EVENT_FAULT, 0);
}
EXPORT_SYMBOL_GPL(gpcd_device_fault);

void gpcd_device_reset(struct gpcd_device *device)
{
	const struct gpcd_device_desc *desc = &device->desc;
	struct gpcd_device *view;
	unsigned long index;
	u64 epoch;

	for (index = 0; (view = gpcd_device_next(&index)); index++) {
		if (view->desc.chip == desc->chip && view->desc.chip_id == desc->chip_id &&
		    !gpcd_device_epoch(view, &epoch))
			gpcd_devices_front->notify(view, GPCD_EVENT_RESET, epoch);
		gpcd_device_put(view);
	}
}

/* Modules that follow devices */

static BLOCKING_NOTIFIER_HEAD(watchers);

void gpcd_watchers_notify(struct gpcd_device *device, enum gpcd_event event)
{
	blocking_notifier_call_chain(&watchers, event, device);
}

int gpcd_watch(struct notifier_block *watcher)
{
	struct gpcd_device *device;
	unsigned long index = 0;
	int ret = blocking_notifier_chain_register(&watchers, watcher);

	if (ret)
		return ret;
	for (; (device = gpcd_device_next(&index)); index++) {
		watcher->notifier_call(watcher, GPCD_EVENT_ADD, device);
		gpcd_device_put(device);
	}
	return 0;
}
EXPORT_SYMBOL_GPL(gpcd_watch);

void gpcd_unwatch(struct notifier_block *watcher)
{
	blocking_notifier_chain_unregister(&watchers, watcher);
}
EXPORT_SYMBOL_GPL(gpcd_unwatch);

int gpcd_devices_init(const struct gpcd_front *front)
{
	int ret;

	gpcd_devices_front = front;
	ret = alloc_chrdev_region(&gpcd_devt, 0, GPCD_DEVICES_MAX, "gpcd");
	if (ret)
		return ret;
	ret = class_register(front->class);
	if (ret)
		unregister_chrdev_region(gpcd_devt, GPCD_DEVICES_MAX);
	return ret;
}

void gpcd_devices_exit(void)
{
	class_unregister(gpcd_devices_front->class);
	unregister_chrdev_region(gpcd_devt, GPCD_DEVICES_MAX);
}
