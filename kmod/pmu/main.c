// SPDX-License-Identifier: GPL-2.0-only
/* One PMU for each device number, while devices come and go. */
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "core/version.h"
#include "pmu/cpu.h"

static DEFINE_XARRAY(pmus);		/* by the N of /dev/gpcdN */
static DEFINE_MUTEX(pmus_lock);
static const struct attribute_group **pmu_groups __ro_after_init;

/* Devices */

static void pmu_free(struct gpcd_pmu *pmu)
{
	mutex_destroy(&pmu->lock);
	kfree(pmu);
}

static struct gpcd_pmu *pmu_alloc(const struct gpcd_device *device)
{
	struct gpcd_pmu *pmu = kzalloc(sizeof(*pmu), GFP_KERNEL);

	if (!pmu)
		return NULL;
	pmu->pmu = (struct pmu){
		.module = THIS_MODULE,
		.task_ctx_nr = perf_invalid_context,
		.capabilities = PERF_PMU_CAP_NO_EXCLUDE | PERF_PMU_CAP_NO_INTERRUPT,
		.attr_groups = pmu_groups,
		.event_init = gpcd_event_init,
		.add = gpcd_event_add,
		.del = gpcd_event_del,
		.start = gpcd_event_start,
		.stop = gpcd_event_stop,
		.read = gpcd_event_read,
	};
	snprintf(pmu->name, sizeof(pmu->name), "gpcd%u", gpcd_device_index(device));
	mutex_init(&pmu->lock);
	pmu->chip = device->desc.chip;
	gpcd_pmu_cpu_choose(pmu);
	return pmu;
}

/*
 * When a processor goes offline, the context that perf's core has of the PMU is migrated. So
 * perf's registration comes first and is undone last. It can be undone: no event is open before the
 * PMU has a device.
 */
static struct gpcd_pmu *pmu_create(const struct gpcd_device *device)
{
	struct gpcd_pmu *pmu = pmu_alloc(device);

	if (!pmu)
		return NULL;
	if (xa_insert(&pmus, gpcd_device_index(device), pmu, GFP_KERNEL))
		goto err_free;
	if (perf_pmu_register(&pmu->pmu, pmu->name, -1))
		goto err_erase;
	if (gpcd_pmu_cpu_add(pmu))
		goto err_unregister;
	return pmu;

err_unregister:
	perf_pmu_unregister(&pmu->pmu);
err_erase:
	xa_erase(&pmus, gpcd_device_index(device));
err_free:
	pmu_free(pmu);
	return NULL;
}

static void pmu_attach(struct gpcd_pmu *pmu, struct gpcd_device *device)
{
	mutex_lock(&pmu->lock);
	/* If the chip is gone by now, its removal was announced already; otherwise it will be. */
	if (pmu->device != device && !gpcd_device_gone(device)) {
		if (pmu->device)
			gpcd_device_put(pmu->device);
		pmu->device = gpcd_device_get(device);
		gpcd_device_serve(device, GPCD_FEATURE_PERF, true);
		if (pmu->chip != device->desc.chip) {
			WRITE_ONCE(pmu->chip, device->desc.chip);
			gpcd_attrs_update(pmu);
		}
	}
	mutex_unlock(&pmu->lock);
}

static void pmu_detach(struct gpcd_pmu *pmu)
{
	mutex_lock(&pmu->lock);
	if (pmu->device) {
		gpcd_device_serve(pmu->device, GPCD_FEATURE_PERF, false);
		gpcd_device_put(pmu->device);
	}
	pmu->device = NULL;
	mutex_unlock(&pmu->lock);
}

static int pmu_notify(struct notifier_block *watcher, unsigned long event, void *data)
{
	struct gpcd_device *device = data;
	struct gpcd_pmu *pmu;

	if (event != GPCD_EVENT_ADD && event != GPCD_EVENT_REMOVE)
		return NOTIFY_DONE;
	/* perf reads with interrupts off. */
	if (!device->desc.read_in_interrupt)
		return NOTIFY_DONE;
	mutex_lock(&pmus_lock);
	pmu = xa_load(&pmus, gpcd_device_index(device));
	if (!pmu && event == GPCD_EVENT_ADD) {
		pmu = pmu_create(device);
		if (!pmu)
			dev_warn(&device->dev, "perf cannot count this chip\n");
	}
	if (pmu && event == GPCD_EVENT_ADD)
		pmu_attach(pmu, device);
	else if (pmu && pmu->device == device)
		pmu_detach(pmu);
	mutex_unlock(&pmus_lock);
	return NOTIFY_OK;
}

static struct notifier_block pmu_watcher = { .notifier_call = pmu_notify };

/* The module */

static int __init gpcd_pmu_init(void)
{
	int ret;

	pmu_groups = gpcd_attrs_init();
	if (IS_ERR(pmu_groups))
		return PTR_ERR(pmu_groups);
	ret = gpcd_pmu_cpu_init();
	if (ret)
		goto err_attrs;
	ret = gpcd_watch(&pmu_watcher);
	if (ret)
		goto err_cpu;
	return 0;

err_cpu:
	gpcd_pmu_cpu_exit();
err_attrs:
	gpcd_attrs_exit();
	return ret;
}

/* Every event holds the module, so none is open. */
static void __exit gpcd_pmu_exit(void)
{
	struct gpcd_pmu *pmu;
	unsigned long index;

	gpcd_unwatch(&pmu_watcher);
	xa_for_each(&pmus, index, pmu) {
		gpcd_pmu_cpu_remove(pmu);
		perf_pmu_unregister(&pmu->pmu);
		pmu_detach(pmu);
		pmu_free(pmu);
	}
	xa_destroy(&pmus);
	gpcd_pmu_cpu_exit();
	gpcd_attrs_exit();
}

module_init(gpcd_pmu_init);
module_exit(gpcd_pmu_exit);

MODULE_DESCRIPTION("Performance counters of Gemini and Aries routers and Cassini NICs, by perf");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(GPCD_VERSION);
