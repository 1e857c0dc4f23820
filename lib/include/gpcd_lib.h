/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The interface of Cray's GPCD library: contexts of registers by name. The names
 * of all chips are known without a device. Functions return 0, or a negative
 * errno. Only functions with "print" in their name print.
 *
 * A context may also be the caller's own, made without gpcd_create_context(): it
 * has the three public members and no more.
 */
#ifndef GPCD_LIB_H
#define GPCD_LIB_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <gpcd_pub.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct gpcd_mmr_desc - a memory-mapped register
 * @addr: its address
 * @name: its name
 */
typedef struct gpcd_mmr_desc {
	uint64_t addr;
	char *name;
} gpcd_mmr_desc_t;

/**
 * struct gpcd_mmr_list - a register in a context
 * @item: which
 * @next: the one added before it, or NULL
 * @value: as last read, or to be written
 */
typedef struct gpcd_mmr_list {
	struct gpcd_mmr_desc *item;
	struct gpcd_mmr_list *next;
	uint64_t value;
} gpcd_mmr_list_t;

/**
 * struct gpcd_context - registers that are read together
 * @list: the last added first
 * @count: entries of @list
 * @nic_addr: whose registers; 0: the local NIC
 */
typedef struct gpcd_context {
	gpcd_mmr_list_t *list;
	int count;
	uint32_t nic_addr;
} gpcd_context_t;

/**
 * gpcd_create_context() - an empty context; the device is opened at the first read
 *
 * Return: the context, for gpcd_remove_context(), or NULL when memory is out.
 */
gpcd_context_t *gpcd_create_context(void);

/**
 * gpcd_remove_context() - free a context and its entries, close its device
 * @ctx: from gpcd_create_context(); of a caller's own one the entries only,
 *	which must be from gpcd_context_add_mmr() or malloc()
 *
 * Return: 0, -EINVAL for NULL.
 */
int gpcd_remove_context(gpcd_context_t *ctx);

/**
 * gpcd_lookup_mmr_byname() - find a register of any chip by its full name
 * @name: the name
 *
 * Return: the register, which is static, or NULL: the name is unknown.
 */
const gpcd_mmr_desc_t *gpcd_lookup_mmr_byname(char *name);

/**
 * gpcd_context_add_mmr() - push a register at the head of a context
 * @ctx: the context
 * @desc: the register; must outlive the context. Duplicates are kept
 *
 * Return: 0, -EINVAL for NULL, -ENOMEM.
 */
int gpcd_context_add_mmr(gpcd_context_t *ctx, gpcd_mmr_desc_t *desc);

/**
 * gpcd_context_remove_mmr() - take out the entry added last for a register
 * @ctx: the context
 * @desc: the register
 *
 * Return: 0, -EINVAL for NULL, -ENOENT not in the context.
 */
int gpcd_context_remove_mmr(gpcd_context_t *ctx, gpcd_mmr_desc_t *desc);

/**
 * gpcd_context_read_mmr_vals() - read all registers of a context
 * @ctx: the context
 *
 * One system call in all; a repeated read of an unchanged context from
 * gpcd_create_context() allocates nothing, nor does that of a caller's own
 * context of up to 64 registers. An empty context is read without a device.
 * When it fails all values stay as they were. When the device is gone it is
 * opened anew once, so that a replugged chip is found.
 *
 * Return: 0; -EINVAL for NULL, -ENOENT a register that the device's chip
 * lacks, -ENXIO unknown nic_addr, -EPERM a register that the caller may not see,
 * -ENODEV no device or its chip is gone, -EACCES, -errno.
 */
int gpcd_context_read_mmr_vals(gpcd_context_t *ctx);

/**
 * gpcd_context_write_mmr_vals() - write all values of a context, last added first
 * @ctx: the context
 *
 * A device's registers are CAP_SYS_ADMIN's to write (-EPERM), an image's whoever
 * may write its file (-EBADF).
 *
 * Return: as gpcd_context_read_mmr_vals(), but -ENOENT also for an unknown
 * nic_addr.
 */
int gpcd_context_write_mmr_vals(gpcd_context_t *ctx);

/**
 * gpcd_context_print() - one line an entry on stdout
 * @ctx: the context
 *
 * Return: 0, -EINVAL for NULL.
 */
int gpcd_context_print(gpcd_context_t *ctx);

/**
 * gpcd_context_find_list_byname() - the entry of a name
 * @ctx: the context
 * @name: the full name
 *
 * Return: the entry added last, or NULL.
 */
gpcd_mmr_list_t *gpcd_context_find_list_byname(gpcd_context_t *ctx, char *name);

/**
 * gpcd_clone_context() - copy a context, values and order included
 * @in: the context
 * @out: filled in; its former entries are not freed. Free the copy's with
 *	gpcd_context_remove_mmr(), or all with gpcd_remove_context() if @out
 *	came from gpcd_create_context()
 *
 * Return: 0, -EINVAL for NULL, -ENOMEM (then @out is as it was).
 */
int gpcd_clone_context(gpcd_context_t *in, gpcd_context_t *out);

/**
 * gpcd_context_set_nic_addr() - choose whose registers a context reads
 * @ctx: the context
 * @nic_addr: NIC address; 0: the local NIC
 */
void gpcd_context_set_nic_addr(gpcd_context_t *ctx, uint32_t nic_addr);

/**
 * gpcd_read_mmr_val() - read one register
 * @desc: the register
 * @val: its value
 * @nic_addr: whose; 0: the local NIC
 *
 * Return: 0, -EINVAL for NULL, -ENOENT the device's chip lacks it, -ENXIO unknown
 * @nic_addr, -errno.
 */
int gpcd_read_mmr_val(const gpcd_mmr_desc_t *desc, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_write_mmr_val() - write one register
 * @desc: the register
 * @val: the value
 * @nic_addr: whose; 0: the local NIC
 *
 * The rights it needs: as gpcd_context_write_mmr_vals().
 *
 * Return: 0, -EINVAL for NULL, -ENOENT the device's chip lacks it, or unknown
 * @nic_addr, -errno.
 */
int gpcd_write_mmr_val(const gpcd_mmr_desc_t *desc, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_read_mmr_val_byname() - read one register by its full name
 * @name: the name
 * @val: its value
 * @nic_addr: whose; 0: the local NIC
 *
 * Return: as gpcd_read_mmr_val(); -ENOENT also where there is no such name.
 */
int gpcd_read_mmr_val_byname(char *name, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_write_mmr_val_byname() - write one register by its full name
 * @name: the name
 * @val: the value
 * @nic_addr: whose; 0: the local NIC
 *
 * Return: as gpcd_write_mmr_val(); -ENOENT also where there is no such name.
 */
int gpcd_write_mmr_val_byname(char *name, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_add_perms_entry() - say what a job may read; needs CAP_SYS_ADMIN
 * @job_id: the job: a cgroup id
 * @perms: a GPC_PERMS_* level
 *
 * Return: 0, -EPERM, -EINVAL no such level, or job 0, -ENOSPC the table is full,
 * -errno.
 */
int gpcd_add_perms_entry(uint64_t job_id, uint64_t perms);

/**
 * gpcd_disable_perms() - toggle ignoring of permissions; needs CAP_SYS_ADMIN
 *
 * Return: 0, -EPERM, -errno.
 */
int gpcd_disable_perms(void);

/**
 * gpcd_verbose_debug() - have the kernel log this process's refused calls
 * @on: 1 on, -1 off
 *
 * Return: 0, -errno.
 */
int gpcd_verbose_debug(int on);
#define gpcd_set_verbose_debug()	gpcd_verbose_debug(1)
#define gpcd_clear_verbose_debug()	gpcd_verbose_debug(-1)

/**
 * gpcd_print_valid_nic_mmrs() - print name and address of the NIC registers
 *
 * The registers are those of the device's chip, or of a Gemini where there is no
 * device. The three functions below do the same.
 *
 * Return: 0.
 */
int gpcd_print_valid_nic_mmrs(void);
/** gpcd_print_valid_tile_mmrs() - likewise, of all tile registers */
int gpcd_print_valid_tile_mmrs(void);
/** gpcd_print_valid_tile_filtering_mmrs() - likewise, of filters and their counters */
int gpcd_print_valid_tile_filtering_mmrs(void);
/** gpcd_print_valid_tile_static_mmrs() - likewise, of the static tile counters */
int gpcd_print_valid_tile_static_mmrs(void);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_LIB_H */
