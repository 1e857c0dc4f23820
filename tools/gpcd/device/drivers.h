/* SPDX-License-Identifier: GPL-2.0-only */
/* Drivers of network interfaces as chips: what the dictionary knows of them, without a device. */
#ifndef DRIVERS_H
#define DRIVERS_H

/*
 * Learn the chip of each driver, for gpcd_chip_next(), until the command ends. Report any error and
 * return the exit code.
 */
int drivers_learn(void);

/*
 * Find a chip by name: of the catalogue, else of a driver; then all drivers are learned. Report any
 * error and return the exit code.
 */
int drivers_chip(const char *name, unsigned int *chip);

/*
 * Replace the chip of a driver by one that also has what all drivers have; other chips stay as they
 * are. Report any error and return the exit code.
 */
int drivers_complete(unsigned int *chip);

/*
 * Call @take with the chip of each driver, with what all drivers have, until it returns another
 * exit code than 0. Report any error of its own and return the exit code.
 */
int drivers_each(int (*take)(void *data, unsigned int chip), void *data);

#endif /* DRIVERS_H */
