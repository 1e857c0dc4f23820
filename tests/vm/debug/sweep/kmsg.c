// SPDX-License-Identifier: GPL-2.0-only
/* Watch the kernel log. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sweep.h"

static char said[1 << 18];
static size_t length;

/* One read is one record; EPIPE says that some were lost before it. */
static void hear(void)
{
	static int fd = -1;
	ssize_t got;

	if (fd < 0) {
		fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		must(fd >= 0, "/dev/kmsg");
	}
	do {
		got = read(fd, said + length, sizeof(said) - 1 - length);
		if (got > 0)
			length += got;
	} while (got > 0 || errno == EPIPE);
	must(errno == EAGAIN, "room for the kernel log");
	said[length] = '\0';
}

void kmsg_skip(void)
{
	hear();
	length = 0;
	said[0] = '\0';
}

bool kmsg_said(const char *text)
{
	hear();
	return strstr(said, text);
}

const char *kmsg_report(void)
{
	static const char * const signs[] = {
		"KASAN:", "UBSAN:", "BUG:", "WARNING:", "refcount_t", "Call Trace:",
	};

	hear();
	for (int i = 0; i < ARRAY_SIZE(signs); i++) {
		char *at = strstr(said, signs[i]);

		if (at) {
			at[strcspn(at, "\n")] = '\0';
			return at;
		}
	}
	return NULL;
}
