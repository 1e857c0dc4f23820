// SPDX-License-Identifier: GPL-2.0-only
/*
 * The path of a call through our modules, by KCOV, which sees nothing else of the kernel.
 */
#include <fcntl.h>
#include <linux/kcov.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "sweep.h"

#define ENTRIES	(1 << 21)	/* of a call: making a chip takes many steps */
#define TAIL	4096		/* of these */

static uint64_t *trace;

void path_setup(void)
{
	int fd = open("/sys/kernel/debug/kcov", O_RDWR | O_CLOEXEC);

	must(fd >= 0 && !ioctl(fd, KCOV_INIT_TRACE, ENTRIES), "kcov");
	trace = mmap(NULL, ENTRIES * sizeof(*trace), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	must(trace != MAP_FAILED, "kcov's memory");
	must(!ioctl(fd, KCOV_ENABLE, KCOV_TRACE_PC), "kcov for this thread");
}

void path_begin(void)
{
	trace[0] = 0;
}

/*
 * The path's length shows where in it something failed, its tail how the call got out of there. A
 * module may lie at another page each time it is loaded.
 */
uint64_t path_end(void)
{
	uint64_t count = trace[0], hash = count;

	if (count >= ENTRIES - 1)
		return 0;
	for (uint64_t i = count > TAIL ? count - TAIL : 0; i < count; i++)
		hash = (hash ^ (trace[i + 1] & 0xfff)) * 0x100000001b3;
	return hash ?: 1;
}
