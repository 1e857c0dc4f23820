// SPDX-License-Identifier: GPL-2.0-only
/*
 * Time that libawr adds to a call that sends, in front of a uGNI that does nothing: below the
 * cutoff, and with a decision and a reading of the counters, of an image, for each message.
 *
 *	bench_awr [MESSAGES [WHICH]]
 *
 * Under `valgrind --tool=callgrind', the difference of two runs is the number of instructions.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <gpcd/image.h>

#include "ugni/awr/internal.h"
#include "ugni/include/awr.h"
#include "ugni/record.h"
#include "bench.h"
#include "catalogue/catalogue.h"
#include "image/image.h"

#define MESSAGES	1000000
#define ROUNDS		11

static const char * const counted[] = {
	"AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS", "AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK",
	"AR_NIC_ORB_PRF_NET_RSP_TRACK_2",
};

static uint64_t *counter[3];

/* Advance the counters with each message; otherwise there would be no decision. */
static void network(void)
{
	for (int i = 0; i < 3; i++)
		*counter[i] += 5;
}

static void map_image(const char *path)
{
	const struct gpcd_info info = { .chip = GPCD_CHIP_ARIES, .nic_addr = 5 };
	struct gpcd_reg reg;
	unsigned char *map;
	int fd;

	unlink(path);
	if (gpcd_image_create(path, &info))
		exit(1);
	fd = open(path, O_RDWR);
	map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd < 0 || map == MAP_FAILED)
		exit(1);
	close(fd);
	for (int i = 0; i < 3; i++) {
		if (gpcd_catalogue_by_name(GPCD_CHIP_ARIES, counted[i], &reg))
			exit(1);
		counter[i] = (uint64_t *)(map + reg.addr);
	}
}

static void measure(const char *what, const char *cutoff, int automatic, unsigned long messages)
{
	gni_post_descriptor_t post = { .type = GNI_POST_RDMA_PUT, .length = 64 };
	double ns[ROUNDS], began;

	setenv("AWR_CUTOFF", cutoff, 1);
	setenv("AWR_ROUTING_DISABLE", automatic ? "0" : "1", 1);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		began = seconds(CLOCK_PROCESS_CPUTIME_ID);
		for (unsigned long j = 0; j < messages; j++)
			GNI_PostRdma(NULL, &post);
		ns[i] = (seconds(CLOCK_PROCESS_CPUTIME_ID) - began) / messages * 1e9;
	}
	routing_close();
	doubles_sort(ns, ROUNDS);
	printf("%-36s %7.1f [%.1f, %.1f] ns a message\n", what, ns[ROUNDS / 2], ns[0],
	       ns[ROUNDS - 1]);
}

int main(int argc, char **argv)
{
	unsigned long messages = argc > 1 ? strtoul(argv[1], NULL, 10) : MESSAGES;
	int which = argc > 2 ? atoi(argv[2]) : 0;
	char path[64], where[80];

	if (!messages)
		return 2;
	snprintf(path, sizeof(path), "/tmp/gpcd-bench-%d.img", getpid());
	snprintf(where, sizeof(where), "image:%s", path);
	setenv("GPCD_DEVICE", where, 1);
	map_image(path);
	record.sent = network;
	if (!which || which == 1)
		measure("the program chooses", "0", 0, messages);
	if (!which || which == 2)
		measure("below the cutoff", "9223372036854775807", 1, messages);
	if (!which || which == 3)
		measure("decided, and counters read", "0", 1, messages);
	unlink(path);
	return 0;
}
