/* SPDX-License-Identifier: GPL-2.0-only */
/* Options that select the devices of a subcommand. */
#ifndef DEVICE_OPTIONS_H
#define DEVICE_OPTIONS_H

#include <argp.h>
#include <stdint.h>

/* How often -d may be given: the largest number of devices. */
#define DEVICE_OPTIONS_MAX 16384

/* The time of --wait without an argument. */
#define DEVICE_WAIT_EVER UINT64_MAX

/* What the command line says about devices. */
struct device_options {
	const char *name; /* argument of the last -d, or NULL */
	const char *names[DEVICE_OPTIONS_MAX]; /* arguments of all -d */
	unsigned int count;
	const char *nic; /* argument of --nic-addr, or NULL */
	uint32_t nic_addr; /* nic as a number, or 0: the device's own NIC */
	uint64_t wait_ns; /* how long to wait for missing devices, ns; 0: not at all */
};

/* Filled in by the parsers below. */
extern struct device_options device_options;

/* Children of an argp: -d and --wait. */
extern const struct argp_child device_children[];

/* The same with --csv and --json. */
extern const struct argp_child output_children[];

/* The same as output_children with --long. */
extern const struct argp_child long_children[];

/* Children of an argp: -d, --wait and --nic-addr. */
extern const struct argp_child register_children[];

/* Children of an argp: -d, --wait, --nic-addr, --csv and --json. */
extern const struct argp_child series_children[];

/* Children of an argp: all of these options. */
extern const struct argp_child values_children[];

#endif /* DEVICE_OPTIONS_H */
