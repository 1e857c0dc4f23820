// SPDX-License-Identifier: LGPL-2.1-or-later
/* Network interfaces, by netlink and ioctl; without privileges, in the caller's namespace. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nics/items.h"
#include "about.h"
#include "ethtool.h"
#include "nics/sources.h"

static const struct net_way *const ways[] = {
	&net_link, &net_groups, &net_pause, &net_fec, &net_strings,
};

#define WAYS	(sizeof(ways) / sizeof(*ways))

/* A way that is open, and its items. */
struct part {
	void *way;
	unsigned int first;
	unsigned int count;
};

/* The private data of a nic. */
struct open_net {
	struct net net;
	char name[NIC_NAME_ROOM];	/* when it was opened */
	struct part parts[WAYS];
};

/* --- finding --- */

static int net_visit(const struct nic_visitor *visitor, struct net *net,
		     const struct net_row *rows, int count)
{
	struct nic_about about;
	int err = 0;

	for (int i = 0; !err && i < count; i++) {
		net->index = rows[i].index;
		net_about(net, &rows[i], &about);
		err = visitor->visit(visitor->data, rows[i].name, &about);
	}
	return err;
}

static int net_find(const struct nic_visitor *visitor)
{
	struct net_row *rows;
	struct net net = {};
	int err = nic_netlink_open(&net.route, NETLINK_ROUTE);
	int count;

	if (err)
		return err == -EPROTONOSUPPORT ? 0 : err;
	count = net_rows(net.route, &rows);
	err = count;
	if (count >= 0) {
		err = net_visit(visitor, &net, rows, count);
		free(rows);
	}
	nic_netlink_close(net.route);
	return err;
}

/* --- opening --- */

static void net_close(struct nic *nic)
{
	struct open_net *open = nic->private;

	for (size_t i = 0; i < WAYS; i++)
		ways[i]->close(open->parts[i].way);
	nic_netlink_close(open->net.generic);
	nic_netlink_close(open->net.route);
	free(open);
	nic_items_free(nic);
}

/* Only the counters that every interface has are required. */
static int net_open_part(struct open_net *open, struct nic *nic, size_t i)
{
	struct part *part = &open->parts[i];
	int err;

	part->first = nic->count;
	err = ways[i]->open(&open->net, nic, &part->way);
	part->count = nic->count - part->first;
	return nic_is_lack(err) || ways[i] == &net_link ? err : 0;
}

/* An old kernel has no NETLINK_GENERIC for ethtool; few drivers have counters there. */
static int net_open_parts(struct open_net *open, struct nic *nic)
{
	bool generic = false;
	int err = net_ethtool_open(&open->net);

	err = nic_is_lack(err) ? err : 0;
	for (size_t i = 0; !err && i < WAYS; i++) {
		err = net_open_part(open, nic, i);
		generic |= ways[i]->generic && open->parts[i].count;
	}
	if (!generic) {
		nic_netlink_close(open->net.generic);
		open->net.generic = NULL;
	}
	return err;
}

static int net_open_nic(struct nic *nic, const char *name)
{
	struct open_net *open = calloc(1, sizeof(*open));
	struct net_row row = {};
	int err;

	if (!open)
		return -ENOMEM;
	nic->private = open;
	err = nic_netlink_open(&open->net.route, NETLINK_ROUTE);
	if (err == -EPROTONOSUPPORT)
		err = -ENODEV;
	if (!err)
		err = net_row_find(open->net.route, name, 0, &row);
	if (!err) {
		open->net.index = row.index;
		strcpy(open->name, row.name);
		net_about(&open->net, &row, &nic->about);
		err = net_open_parts(open, nic);
	}
	if (err)
		net_close(nic);
	return err;
}

static int net_read_about(struct nic *nic)
{
	struct open_net *open = nic->private;
	struct net_row row;
	int err = net_row_find(open->net.route, NULL, open->net.index, &row);

	if (!err)
		err = net_check_name(&open->net, open->name);
	if (!err)
		net_about(&open->net, &row, &nic->about);
	return err;
}

/* --- reading --- */

/* The kernel says that there is no device also while it is being reset. */
static bool net_has_gone(const struct net *net)
{
	struct net_row row;

	return net_row_find(net->route, NULL, net->index, &row) == -ENODEV;
}

static int net_read_part(const struct open_net *open, size_t i, const struct nic_values *values)
{
	const struct part *part = &open->parts[i];
	struct nic_values from = nic_values_from(values, part->first);
	int err = ways[i]->read(&open->net, part->way, &from);

	if (!err || err == -ESTALE || (err == -ENODEV && net_has_gone(&open->net)))
		return err;
	nic_items_refuse(values, part->first, part->count);
	return 0;
}

/* One that was renamed has gone: its name may be another interface's now. */
static int net_read(struct nic *nic, const bool *wanted, const struct nic_values *values)
{
	struct open_net *open = nic->private;
	int err = net_check_name(&open->net, open->name);

	for (size_t i = 0; !err && i < WAYS; i++) {
		if (nic_wants(wanted, open->parts[i].first, open->parts[i].count))
			err = net_read_part(open, i, values);
	}
	return err;
}

const struct nic_source nic_source_net = {
	.prefix = "net",
	.help = "a network interface, such as eth0",
	.find = net_find,
	.open = net_open_nic,
	.about = net_read_about,
	.read = net_read,
	.close = net_close,
};
