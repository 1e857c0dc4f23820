/* SPDX-License-Identifier: GPL-2.0-only */
/* The cgroups of jobs (version 2), by id or by folder. */
#ifndef TOOLS_GPCD_PERMS_CGROUP_H
#define TOOLS_GPCD_PERMS_CGROUP_H

#include <stdint.h>

/*
 * Open the folder of a cgroup, named by its path or its id. Any folder can be opened by path; the
 * kernel finds out whether it is a cgroup's. By id this needs root. Return a descriptor or a
 * negative errno: -EINVAL if there is no such folder or cgroup, -ENODEV if no file system of
 * cgroups is mounted.
 */
int cgroup_open(const char *text);

/* Parse the id of a cgroup, or look up a folder's. Return 0, -EINVAL or another errno. */
int cgroup_parse(const char *text, uint64_t *id);

#endif /* TOOLS_GPCD_PERMS_CGROUP_H */
