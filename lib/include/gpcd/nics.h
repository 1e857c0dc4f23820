/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The network interfaces of this host: find those that gpcd_open() can open.
 *
 *	static int show(void *data, const struct gpcd_nic_about *nic)
 *	{
 *		if (!nic->minor && !nic->same)
 *			puts(nic->name);
 *		return 0;
 *	}
 *
 *	gpcd_nics_each(show, NULL);
 *
 * Such a device has no registers in memory: the host's driver gives its counters, one by one or
 * together. So values of a snapshot have times of their own (gpcd_snapshot_value_ns()), and each
 * of them may be refused or stale (&enum gpcd_status). Names are those that the driver uses; kinds,
 * widths, units and meanings are from the dictionary (gpcd-dictionary(5)). What a source can say,
 * and what not, is in docs/nics.md.
 */
#ifndef GPCD_NICS_H
#define GPCD_NICS_H

#include <stdint.h>
#include <gpcd/gpcd.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct gpcd_nic_about - a network interface; strings are "", and numbers 0, where nobody says
 * @name: for gpcd_open(): "cxi:cxi0", "rdma:mlx5_0/1", "net:eth0"
 * @driver: name of its driver, which the dictionary and the sets of metrics know it by
 * @variant: which of the chips that the driver serves
 * @bus: address of its PCI function, "0000:41:00.0"
 * @partner: network interface of the same port, "eth0"
 * @link: state of its link, in the driver's words
 * @bits_per_second: speed of its link
 * @address: address on the fabric: NID, LID
 * @same: name of an earlier interface that is the same port, by another source; NULL: none
 * @minor: 1: loopback, bridge, veth, a virtual function: not among those that a command reads
 *	unless they are named
 */
struct gpcd_nic_about {
	const char *name;
	const char *driver;
	const char *variant;
	const char *bus;
	const char *partner;
	const char *link;
	uint64_t bits_per_second;
	uint64_t address;
	const char *same;
	int minor;
};

/**
 * gpcd_nic_named() - does a name have the form of a network interface's, as "net:eth0"?
 * @where: a name for gpcd_open()
 */
int gpcd_nic_named(const char *where);

/**
 * gpcd_nics_each() - visit the network interfaces of this host
 * @take: called for each, sorted by source (cxi, rdma, net) and name; what it is given is valid
 *	until it returns. Another result than 0 ends the search
 * @data: for @take
 *
 * No counter is read, no privilege is needed, and the kernel module need not be loaded.
 *
 * Return: the result of @take, if it was not 0; the number of interfaces; -ENOMEM; or why a source
 * cannot be searched, after the interfaces of the others were visited.
 */
int gpcd_nics_each(int (*take)(void *data, const struct gpcd_nic_about *nic), void *data);

/**
 * gpcd_nic_about() - say what an open network interface is, and how its link is now
 * @dev: the device
 * @nic: filled in with what @dev owns: it is valid until the next call for @dev by any thread,
 *	or until @dev is closed.
 *	@same is NULL
 *
 * Return: 0; -EINVAL it is no network interface; -ENODEV it is gone.
 */
int gpcd_nic_about(struct gpcd *dev, const struct gpcd_nic_about **nic);

/**
 * gpcd_nics_drivers() - learn the counters that drivers may have, by the dictionary
 * @take: called with the chip of each driver, named as the driver is; what all drivers have in
 *	common is named "net" or "rdma". Each has to be forgotten by gpcd_chip_forget(). Another
 *	result than 0 ends the search
 * @data: for @take
 *
 * So names can be explained on a host that has no such interface. A name with numbers that only an
 * interface itself can list is as in the dictionary, "rx{N}_bytes".
 *
 * Return: 0; the result of @take, if it was not 0; -EBADMSG a dictionary is wrong; -ENOSPC,
 * -ENOMEM, -EMFILE, -ENFILE, -EIO.
 */
int gpcd_nics_drivers(int (*take)(void *data, unsigned int chip), void *data);

/**
 * gpcd_nics_driver() - learn the counters that an interface of a driver may have
 * @name: a name of gpcd_nics_drivers(), as "mlx5_core"
 *
 * The driver's own are among them, and those that all drivers of its kind have. Which of them an
 * interface does have depends on kernel, firmware and options.
 *
 * Return: the number of a chip, to be forgotten by gpcd_chip_forget(); -ENOENT no dictionary knows
 * the driver; else as gpcd_nics_drivers().
 */
int gpcd_nics_driver(const char *name);

/**
 * gpcd_nics_dictionary() - set the folder of the dictionaries that were installed
 * @folder: its path; NULL: where this library was built to be installed
 *
 * For programs that are run from their build. Call it before the first gpcd_open().
 */
void gpcd_nics_dictionary(const char *folder);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_NICS_H */
