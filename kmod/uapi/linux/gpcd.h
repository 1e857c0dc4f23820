/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The gpcd device: counters of high-radix routers, read by address.
 *
 * Every structure begins with its size in bytes and its flags. The kernel
 * accepts a shorter structure (an older caller) as if the rest were zero, but
 * none shorter than its first version (GPCD_*_SIZE_1), and a longer one (a
 * newer caller) if the part that it does not know is zero. It returns no more
 * than the caller has room for. Members that are output or reserved, and
 * unknown flags, must be zero. Pointers are passed as 64-bit integers.
 * docs/abi.md says what may be added, and how. The legacy commands are in
 * gpcd_pub.h.
 *
 * An error means the same wherever it occurs:
 *
 * ENOTTY		no such command here
 * EFAULT		a pointer is bad
 * EINVAL		the request makes no sense to any kernel: too short, an unknown
 *			flag, not zero where it must be, an address where no register
 *			begins and that is no word's, a domain without a NIC address, a
 *			group of no registers, a @count that is not the group's, a bit
 *			that is no permission, a device with domain or NIC address 0
 * E2BIG		the structure: longer than the kernel's, the rest not zero
 * ERANGE		a number beyond a limit of this kernel. GPCD_IOC_INFO returns the
 *			limits of @count, and of registers, records and period of a ring; else
 *			too many devices of an entry, or too little room for them
 * ENXIO		nothing has an address of the request: no living device has
 *			that @nic_addr in that @domain, or the chip has no register there
 *			(writing; a read reports this in its status)
 * ENODEV		the chip of this descriptor is gone
 * EPERM		a capability is missing; a mapping would show nothing
 * EBADF		not open for writing; @cgroup is no descriptor of a cgroup
 * ENOENT		no such entry, a cgroup that was removed
 * ENOSPC		the permission table is full
 * EINTR		the caller was killed, while it wrote or waited for a group
 * ENOMEM		no memory
 * EMFILE, ENFILE	no room for another descriptor (GPCD_IOC_GROUP,
 *			GPCD_IOC_RING)
 * EBUSY		the processor has no time left for another ring; registers that
 *			answer too slowly are not mapped
 * EACCES		a mapping can only be read
 * EDQUOT		too many parts of mappings
 * EOPNOTSUPP		this device cannot be mapped; its registers cannot be written; it
 *			cannot be read in an interrupt, so it has no rings
 */
#ifndef _UAPI_LINUX_GPCD_H
#define _UAPI_LINUX_GPCD_H

#include <linux/ioctl.h>
#include <linux/types.h>

/** GPCD_ABI_VERSION: raised when something is added. */
#define GPCD_ABI_VERSION 1

/**
 * enum gpcd_status - result of reading one register of a snapshot
 * @GPCD_STATUS_OK: the value is the register's
 * @GPCD_STATUS_DENIED: the caller may not read it
 * @GPCD_STATUS_ABSENT: this chip has no register at that address, or this device lacks it
 * @GPCD_STATUS_GONE: the chip answered with all ones: it is being lost
 * @GPCD_STATUS_TORN: the value may mix two updates of the chip
 * @GPCD_STATUS_REFUSED: the chip's driver does not give it now (only from libgpcd)
 * @GPCD_STATUS_STALE: the driver gave an earlier value again (only from libgpcd)
 *
 * A value whose status is none of OK, TORN and STALE is 0.
 */
enum gpcd_status {
	GPCD_STATUS_OK = 0,
	GPCD_STATUS_DENIED = 1,
	GPCD_STATUS_ABSENT = 2,
	GPCD_STATUS_GONE = 3,
	GPCD_STATUS_TORN = 4,
	GPCD_STATUS_REFUSED = 5,
	GPCD_STATUS_STALE = 6,
};

/*
 * What a job may read, and what reading a register of its own device needs: a mask. SETUP and
 * OTHERS extend NIC and ROUTER, and allow nothing by themselves.
 */
#define GPCD_MAY_NIC	(1U << 0)	/* registers of NICs: the job's own devices' */
#define GPCD_MAY_ROUTER	(1U << 1)	/* tiles of their chips' routers */
#define GPCD_MAY_SETUP	(1U << 2)	/* of these also what programs and controls counters */
#define GPCD_MAY_OTHERS	(1U << 3)	/* the same of all devices, also by nic_addr */
#define GPCD_MAY_ALL	0xfU		/* all that this header knows */

/**
 * enum gpcd_chip - the known chips
 * @GPCD_CHIP_NONE: no chip; no device has it
 * @GPCD_CHIP_GEMINI: Cray Gemini, 2 NICs
 * @GPCD_CHIP_ARIES: Cray Aries, 4 NICs
 * @GPCD_CHIP_CASSINI1: HPE Slingshot NIC of 200 Gbit/s, without a router
 * @GPCD_CHIP_CASSINI2: HPE Slingshot NIC of 400 Gbit/s, without a router
 */
enum gpcd_chip {
	GPCD_CHIP_NONE = 0,
	GPCD_CHIP_GEMINI = 1,
	GPCD_CHIP_ARIES = 2,
	GPCD_CHIP_CASSINI1 = 3,
	GPCD_CHIP_CASSINI2 = 4,
};

/**
 * enum gpcd_kind - how a register behaves
 * @GPCD_KIND_COUNTER: grows, and wraps at its width
 * @GPCD_KIND_GAUGE: a level, a minimum or a maximum; may fall
 * @GPCD_KIND_PACKED: several fields in one word
 * @GPCD_KIND_STICKY: flags that stay set until written with ones
 * @GPCD_KIND_SETUP: programs a filter or a histogram; keeps what is written
 * @GPCD_KIND_CONTROL: enables or clears the counters of its block
 * @GPCD_KIND_SATURATING: grows, and stays at the maximum of its width, which means "at least"
 *
 * Only counters and saturating ones have deltas.
 */
enum gpcd_kind {
	GPCD_KIND_COUNTER = 0,
	GPCD_KIND_GAUGE = 1,
	GPCD_KIND_PACKED = 2,
	GPCD_KIND_STICKY = 3,
	GPCD_KIND_SETUP = 4,
	GPCD_KIND_CONTROL = 5,
	GPCD_KIND_SATURATING = 6,
};

/**
 * enum gpcd_unit - unit of one count
 * @GPCD_UNIT_UNKNOWN: no public source says
 * @GPCD_UNIT_NONE: a bit pattern, no quantity
 * @GPCD_UNIT_PHITS: Gemini: 3 bytes each
 * @GPCD_UNIT_FLITS: of an Aries tile: 20/3 bytes each; elsewhere not stated
 * @GPCD_UNIT_PACKETS: packets
 * @GPCD_UNIT_BYTES: bytes
 * @GPCD_UNIT_EVENTS: events
 * @GPCD_UNIT_ERRORS: errors
 * @GPCD_UNIT_ROUTER_CYCLES: cycles of 800 MHz: 5/4 ns each
 * @GPCD_UNIT_LINK_CYCLES: cycles of a link's clock
 * @GPCD_UNIT_NIC_CYCLES: cycles of the NIC's clock
 * @GPCD_UNIT_RESPONSE_TICKS: ticks of the Aries response-time tracker
 * @GPCD_UNIT_CYCLES: cycles of a clock that no public source names
 * @GPCD_UNIT_MESSAGES: messages
 * @GPCD_UNIT_BITS: bits
 * @GPCD_UNIT_CODE_WORDS: code words of a link's error correction
 * @GPCD_UNIT_WORDS: words of 4 bytes each
 * @GPCD_UNIT_LONG_FLITS: flits of 8 bytes each
 * @GPCD_UNIT_CELLS: cells of a NIC's buffers
 * @GPCD_UNIT_CREDITS: credits
 * @GPCD_UNIT_OBJECTS: objects that are in use, such as queue pairs
 * @GPCD_UNIT_PERCENT: hundredths
 * @GPCD_UNIT_TICKS: ticks whose length depends on the device
 * @GPCD_UNIT_MICROSECONDS: microseconds
 * @GPCD_UNIT_MILLISECONDS: milliseconds
 * @GPCD_UNIT_SECONDS: seconds
 */
enum gpcd_unit {
	GPCD_UNIT_UNKNOWN = 0,
	GPCD_UNIT_NONE = 1,
	GPCD_UNIT_PHITS = 2,
	GPCD_UNIT_FLITS = 3,
	GPCD_UNIT_PACKETS = 4,
	GPCD_UNIT_BYTES = 5,
	GPCD_UNIT_EVENTS = 6,
	GPCD_UNIT_ERRORS = 7,
	GPCD_UNIT_ROUTER_CYCLES = 8,
	GPCD_UNIT_LINK_CYCLES = 9,
	GPCD_UNIT_NIC_CYCLES = 10,
	GPCD_UNIT_RESPONSE_TICKS = 11,
	GPCD_UNIT_CYCLES = 12,
	GPCD_UNIT_MESSAGES = 13,
	GPCD_UNIT_BITS = 14,
	GPCD_UNIT_CODE_WORDS = 15,
	GPCD_UNIT_WORDS = 16,
	GPCD_UNIT_LONG_FLITS = 17,
	GPCD_UNIT_CELLS = 18,
	GPCD_UNIT_CREDITS = 19,
	GPCD_UNIT_OBJECTS = 20,
	GPCD_UNIT_PERCENT = 21,
	GPCD_UNIT_TICKS = 22,
	GPCD_UNIT_MICROSECONDS = 23,
	GPCD_UNIT_MILLISECONDS = 24,
	GPCD_UNIT_SECONDS = 25,
};

/* Features of a device (struct gpcd_info.features) */
#define GPCD_FEATURE_CHIP_TIME	(1ULL << 0)	/* snapshots carry the chip's own time */
#define GPCD_FEATURE_EMULATED	(1ULL << 1)	/* no hardware */
#define GPCD_FEATURE_LEGACY	(1ULL << 2)	/* serves the commands of gpcd_pub.h */
#define GPCD_FEATURE_CALL_CLOCK	(1ULL << 3)	/* the chip's time moves at each read by a call;
						 * in a mapping in steps of milliseconds
						 */
#define GPCD_FEATURE_MAP	(1ULL << 8)	/* registers can be mapped */
#define GPCD_FEATURE_RING	(1ULL << 9)	/* a ring can be made */
#define GPCD_FEATURE_NETLINK	(1ULL << 10)	/* netlink reports it */
#define GPCD_FEATURE_PERF	(1ULL << 11)	/* perf_event_open() counts it: gpcd_pmu */

/**
 * struct gpcd_info - description of a device (GPCD_IOC_INFO)
 * @size: sizeof(struct gpcd_info)
 * @flags: 0
 * @abi_version: out: GPCD_ABI_VERSION of the kernel
 * @chip: out: enum gpcd_chip
 * @features: out: GPCD_FEATURE_*
 * @catalogue_hash: out: fingerprint of the addresses, shifts, kinds and widths of the
 *	registers of this chip, as the kernel knows them
 * @chip_id: out: the same for all views of one chip
 * @epoch: out: changes at every reset, clear, counter write or replug
 * @time_offset_ns: out: offset that the caller's time namespace adds to
 *	CLOCK_MONOTONIC; time stamps do not contain it
 * @domain: out: the name space of @nic_addr, from 1
 * @nic_addr: out: this device's NIC address, never 0
 * @nic_index: out: index of this device's NIC in the chip, from 0
 * @nics: out: number of NICs of the chip
 * @nregs: out: number of registers in the chip's catalogue
 * @coord: out: the chip's coordinate (torus: x, y, z; dragonfly: group,
 *	chassis, slot; a NIC: group, switch, port)
 * @regs_max: out: the most registers of one call, or of a group
 * @ring_regs_max: out: the most registers of a group that gets a ring. This and
 *	the following limits are 0 without GPCD_FEATURE_RING
 * @ring_records_min: out: the fewest records of a ring, a power of two
 * @ring_records_max: out: the most records of a ring, a power of two
 * @ring_period_min_ns: out: the shortest period that any ring may have. For a
 *	group it may be longer: struct gpcd_ring_req.period_min_ns
 * @ring_period_max_ns: out: the longest period of a ring
 * @map_size: out: bytes of the chip's register space, which a mapping may have
 */
struct gpcd_info {
	__u32 size;
	__u32 flags;
	__u32 abi_version;
	__u32 chip;
	__aligned_u64 features;
	__aligned_u64 catalogue_hash;
	__aligned_u64 chip_id;
	__aligned_u64 epoch;
	__s64 time_offset_ns;
	__u32 domain;
	__u32 nic_addr;
	__u32 nic_index;
	__u32 nics;
	__u32 nregs;
	__u32 coord[3];
	__u32 regs_max;
	__u32 ring_regs_max;
	__u32 ring_records_min;
	__u32 ring_records_max;
	__aligned_u64 ring_period_min_ns;
	__aligned_u64 ring_period_max_ns;
	__aligned_u64 map_size;
};

#define GPCD_INFO_SIZE_1	128

/**
 * struct gpcd_catalogue_entry - one register of the kernel's catalogue
 * @addr: address of the byte that holds its lowest bit
 * @kind: enum gpcd_kind
 * @unit: enum gpcd_unit
 * @width: bits
 * @shift: its lowest bit in the aligned 8-byte word that holds it
 * @needs: what a job must be allowed, to read it on a device of its own: GPCD_MAY_*
 * @name: NUL-terminated
 */
struct gpcd_catalogue_entry {
	__aligned_u64 addr;
	__u8 kind;
	__u8 unit;
	__u8 width;
	__u8 shift;
	__u32 needs;
	char name[64];
};

#define GPCD_CATALOGUE_ENTRY_SIZE_1	80

/**
 * struct gpcd_catalogue_page - a run of the catalogue (GPCD_IOC_CATALOGUE)
 * @size: sizeof(struct gpcd_catalogue_page)
 * @flags: 0
 * @first: index of the first entry wanted, from 0
 * @count: in: entries that @entries has room for; out: entries written, 0 at the end
 * @entry_size: in: bytes from an entry to the next, at least
 *	GPCD_CATALOGUE_ENTRY_SIZE_1; out: bytes of an entry of the kernel. The smaller
 *	number is written
 * @reserved: 0
 * @entries: address of the array
 */
struct gpcd_catalogue_page {
	__u32 size;
	__u32 flags;
	__u32 first;
	__u32 count;
	__u32 entry_size;
	__u32 reserved;
	__aligned_u64 entries;
};

#define GPCD_CATALOGUE_PAGE_SIZE_1	32

/* Flags of a snapshot, set by the kernel (struct gpcd_snapshot_req.result) */
#define GPCD_SNAPSHOT_TORN	(1U << 0)	/* the chip was updating throughout */

/**
 * struct gpcd_snapshot_req - registers read in one sweep
 *	(GPCD_IOC_SNAPSHOT, GPCD_IOC_GROUP_READ)
 * @size: sizeof(struct gpcd_snapshot_req)
 * @flags: 0
 * @count: number of registers; for a group the group's own number
 * @nic_addr: NIC address of their device; 0: this device. For a group 0
 * @domain: of @nic_addr; 0: this device's; 0 if @nic_addr is 0. For a group 0
 * @reserved: 0
 * @addrs: address of @count __u64 register addresses. For a group 0
 * @values: address of @count __u64, written in the order of @addrs
 * @statuses: address of @count __u8 (enum gpcd_status), or 0
 * @sequence: out: number of this snapshot of the same open file or group, from 1
 * @start_ns: out: the host's CLOCK_MONOTONIC before the sweep, in any time
 *	namespace (struct gpcd_info.time_offset_ns)
 * @end_ns: out: the same after it
 * @chip_ns: out: the chip's own time; 0: it has none
 * @epoch: out: as struct gpcd_info; a delta across two epochs means nothing
 * @result: out: GPCD_SNAPSHOT_TORN
 * @failed: out: number of registers whose status is not GPCD_STATUS_OK
 *
 * ERANGE, ENXIO, ENOMEM; for a group EINTR. A @count of 0 reads only times and
 * epoch. After an error the arrays may have been written. An address that the chip
 * lacks or the caller may not see fails that register only.
 */
struct gpcd_snapshot_req {
	__u32 size;
	__u32 flags;
	__u32 count;
	__u32 nic_addr;
	__u32 domain;
	__u32 reserved;
	__aligned_u64 addrs;
	__aligned_u64 values;
	__aligned_u64 statuses;
	__aligned_u64 sequence;
	__aligned_u64 start_ns;
	__aligned_u64 end_ns;
	__aligned_u64 chip_ns;
	__aligned_u64 epoch;
	__u32 result;
	__u32 failed;
};

#define GPCD_SNAPSHOT_REQ_SIZE_1	96

/**
 * struct gpcd_group_req - a register list validated once (GPCD_IOC_GROUP)
 * @size: sizeof(struct gpcd_group_req)
 * @flags: 0
 * @count: number of registers, at least 1
 * @nic_addr: NIC address of their device; 0: this device
 * @domain: of @nic_addr; 0: this device's; 0 if @nic_addr is 0
 * @reserved: 0
 * @addrs: address of @count __u64 register addresses
 *
 * Returns a descriptor (close-on-exec) that serves GPCD_IOC_GROUP_READ, and
 * poll(2): POLLHUP and POLLERR once the chip is gone. It reads with its
 * creator's authority, whoever reads: the job and the privilege that the creator
 * had then. They are judged again whenever the permission table has changed; once
 * the job has ended, only the privilege counts. It belongs to the chip it was made
 * for and answers ENODEV once that is gone.
 *
 * ERANGE, ENXIO, ENOMEM, EMFILE, ENFILE.
 */
struct gpcd_group_req {
	__u32 size;
	__u32 flags;
	__u32 count;
	__u32 nic_addr;
	__u32 domain;
	__u32 reserved;
	__aligned_u64 addrs;
};

#define GPCD_GROUP_REQ_SIZE_1	32

/**
 * struct gpcd_write_req - values for registers (GPCD_IOC_WRITE)
 * @size: sizeof(struct gpcd_write_req)
 * @flags: 0
 * @count: number of registers
 * @nic_addr: NIC address of their device; 0: this device
 * @domain: of @nic_addr; 0: this device's; 0 if @nic_addr is 0
 * @reserved: 0
 * @addrs: address of @count __u64 register addresses, all validated before
 *	the first is written
 * @values: address of @count __u64; bits beyond a register's width are ignored
 * @done: out: number of registers written, even if the call fails part way
 * @reserved2: 0
 *
 * Needs CAP_SYS_ADMIN and a descriptor open for writing: EPERM, EBADF.
 * ERANGE, ENXIO, EOPNOTSUPP, ENOMEM, EINTR.
 */
struct gpcd_write_req {
	__u32 size;
	__u32 flags;
	__u32 count;
	__u32 nic_addr;
	__u32 domain;
	__u32 reserved;
	__aligned_u64 addrs;
	__aligned_u64 values;
	__u32 done;
	__u32 reserved2;
};

#define GPCD_WRITE_REQ_SIZE_1	48

/*
 * Structures contain their size, so the command numbers do not: a structure can
 * grow and keep its command. Others use the numbers 0x00-0x0f of 'g' (gadgetfs;
 * the legacy commands overlap), 0x10-0x13 (gpcdr) and 0x20-0x2f (g_printer).
 */
#define GPCD_IOC_INFO		_IO('g', 0x60)	/* struct gpcd_info */
#define GPCD_IOC_CATALOGUE	_IO('g', 0x61)	/* struct gpcd_catalogue_page */
#define GPCD_IOC_SNAPSHOT	_IO('g', 0x62)	/* struct gpcd_snapshot_req */
#define GPCD_IOC_GROUP		_IO('g', 0x63)	/* struct gpcd_group_req */
#define GPCD_IOC_GROUP_READ	_IO('g', 0x64)	/* struct gpcd_snapshot_req, on a group */
#define GPCD_IOC_WRITE		_IO('g', 0x65)	/* struct gpcd_write_req */
/* 0x66 and 0x67 are in <linux/gpcd_ring.h>, 0x68 and 0x70 to 0x73 in <linux/gpcd_perms.h>. */

#endif /* _UAPI_LINUX_GPCD_H */
