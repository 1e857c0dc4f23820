// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The carrier of network interfaces, whose counters a driver of the host gives. An interface is a
 * chip that the library learns when it is opened: its registers are the items of the source, at
 * addresses 0, 8, 16 and so on.
 *
 * The list of items may change while the device is open. The registers do not: each has its place
 * among the present items, or none.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/nics.h>

#include "gpcd/carrier/carrier.h"
#include "gpcd/nics/dictionary.h"
#include "nics/items.h"

/* No item has this place. */
#define NOWHERE UINT32_MAX

/* A register of an interface. */
struct nic_reg {
	uint64_t last;	/* the last value */
	uint32_t place;	/* of its item, or NOWHERE */
	uint8_t kind;	/* enum gpcd_kind */
	uint8_t width;
	bool known;	/* by the dictionary: it is a counter for sure */
	bool read;	/* there is a last value */
};

/* An open interface. @lock protects the members below it. */
struct gpcd_nic_reader {
	struct nic_reg *regs;
	uint32_t count;
	int chip;	/* number of their description */
	pthread_mutex_t lock;
	struct nic nic;
	uint64_t epoch;
	bool *wanted;	/* by place, as are the values */
	struct nic_values now;
	struct gpcd_nic_about about;	/* given to the program last */
};

int gpcd_nic_named(const char *where)
{
	const char *name;

	return !!nic_source_of(where, &name);
}

/* --- opening: a source's items become registers --- */

static int items_open(struct gpcd_nic_reader *reader, const char *where)
{
	const char *name;
	int err;

	reader->nic = (struct nic) { .source = nic_source_of(where, &name) };
	err = reader->nic.source->open(&reader->nic, name);
	if (err)
		return err;
	err = -ENODATA;
	if (reader->nic.count)
		err = nic_values_make(&reader->now, &reader->wanted, reader->nic.count);
	if (err)
		reader->nic.source->close(&reader->nic);
	return err;
}

static void items_close(struct gpcd_nic_reader *reader)
{
	nic_values_free(&reader->now);
	reader->nic.source->close(&reader->nic);
}

static int regs_make(struct gpcd_nic_reader *reader, const struct gpcd_counter *counters)
{
	unsigned int count = reader->nic.count;

	reader->regs = calloc(count, sizeof(*reader->regs));
	if (!reader->regs)
		return -ENOMEM;
	for (unsigned int i = 0; i < count; i++) {
		reader->regs[i].place = i;
		reader->regs[i].kind = counters[i].kind;
		reader->regs[i].width = counters[i].width;
		reader->regs[i].known = counters[i].help;
	}
	reader->count = count;
	return 0;
}

/* Chips are named by their driver: sets of metrics are for a driver. */
static int reader_learn(struct gpcd_nic_reader *reader)
{
	const struct nic *nic = &reader->nic;
	struct gpcd_nic_described described;
	int err = gpcd_nic_describe(&reader->nic, &described);

	if (err)
		return err;
	reader->chip = gpcd_chip_learn(described.driver, described.counters, nic->count);
	err = reader->chip < 0 ? reader->chip : regs_make(reader, described.counters);
	if (err && reader->chip > 0)
		gpcd_chip_forget(reader->chip);
	gpcd_nic_described_free(&described);
	return err;
}

static int nic_open(struct gpcd *dev)
{
	struct gpcd_nic_reader *reader = calloc(1, sizeof(*reader));
	int err;

	if (!reader)
		return -ENOMEM;
	pthread_mutex_init(&reader->lock, NULL);
	reader->epoch = 1;
	err = items_open(reader, dev->path);
	/* At opening, a missing interface is one that does not exist, not one that has gone. */
	if (err == -ENODEV)
		err = -ENOENT;
	if (err)
		goto free_reader;
	err = reader_learn(reader);
	if (err)
		goto close_source;
	dev->nic = reader;
	atomic_store(&dev->bits_per_second, reader->nic.about.bits_per_second);
	return 0;

close_source:
	items_close(reader);
free_reader:
	pthread_mutex_destroy(&reader->lock);
	free(reader);
	return err;
}

static void nic_close(struct gpcd *dev)
{
	struct gpcd_nic_reader *reader = dev->nic;

	if (reader->nic.source)
		items_close(reader);
	gpcd_chip_forget(reader->chip);
	pthread_mutex_destroy(&reader->lock);
	free(reader->regs);
	free(reader);
}

/* --- the items have changed --- */

/* Is a counter still what its register was made of? Management counters change their width. */
static bool reg_suits(const struct nic_reg *reg, const struct gpcd_counter *counter)
{
	return reg->kind == counter->kind && reg->width == counter->width;
}

/* Find the present place of each register, by its name. */
static int regs_place(struct gpcd_nic_reader *reader)
{
	struct gpcd_nic_described described;
	struct gpcd_reg reg;
	int err = gpcd_nic_describe(&reader->nic, &described);

	if (err)
		return err;
	for (unsigned int i = 0; i < reader->count; i++)
		reader->regs[i].place = NOWHERE;
	for (unsigned int i = 0; i < reader->nic.count; i++) {
		const struct gpcd_counter *counter = &described.counters[i];

		if (!gpcd_catalogue_by_name(reader->chip, counter->name, &reg) &&
		    reg_suits(&reader->regs[reg.index], counter))
			reader->regs[reg.index].place = i;
	}
	gpcd_nic_described_free(&described);
	return 0;
}

/* Open the source anew. If that fails, the next read tries again. */
static int reader_renew(struct gpcd_nic_reader *reader, const char *where)
{
	int err;

	if (reader->nic.source)
		items_close(reader);
	reader->nic.source = NULL;
	err = items_open(reader, where);
	if (err) {
		reader->nic.source = NULL;
		return err;
	}
	err = regs_place(reader);
	if (err) {
		items_close(reader);
		reader->nic.source = NULL;
	}
	return err;
}

/* --- reading --- */

/*
 * Somebody has reset a counter that is lower now, unless it can have wrapped: by less than half of
 * its range. What the dictionary does not know may be a gauge.
 */
static bool was_reset(const struct nic_reg *reg, uint64_t value)
{
	uint64_t mask = gpcd_width_mask(reg->width);

	if (!reg->known || !reg->read || value >= reg->last)
		return false;
	return reg->kind == GPCD_KIND_SATURATING || ((value - reg->last) & mask) > mask / 2;
}

/* Copy the value of a register. Return whether it has been reset. */
static bool reg_take(const struct gpcd_nic_reader *reader, struct nic_reg *reg, uint64_t *value,
		     uint8_t *status, uint64_t *ns)
{
	bool reset = false;

	*value = 0;
	*ns = 0;
	*status = GPCD_STATUS_ABSENT;
	if (reg->place == NOWHERE)
		return false;
	*status = reader->now.statuses[reg->place];
	if (gpcd_status_error(*status))
		return false;
	*value = reader->now.values[reg->place];
	/* The dictionary is wrong about a counter whose value is too wide. Do not cut it. */
	if (*value & ~gpcd_width_mask(reg->width)) {
		*value = 0;
		*status = GPCD_STATUS_REFUSED;
		return false;
	}
	*ns = reader->now.ns[reg->place];
	if (gpcd_kind_counts(reg->kind)) {
		reset = was_reset(reg, *value);
		reg->last = *value;
		reg->read = true;
	}
	return reset;
}

static void regs_take(struct gpcd_nic_reader *reader, const uint64_t *addrs, uint64_t *ns,
		      struct gpcd_snapshot_req *req)
{
	uint64_t *values = gpcd_pointer(req->values);
	uint8_t *statuses = gpcd_pointer(req->statuses);
	bool reset = false;
	uint64_t unused;

	req->failed = 0;
	for (uint32_t i = 0; i < req->count; i++) {
		struct nic_reg *reg = &reader->regs[addrs[i] / sizeof(__u64)];

		reset |= reg_take(reader, reg, &values[i], &statuses[i], ns ? &ns[i] : &unused);
		req->failed += statuses[i] != GPCD_STATUS_OK;
	}
	reader->epoch += reset;
	req->epoch = reader->epoch;
}

static int nic_addrs_check(const struct gpcd_nic_reader *reader, const uint64_t *addrs,
			   uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (addrs[i] % sizeof(__u64) || addrs[i] / sizeof(__u64) >= reader->count)
			return -EINVAL;
	}
	return 0;
}

static int items_read(struct gpcd_nic_reader *reader, const uint64_t *addrs, uint32_t count)
{
	if (!reader->nic.source)
		return -ESTALE;
	memset(reader->wanted, 0, reader->nic.count * sizeof(*reader->wanted));
	for (uint32_t i = 0; i < count; i++) {
		uint32_t place = reader->regs[addrs[i] / sizeof(__u64)].place;

		if (place != NOWHERE)
			reader->wanted[place] = true;
	}
	return reader->nic.source->read(&reader->nic, reader->wanted, &reader->now);
}

static int regs_read(struct gpcd *dev, const uint64_t *addrs, uint64_t *ns,
		     struct gpcd_snapshot_req *req)
{
	struct gpcd_nic_reader *reader = dev->nic;
	int err = req->nic_addr ? -ENXIO : nic_addrs_check(reader, addrs, req->count);

	if (err)
		return err;
	pthread_mutex_lock(&reader->lock);
	req->start_ns = gpcd_now_ns();
	err = items_read(reader, addrs, req->count);
	if (err == -ESTALE) {
		err = reader_renew(reader, dev->path);
		err = err ? err : items_read(reader, addrs, req->count);
	}
	req->end_ns = gpcd_now_ns();
	if (!err)
		regs_take(reader, addrs, ns, req);
	pthread_mutex_unlock(&reader->lock);
	return err;
}

static int nic_list_read(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	int err = regs_read(list->dev, list->addrs, list->ns, req);

	if (!err)
		req->sequence = ++list->sequence;
	return err;
}

static void nic_list_close(struct gpcd_list *list)
{
	list->sequence = 0;
}

/* --- commands --- */

/* A number that no other name is likely to have (FNV-1a). */
static uint64_t nic_number(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325ULL;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3ULL;
	return hash;
}

static int nic_info(const struct gpcd *dev, struct gpcd_info *info)
{
	struct gpcd_nic_reader *reader = dev->nic;

	*info = (struct gpcd_info) {
		.size = sizeof(*info),
		.abi_version = GPCD_ABI_VERSION,
		.chip = reader->chip,
		.chip_id = nic_number(dev->path),
		.catalogue_hash = gpcd_catalogue_hash(reader->chip),
		.nics = 1,
		.nregs = reader->count,
	};
	pthread_mutex_lock(&reader->lock);
	info->epoch = reader->epoch;
	info->nic_addr = reader->nic.about.address;
	pthread_mutex_unlock(&reader->lock);
	return 0;
}

static int nic_command(struct gpcd *dev, unsigned long command, void *arg)
{
	struct gpcd_snapshot_req *req = arg;
	struct gpcd_perms_query *perms = arg;

	switch (command) {
	case GPCD_IOC_INFO:
		return nic_info(dev, arg);
	case GPCD_IOC_SNAPSHOT:
		req->sequence = atomic_fetch_add(&dev->sequence, 1) + 1;
		return regs_read(dev, gpcd_pointer(req->addrs), NULL, req);
	case GPCD_IOC_PERMS_QUERY:
		perms->may = GPCD_MAY_ALL;
		perms->own = 1;
		return 0;
	default:
		return -EOPNOTSUPP;
	}
}

/* The caller holds the lock of the reader. */
static int about_renew(struct gpcd *dev)
{
	struct nic *nic = &dev->nic->nic;
	int err = nic->source ? nic->source->about(nic) : 0;

	atomic_store(&dev->bits_per_second, nic->about.bits_per_second);
	return err;
}

static int nic_speed_ask(struct gpcd *dev)
{
	int err;

	pthread_mutex_lock(&dev->nic->lock);
	err = about_renew(dev);
	pthread_mutex_unlock(&dev->nic->lock);
	return err;
}

const struct gpcd_carrier gpcd_carrier_nic = {
	.named = gpcd_nic_named,
	.open = nic_open,
	.close = nic_close,
	.command = nic_command,
	.list_read = nic_list_read,
	.list_close = nic_list_close,
	.speed_ask = nic_speed_ask,
};

__attribute__((constructor)) static void nic_add(void)
{
	gpcd_carrier_add(&gpcd_carrier_nic);
}

/* --- what an interface is --- */

int gpcd_nic_about(struct gpcd *dev, const struct gpcd_nic_about **nic)
{
	struct gpcd_nic_reader *reader = dev->nic;
	const struct nic_about *about;
	int err;

	if (!reader)
		return -EINVAL;
	pthread_mutex_lock(&reader->lock);
	about = &reader->nic.about;
	err = about_renew(dev);
	reader->about = (struct gpcd_nic_about) {
		.name = dev->path, .driver = about->driver, .variant = about->variant,
		.bus = about->bus, .partner = about->partner, .link = about->link,
		.bits_per_second = about->bits_per_second, .address = about->address,
		.minor = about->minor,
	};
	*nic = &reader->about;
	pthread_mutex_unlock(&reader->lock);
	return err;
}
