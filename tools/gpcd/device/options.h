/* SPDX-License-Identifier: GPL-2.0-only */
/* Options that select the devices of a subcommand. */
#ifndef DEVICE_OPTIONS_H
#define DEVICE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"

/* How often -d may be given: the largest number of devices. */
#define DEVICE_OPTIONS_MAX 16384

/* The time of --wait without an argument. */
#define DEVICE_WAIT_EVER UINT64_MAX

/* What the command line says about devices. */
struct device_options {
	const char *name; /* argument of the last -d, or NULL */
	const char *names[DEVICE_OPTIONS_MAX]; /* arguments of all -d */
	unsigned int count;
	bool overfull; /* there were more */
	const char *nic; /* argument of --nic-addr, or NULL */
	uint32_t nic_addr; /* nic as a number, or 0: the device's own NIC */
	uint64_t wait_ns; /* how long to wait for missing devices, ns; 0: not at all */
};

/* Filled in by the options below. */
extern struct device_options device_options;

/* -d and --wait */
extern const struct options device_named_options;

/* --nic-addr */
extern const struct options device_nic_options;

/* Parts of a command's table. */
#define DEVICE_NAMED	OPTIONS_OF(&device_options, &device_named_options)
#define DEVICE_NIC	OPTIONS_OF(&device_options, &device_nic_options)

#endif /* DEVICE_OPTIONS_H */
