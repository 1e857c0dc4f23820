/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Counters of RDMA devices that are files in /sys/class/infiniband: the kernel's own of a port, and
 * the driver's of a port or of the device where netlink does not give them.
 */
#ifndef NICS_RDMA_FILES_H
#define NICS_RDMA_FILES_H

#include "nics/nic.h"

/* Folders of counters; they may be combined. */
enum nic_rdma_folder {
	NIC_RDMA_COUNTERS = 1,	/* ports/N/counters, of management commands */
	NIC_RDMA_COUNTERS_EXT = 2,	/* ports/N/counters_ext, of kernels before 4.5 */
	NIC_RDMA_HW_COUNTERS = 4,	/* ports/N/hw_counters, also given by netlink */
	NIC_RDMA_DEVICE = 8,	/* hw_counters of the device, never given by netlink */
};

/* Open folders of a port. */
struct nic_rdma_files;

/*
 * Visit each port of each device, devices in the order of their names. Any other return value of
 * @visit than 0 ends the search. Return 0, what @visit returned, or a negative errno.
 */
int nic_rdma_ports(int (*visit)(void *data, const char *device, unsigned int port), void *data);

/*
 * Open the counters in some folders of a port, and append them to the items of @nic. A folder that
 * does not exist has no counters. With NIC_RDMA_COUNTERS fill in nic->about.variant, if the device
 * has that folder. Return 0, -ENODEV if there is no such port, or a negative errno; then some items
 * may have been appended.
 */
int nic_rdma_files_open(struct nic_rdma_files **files, struct nic *nic, const char *device,
			unsigned int port, unsigned int folders);

/*
 * Read the counters that were appended and are wanted. @wanted and @values are the whole
 * interface's, as for the read function of a source, which also says what is returned.
 */
int nic_rdma_files_read(struct nic_rdma_files *files, const bool *wanted,
			const struct nic_values *values);

/* Close the folders; @files may be NULL. The items remain. */
void nic_rdma_files_close(struct nic_rdma_files *files);

/*
 * Fill in what files say of a port: driver, bus, partner, link, speed, address (LID), and whether
 * it is minor (a virtual function, or a device without PCI function). The variant is unchanged.
 * Return 0, or -ENODEV if there is no such port.
 */
int nic_rdma_files_about(const char *device, unsigned int port, struct nic_about *about);

#endif /* NICS_RDMA_FILES_H */
