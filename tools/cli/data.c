// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* For installed commands this file is compiled again with their own folder (tools/build.mk). */
#ifndef DATA_FOLDER
#define DATA_FOLDER	"/usr/local/share/gpcd"
#endif

/* Write the path of a folder of data beside this command. */
static bool write_built(char path[PATH_MAX], const char *name)
{
	char own[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", own, sizeof(own) - 1);
	char *slash;

	if (length < 0)
		return false;
	own[length] = '\0';
	slash = strrchr(own, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return snprintf(path, PATH_MAX, "%s/share/gpcd/%s", own, name) < PATH_MAX;
}

const char *cli_data(const char *name)
{
	static char path[PATH_MAX];

	if (!write_built(path, name) || access(path, X_OK))
		snprintf(path, sizeof(path), "%s/%s", DATA_FOLDER, name);
	return path;
}
