/* SPDX-License-Identifier: GPL-2.0-only */
/* A driver that answers ethtool's ioctls as a test says. */
#ifndef NICS_IOCTLS_H
#define NICS_IOCTLS_H

#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "mark.h"

#define STRINGS_MOST	1024

/* The driver: its counters, what it is, and its errors. */
static struct {
	const char *interface;	/* NULL: eth9 */
	const char *name;
	const char *bus;
	uint32_t megabits;
	unsigned int count;
	char names[STRINGS_MOST][ETH_GSTRING_LEN];
	uint64_t values[STRINGS_MOST];
	int err;	/* of statistics */
	int gone;	/* the interface is, for ethtool */
	bool unchecked;	/* it gives as many values as there are, as before Linux 6.12 */
	unsigned int reads;
	void (*before)(uint32_t command);	/* called first, if it is not NULL */
} driver;

int __wrap_ioctl(int fd, unsigned long request, ...);

/* As the kernel does: what cannot be written is -EFAULT. */
static inline int copy_out(void *to, const void *from, size_t bytes)
{
	struct iovec local = { (void *)from, bytes }, remote = { to, bytes };

	return process_vm_writev(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)bytes ? 0 :
		-EFAULT;
}

static inline int give_driver(struct ethtool_drvinfo *info)
{
	if (!driver.name)
		return -EOPNOTSUPP;
	strcpy(info->driver, driver.name);
	strcpy(info->bus_info, driver.bus ? driver.bus : "");
	return 0;
}

static inline int give_speed(struct ethtool_cmd *command)
{
	if (!driver.megabits)
		return -EOPNOTSUPP;
	command->speed = driver.megabits;
	command->speed_hi = driver.megabits >> 16;
	return 0;
}

static inline int give_count(struct ethtool_sset_info *info)
{
	if (driver.err)
		return driver.err;
	if (!driver.count)
		info->sset_mask = 0;
	info->data[0] = driver.count;
	return 0;
}

static inline int give_names(struct ethtool_gstrings *strings)
{
	ck_assert_uint_eq(strings->string_set, ETH_SS_STATS);
	strings->len = driver.count;
	return copy_out(strings->data, driver.names, driver.count * ETH_GSTRING_LEN);
}

static inline int give_values(struct ethtool_stats *stats)
{
	driver.reads++;
	if (driver.err)
		return driver.err;
	ck_assert_uint_gt(driver.count, 0);
	if (stats->n_stats != driver.count && !driver.unchecked) {
		stats->n_stats = 0;
		return 0;
	}
	stats->n_stats = driver.count;
	return copy_out(stats->data, driver.values, driver.count * sizeof(uint64_t));
}

static inline int give(void *command)
{
	uint32_t number = *(uint32_t *)command;

	if (driver.before)
		driver.before(number);
	switch (number) {
	case ETHTOOL_GDRVINFO:
		return give_driver(command);
	case ETHTOOL_GSET:
		return give_speed(command);
	case ETHTOOL_GSSET_INFO:
		return give_count(command);
	case ETHTOOL_GSTRINGS:
		return give_names(command);
	case ETHTOOL_GSTATS:
		return give_values(command);
	}
	ck_abort_msg("command 0x%x of ethtool", number);
	return -EINVAL;
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
	struct ifreq *interface;
	va_list arguments;
	int err = 0;

	(void)fd;
	va_start(arguments, request);
	interface = va_arg(arguments, struct ifreq *);
	va_end(arguments);
	if (request == SIOCGIFNAME)
		strcpy(interface->ifr_name, driver.interface ? driver.interface : "eth9");
	else if (driver.gone)
		err = -ENODEV;
	else
		err = give(interface->ifr_data);
	errno = -err;
	return err ? -1 : 0;
}

#endif /* NICS_IOCTLS_H */
