// SPDX-License-Identifier: GPL-2.0-only
/* One PMU for each device number, while devices and processors come and go. */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/module.h>
#include <linux/sched/isolation.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "core/version.h"
#include "pmu/pmu.h"

static DEFINE_XARRAY(pmus);		/* by the N of /dev/gpcdN */
static DEFINE_MUTEX(pmus_lock);
static const struct attribute_group **pmu_groups __ro_after_init;
static enum cpuhp_state pmu_cpuhp __ro_after_init;

/* Processors */

/*
 * Return a processor that reads: not an isolated one, unless all others are gone. Choose the last
 * one, because the system's own work crowds on the first.
 */
static int cpu_other_than(int gone)
{
	int found = -1, cpu;

	for_each_online_cpu(cpu) {
		if (cpu != gone && housekeeping_test_cpu(cpu, HK_TYPE_DOMAIN))
			found = cpu;
	}
	return found < 0 ? cpumask_any_but(cpu_online_mask, gone) : found;
}

/* Also called for each processor when the PMU is new: the chosen one may have gone meanwhile. */
static int pmu_cpu_online(unsigned int cpu, struct hlist_node *node)
{
	struct gpcd_pmu *pmu = hlist_entry_safe(node, struct gpcd_pmu, node);

	if (!cpu_online(pmu->cpu))
		WRITE_ONCE(pmu->cpu, cpu);
	return 0;
}

static int pmu_cpu_offline(unsigned int cpu, struct hlist_node *node)
{
	struct gpcd_pmu *pmu = hlist_entry_safe(node, struct gpcd_pmu, node);
	int other;

	if (cpu != pmu->cpu)
		return 0;
	other = cpu_other_than(cpu);
	WRITE_ONCE(pmu->cpu, other);
	perf_pmu_migrate_context(&pmu->pmu, cpu, other);
	return 0;
}

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
	pmu->cpu = cpu_other_than(-1);
	return pmu;
}

/*
 * When a processor goes offline, its callback migrates the context that perf's core has of the PMU.
 * So perf's registration comes first and is undone last. It can be undone: no event is open before
 * the PMU has a device.
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
	if (cpuhp_state_add_instance(pmu_cpuhp, &pmu->node))
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
	ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "perf/gpcd:online", pmu_cpu_online,
				      pmu_cpu_offline);
	if (ret < 0)
		goto err_attrs;
	pmu_cpuhp = ret;
	ret = gpcd_watch(&pmu_watcher);
	if (ret)
		goto err_cpuhp;
	return 0;

err_cpuhp:
	cpuhp_remove_multi_state(pmu_cpuhp);
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
		cpuhp_state_remove_instance_nocalls(pmu_cpuhp, &pmu->node);
		perf_pmu_unregister(&pmu->pmu);
		pmu_detach(pmu);
		pmu_free(pmu);
	}
	xa_destroy(&pmus);
	cpuhp_remove_multi_state(pmu_cpuhp);
	gpcd_attrs_exit();
}

module_init(gpcd_pmu_init);
module_exit(gpcd_pmu_exit);

MODULE_DESCRIPTION("Performance counters of Gemini and Aries routers, by perf");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(GPCD_VERSION);
