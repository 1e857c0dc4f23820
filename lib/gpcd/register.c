// SPDX-License-Identifier: LGPL-2.1-or-later
/* Registers by name, and one register read or written once. */
#include <errno.h>
#include <gpcd/gpcd.h>
#include <stdlib.h>
#include <string.h>

#include "gpcd/group.h"

int gpcd_status_error(unsigned int status)
{
	switch (status) {
	case GPCD_STATUS_OK:
	case GPCD_STATUS_TORN:
	case GPCD_STATUS_STALE:
		return 0;
	case GPCD_STATUS_DENIED:
		return -EPERM;
	case GPCD_STATUS_ABSENT:
		return -ENOENT;
	case GPCD_STATUS_REFUSED:
		return -EIO;
	default:
		return -ENODEV;
	}
}

int gpcd_read(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t *value)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;
	uint64_t addr, raw = 0;
	uint8_t status = 0;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req),
		.count = 1,
		.nic_addr = nic_addr,
		.addrs = gpcd_address(&addr),
		.values = gpcd_address(&raw),
		.statuses = gpcd_address(&status),
	};
	int err = gpcd_resolve(dev->chip, name, &reg, &field);

	if (err)
		return err;
	addr = reg.addr;
	err = dev->carrier->command(dev, GPCD_IOC_SNAPSHOT, &req);
	if (!err)
		err = gpcd_status_error(status);
	if (!err)
		*value = field ? gpcd_field_value(field, raw) : raw;
	return err;
}

int gpcd_write(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t value)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;
	uint64_t addr;
	struct gpcd_write_req req = {
		.size = sizeof(req),
		.count = 1,
		.nic_addr = nic_addr,
		.addrs = gpcd_address(&addr),
		.values = gpcd_address(&value),
	};
	int err = gpcd_resolve(dev->chip, name, &reg, &field);

	if (err)
		return err;
	if (field)
		return -EINVAL;
	addr = reg.addr;
	return dev->carrier->command(dev, GPCD_IOC_WRITE, &req);
}

/* --- names: NAME and NAME:FIELD, #INDEX --- */

int gpcd_is_glob(const char *name)
{
	return !!strpbrk(name, "*?[\\");
}

/* Find the counter #INDEX of a chip whose counters have no addresses. */
static int find_index(unsigned int chip, const char *name, struct gpcd_reg *reg)
{
	size_t digits = *name == '#' ? strspn(name + 1, "0123456789") : 0;

	if (!digits || digits > 5 || name[1 + digits])
		return -1;
	return gpcd_chip_numbered(chip) ? gpcd_catalogue_at(chip, atoi(name + 1), reg) : -1;
}

static int find_register(unsigned int chip, const char *name, struct gpcd_reg *reg)
{
	return gpcd_catalogue_by_name(chip, name, reg) && find_index(chip, name, reg);
}

int gpcd_resolve(unsigned int chip, const char *name, struct gpcd_reg *reg,
		 const struct gpcd_field **field)
{
	size_t length = strcspn(name, ":");
	char whole[GPCD_NAME_MAX];

	*field = NULL;
	/* A learned name may have colons itself. */
	if (!find_register(chip, name, reg))
		return 0;
	if (length >= sizeof(whole))
		return -ENOENT;
	memcpy(whole, name, length);
	whole[length] = '\0';
	if (find_register(chip, whole, reg))
		return -ENOENT;
	*field = name[length] ? gpcd_reg_field(reg, name + length + 1) : NULL;
	return name[length] && !*field ? -ENXIO : 0;
}
