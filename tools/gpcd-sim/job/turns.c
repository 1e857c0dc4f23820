// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "turns.h"

/* Read the beginning of /proc/PID/NAME; the text is empty if there is none. */
static void proc_read(pid_t pid, const char *name, char text[256])
{
	ssize_t n;
	int fd;

	snprintf(text, 256, "/proc/%d/%s", pid, name);
	fd = open(text, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, text, 255);
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
}

/* The state follows the command's name, which may contain brackets. */
static bool is_ready(pid_t pid)
{
	const char *end;
	char text[256];

	proc_read(pid, "stat", text);
	end = strrchr(text, ')');
	return end && !strncmp(end, ") R", 3);
}

struct turns turns_read(pid_t pid)
{
	struct turns turns = { .ready = is_ready(pid) };
	char text[256];

	proc_read(pid, "schedstat", text);
	if (sscanf(text, "%" SCNu64 " %" SCNu64, &turns.ran, &turns.delayed) != 2)
		return (struct turns){ 0 };
	return turns;
}

uint64_t turns_had(pid_t pid, const struct turns *then, uint64_t ns)
{
	struct turns now = turns_read(pid);
	uint64_t delayed = now.delayed - then->delayed;

	if (now.ready)
		return now.ran - then->ran;
	return delayed < ns ? ns - delayed : 0;
}
