// SPDX-License-Identifier: GPL-2.0-only
/*
 * A driver of Cassinis that do not exist, with the functions of HPE's. Its NICs come and go, lack
 * items, fail, vanish from the bus and are slow, as lines written to the parameter "do" say:
 *
 *	add NIC VERSION NID	it comes, as Cassini 1, 2 or another; 0: a virtual function
 *	remove NIC		it goes
 *	nid NIC NID		it gets another address
 *	lack NIC ITEM		it lacks the item with this name, before it comes; "none"
 *	fail NIC ERROR		all calls fail with this error; 0: they do not
 *	ones NIC READS		it reads as all ones after this many more reads; -1: it does not
 *	slow NIC US		each call sleeps this long, or waits for it in an interrupt
 *	count NIC NUMBER	what is added to all values
 *
 * A value is a hash of the item's name and the NIC's number, as wide as the item.
 */
#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/delay.h>
#include <linux/hpe/cxi/cxi.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/preempt.h>

#include <cassini-telemetry-items.h>

#define NICS		4
#define SLOT		0x10	/* of the PCI device that NIC 0 says it is, if there is one */
#define NEVER		-1

static const struct item {
	const char *name;
	u8 bits[2];	/* of each version */
} items[] = {
#define ITEM(id, name, first, second) \
	[C_TELEM_##id] = { name, { first, second } },
#include <items.h>
};

static struct nic {
	struct cxi_dev cxi;
	bool here;
	DECLARE_BITMAP(lacks, ARRAY_SIZE(items));
	int error;
	atomic64_t left;	/* reads until it is lost; NEVER */
	unsigned int slow_us;
	u64 count;
} nics[NICS];

static DEFINE_MUTEX(lock);	/* clients, and NICs that come and go */
static LIST_HEAD(clients);

/* What the calls were like. */
static atomic_t calls, most, in_interrupt;

/* Values */

static u64 name_hash(const char *name, u64 hash)
{
	for (; *name; name++)
		hash = (hash ^ *name) * 0x100000001b3ULL;
	return hash;
}

static u64 nic_read(struct nic *nic, unsigned int item, unsigned int bits)
{
	u64 mask = ~0ULL >> (64 - bits);

	if (atomic64_read(&nic->left) != NEVER && atomic64_dec_if_positive(&nic->left) < 0)
		return mask;
	return (name_hash(items[item].name, nic->cxi.cxi_num) + READ_ONCE(nic->count)) & mask;
}

static unsigned int nic_bits(const struct nic *nic, unsigned int item)
{
	if (item >= ARRAY_SIZE(items) || test_bit(item, nic->lacks))
		return 0;
	return items[item].bits[cassini_version(&nic->cxi.prop, CASSINI_2)];
}

static void call_note(const struct nic *nic, unsigned int count)
{
	unsigned int us = READ_ONCE(nic->slow_us);
	int seen = atomic_read(&most);

	atomic_inc(&calls);
	while (count > seen && !atomic_try_cmpxchg(&most, &seen, count))
		;
	if (irqs_disabled() || !in_task()) {
		atomic_inc(&in_interrupt);
		udelay(min(us, 100U));
	} else if (us) {
		usleep_range(us, us + 1);
	}
}

int cxi_telem_get_selected(struct cxi_dev *dev, const unsigned int *wanted, u64 *data,
			   unsigned int count)
{
	struct nic *nic = container_of(dev, struct nic, cxi);
	unsigned int i;

	WARN(!READ_ONCE(nic->here), "cxi_test: %s is read, but it is gone\n", dev->name);
	call_note(nic, count);
	if (READ_ONCE(nic->error))
		return READ_ONCE(nic->error);
	for (i = 0; i < count; i++) {
		if (!nic_bits(nic, wanted[i]))
			return -EINVAL;
	}
	for (i = 0; i < count; i++)
		data[i] = nic_read(nic, wanted[i], nic_bits(nic, wanted[i]));
	return count ? 0 : -EINVAL;
}
EXPORT_SYMBOL(cxi_telem_get_selected);

/* Clients */

int cxi_register_client(struct cxi_client *client)
{
	unsigned int i;

	mutex_lock(&lock);
	list_add_tail(&client->list, &clients);
	for (i = 0; i < NICS; i++) {
		if (nics[i].here)
			client->add(&nics[i].cxi);
	}
	mutex_unlock(&lock);
	return 0;
}
EXPORT_SYMBOL(cxi_register_client);

void cxi_unregister_client(struct cxi_client *client)
{
	unsigned int i;

	mutex_lock(&lock);
	for (i = NICS; i-- > 0;) {
		if (nics[i].here)
			client->remove(&nics[i].cxi);
	}
	list_del(&client->list);
	mutex_unlock(&lock);
}
EXPORT_SYMBOL(cxi_unregister_client);

/* NICs */

static int nic_add(struct nic *nic, unsigned int version, u32 nid)
{
	unsigned int number = nic - nics;
	struct cxi_client *client;

	if (nic->here)
		return -EBUSY;
	nic->cxi.pdev = pci_get_domain_bus_and_slot(0, 0, PCI_DEVFN(SLOT + number, 0)) ?:
			pci_get_device(PCI_ANY_ID, PCI_ANY_ID, NULL);
	if (!nic->cxi.pdev)
		return -ENODEV;
	snprintf(nic->cxi.name, sizeof(nic->cxi.name), "cxi%u", number);
	nic->cxi.cxi_num = number;
	nic->cxi.is_physfn = version;
	nic->cxi.prop.nid = nid;
	nic->cxi.prop.cassini_version = (version ?: 1) << 4 | 1;
	WRITE_ONCE(nic->here, true);
	list_for_each_entry(client, &clients, list)
		client->add(&nic->cxi);
	return 0;
}

static int nic_remove(struct nic *nic)
{
	struct cxi_client *client;

	if (!nic->here)
		return -ENODEV;
	list_for_each_entry_reverse(client, &clients, list)
		client->remove(&nic->cxi);
	WRITE_ONCE(nic->here, false);
	pci_dev_put(nic->cxi.pdev);
	return 0;
}

static int nic_address(struct nic *nic, u32 nid)
{
	struct cxi_client *client;

	if (!nic->here)
		return -ENODEV;
	nic->cxi.prop.nid = nid;
	list_for_each_entry(client, &clients, list)
		client->async_event(&nic->cxi, CXI_EVENT_NID_CHANGED);
	return 0;
}

static int nic_lack(struct nic *nic, const char *name)
{
	unsigned int i;

	if (!strcmp(name, "none")) {
		bitmap_zero(nic->lacks, ARRAY_SIZE(items));
		return 0;
	}
	for (i = 1; i < ARRAY_SIZE(items); i++) {
		if (!strcmp(items[i].name, name)) {
			set_bit(i, nic->lacks);
			return 0;
		}
	}
	return -EINVAL;
}

/* Change one that may be in use. Return -ENOENT if this is another word. */
static int nic_change(struct nic *nic, const char *what, long long number)
{
	if (!strcmp(what, "fail"))
		WRITE_ONCE(nic->error, -number);
	else if (!strcmp(what, "ones"))
		atomic64_set(&nic->left, number);
	else if (!strcmp(what, "slow"))
		WRITE_ONCE(nic->slow_us, number);
	else if (!strcmp(what, "count"))
		WRITE_ONCE(nic->count, number);
	else
		return -ENOENT;
	return 0;
}

/* Have it come, go, or get another address. */
static int nic_live(struct nic *nic, const char *what, long long number, unsigned int nid)
{
	int ret;

	mutex_lock(&lock);
	if (!strcmp(what, "add"))
		ret = nic_add(nic, number, nid);
	else if (!strcmp(what, "remove"))
		ret = nic_remove(nic);
	else
		ret = strcmp(what, "nid") ? -EINVAL : nic_address(nic, number);
	mutex_unlock(&lock);
	return ret;
}

static int do_set(const char *text, const struct kernel_param *param)
{
	unsigned int nic, nid = 0;
	char what[8], word[64] = "0";
	long long number;
	int ret;

	if (sscanf(text, "%7s %u %63s %u", what, &nic, word, &nid) < 2 || nic >= NICS)
		return -EINVAL;
	if (!strcmp(what, "lack"))
		return nic_lack(&nics[nic], word);
	ret = kstrtoll(word, 0, &number);
	if (ret)
		return ret;
	ret = nic_change(&nics[nic], what, number);
	return ret == -ENOENT ? nic_live(&nics[nic], what, number, nid) : ret;
}

static const struct kernel_param_ops do_ops = { .set = do_set };
module_param_cb(do, &do_ops, NULL, 0200);

/* What the calls were like since it was read last. */
static int seen_get(char *text, const struct kernel_param *param)
{
	return scnprintf(text, PAGE_SIZE, "calls %d most %d interrupts %d\n",
			 atomic_xchg(&calls, 0), atomic_xchg(&most, 0),
			 atomic_xchg(&in_interrupt, 0));
}

static const struct kernel_param_ops seen_ops = { .get = seen_get };
module_param_cb(seen, &seen_ops, NULL, 0400);

static int __init cxi_test_init(void)
{
	unsigned int i;

	for (i = 0; i < NICS; i++)
		atomic64_set(&nics[i].left, NEVER);
	return 0;
}
module_init(cxi_test_init);

static void __exit cxi_test_exit(void)
{
	unsigned int i;

	for (i = 0; i < NICS; i++) {
		if (nics[i].here)
			nic_remove(&nics[i]);
	}
}
module_exit(cxi_test_exit);

MODULE_DESCRIPTION("A driver of Cassinis that do not exist, for tests");
MODULE_LICENSE("GPL");
