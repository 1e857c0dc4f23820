/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The generic netlink family: a list of devices, and notifications of their events.
 * docs/netlink/gpcd.yaml is the same in the form that the kernel's own tools read.
 *
 * Anybody may list devices, in any network namespace, and notifications go to all namespaces. No
 * command changes anything or reads a register.
 */
#ifndef _UAPI_LINUX_GPCD_NETLINK_H
#define _UAPI_LINUX_GPCD_NETLINK_H

/** GPCD_GENL_NAME: name of the family. */
#define GPCD_GENL_NAME "gpcd"

/** GPCD_GENL_VERSION: version of the family. */
#define GPCD_GENL_VERSION 1

/** GPCD_GENL_DEVICES: name of the multicast group for notifications of devices. */
#define GPCD_GENL_DEVICES "devices"

/**
 * enum gpcd_cmd - requests and notifications
 * @GPCD_CMD_DEV_GET: one device, or (dump) all of them
 * @GPCD_CMD_DEV_ADD_NTF: notification: a device was added
 * @GPCD_CMD_DEV_REMOVE_NTF: notification: a device is gone; another may soon have its number
 * @GPCD_CMD_DEV_RESET_NTF: notification: counters were written through the kernel: a new epoch
 * @GPCD_CMD_DEV_FAULT_NTF: notification: a device has a fault, or has none any more
 */
enum gpcd_cmd {
	GPCD_CMD_DEV_GET = 1,
	GPCD_CMD_DEV_ADD_NTF,
	GPCD_CMD_DEV_REMOVE_NTF,
	GPCD_CMD_DEV_RESET_NTF,
	GPCD_CMD_DEV_FAULT_NTF,
};

#define GPCD_CMD_MAX	GPCD_CMD_DEV_FAULT_NTF

/**
 * enum gpcd_fault - fault of a chip that is present
 * @GPCD_FAULT_NONE: nothing
 * @GPCD_FAULT_ONES: it reads as all ones, as a device that has dropped off its bus does
 * @GPCD_FAULT_STUCK: its counters stand still
 * @GPCD_FAULT_SLOW: its registers take long to read
 */
enum gpcd_fault {
	GPCD_FAULT_NONE = 0,
	GPCD_FAULT_ONES = 1,
	GPCD_FAULT_STUCK = 2,
	GPCD_FAULT_SLOW = 3,
};

/**
 * enum gpcd_a_dev - attributes of a device
 * @GPCD_A_DEV_INDEX: u32: the N of /dev/gpcdN; in requests, the device wanted
 * @GPCD_A_DEV_CHIP: u32: enum gpcd_chip
 * @GPCD_A_DEV_CHIP_ID: u64: identity of the chip, the same for all NICs of it
 * @GPCD_A_DEV_DOMAIN: u32: the name space of the NIC address
 * @GPCD_A_DEV_NIC_ADDR: u32: NIC address
 * @GPCD_A_DEV_NIC_INDEX: u32: index of the NIC in the chip
 * @GPCD_A_DEV_NICS: u32: number of NICs of the chip
 * @GPCD_A_DEV_COORD: three u32: the chip's coordinate
 * @GPCD_A_DEV_FEATURES: u64: GPCD_FEATURE_*
 * @GPCD_A_DEV_HASH: u64: hash of the catalogue
 * @GPCD_A_DEV_REGISTERS: u32: number of registers in the catalogue
 * @GPCD_A_DEV_FAULT: u32: enum gpcd_fault
 * @GPCD_A_DEV_EPOCH: u64: the epoch that has begun; with GPCD_CMD_DEV_RESET_NTF only
 * @GPCD_A_DEV_PAD: nothing
 */
enum gpcd_a_dev {
	GPCD_A_DEV_INDEX = 1,
	GPCD_A_DEV_CHIP,
	GPCD_A_DEV_CHIP_ID,
	GPCD_A_DEV_DOMAIN,
	GPCD_A_DEV_NIC_ADDR,
	GPCD_A_DEV_NIC_INDEX,
	GPCD_A_DEV_NICS,
	GPCD_A_DEV_COORD,
	GPCD_A_DEV_FEATURES,
	GPCD_A_DEV_HASH,
	GPCD_A_DEV_REGISTERS,
	GPCD_A_DEV_FAULT,
	GPCD_A_DEV_EPOCH,
	GPCD_A_DEV_PAD,
};

#define GPCD_A_DEV_MAX	GPCD_A_DEV_PAD

#endif /* _UAPI_LINUX_GPCD_NETLINK_H */
