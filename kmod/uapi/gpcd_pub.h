/* SPDX-License-Identifier: (GPL-2.0-only WITH Linux-syscall-note) OR LGPL-2.1-or-later */
/*
 * The legacy interface of GPCD devices, as clients of Cray's library know it.
 *
 * Numbers, names and layouts are the original's. New programs use
 * <linux/gpcd.h> or libgpcd's <gpcd/gpcd.h>.
 */
#ifndef GPCD_PUB_H
#define GPCD_PUB_H

#include <linux/ioctl.h>
#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdint.h>
#endif

/** GPCD_DEV_PATH: the node's own NIC. */
#define GPCD_DEV_PATH "/dev/gpcd0"

/** MAX_NUM_MMRS: maximum number of registers in one legacy call. */
#define MAX_NUM_MMRS 1552

/*
 * The first generation of commands, plain integers. Command 2 never reaches the
 * device: the kernel takes it for FIGETBSZ and writes 4096 into num_mmrs.
 */
#define GPC_OLD_READ_REG	0x1
#define GPC_OLD_WRITE_REG	0x2
#define GPC_OLD_SET_PERMS	0x3
#define GPC_OLD_VERBOSE		0x4
#define GPC_OLD_IGNORE_PERMS	0x5
#define GPC_OLD_LIST_PERMS	0x6

/* The second generation. */
#define GPC_IOC_READ_REG	_IO('g', 0x01)
#define GPC_IOC_WRITE_REG	_IO('g', 0x02)
#define GPC_IOC_SET_PERMS	_IO('g', 0x03)
#define GPC_IOC_VERBOSE		_IO('g', 0x04)
#define GPC_IOC_IGNORE_PERMS	_IO('g', 0x05)
#define GPC_IOC_LIST_PERMS	_IO('g', 0x06)

/* Permission levels; each contains the one before. */
#define GPC_PERMS_NONE	0	/* nothing */
#define GPC_PERMS_NIC	1	/* the own NIC's registers */
#define GPC_PERMS_LOCAL	2	/* and the local router's tiles */
#define GPC_PERMS_ALL	3	/* and other devices, by nic_addr */

/**
 * struct gpcd_args - argument of READ_REG and WRITE_REG
 * @num_mmrs: number of registers, at most MAX_NUM_MMRS (E2BIG)
 * @nic_addr: NIC address of their device; 0: the local NIC
 * @mmr_addrs: register addresses
 * @mmr_data: one value for each register, read or to be written
 */
struct gpcd_args {
	uint32_t num_mmrs;
	uint32_t nic_addr;
	uint64_t *mmr_addrs;
	uint64_t *mmr_data;
};

/**
 * struct gpcd_perms - argument of SET_PERMS
 * @perms: a GPC_PERMS_* level
 * @job_id: id of the job's cgroup; 0 is no job
 *
 * EINVAL: no such level, or job 0; ENOSPC: the table is full.
 */
struct gpcd_perms {
	uint64_t perms;
	uint64_t job_id;
};

#ifndef __KERNEL__
typedef struct gpcd_args gpcd_args_t;
typedef struct gpcd_args gpcd_read_args_t;
typedef struct gpcd_args gpcd_write_args_t;
typedef struct gpcd_perms gpcd_perms_t;
#endif

/* Gemini tile registers: rows, columns, and the registers of one tile. */
#define GPC_TILE_BASE		0x2000000
#define GPC_TILE_ROW		0x20000
#define GPC_TILE_COL		0x2000
#define GPC_TILE_NONLCB		0x1000
#define GPC_FPC_SETUP		0x200
#define GPC_FPC			0x220
#define GPC_TILE_PCOFF		0x380
#define GPC_SPC			0x380
#define GPC_VC1			0x48
#define GPC_TILE_MAX_ROW	6
#define GPC_TILE_MAX_COL	8
#define GPC_TILE_MAX_X		4
#define GPC_TILE_MAX_SPC	5	/* index of the last of six */

/** GPC_TILE() - address of the non-LCB page of Gemini tile (@r, @c) */
#define GPC_TILE(r, c) \
	(GPC_TILE_BASE + (r) * GPC_TILE_ROW + (c) * GPC_TILE_COL + GPC_TILE_NONLCB)
/** GPC_TILE_SPC() - address of static counter @x (0 to 5) of tile (@r, @c) */
#define GPC_TILE_SPC(r, c, x) \
	(GPC_TILE(r, c) + GPC_SPC + (x) * 8ULL)
/** GPC_TILE_FPC() - address of filtering counter @x (0 to 3, 4: all) of @vc */
#define GPC_TILE_FPC(r, c, vc, x) \
	(GPC_TILE(r, c) + ((vc) ? GPC_VC1 : 0) + (x) * 8ULL + GPC_FPC)
/** GPC_TILE_FPC_SETUP() - address of filter set-up @x (0 to 3) of @vc */
#define GPC_TILE_FPC_SETUP(r, c, vc, x) \
	(GPC_TILE(r, c) + ((vc) ? GPC_VC1 : 0) + (x) * 8ULL + GPC_FPC_SETUP)

/** GPC_AR_TILE() - offset of Aries tile (@r, @c) */
#define GPC_AR_TILE(r, c) ((r) * 0x400000 + (c) * 0x80000)

/* Gemini filters: which phit of a packet, and which of its 24 bits. */
#define GPC_FILTER_MASK_VC	0xc00000
#define GPC_FILTER_MASK_DEST	0x3fffc0
#define GPC_FILTER_MASK_ADDRL	0xffffc0
#define GPC_FILTER_MASK_PTAG	0xff0000
#define GPC_FILTER_MASK_ADDRU	0x00ffff
#define GPC_FILTER_MASK_SRC	0xffff00
#define GPC_FILTER_MASK_SSID	0x3fc000

#define GPC_FILTER_PHIT_VC	0
#define GPC_FILTER_PHIT_DEST	0
#define GPC_FILTER_PHIT_ADDRL	1
#define GPC_FILTER_PHIT_ADDRU	2
#define GPC_FILTER_PHIT_PTAG	2
#define GPC_FILTER_PHIT_SRC	3
#define GPC_FILTER_PHIT_SSID	6

#endif /* GPCD_PUB_H */
