// SPDX-License-Identifier: GPL-2.0-only
/*
 * What reading a context of 288 registers costs, beside a program that opens,
 * allocates, reads and closes each time, and beside a null system call. The
 * three take turns, so that a noisy machine is noisy for all.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <gpcd_lib.h>

#define ROUNDS		31
#define REGISTERS	288

static gpcd_context_t *context;

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

static int null_call(void)
{
	return syscall(SYS_getppid) < 0;
}

static int context_read(void)
{
	return gpcd_context_read_mmr_vals(context);
}

/* As clients without a kept context do it. */
static int open_read_close(void)
{
	struct gpcd_args args = { .num_mmrs = context->count };
	gpcd_mmr_list_t *entry;
	int i = 0, ret = -1;
	int fd = open(GPCD_DEV_PATH, O_RDWR);

	if (fd < 0)
		return -1;
	args.mmr_addrs = malloc(args.num_mmrs * sizeof(uint64_t));
	args.mmr_data = malloc(args.num_mmrs * sizeof(uint64_t));
	if (args.mmr_addrs && args.mmr_data) {
		for (entry = context->list; entry; entry = entry->next)
			args.mmr_addrs[i++] = entry->item->addr;
		ret = ioctl(fd, GPC_IOC_READ_REG, &args);
		for (i = 0, entry = context->list; entry; entry = entry->next)
			entry->value = args.mmr_data[i++];
	}
	free(args.mmr_addrs);
	free(args.mmr_data);
	close(fd);
	return ret;
}

static struct contender {
	const char *name;
	int (*call)(void);
	int calls;
	double ns[ROUNDS];
} contenders[] = {
	{ .name = "null system call", .call = null_call, .calls = 20000 },
	{ .name = "context read", .call = context_read, .calls = 500 },
	{ .name = "open, allocate, read, close", .call = open_read_close, .calls = 500 },
};

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

static void contend(struct contender *c, int round)
{
	uint64_t begin = now_ns();

	for (int i = 0; i < c->calls; i++) {
		if (c->call()) {
			fprintf(stderr, "%s failed: errno %d\n", c->name, errno);
			exit(1);
		}
	}
	c->ns[round] = (double)(now_ns() - begin) / c->calls;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Median and range of an array, which gets sorted. */
static void print_row(const char *name, double *x, const char *unit)
{
	qsort(x, ROUNDS, sizeof(*x), by_value);
	printf("%-44s %10.2f %10.2f %10.2f %s\n", name, x[ROUNDS / 2], x[0], x[ROUNDS - 1], unit);
}

static void print_ratio(const char *name, const struct contender *a, const struct contender *b)
{
	double ratio[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		ratio[i] = a->ns[i] / b->ns[i];
	print_row(name, ratio, "x");
}

static void fill_context(void)
{
	char name[64];

	context = gpcd_create_context();
	for (int i = 0; i < REGISTERS; i++) {
		snprintf(name, sizeof(name), "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d",
			 i / 48, i / 6 % 8, i % 6);
		gpcd_context_add_mmr(context, (gpcd_mmr_desc_t *)gpcd_lookup_mmr_byname(name));
	}
}

int main(void)
{
	fill_context();
	for (int round = -1; round < ROUNDS; round++)
		for (int i = 0; i < ARRAY_SIZE(contenders); i++)
			contend(&contenders[i], round < 0 ? 0 : round);

	printf("%d registers, %d rounds, by turns%13s %10s %10s\n",
	       REGISTERS, ROUNDS, "median", "min", "max");
	print_ratio("open-allocate-read-close / context read", &contenders[2], &contenders[1]);
	print_ratio("context read / null system call", &contenders[1], &contenders[0]);
	print_ratio("open-allocate-read-close / null system call", &contenders[2], &contenders[0]);
	for (int i = 0; i < ARRAY_SIZE(contenders); i++)
		print_row(contenders[i].name, contenders[i].ns, "ns");
	gpcd_remove_context(context);
	return 0;
}
