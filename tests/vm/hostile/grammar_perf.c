// SPDX-License-Identifier: GPL-2.0-only
/* Events of perf: totals, counters and invalid ones, counted for a moment. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "catalogue/catalogue.h"
#include "grammar.h"

#define PMUS		2
#define COUNT_AT	1024	/* in the turn's text, after the event's description */

/* The PMU type of gpcdN, or none; it stays while the player plays, because the module does. */
static unsigned int pmu_type(unsigned int n)
{
	static int types[PMUS];
	char path[64];
	FILE *file;

	if (types[n])
		return types[n];
	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/gpcd%u/type", n);
	file = fopen(path, "re");
	if (!file)
		return ~0U;
	if (fscanf(file, "%d", &types[n]) != 1)
		types[n] = 0;
	fclose(file);
	return types[n];
}

/* Uses bare system calls only. */
static long act_count(struct turn *turn)
{
	struct perf_event_attr *attr = (void *)turn->text;
	const uint64_t opening[6] = { (uintptr_t)attr, turn->arg[1], turn->arg[2], -1ULL,
				      PERF_FLAG_FD_CLOEXEC };
	long fd = system_call(SYS_perf_event_open, opening, false);
	const uint64_t disabling[6] = { fd, PERF_EVENT_IOC_DISABLE };
	const uint64_t enabling[6] = { fd, PERF_EVENT_IOC_ENABLE };
	const uint64_t reading[6] = { fd, (uintptr_t)turn->text + COUNT_AT, 8 };
	const uint64_t closing[6] = { fd };
	long ret;

	if (fd < 0)
		return fd;
	system_call(SYS_ioctl, disabling, false);
	system_call(SYS_ioctl, enabling, false);
	ret = system_call(SYS_read, reading, false);
	system_call(SYS_close, closing, false);
	return ret;
}

/* Mostly a valid event. */
static void perf_make(struct turn *turn)
{
	struct perf_event_attr *attr = (void *)turn->text;
	uint8_t decision = bytes_take(&turn->bytes);
	struct gpcd_reg reg;

	memset(turn->text, 0, COUNT_AT);
	attr->size = sizeof(*attr);
	attr->type = pmu_type(bytes_pick(&turn->bytes, PMUS));
	if (decision < 0x40) {
		attr->config = decision % 20;
	} else if (decision < 0xc0) {
		gpcd_catalogue_at(GPCD_CHIP_GEMINI, bytes_take(&turn->bytes) * 6, &reg);
		attr->config1 = reg.addr;
	} else {
		attr->config = number_junk(decision, 14);
		attr->config1 = number_junk(bytes_take(&turn->bytes), 0x2001380);
		attr->config2 = bytes_pick(&turn->bytes, 4) == 3;
		attr->sample_period = bytes_pick(&turn->bytes, 4) == 3;
	}
	turn->arg[1] = bytes_pick(&turn->bytes, 8) == 7 ? 0 : -1ULL;
	turn->arg[2] = bytes_pick(&turn->bytes, 8) == 7 ? -1ULL : bytes_pick(&turn->bytes, 2);
	turn->act = act_count;
}

static void perf_done(struct turn *turn)
{
	if (turn->ret >= 0 && !turn->caller->privileged)
		finding(turn, "an event without privilege");
}

const struct call grammar_perf[] = {
	{
		.name = "perf",
		.make = perf_make,
		.done = perf_done,
		.errors = { EINVAL, EACCES, ENODEV, ENOENT, EMFILE, EOPNOTSUPP, EPERM, EOVERFLOW },
	}, { }
};
