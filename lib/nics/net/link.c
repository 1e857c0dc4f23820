// SPDX-License-Identifier: LGPL-2.1-or-later
/* Counters that the kernel has for every network interface: struct rtnl_link_stats64. */
#include <errno.h>
#include <linux/gpcd.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>

#include "nics/clock.h"
#include "nics/items.h"
#include "net.h"

/* In their order in struct rtnl_link_stats64, which grows at its end. */
static const char *const names[] = {
	"rx_packets", "tx_packets", "rx_bytes", "tx_bytes", "rx_errors", "tx_errors", "rx_dropped",
	"tx_dropped", "multicast", "collisions", "rx_length_errors", "rx_over_errors",
	"rx_crc_errors", "rx_frame_errors", "rx_fifo_errors", "rx_missed_errors",
	"tx_aborted_errors", "tx_carrier_errors", "tx_fifo_errors", "tx_heartbeat_errors",
	"tx_window_errors", "rx_compressed", "tx_compressed", "rx_nohandler",
	"rx_otherhost_dropped",
};

#define NAMES	(sizeof(names) / sizeof(*names))

/* Its counters, open. */
struct link {
	struct nl_msg *request;
	unsigned int count;	/* that this kernel has, and we know */
	uint64_t values[NAMES];
};

static int link_take(void *data, struct nlmsghdr *reply)
{
	struct nlattr *stats = nlmsg_find_attr(reply, sizeof(struct if_stats_msg),
					       IFLA_STATS_LINK_64);
	struct link *link = data;
	size_t count = stats ? nla_len(stats) / sizeof(uint64_t) : 0;

	if (!count)
		return -EPROTO;
	link->count = count < NAMES ? count : NAMES;
	memcpy(link->values, nla_data(stats), link->count * sizeof(uint64_t));
	return 0;
}

static struct nl_msg *link_request(const struct net *net)
{
	const struct if_stats_msg head = {
		.ifindex = net->index,
		.filter_mask = IFLA_STATS_FILTER_BIT(IFLA_STATS_LINK_64),
	};
	struct nl_msg *request = nlmsg_alloc_simple(RTM_GETSTATS, 0);

	if (request && nlmsg_append(request, (void *)&head, sizeof(head), NLMSG_ALIGNTO)) {
		nlmsg_free(request);
		return NULL;
	}
	return request;
}

static void link_close(void *way)
{
	struct link *link = way;

	if (link)
		nlmsg_free(link->request);
	free(link);
}

static int link_open(const struct net *net, struct nic *nic, void **way)
{
	struct link *link = calloc(1, sizeof(*link));
	int err = -ENOMEM;

	if (!link)
		return err;
	link->request = link_request(net);
	if (link->request)
		err = nic_netlink_ask(net->route, link->request, link_take, link);
	for (unsigned int i = 0; !err && i < link->count; i++)
		err = nic_items_add(nic, "link", names[i]);
	if (err)
		link_close(link);
	else
		*way = link;
	return err;
}

static int net_link_read(const struct net *net, void *way, const struct nic_values *values)
{
	struct link *link = way;
	unsigned int count = link->count;
	int err = nic_netlink_ask(net->route, link->request, link_take, link);
	uint64_t now = nic_clock_ns(CLOCK_MONOTONIC);

	if (err)
		return err;
	if (link->count != count) {
		link->count = count;
		return -ESTALE;
	}
	for (unsigned int i = 0; i < count; i++) {
		values->values[i] = link->values[i];
		values->ns[i] = now;
		values->statuses[i] = GPCD_STATUS_OK;
	}
	return 0;
}

const struct net_way net_link = {
	.open = link_open, .read = net_link_read, .close = link_close,
};
