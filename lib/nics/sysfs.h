/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Short texts and links of /sys: what an interface is. */
#ifndef NICS_SYSFS_H
#define NICS_SYSFS_H

#include <stdbool.h>
#include <stddef.h>

#include "nic.h"

#define NIC_FORMAT_OF(string, first) format(printf, string, first)

/* Bytes of the longest path, with its NUL. */
#define NIC_PATH_ROOM	4096

/*
 * Write a path that begins at / or at the folder that stands for it. Return 0 or -ENAMETOOLONG;
 * then the path is "", which no file has.
 */
int nic_path(char path[NIC_PATH_ROOM], const char *format, ...)
	__attribute__((NIC_FORMAT_OF(2, 3)));

/* Return whether a folder's entry can have a name: not empty, no '/', not "." or "..". */
bool nic_is_entry(const char *name);

/*
 * Read the first line of a file, truncated to @room bytes with its NUL. If the file cannot be read,
 * the line is "". Return 0 or a negative errno.
 */
int nic_text(const char *path, char *text, size_t room);

/* Read the first line of a file below a folder in the same way. */
int nic_text_below(const char *folder, const char *file, char *text, size_t room);

/* Return whether a folder has a file or folder of this name. */
bool nic_has(const char *folder, const char *name);

/* Write the last part of what a link leads to, or "". */
void nic_link_name(const char *path, char *name, size_t room);

/* Fill in bus and, if it is "", driver, from the folder of a device. */
void nic_about_device(struct nic_about *about, const char *device);

/*
 * Fill in partner from the folder of a device: the network interface of one of its ports, which
 * count from 0, or the first one if interfaces do not say which port is theirs.
 */
void nic_about_partner(struct nic_about *about, const char *device, unsigned int port);

/*
 * Visit the entries of a folder in the order of their names, with their numbers as numbers; hidden
 * ones are left out. Any other return value of @visit than 0 ends the search. A folder that does
 * not exist is empty. Return 0, what @visit returned, or a negative errno.
 */
int nic_each_entry(const char *path, int (*visit)(void *data, const char *name), void *data);

#endif /* NICS_SYSFS_H */
