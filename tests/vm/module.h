/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Load and unload the modules of $MODULES, without a program in between.
 */
#ifndef MODULE_H
#define MODULE_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Returns 0 or a negative errno. */
static inline int module_load(const char *name, const char *parameters)
{
	char path[4096];
	int fd, ret;

	snprintf(path, sizeof(path), "%s/%s.ko", getenv("MODULES"), name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = syscall(SYS_finit_module, fd, parameters, 0) ? -errno : 0;
	close(fd);
	return ret;
}

/* Returns 0 or a negative errno, -EWOULDBLOCK while it is in use. */
static inline int module_unload(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) ? -errno : 0;
}

#endif /* MODULE_H */
