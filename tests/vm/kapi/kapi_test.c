// SPDX-License-Identifier: GPL-2.0-only
/*
 * A reporting module, like clients of the in-kernel calls: reads gpcd0 when it is loaded, in
 * process context and in a hard interrupt. Loading succeeds if every read had the expected result;
 * otherwise the kernel log names the one that had not.
 */
#include <linux/completion.h>
#include <linux/irq_work.h>
#include <linux/module.h>

#include "access/gpcd_kapi.h"

#define TILE	0x2001380ULL	/* GM_0_0_TILE_PERFORMANCE_COUNTERS_0 */
#define COUNT	40		/* more than one run of the registers read at once */

static unsigned long long expect;
module_param(expect, ullong, 0);
MODULE_PARM_DESC(expect, "value of the first static counter of tile (0, 0)");

static bool absent;
module_param(absent, bool, 0);
MODULE_PARM_DESC(absent, "there is no gpcd0, or its chip is gone");

static u64 addrs[COUNT], values[COUNT];
static int in_irq_result;
static DECLARE_COMPLETION(in_irq_done);

static void read_in_irq(struct irq_work *work)
{
	in_irq_result = in_hardirq() ? gpcd_read_registers(COUNT, addrs, values) : -EPERM;
	complete(&in_irq_done);
}

static bool is(const char *what, long long got, long long wanted)
{
	if (got == wanted)
		return true;
	pr_err("kapi_test: %s: got %lld, wanted %lld\n", what, got, wanted);
	return false;
}

static bool reads_all(const char *where, int result)
{
	int i;

	if (!is(where, result, COUNT))
		return false;
	for (i = 0; i < COUNT; i++) {
		if (!is("a value", values[i], expect))
			return false;
	}
	return true;
}

static bool refuses_bad_addresses(void)
{
	u64 bad[] = { TILE, 0x10, TILE + 4 };

	return is("invalid registers", gpcd_invalid_read_registers(3, bad), 2) &&
	       is("valid registers", gpcd_invalid_read_registers(1, bad), 0) &&
	       is("an absent register", gpcd_read_registers(2, bad, values), -ENXIO) &&
	       is("a misaligned register", gpcd_read_registers(1, bad + 2, values), -EINVAL) &&
	       is("no register", gpcd_read_registers(0, bad, values), 0);
}

/* On success the number of registers is returned, an int: a larger number is refused at once. */
static bool refuses_what_no_int_counts(void)
{
	u64 absent_reg = 0x10;

	return is("2^31 registers", gpcd_read_registers(1U << 31, &absent_reg, values), -EINVAL);
}

static bool works(void)
{
	struct irq_work work = IRQ_WORK_INIT_HARD(read_in_irq);

	if (!reads_all("a read", gpcd_read_registers(COUNT, addrs, values)))
		return false;
	memset(values, 0, sizeof(values));
	irq_work_queue(&work);
	wait_for_completion(&in_irq_done);
	irq_work_sync(&work);
	return reads_all("a read in a hard interrupt", in_irq_result) &&
	       refuses_bad_addresses() && refuses_what_no_int_counts();
}

static int __init kapi_test_init(void)
{
	int i;

	for (i = 0; i < COUNT; i++)
		addrs[i] = TILE;
	if (absent)
		return is("without gpcd0", gpcd_read_registers(COUNT, addrs, values), -ENODEV) &&
		       is("without gpcd0", gpcd_invalid_read_registers(COUNT, addrs), -ENODEV) ?
		       0 : -EINVAL;
	return works() ? 0 : -EINVAL;
}

static void __exit kapi_test_exit(void)
{
}

module_init(kapi_test_init);
module_exit(kapi_test_exit);
MODULE_DESCRIPTION("Test of gpcd's in-kernel calls");
MODULE_LICENSE("GPL");
