// SPDX-License-Identifier: GPL-2.0-only
/*
 * Process time of reading counters that come by netlink in one message, compared with that message
 * alone: a request that is sent, and its reply, unread. The two take turns.
 *
 *	bench_netlink [net:INTERFACE | rdma:DEVICE/PORT]	of RDMA devices, the first
 */
#include <errno.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <rdma/rdma_netlink.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"
#include "nics/nic.h"

#define ROUNDS	201
#define TIMES	100	/* reads in a round */

static struct nic nic;
static struct nic_values values;
static bool *wanted;
static int bare = -1;

static struct {
	struct nlmsghdr head;
	union {
		struct if_stats_msg stats;
		struct {
			struct nlattr index_head;
			uint32_t index;
			struct nlattr port_head;
			uint32_t port;
		} port;
	};
} request;

/* --- what is compared --- */

static void ask_for_interface(const char *name)
{
	request.head.nlmsg_len = sizeof(request.head) + sizeof(request.stats);
	request.head.nlmsg_type = RTM_GETSTATS;
	request.stats.ifindex = if_nametoindex(name);
	request.stats.filter_mask = IFLA_STATS_FILTER_BIT(IFLA_STATS_LINK_64);
	bare = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
}

static void ask_for_port(const char *name)
{
	request.head.nlmsg_len = sizeof(request.head) + sizeof(request.port);
	request.head.nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_STAT_GET);
	request.port.index_head = (struct nlattr){ 8, RDMA_NLDEV_ATTR_DEV_INDEX };
	request.port.port_head = (struct nlattr){ 8, RDMA_NLDEV_ATTR_PORT_INDEX };
	request.port.port = strtoul(strchr(name, '/') + 1, NULL, 10);
	bare = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_RDMA);
}

static void read_bare(void)
{
	char reply[8192];

	check(send(bare, &request, request.head.nlmsg_len, 0) < 0 ? -errno : 0, "send");
	check(recv(bare, reply, sizeof(reply), 0) < 0 ? -errno : 0, "recv");
	check(((struct nlmsghdr *)reply)->nlmsg_type == NLMSG_ERROR ? -EIO : 0, "the message");
}

static void read_nic(void)
{
	check(nic.source->read(&nic, wanted, &values), "read");
}

/* Microseconds of a read. */
static double time_of(void (*run)(void))
{
	double start = seconds(CLOCK_PROCESS_CPUTIME_ID);

	for (unsigned int i = 0; i < TIMES; i++)
		run();
	return (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e6 / TIMES;
}

static double median(const char *what, double *times)
{
	doubles_sort(times, ROUNDS);
	printf("%-22s %6.2f [%.2f, %.2f]\n", what, times[ROUNDS / 2], times[0],
	       times[ROUNDS - 1]);
	return times[ROUNDS / 2];
}

static void open_both(const char *where)
{
	const char *name;

	nic.source = nic_source_of(where, &name);
	check(nic.source ? nic.source->open(&nic, name) : -EINVAL, where);
	values = (struct nic_values){
		.values = calloc(nic.count, sizeof(uint64_t)),
		.ns = calloc(nic.count, sizeof(uint64_t)), .statuses = calloc(nic.count, 1),
	};
	wanted = calloc(nic.count, sizeof(*wanted));
	for (unsigned int i = 0; i < nic.count; i++)
		wanted[i] = !strcmp(nic.items[i].family, "link") ||
			    !strcmp(nic.items[i].family, "hw_counters");
	request.head.nlmsg_flags = NLM_F_REQUEST;
	if (!strncmp(where, "net:", 4))
		ask_for_interface(name);
	else
		ask_for_port(name);
	check(bare < 0 ? -errno : 0, "socket");
}

int main(int argc, char **argv)
{
	static double own[ROUNDS], alone[ROUNDS];
	double median_own;

	open_both(argc > 1 ? argv[1] : "net:lo");
	for (unsigned int i = 0; i < ROUNDS; i++) {
		alone[i] = time_of(read_bare);
		own[i] = time_of(read_nic);
	}
	printf("us a read: median [least, most] of %d rounds\n", ROUNDS);
	median_own = median("the source's read", own);
	printf("%-22s %6.2f\n", "over the message alone",
	       median_own / median("the message alone", alone));
	nic.source->close(&nic);
	return 0;
}
