// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "about.h"
#include "nics/sysfs.h"

/* If interfaces come or go while they are listed, they are listed again, but not for ever. */
#define LIST_TRIES	100

/* States of a link (RFC 2863), as /sys/class/net/NAME/operstate has them. */
static const char *const states[] = {
	"unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up",
};

#define STATES	(sizeof(states) / sizeof(*states))

/* --- what NETLINK_ROUTE says --- */

static void row_text(char *text, size_t room, const struct nlattr *attribute)
{
	if (attribute)
		nla_strlcpy(text, attribute, room);
}

static int row_parse(struct nlmsghdr *reply, struct net_row *row)
{
	struct nlattr *attrs[IFLA_MAX + 1], *state;

	if (reply->nlmsg_type != RTM_NEWLINK ||
	    nlmsg_parse(reply, sizeof(struct ifinfomsg), attrs, IFLA_MAX, NULL))
		return -EPROTO;
	*row = (struct net_row){
		.index = ((struct ifinfomsg *)nlmsg_data(reply))->ifi_index,
	};
	row_text(row->device, sizeof(row->device), attrs[IFLA_PARENT_DEV_NAME]);
	row_text(row->name, sizeof(row->name), attrs[IFLA_IFNAME]);
	row_text(row->port, sizeof(row->port), attrs[IFLA_PHYS_PORT_NAME]);
	state = attrs[IFLA_OPERSTATE];
	if (nic_netlink_has(state, 1) && nla_get_u8(state) < STATES)
		snprintf(row->link, sizeof(row->link), "%s", states[nla_get_u8(state)]);
	return 0;
}

/* Make a request for one interface, or for all if @index is 0 and @name NULL. */
static struct nl_msg *row_request(const char *name, uint32_t index)
{
	const struct ifinfomsg head = { .ifi_index = name ? 0 : index };
	struct nl_msg *request = nlmsg_alloc_simple(RTM_GETLINK, name || index ? 0 : NLM_F_DUMP);
	int attribute = name && strlen(name) >= IFNAMSIZ ? IFLA_ALT_IFNAME : IFLA_IFNAME;

	if (request && !nlmsg_append(request, (void *)&head, sizeof(head), NLMSG_ALIGNTO) &&
	    !nla_put_u32(request, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS) &&
	    (!name || !nla_put_string(request, attribute, name)))
		return request;
	nlmsg_free(request);
	return NULL;
}

struct rows {
	struct net_row *list;
	unsigned int count;
};

static int net_row_add(void *data, struct nlmsghdr *reply)
{
	struct rows *rows = data;
	struct net_row *list = reallocarray(rows->list, rows->count + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	rows->list = list;
	return row_parse(reply, &list[rows->count++]);
}

static int net_row_compare(const void *one, const void *other)
{
	return strverscmp(((const struct net_row *)one)->name,
			  ((const struct net_row *)other)->name);
}

int net_rows(struct nic_netlink *route, struct net_row **list)
{
	struct nl_msg *request = row_request(NULL, 0);
	struct rows rows = {};
	int err = request ? -EAGAIN : -ENOMEM;

	for (int i = 0; i < LIST_TRIES && err == -EAGAIN; i++) {
		rows.count = 0;
		err = nic_netlink_ask(route, request, net_row_add, &rows);
	}
	nlmsg_free(request);
	if (err) {
		free(rows.list);
		return err;
	}
	if (rows.count)
		qsort(rows.list, rows.count, sizeof(*rows.list), net_row_compare);
	*list = rows.list;
	return rows.count;
}

static int row_take(void *row, struct nlmsghdr *reply)
{
	return row_parse(reply, row);
}

int net_row_find(struct nic_netlink *route, const char *name, uint32_t index, struct net_row *row)
{
	struct nl_msg *request;
	int err;

	if (name && !*name)
		return -ENODEV;
	request = row_request(name, index);
	err = request ? nic_netlink_ask(route, request, row_take, row) : -ENOMEM;
	nlmsg_free(request);
	return err;
}

/* --- what ioctls and /sys say --- */

/* Return whether a text is the address of a PCI function, "0000:41:00.0". */
static bool about_is_pci(const char *text)
{
	unsigned int number[4];
	int end = 0;

	return sscanf(text, "%8x:%2x:%2x.%1x%n", &number[0], &number[1], &number[2], &number[3],
		      &end) == 4 && !text[end];
}

/* --- what ioctls say --- */

/* Fill in the present name of an interface. */
static int net_name(const struct net *net, struct ifreq *request)
{
	request->ifr_ifindex = net->index;
	return ioctl(nic_netlink_fd(net->route), SIOCGIFNAME, request) ? -errno : 0;
}

int net_check_name(const struct net *net, const char *name)
{
	struct ifreq request = {};
	int err = net_name(net, &request);

	return err ? err : strcmp(request.ifr_name, name) ? -ENODEV : 0;
}

int net_ioctl(const struct net *net, void *command)
{
	struct ifreq request = {};
	int err = net_name(net, &request);

	if (err)
		return err;
	request.ifr_data = command;
	return ioctl(nic_netlink_fd(net->route), SIOCETHTOOL, &request) ? -errno : 0;
}

static void about_driver(const struct net *net, struct nic_about *about)
{
	struct ethtool_drvinfo info = { .cmd = ETHTOOL_GDRVINFO };

	if (net_ioctl(net, &info))
		return;
	snprintf(about->driver, sizeof(about->driver), "%.*s", (int)sizeof(info.driver),
		 info.driver);
	info.bus_info[sizeof(info.bus_info) - 1] = '\0';
	if (about_is_pci(info.bus_info))
		snprintf(about->bus, sizeof(about->bus), "%s", info.bus_info);
}

static void about_speed(const struct net *net, struct nic_about *about)
{
	struct ethtool_cmd command = { .cmd = ETHTOOL_GSET };
	uint32_t megabits;

	if (net_ioctl(net, &command))
		return;
	megabits = (uint32_t)command.speed_hi << 16 | command.speed;
	if (megabits != (uint32_t)SPEED_UNKNOWN && megabits != UINT16_MAX)
		about->bits_per_second = megabits * 1000000ULL;
}

/*
 * Write the folder of the device below an interface; return whether there is a device. Kernels
 * before 5.14 do not say it. /sys may be another namespace's: there the interface of this name has
 * another number.
 */
static bool about_device(const struct net_row *row, char path[NIC_PATH_ROOM])
{
	char text[NIC_TEXT_ROOM];

	if (row->device[0])
		return !nic_path(path, "/sys/bus/pci/devices/%s", row->device);
	nic_path(path, "/sys/class/net/%s", row->name);
	if (nic_text_below(path, "ifindex", text, sizeof(text)) ||
	    strtoul(text, NULL, 10) != row->index)
		return false;
	return !nic_path(path, "/sys/class/net/%s/device", row->name) && !access(path, F_OK);
}

/* In a switch, "pf0vf1" and "pf0sf1" are the far ends of functions that virtual machines have. */
static bool about_minor(const struct net_row *row)
{
	char device[NIC_PATH_ROOM];

	return !about_device(row, device) || nic_has(device, "physfn") ||
	       strstr(row->port, "vf") || strstr(row->port, "sf");
}

void net_about(const struct net *net, const struct net_row *row, struct nic_about *about)
{
	*about = (struct nic_about){ .minor = about_minor(row) };
	snprintf(about->link, sizeof(about->link), "%s", row->link);
	about_driver(net, about);
	about_speed(net, about);
}
