// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <unistd.h>

#include "listen.h"

/* Connections that may wait to be accepted. */
#define BACKLOG	128

/* SO_REUSEADDR allows restarting a server at once. */
static int bind_socket(int fd, union config_address *address)
{
	socklen_t size = sizeof(*address);
	int on = 1;

	if (address->any.sa_family == AF_INET)
		size = sizeof(address->four);
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    bind(fd, &address->any, size) || listen(fd, BACKLOG) ||
	    getsockname(fd, &address->any, &size))
		return -errno;
	return 0;
}

int listen_open(union config_address *address, int *fd)
{
	int err;

	*fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (*fd < 0)
		return -errno;
	err = bind_socket(*fd, address);
	if (err)
		close(*fd);
	return err;
}

bool listen_is_local(const union config_address *address)
{
	if (address->any.sa_family == AF_INET)
		return ntohl(address->four.sin_addr.s_addr) >> IN_CLASSA_NSHIFT == IN_LOOPBACKNET;
	return IN6_IS_ADDR_LOOPBACK(&address->six.sin6_addr);
}
