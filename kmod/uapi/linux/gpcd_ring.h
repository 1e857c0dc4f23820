/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The ring: samples that the kernel takes by itself, in memory that it shares with their
 * reader. GPCD_IOC_RING of <linux/gpcd.h>, on a group, makes one and returns its descriptor.
 *
 * What is mapped from offset 0 begins with a page, struct gpcd_ring_page; the records follow
 * it. Record r (from 0) is at data_offset + r % records * record_bytes: a struct
 * gpcd_ring_record, then a __u64 for each register of the group, then a __u8 for each, enum
 * gpcd_status.
 *
 * The kernel owns @head, the reader @tail. Records from @tail up to @head, exclusive, are
 * there to be read. A reader
 *
 *	reads head (acquire), reads these records, writes the tail (release)
 *
 * and the kernel does not touch a record that the reader has not passed by its tail. If there
 * is no room for a record, it is lost, and the next one says how many were.
 *
 * With GPCD_RING_OVERWRITE the kernel writes over the oldest record and never heeds the
 * tail but for poll(2). A record r that was copied is whole if afterwards (a read barrier
 * in between) head is less than r + records.
 */
#ifndef _UAPI_LINUX_GPCD_RING_H
#define _UAPI_LINUX_GPCD_RING_H

#include <linux/types.h>

/** GPCD_RING_VERSION: layout of struct gpcd_ring_page and struct gpcd_ring_record. */
#define GPCD_RING_VERSION 1

/**
 * enum gpcd_ring_state - whether samples are taken
 * @GPCD_RING_RUNNING: at each tick
 * @GPCD_RING_FROZEN: for now none
 * @GPCD_RING_GONE: none any more, because the chip is gone
 * @GPCD_RING_DENIED: none any more, because the reader may no longer read any of the registers
 */
enum gpcd_ring_state {
	GPCD_RING_RUNNING = 1,
	GPCD_RING_FROZEN = 2,
	GPCD_RING_GONE = 3,
	GPCD_RING_DENIED = 4,
};

/**
 * struct gpcd_ring_record - one sample
 * @sequence: number of the tick, from 1: those in between were lost
 * @start_ns: CLOCK_MONOTONIC of the host before the sweep
 * @end_ns: the same after it
 * @chip_ns: the chip's own time; 0: it has none
 * @epoch: as struct gpcd_info; a delta across two epochs means nothing
 * @lost: records lost since the one before, because there was no room
 * @late: ticks left out since the one before, because the processor came too late
 * @failed: registers whose status is not GPCD_STATUS_OK
 * @result: GPCD_SNAPSHOT_TORN
 * @state: &enum gpcd_ring_state; GONE and DENIED only in the last record, which has no values
 *
 * A multiple of 8 bytes long, as is each record.
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

/**
 * struct gpcd_ring_page - the page that describes a ring, and its two ends
 * @version: GPCD_RING_VERSION
 * @count: registers
 * @records: records there is room for, a power of two
 * @record_bytes: bytes from one record to the next
 * @data_offset: offset of the first record
 * @period_ns: time from tick to tick
 * @reserved: 0
 * @head: records written, from the beginning; the kernel's
 * @lost: records lost, from the beginning
 * @late: ticks left out, from the beginning
 * @state: &enum gpcd_ring_state
 * @reserved2: 0
 * @reserved3: 0
 * @tail: records read, from the beginning; the reader's
 *
 * Each end has a cache line of its own.
 */
struct gpcd_ring_page {
	__u32 version;
	__u32 count;
	__u32 records;
	__u32 record_bytes;
	__aligned_u64 data_offset;
	__aligned_u64 period_ns;
	__aligned_u64 reserved[4];
	__aligned_u64 head;
	__aligned_u64 lost;
	__aligned_u64 late;
	__u32 state;
	__u32 reserved2;
	__aligned_u64 reserved3[4];
	__aligned_u64 tail;
};

#endif /* _UAPI_LINUX_GPCD_RING_H */
