/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options that say which device a subcommand is about.
 */
#ifndef DEVICE_OPTIONS_H
#define DEVICE_OPTIONS_H

#include <argp.h>
#include <stdint.h>

/** DEVICE_OPTIONS_MAX - how often -d may be given: as many devices as there may be */
#define DEVICE_OPTIONS_MAX 16384

/** DEVICE_WAIT_EVER - the time of --wait without a time */
#define DEVICE_WAIT_EVER UINT64_MAX

/**
 * struct device_options - what the command line says about devices
 * @name: argument of the last -d, or NULL
 * @names: arguments of all -d
 * @count: number of @names
 * @nic: argument of --nic-addr, or NULL
 * @nic_addr: @nic as a number, or 0: the device's own NIC
 * @wait_ns: --wait: how long to wait for devices that are not there yet, ns; 0: not at all
 */
struct device_options {
	const char *name;
	const char *names[DEVICE_OPTIONS_MAX];
	unsigned int count;
	const char *nic;
	uint32_t nic_addr;
	uint64_t wait_ns;
};

/** device_options - what the command line says; the parsers below fill it in */
extern struct device_options device_options;

/** device_children - children of an argp: -d and --wait */
extern const struct argp_child device_children[];

/** output_children - children of an argp: -d, --wait, --csv and --json */
extern const struct argp_child output_children[];

/** long_children - children of an argp: those, and --long */
extern const struct argp_child long_children[];

/** register_children - children of an argp: -d, --wait and --nic-addr */
extern const struct argp_child register_children[];

/** series_children - children of an argp: -d, --wait, --nic-addr, --csv and --json */
extern const struct argp_child series_children[];

/** values_children - children of an argp: all of these options */
extern const struct argp_child values_children[];

#endif /* DEVICE_OPTIONS_H */
