// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print how fast the time stamp counter of this machine's processors counts, in kHz. QEMU's
 * emulated processors have the same counter. A guest that measures it at boot compares it with an
 * emulated timer, and where others take QEMU's time in between it is wrong, once by a factor of 18:
 * then all of the guest's time limits are.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>

/* A reading of the counter, and the time. */
struct moment {
	uint64_t count;
	uint64_t ns;
};

/* Others may take the processor between two readings: of many the closest pair counts. */
static struct moment moment_now(void)
{
	struct moment best = { 0 };
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 1000; i++) {
		struct timespec time;
		uint64_t before = __rdtsc(), after;

		clock_gettime(CLOCK_MONOTONIC, &time);
		after = __rdtsc();
		if (after - before >= least)
			continue;
		least = after - before;
		best.count = before + least / 2;
		best.ns = time.tv_sec * 1000000000ULL + time.tv_nsec;
	}
	return best;
}

int main(void)
{
	const struct timespec pause = { .tv_nsec = 50000000 };
	struct moment begin = moment_now(), end;

	nanosleep(&pause, NULL);
	end = moment_now();
	printf("%.0f\n", 1e6 * (end.count - begin.count) / (end.ns - begin.ns));
	return 0;
}
#else
/* A guest of another kind of processor has a counter of QEMU's: it measures. */
int main(void)
{
	return 0;
}
#endif
