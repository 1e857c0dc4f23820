// SPDX-License-Identifier: GPL-2.0-only
/* Pages are taken back while others fault. */
#include <linux/completion.h>
#include <linux/mm.h>
#include <linux/srcu.h>

static vm_fault_t page_map(struct vm_area_struct *vma, unsigned long addr, unsigned long pfn,
			   pgprot_t prot);
static void pages_unmap(struct address_space *pages, loff_t begin, loff_t length, int cows);
static void faults_end(struct srcu_struct *faults);
#define vmf_insert_pfn_prot		page_map
#define unmap_mapping_range		pages_unmap
#define synchronize_srcu_expedited	faults_end

#include "core/space.c"

#undef vmf_insert_pfn_prot
#undef unmap_mapping_range
#undef synchronize_srcu_expedited

#include "access/access.h"

#include <linux/kthread.h>

#include "kunit/catalogue.h"

static int no_read(void *priv, struct gpcd_sweep *sweep)
{
	return 0;
}

static int no_write(void *priv, const struct gpcd_reg *reg, u64 value)
{
	return 0;
}

static void no_event(struct gpcd_device *device, enum gpcd_event event, u64 epoch)
{
}

static const struct gpcd_ops ops = { .read = no_read, .write = no_write };

static const struct gpcd_front front = {
	.class = &gpcd_class, .fops = &gpcd_file_ops, .notify = no_event,
};

static struct gpcd_device *device;
static struct gpcd_space *space;
static struct gpcd_mapping *mapping;

/* A page fault that is held up between choosing its page and mapping it. */
static struct late_fault {
	struct task_struct *task;
	struct vm_area_struct *vma;
	u32 choice;	/* that it makes */
	bool begins;	/* it begins when mappings are next judged */
	struct completion chosen;	/* completed after the choice */
	struct completion go;	/* completed when it may go on */
	bool mapped;	/* the chosen page is mapped */
} late = {
	/* The tests of other files take pages back, too. */
	.chosen = COMPLETION_INITIALIZER(late.chosen),
	.go = COMPLETION_INITIALIZER(late.go),
};

static struct gpcd_frame page_choose(const struct vm_fault *vmf)
{
	gpcd_mapping_note(vmf->vma->vm_private_data, late.choice);
	complete(&late.chosen);
	wait_for_completion(&late.go);
	return (struct gpcd_frame){};
}

static vm_fault_t page_map(struct vm_area_struct *vma, unsigned long addr, unsigned long pfn,
			   pgprot_t prot)
{
	WRITE_ONCE(late.mapped, true);
	return VM_FAULT_NOPAGE;
}

/* A fault that has not been waited for yet maps its page after this. */
static void pages_unmap(struct address_space *pages, loff_t begin, loff_t length, int cows)
{
	WRITE_ONCE(late.mapped, false);
	complete(&late.go);
}

static void faults_end(struct srcu_struct *faults)
{
	complete(&late.go);
	synchronize_srcu_expedited(faults);
}

static int fault_late(void *arg)
{
	struct vm_fault vmf = { .vma = late.vma };

	gpcd_space_fault(&vmf, page_choose);
	return 0;
}

static void fault_begin(void)
{
	reinit_completion(&late.go);
	wake_up_process(late.task);
	wait_for_completion(&late.chosen);
}

/* Mappers may see nothing any more. */
static u32 reach_none(struct gpcd_reader *reader, const struct gpcd_device *of)
{
	if (late.begins) {
		late.begins = false;
		fault_begin();
	}
	return 0;
}

static void fault_make(struct kunit *test)
{
	late.vma = kunit_kzalloc(test, sizeof(*late.vma), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, late.vma);
	late.vma->vm_private_data = mapping;
	late.choice = gpcd_choice(GPCD_MAY_ROUTER, true);
	late.task = kthread_create(fault_late, NULL, "gpcd-fault");
	KUNIT_ASSERT_FALSE(test, IS_ERR(late.task));
	get_task_struct(late.task);
}

/* Let the fault end, if it has not yet. */
static void fault_end(void)
{
	complete(&late.go);
	kthread_stop(late.task);
	put_task_struct(late.task);
}

static int __init space_suite_init(struct kunit_suite *suite)
{
	return kunit_catalogue_init(suite) ?: gpcd_devices_init(&front);
}

static void space_suite_exit(struct kunit_suite *suite)
{
	gpcd_devices_exit();
}

static void space_test_exit(struct kunit *test)
{
	if (!IS_ERR_OR_NULL(mapping))
		gpcd_mapping_close(mapping);
	if (!IS_ERR_OR_NULL(space))
		gpcd_space_close(space);
	if (!IS_ERR_OR_NULL(device))
		gpcd_device_unregister(device);
	mapping = NULL;
	space = NULL;
	device = NULL;
}

/* A device with one open file, which has one mapping. */
static int space_test_init(struct kunit *test)
{
	static const struct gpcd_device_desc desc = {
		.chip = GPCD_CHIP_GEMINI, .domain = 1, .nic_addr = 1, .ops = &ops,
	};

	memset(&late, 0, sizeof(late));
	init_completion(&late.chosen);
	init_completion(&late.go);
	device = gpcd_device_register(&desc);
	if (!IS_ERR(device))
		space = gpcd_space_open(&device->spaces);
	if (!IS_ERR_OR_NULL(space))
		mapping = gpcd_mapping_create(space);
	if (!IS_ERR_OR_NULL(mapping))
		return 0;
	space_test_exit(test);
	return -ENOMEM;
}

/*
 * The fault chooses by permissions that change just then, and its note is written before the notes
 * are cleared: no later judgement finds it there.
 */
static void no_page_outlasts_its_note(struct kunit *test)
{
	fault_make(test);
	late.begins = true;
	KUNIT_EXPECT_TRUE(test, gpcd_devices_judge(reach_none));
	KUNIT_EXPECT_FALSE(test, late.begins);
	fault_end();
	gpcd_devices_judge(reach_none);
	KUNIT_EXPECT_FALSE(test, late.mapped);
}

static bool unmapped(u32 choices)
{
	atomic_set(&mapping->noted, choices);
	late.mapped = true;
	gpcd_devices_judge(reach_none);
	return !late.mapped;
}

/* Only once: then the notes are cleared. */
static void only_what_shows_too_much_is_unmapped(struct kunit *test)
{
	u32 withheld = gpcd_choice(GPCD_MAY_ROUTER, false);

	KUNIT_EXPECT_FALSE(test, unmapped(0));
	KUNIT_EXPECT_FALSE(test, unmapped(withheld));
	KUNIT_EXPECT_TRUE(test, unmapped(withheld | gpcd_choice(GPCD_MAY_NIC, true)));
	KUNIT_EXPECT_EQ(test, atomic_read(&mapping->noted), 0);
	late.mapped = true;
	gpcd_devices_judge(reach_none);
	KUNIT_EXPECT_TRUE(test, late.mapped);
}

static void a_revocation_unmaps_what_was_chosen_before(struct kunit *test)
{
	fault_make(test);
	fault_begin();
	gpcd_device_revoke(device);
	fault_end();
	KUNIT_EXPECT_FALSE(test, late.mapped);
}

static struct kunit_case space_cases[] = {
	KUNIT_CASE(no_page_outlasts_its_note),
	KUNIT_CASE(only_what_shows_too_much_is_unmapped),
	KUNIT_CASE(a_revocation_unmaps_what_was_chosen_before),
	{}
};

static struct kunit_suite space_suite __refdata = {
	.name = "space",
	.suite_init = space_suite_init,
	.suite_exit = space_suite_exit,
	.init = space_test_init,
	.exit = space_test_exit,
	.test_cases = space_cases,
};
kunit_test_suite(space_suite);
