/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Machine files, as people name them; and what simulators of worms want of one.
 */
#ifndef CLI_HARDWARE_MACHINES_H
#define CLI_HARDWARE_MACHINES_H

#include "hardware/hardware.h"
#include "netsim/host/host.h"
#include "netsim/worm/worm.h"

/** MACHINES_FOLDER_ENV - environment variable that names the only folder to look in */
#define MACHINES_FOLDER_ENV	"GPCD_MACHINES"

/**
 * machines_read() - read the machine that somebody names
 * @hardware: filled in
 * @name: a file, if there is a '/' or a '.' in it; or the name of one without ".machine", which is
 *	looked for in $XDG_CONFIG_HOME/gpcd/machines, or ~/.config/gpcd/machines, /etc/gpcd/machines
 *	and cli_data(), the first counts; or in the folder that MACHINES_FOLDER_ENV names, in
 *	place of them all
 *
 * Return: the exit code, having said what is wrong in which line of which file.
 */
int machines_read(struct hardware *hardware, const char *name);

/**
 * machines_worm() - describe the network of a machine that switches worms
 * @hardware: the machine, which outlives the description
 * @config: filled in
 */
void machines_worm(const struct hardware *hardware, struct worm_config *config);

/**
 * machines_host() - describe the end points of a machine that switches worms
 * @hardware: the machine
 * @config: filled in
 */
void machines_host(const struct hardware *hardware, struct host_config *config);

#endif /* CLI_HARDWARE_MACHINES_H */
