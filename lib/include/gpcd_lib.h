/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The interface of Cray's GPCD library: contexts of registers by name. The names
 * of all chips are known without a device. Functions return 0, or a negative
 * errno. Only functions with "print" in their name print.
 *
 * A caller may also make a context himself, without gpcd_create_context(): it
 * then has only the three public members.
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
 * @addr: address of the register
 * @name: full name of the register
 */
typedef struct gpcd_mmr_desc {
	uint64_t addr;
	char *name;
} gpcd_mmr_desc_t;

/**
 * struct gpcd_mmr_list - an entry of a context: a register and its value
 * @item: the register
 * @next: the entry added before this one, or NULL
 * @value: the value last read, or to be written
 */
typedef struct gpcd_mmr_list {
	struct gpcd_mmr_desc *item;
	struct gpcd_mmr_list *next;
	uint64_t value;
} gpcd_mmr_list_t;

/**
 * struct gpcd_context - registers that are read together
 * @list: the entries, the one added last first
 * @count: number of entries in @list
 * @nic_addr: address of the NIC whose registers are read; 0: the local NIC
 */
typedef struct gpcd_context {
	gpcd_mmr_list_t *list;
	int count;
	uint32_t nic_addr;
} gpcd_context_t;

/**
 * gpcd_create_context() - create an empty context
 *
 * The device is opened at the first read.
 *
 * Return: the context, which the caller frees with gpcd_remove_context(), or NULL:
 * no memory.
 */
gpcd_context_t *gpcd_create_context(void);

/**
 * gpcd_remove_context() - free a context and its entries, and close its device
 * @ctx: a context of gpcd_create_context(). If the caller allocated the context itself, only its
 *	entries are freed; they must be from gpcd_context_add_mmr() or malloc()
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
 * gpcd_context_add_mmr() - add a register at the head of a context
 * @ctx: the context
 * @desc: the register; must outlive the context. It may be in the context already
 *
 * Return: 0, -EINVAL for NULL, -ENOMEM.
 */
int gpcd_context_add_mmr(gpcd_context_t *ctx, gpcd_mmr_desc_t *desc);

/**
 * gpcd_context_remove_mmr() - remove the latest entry for a register
 * @ctx: the context
 * @desc: the register
 *
 * Return: 0, -EINVAL for NULL, -ENOENT the register is not in the context.
 */
int gpcd_context_remove_mmr(gpcd_context_t *ctx, gpcd_mmr_desc_t *desc);

/**
 * gpcd_context_read_mmr_vals() - read all registers of a context
 * @ctx: the context
 *
 * Reading an unchanged context of gpcd_create_context() again takes at most one system call for all
 * registers, or two the first time that it needs one, and no memory. It takes none if the registers
 * are mapped, unless the kernel must be asked for the values. Each read of a context that the
 * caller made himself takes one system call, and no memory if it has up to 64 registers. A read of
 * an image takes no system call. An empty context is read without a device. After an error all
 * values are unchanged. If the device is gone it is reopened once, so that a replugged chip is
 * found.
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
 * Writing to a device needs CAP_SYS_ADMIN (-EPERM). Writing to an image needs
 * write permission on its file (-EBADF).
 *
 * Return: as gpcd_context_read_mmr_vals(), but -ENOENT also for an unknown
 * nic_addr.
 */
int gpcd_context_write_mmr_vals(gpcd_context_t *ctx);

/**
 * gpcd_context_print() - print one line for each entry of a context on stdout
 * @ctx: the context
 *
 * Return: 0, -EINVAL for NULL.
 */
int gpcd_context_print(gpcd_context_t *ctx);

/**
 * gpcd_context_find_list_byname() - find the entry of a register by its full name
 * @ctx: the context
 * @name: the full name
 *
 * Return: the entry added last for that register, or NULL.
 */
gpcd_mmr_list_t *gpcd_context_find_list_byname(gpcd_context_t *ctx, char *name);

/**
 * gpcd_clone_context() - copy a context, values and order included
 * @in: the context to copy
 * @out: filled in; entries that it had before are not freed. Free the entries of
 *	the copy with gpcd_context_remove_mmr(), or all of it with
 *	gpcd_remove_context() if @out came from gpcd_create_context()
 *
 * Return: 0, -EINVAL for NULL, -ENOMEM (then @out is as it was).
 */
int gpcd_clone_context(gpcd_context_t *in, gpcd_context_t *out);

/**
 * gpcd_context_set_nic_addr() - choose the NIC whose registers a context reads
 * @ctx: the context
 * @nic_addr: NIC address; 0: the local NIC
 */
void gpcd_context_set_nic_addr(gpcd_context_t *ctx, uint32_t nic_addr);

/**
 * gpcd_read_mmr_val() - read one register
 * @desc: the register
 * @val: filled in with the value
 * @nic_addr: address of the NIC whose register it is; 0: the local NIC
 *
 * Return: 0, -EINVAL for NULL, -ENOENT the device's chip lacks the register,
 * -ENXIO unknown @nic_addr, -errno.
 */
int gpcd_read_mmr_val(const gpcd_mmr_desc_t *desc, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_write_mmr_val() - write one register
 * @desc: the register
 * @val: the value
 * @nic_addr: address of the NIC whose register it is; 0: the local NIC
 *
 * This needs the same rights as gpcd_context_write_mmr_vals().
 *
 * Return: 0, -EINVAL for NULL, -ENOENT the device's chip lacks the register, or
 * unknown @nic_addr, -errno.
 */
int gpcd_write_mmr_val(const gpcd_mmr_desc_t *desc, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_read_mmr_val_byname() - read one register by its full name
 * @name: the name
 * @val: filled in with the value
 * @nic_addr: address of the NIC whose register it is; 0: the local NIC
 *
 * Return: as gpcd_read_mmr_val(); -ENOENT also if there is no such name.
 */
int gpcd_read_mmr_val_byname(char *name, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_write_mmr_val_byname() - write one register by its full name
 * @name: the name
 * @val: the value
 * @nic_addr: address of the NIC whose register it is; 0: the local NIC
 *
 * Return: as gpcd_write_mmr_val(); -ENOENT also if there is no such name.
 */
int gpcd_write_mmr_val_byname(char *name, uint64_t *val, uint32_t nic_addr);

/**
 * gpcd_add_perms_entry() - set the level at which a job may read; needs CAP_SYS_ADMIN
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
 * gpcd_verbose_debug() - have the kernel log why it refuses calls of this process
 * @on: 1: on; -1: off
 *
 * Return: 0, -errno.
 */
int gpcd_verbose_debug(int on);
#define gpcd_set_verbose_debug()	gpcd_verbose_debug(1)
#define gpcd_clear_verbose_debug()	gpcd_verbose_debug(-1)

/**
 * gpcd_print_valid_nic_mmrs() - print name and address of each NIC register
 *
 * It prints the registers of the device's chip or, without a device, of a Gemini.
 *
 * Return: 0.
 */
int gpcd_print_valid_nic_mmrs(void);

/**
 * gpcd_print_valid_tile_mmrs() - print name and address of each tile register
 *
 * The chip is chosen as in gpcd_print_valid_nic_mmrs().
 *
 * Return: 0.
 */
int gpcd_print_valid_tile_mmrs(void);

/**
 * gpcd_print_valid_tile_filtering_mmrs() - print name and address of each filter
 *	register and filtering counter of a tile
 *
 * The chip is chosen as in gpcd_print_valid_nic_mmrs().
 *
 * Return: 0.
 */
int gpcd_print_valid_tile_filtering_mmrs(void);

/**
 * gpcd_print_valid_tile_static_mmrs() - print name and address of each static
 *	counter of a tile
 *
 * The chip is chosen as in gpcd_print_valid_nic_mmrs().
 *
 * Return: 0.
 */
int gpcd_print_valid_tile_static_mmrs(void);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_LIB_H */
