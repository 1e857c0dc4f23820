// SPDX-License-Identifier: GPL-2.0-only
/*
 * The processor of each PMU, before Linux 6.12: an online one, to which perf(1) is pointed by the
 * attribute cpumask. When it goes offline, another takes its events.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/sched/isolation.h>
#include <linux/sysfs.h>

#include "pmu/cpu.h"

#ifdef GPCD_PMU_OWN_CPU

static enum cpuhp_state pmu_cpuhp __ro_after_init;

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

static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	const struct gpcd_pmu *pmu = gpcd_pmu_of(dev_get_drvdata(dev));

	return cpumap_print_to_pagebuf(true, buf, cpumask_of(READ_ONCE(pmu->cpu)));
}
static DEVICE_ATTR_RO(cpumask);

static struct attribute *cpumask_attrs[] = { &dev_attr_cpumask.attr, NULL };
const struct attribute_group gpcd_pmu_cpu_group = { .attrs = cpumask_attrs };

int gpcd_pmu_cpu_init(void)
{
	int ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "perf/gpcd:online", pmu_cpu_online,
					  pmu_cpu_offline);

	if (ret < 0)
		return ret;
	pmu_cpuhp = ret;
	return 0;
}

void gpcd_pmu_cpu_exit(void)
{
	cpuhp_remove_multi_state(pmu_cpuhp);
}

void gpcd_pmu_cpu_choose(struct gpcd_pmu *pmu)
{
	pmu->cpu = cpu_other_than(-1);
}

int gpcd_pmu_cpu_add(struct gpcd_pmu *pmu)
{
	return cpuhp_state_add_instance(pmu_cpuhp, &pmu->node);
}

void gpcd_pmu_cpu_remove(struct gpcd_pmu *pmu)
{
	cpuhp_state_remove_instance_nocalls(pmu_cpuhp, &pmu->node);
}

void gpcd_pmu_cpu_take(const struct gpcd_pmu *pmu, struct perf_event *event)
{
	event->cpu = READ_ONCE(pmu->cpu);
}

#endif
