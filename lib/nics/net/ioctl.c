// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>

#include "net.h"

int net_ioctl(const struct net *net, void *command)
{
	struct ifreq request = { .ifr_ifindex = net->index };
	int fd = nic_netlink_fd(net->route);

	if (ioctl(fd, SIOCGIFNAME, &request))
		return -errno;
	request.ifr_data = command;
	return ioctl(fd, SIOCETHTOOL, &request) ? -errno : 0;
}
