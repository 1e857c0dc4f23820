/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The ring: samples that the kernel takes by itself, in memory shared with their reader.
 * GPCD_IOC_RING, on a group, makes one and returns its descriptor.
 *
 * The mapping, from offset 0, begins with a page, struct gpcd_ring_page; the records follow.
 * Record r (from 0) is at data_offset + r % records * record_bytes. It begins with a struct
 * gpcd_ring_record; at values_offset in it is a __u64 for each register of the group, at
 * statuses_offset a __u8 for each, enum gpcd_status.
 *
 * All offsets are in the page, and a reader takes them from there: a later kernel may have a
 * longer struct gpcd_ring_record. In an earlier kernel it may be shorter: a member that would lie
 * at or beyond values_offset is missing, and counts as 0.
 *
 * The kernel owns @head, the reader @tail. Records from @tail up to @head, exclusive, can
 * be read. A reader
 *
 *	reads head (acquire), reads these records, writes the tail (release)
 *
 * and the kernel does not touch a record until the tail has passed it. If there is no room for
 * a record, it is lost, and the next one says how many were lost.
 *
 * If @flags of the page has GPCD_RING_OVERWRITE, the kernel overwrites the oldest record, and
 * uses the tail only for poll(2). A copied record r is whole if afterwards (after a read barrier)
 * head is less than r + records.
 */
#ifndef _UAPI_LINUX_GPCD_RING_H
#define _UAPI_LINUX_GPCD_RING_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* Flags of a ring (struct gpcd_ring_req, struct gpcd_ring_page) */
#define GPCD_RING_OVERWRITE	(1U << 0)	/* if there is no room, the oldest record is lost */

/**
 * struct gpcd_ring_req - have the kernel sample a group by itself
 *	(GPCD_IOC_RING, on a group)
 * @size: sizeof(struct gpcd_ring_req)
 * @flags: GPCD_RING_OVERWRITE
 * @period_ns: time from tick to tick, from @period_min_ns to @ring_period_max_ns. Ticks
 *	are at its multiples of CLOCK_REALTIME, as set when the ring is made, so that hosts
 *	with synchronised clocks tick together
 * @records: room, in records: a power of two from @ring_records_min to @ring_records_max. One is
 *	kept for the last record, unless GPCD_RING_OVERWRITE is set
 * @wakeup: unread records that make the descriptor readable, less than @records; 0: 1
 * @cpu: the processor that samples; -1: the kernel chooses among those on which the caller
 *	may run, an isolated one only if there is no other
 * @reserved: 0
 * @period_min_ns: out: the shortest period for this group, even if the call fails: two and a
 *	half times the measured sweep, plus 4 us, but no less than @ring_period_min_ns
 * @bytes: out: bytes to map, from offset 0
 *
 * @ring_period_max_ns and the other limits of rings are answers of GPCD_IOC_INFO (struct
 * gpcd_info).
 *
 * Returns a descriptor (close-on-exec) for mmap(2), MAP_SHARED, which may be writable;
 * for poll(2): POLLIN, and POLLHUP with POLLERR once no more samples will come; and for
 * GPCD_IOC_RING_FREEZE. It reads with the authority of the group's creator. If its
 * processor goes offline, another one samples.
 *
 * ERANGE: the group has more than @ring_regs_max registers, or period or records are out of
 * their range; EINVAL: @records is no power of two, @wakeup is not less, or a processor that is
 * not online; EBUSY: the rings of that processor, or of each on which the caller may run, would
 * take more of its time than the module parameter ring_share allows; EPERM: more memory than
 * RLIMIT_MEMLOCK allows without CAP_IPC_LOCK, or a processor on which the caller may not run
 * without CAP_SYS_NICE; EINTR, ENODEV, ENOMEM, EMFILE, ENFILE.
 */
struct gpcd_ring_req {
	__u32 size;
	__u32 flags;
	__aligned_u64 period_ns;
	__u32 records;
	__u32 wakeup;
	__s32 cpu;
	__u32 reserved;
	__aligned_u64 period_min_ns;
	__aligned_u64 bytes;
};

#define GPCD_RING_REQ_SIZE_1	48

/**
 * struct gpcd_ring_freeze - stop or resume sampling (GPCD_IOC_RING_FREEZE, on a ring)
 * @size: sizeof(struct gpcd_ring_freeze)
 * @flags: 0
 * @on: 1: take no samples; 0: take them
 * @was: out: the previous setting
 *
 * When a freeze returns, no record is being written. Ticks of a frozen ring have no number, and
 * are neither lost nor late. A freeze does not make the descriptor readable: the records that are
 * there can be read all the same. EINVAL: @on is neither 0 nor 1; ENODEV: the ring has ended.
 */
struct gpcd_ring_freeze {
	__u32 size;
	__u32 flags;
	__u32 on;
	__u32 was;
};

#define GPCD_RING_FREEZE_SIZE_1	16

/**
 * enum gpcd_ring_state - whether samples are taken
 * @GPCD_RING_RUNNING: a sample at each tick
 * @GPCD_RING_FROZEN: paused
 * @GPCD_RING_GONE: ended, because the chip is gone
 * @GPCD_RING_DENIED: ended, because the reader may no longer read any of the registers
 */
enum gpcd_ring_state {
	GPCD_RING_RUNNING = 1,
	GPCD_RING_FROZEN = 2,
	GPCD_RING_GONE = 3,
	GPCD_RING_DENIED = 4,
};

/**
 * struct gpcd_ring_record - one sample
 * @sequence: number of the tick, from 1; skipped ticks were lost
 * @start_ns: CLOCK_MONOTONIC of the host before the sweep
 * @end_ns: the same after it
 * @chip_ns: the chip's own time; 0: it has none
 * @epoch: as struct gpcd_info; a delta across two epochs means nothing
 * @lost: records lost since the one before, because there was no room
 * @late: ticks skipped since the one before, because the processor was late
 * @failed: number of registers whose status is not GPCD_STATUS_OK
 * @result: GPCD_SNAPSHOT_TORN
 * @state: &enum gpcd_ring_state; GONE and DENIED only in the last record, which has no values
 *
 * It grows at its end, and its size is a multiple of 8 bytes, as is the size of each record.
 */
struct gpcd_ring_record {
	__aligned_u64 sequence;
	__aligned_u64 start_ns;
	__aligned_u64 end_ns;
	__aligned_u64 chip_ns;
	__aligned_u64 epoch;
	__aligned_u64 lost;
	__u32 late;
	__u32 failed;
	__u32 result;
	__u32 state;
};

#define GPCD_RING_RECORD_SIZE_1	64

/**
 * struct gpcd_ring_page - the page that describes a ring, and its two ends
 * @flags: as in struct gpcd_ring_req when the ring was made
 * @count: number of registers
 * @records: room, in records: a power of two
 * @record_bytes: bytes from one record to the next
 * @data_offset: offset of the first record
 * @period_ns: time from tick to tick
 * @values_offset: offset of the values in a record, a multiple of 8; at least
 *	GPCD_RING_RECORD_SIZE_1
 * @statuses_offset: offset of the statuses in a record
 * @reserved: 0
 * @head: records written, from the beginning; the kernel's
 * @lost: records lost, from the beginning
 * @late: ticks skipped, from the beginning
 * @state: &enum gpcd_ring_state
 * @reserved2: 0
 * @reserved3: 0
 * @tail: records read, from the beginning; the reader's
 *
 * Each end has a cache line of its own. A reserved member may get a meaning; 0 is then what a
 * kernel has that does not know it.
 */
struct gpcd_ring_page {
	__u32 flags;
	__u32 count;
	__u32 records;
	__u32 record_bytes;
	__aligned_u64 data_offset;
	__aligned_u64 period_ns;
	__u32 values_offset;
	__u32 statuses_offset;
	__aligned_u64 reserved[3];
	__aligned_u64 head;
	__aligned_u64 lost;
	__aligned_u64 late;
	__u32 state;
	__u32 reserved2;
	__aligned_u64 reserved3[4];
	__aligned_u64 tail;
};

#define GPCD_IOC_RING		_IO('g', 0x66)	/* struct gpcd_ring_req, on a group */
#define GPCD_IOC_RING_FREEZE	_IO('g', 0x67)	/* struct gpcd_ring_freeze, on a ring */

#endif /* _UAPI_LINUX_GPCD_RING_H */
