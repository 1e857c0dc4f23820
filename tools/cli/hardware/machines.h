/* SPDX-License-Identifier: GPL-2.0-only */
/* Find machine files by name, and configure simulators from them. */
#ifndef CLI_HARDWARE_MACHINES_H
#define CLI_HARDWARE_MACHINES_H

#include "cli/out/format.h"
#include "cli/util.h"
#include "hardware/hardware.h"
#include "netsim/fabric.h"
#include "netsim/host/host.h"
#include "netsim/worm/worm.h"
#include "topo/gemini.h"

/* Environment variable that names the only folder to search. */
#define MACHINES_FOLDER_ENV	"GPCD_MACHINES"

/*
 * Read a machine. If @name contains '/' or '.', it is a file. Otherwise it is a file's name without
 * ".machine", searched in the folder named by MACHINES_FOLDER_ENV; without that variable, in
 * $XDG_CONFIG_HOME/gpcd/machines or ~/.config/gpcd/machines, then /etc/gpcd/machines, then
 * cli_data(). Report an error with file and line; return the exit code.
 */
int machines_read(struct hardware *hardware, const char *name);

/* Describe the network of a wormhole machine; @hardware must outlive @config. */
void machines_worm(const struct hardware *hardware, struct worm_config *config);

/* Describe the end points of a wormhole machine. */
void machines_host(const struct hardware *hardware, struct host_config *config);

/* --- machines that switch packets --- */

/* Check if a machine has Geminis in cabinets: media specify the rates of its links. */
bool described_has_cabinets(const struct hardware *hardware);

/*
 * Check if register images can hold the counters of a packet machine's chips: its routers have the
 * tiles of a Gemini or an Aries, or its NICs are Cassinis.
 */
bool described_has_registers(const struct hardware *hardware);

/*
 * Make the fabric of a packet machine, for net_fabric_free(). @system is its cabinets, if it has
 * any. Return 0 or -ENOMEM.
 */
int described_fabric(const struct hardware *hardware, const struct gemini_system *system,
		     struct net_fabric *fabric);

/* --- values that a paper does not print, and that were chosen --- */

#define CHOSEN_COLUMNS	3

/* of, key, value */
extern const struct column chosen_columns[CHOSEN_COLUMNS];

/*
 * Add a row to a table with chosen_columns. @of is the section of a machine file or a part of the
 * paper. The value, with its unit, is shorter than HARDWARE_TEXT.
 */
__printf(4, 5) void chosen_add(struct table *table, const char *of, const char *key,
			       const char *fmt, ...);

/* Add the values that a machine's file marks as chosen. */
void chosen_machine(struct table *table, const struct hardware *hardware);

#endif /* CLI_HARDWARE_MACHINES_H */
