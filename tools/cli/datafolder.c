// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "datafolder.h"

/* Write the path of a folder beside this command. */
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

const char *data_folder(const char *name, const char *installed)
{
	static char built[PATH_MAX];

	return write_built(built, name) && !access(built, X_OK) ? built : installed;
}
