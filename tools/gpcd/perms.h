/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Permissions: what a process may read, and the permission table.
 */
#ifndef PERMS_H
#define PERMS_H

#include "cli/words.h"

/** perms_levels - the names of levels, in the order of enum gpcd_level */
extern const struct words perms_levels;

/**
 * perms_query() - print what this process may read of the device that is named, and why
 *
 * Return: the exit code.
 */
int perms_query(void);

/**
 * perms_list() - print the permission table
 * @args: not used: it takes no arguments
 *
 * Return: the exit code.
 */
int perms_list(char **args);

/**
 * perms_set() - add or replace an entry of the permission table
 * @args: job, level and any number of devices, ended by NULL
 *
 * Return: the exit code.
 */
int perms_set(char **args);

/**
 * perms_remove() - remove an entry of the permission table
 * @args: job, or "all", and NULL
 *
 * Return: the exit code.
 */
int perms_remove(char **args);

/**
 * perms_ignore() - let everybody read everything, or end that
 * @args: "on" or "off", and NULL
 *
 * Return: the exit code.
 */
int perms_ignore(char **args);

#endif /* PERMS_H */
