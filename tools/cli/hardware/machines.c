// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "machines.h"

/* Write the path of a machine in a folder, and look if it is there. */
static bool has_machine(char path[PATH_MAX], const char *folder, const char *rest, const char *name)
{
	int length = snprintf(path, PATH_MAX, "%s%s/%s.machine", folder, rest, name);

	return length < PATH_MAX && !access(path, F_OK);
}

/* The path of a machine that is named without a folder. */
static bool find_path(char path[PATH_MAX], const char *name)
{
	const char *only = getenv(MACHINES_FOLDER_ENV), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME");

	if (only && *only)
		return has_machine(path, only, "", name);
	if (config && *config == '/' && has_machine(path, config, "/gpcd/machines", name))
		return true;
	if (!(config && *config == '/') && home && *home == '/' &&
	    has_machine(path, home, "/.config/gpcd/machines", name))
		return true;
	return has_machine(path, "/etc/gpcd/machines", "", name) ||
	       has_machine(path, MACHINES_FOLDER, "", name);
}

static int complain_nowhere(const char *name)
{
	const char *only = getenv(MACHINES_FOLDER_ENV);

	complain("no machine '%s' in %s: %s names another folder; a file has / or . in its name",
		 name, only && *only ? only : MACHINES_FOLDER, MACHINES_FOLDER_ENV);
	return EXIT_USAGE;
}

static int complain_problem(const char *path, const struct hardware_problem *problem, int err)
{
	switch (err) {
	case -EINVAL:
		complain("%s:%u: %s", path, problem->line, problem->text);
		return EXIT_USAGE;
	case -EFBIG:
		complain("%s: a machine file has at most %d bytes", path, HARDWARE_BYTES);
		return EXIT_USAGE;
	case -EISDIR:
		complain("%s: not a file", path);
		return EXIT_USAGE;
	default:
		complain("%s: %s", path, strerror(-err));
		return err == -ENOMEM ? EXIT_RUNTIME : EXIT_USAGE;
	}
}

int machines_read(struct hardware *hardware, const char *name)
{
	struct hardware_problem problem = { 0 };
	char path[PATH_MAX];
	int err;

	if (strpbrk(name, "/."))
		snprintf(path, sizeof(path), "%s", name);
	else if (!*name || !find_path(path, name))
		return complain_nowhere(name);
	err = hardware_read(hardware, path, &problem);
	return err ? complain_problem(path, &problem, err) : 0;
}
