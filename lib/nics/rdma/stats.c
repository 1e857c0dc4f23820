// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <linux/gpcd.h>
#include <rdma/rdma_netlink.h>
#include <stdlib.h>

#include "nics/clock.h"
#include "nics/items.h"
#include "stats.h"

/* If devices come or go while they are listed, they are listed again, but not for ever. */
#define LIST_TRIES	100

/* Bytes of the longest name of a counter, with its NUL. */
#define NAME_ROOM	256

struct rdma_stats {
	struct nic_netlink *netlink;
	struct nl_msg *request;
	uint32_t index;	/* of the device */
	const char *device;	/* its name */
	struct nic *nic;
	unsigned int first;	/* item */
	unsigned int count;
	unsigned int filled;	/* in this reply */
	const struct nic_values *values;	/* to fill in, or NULL: to append items */
};

/* --- requests --- */

/* Make a request for all devices, or for one if @index is not NULL. */
static struct nl_msg *stats_request(int command, const uint32_t *index)
{
	struct nl_msg *request = nlmsg_alloc_simple(RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command),
						    index ? 0 : NLM_F_DUMP);

	if (request && (!index || !nla_put_u32(request, RDMA_NLDEV_ATTR_DEV_INDEX, *index)))
		return request;
	nlmsg_free(request);
	return NULL;
}

static int stats_take_index(void *data, struct nlmsghdr *reply)
{
	struct nlattr *index = nlmsg_find_attr(reply, 0, RDMA_NLDEV_ATTR_DEV_INDEX);
	struct nlattr *name = nlmsg_find_attr(reply, 0, RDMA_NLDEV_ATTR_DEV_NAME);
	struct rdma_stats *stats = data;

	if (!nic_netlink_has(index, sizeof(uint32_t)) || !name)
		return -EPROTO;
	if (nla_strcmp(name, stats->device))
		return 0;
	stats->index = nla_get_u32(index);
	return -EEXIST;
}

/* Find the device's index by its name. */
static int stats_find_index(struct rdma_stats *stats)
{
	struct nl_msg *request = stats_request(RDMA_NLDEV_CMD_GET, NULL);
	int err = request ? -EAGAIN : -ENOMEM;

	for (int i = 0; i < LIST_TRIES && err == -EAGAIN; i++)
		err = nic_netlink_ask(stats->netlink, request, stats_take_index, stats);
	nlmsg_free(request);
	return err == -EEXIST ? 0 : err ? err : -ENODEV;
}

static int stats_take_nothing(void *data, struct nlmsghdr *reply)
{
	(void)data;
	(void)reply;
	return 0;
}

/* The kernel has one error for a device that is not there and for one that does not answer. */
static bool stats_has_gone(struct rdma_stats *stats)
{
	struct nl_msg *request = stats_request(RDMA_NLDEV_CMD_GET, &stats->index);
	int err = -ENOMEM;

	if (request)
		err = nic_netlink_ask(stats->netlink, request, stats_take_nothing, NULL);
	nlmsg_free(request);
	return err == -EINVAL || err == -ENODEV;
}

/* --- counters --- */

static int stats_add_item(struct rdma_stats *stats, const struct nlattr *name)
{
	char text[NAME_ROOM];

	nla_strlcpy(text, name, sizeof(text));
	stats->count++;
	return nic_items_add(stats->nic, "hw_counters", text);
}

static int stats_take_one(struct rdma_stats *stats, struct nlattr *nest)
{
	struct nlattr *name = nla_find(nla_data(nest), nla_len(nest),
				       RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME);
	struct nlattr *value = nla_find(nla_data(nest), nla_len(nest),
					RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE);
	unsigned int item = stats->first + stats->filled;

	if (!name || !nic_netlink_has(value, sizeof(uint64_t)))
		return -EPROTO;
	if (!stats->values)
		return stats_add_item(stats, name);
	if (stats->filled == stats->count || nla_strcmp(name, stats->nic->items[item].name))
		return -ESTALE;
	stats->values->values[item] = nla_get_u64(value);
	stats->values->statuses[item] = GPCD_STATUS_OK;
	stats->filled++;
	return 0;
}

/* A new device may have the index of one that has gone. */
static int stats_take(void *data, struct nlmsghdr *reply)
{
	struct nlattr *name = nlmsg_find_attr(reply, 0, RDMA_NLDEV_ATTR_DEV_NAME);
	struct nlattr *table = nlmsg_find_attr(reply, 0, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
	struct rdma_stats *stats = data;
	struct nlattr *nest;
	int err = 0, left;

	if (name && nla_strcmp(name, stats->device))
		return -ENODEV;
	if (!table)
		return -EPROTO;
	nla_for_each_nested(nest, table, left) {
		if (!err)
			err = stats_take_one(stats, nest);
	}
	return err;
}

static int stats_ask_first(struct rdma_stats *stats, unsigned int port)
{
	int err = nic_netlink_open(&stats->netlink, NETLINK_RDMA);

	if (!err)
		err = stats_find_index(stats);
	if (err)
		return err;
	stats->request = stats_request(RDMA_NLDEV_CMD_STAT_GET, &stats->index);
	if (!stats->request || nla_put_u32(stats->request, RDMA_NLDEV_ATTR_PORT_INDEX, port))
		return -ENOMEM;
	return nic_netlink_ask(stats->netlink, stats->request, stats_take, stats);
}

int rdma_stats_open(struct rdma_stats **result, struct nic *nic, const char *device,
		    unsigned int port)
{
	struct rdma_stats *stats = calloc(1, sizeof(*stats));
	int err;

	if (!stats)
		return -ENOMEM;
	stats->nic = nic;
	stats->device = device;
	stats->first = nic->count;
	err = stats_ask_first(stats, port);
	if (err)
		rdma_stats_close(stats);
	else
		*result = stats;
	return err;
}

/* All values are of the same moment. */
static int stats_stamp(const struct rdma_stats *stats)
{
	uint64_t now = nic_clock_ns(CLOCK_MONOTONIC);

	for (unsigned int i = stats->first; i < stats->first + stats->count; i++)
		stats->values->ns[i] = now;
	return stats->filled < stats->count ? -ESTALE : 0;
}

/* If there are too many for a message, optional counters have been switched on. */
int rdma_stats_read(struct rdma_stats *stats, const bool *wanted, const struct nic_values *values)
{
	int err;

	if (!nic_wants(wanted, stats->first, stats->count))
		return 0;
	stats->values = values;
	stats->filled = 0;
	err = nic_netlink_ask(stats->netlink, stats->request, stats_take, stats);
	if (!err)
		return stats_stamp(stats);
	if (err == -ESTALE || err == -EMSGSIZE)
		return -ESTALE;
	if (err == -ENODEV || stats_has_gone(stats))
		return -ENODEV;
	nic_items_refuse(values, stats->first, stats->count);
	return 0;
}

void rdma_stats_close(struct rdma_stats *stats)
{
	if (!stats)
		return;
	nlmsg_free(stats->request);
	nic_netlink_close(stats->netlink);
	free(stats);
}
