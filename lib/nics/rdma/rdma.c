// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Ports of RDMA devices. The counters that a driver gives for a port come by netlink where they fit
 * into a message; all others are files.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nics/items.h"
#include "nics/files/rdma_files.h"
#include "nics/sources.h"
#include "stats.h"

/* The private data of a nic. */
struct rdma_port {
	char device[NIC_NAME_ROOM];
	unsigned int number;
	struct rdma_stats *stats;	/* NULL: its counters are files */
	struct nic_rdma_files *files;
};

/* --- finding --- */

static int rdma_visit(void *data, const char *device, unsigned int port)
{
	const struct nic_visitor *visitor = data;
	struct nic_about about = {};
	char name[2 * NIC_NAME_ROOM];

	/* It may have gone meanwhile. */
	if (nic_rdma_files_about(device, port, &about))
		return 0;
	snprintf(name, sizeof(name), "%s/%u", device, port);
	return visitor->visit(visitor->data, name, &about);
}

static int rdma_find(const struct nic_visitor *visitor)
{
	return nic_rdma_ports(rdma_visit, (void *)visitor);
}

/* --- names --- */

/* Count the ports of the device, and keep the number of one. */
static int rdma_count_port(void *data, const char *device, unsigned int port)
{
	struct rdma_port *only = data;

	if (strcmp(device, only->device))
		return 0;
	if (only->number)
		return -ENOTUNIQ;
	only->number = port;
	return 0;
}

/* Take a name apart: "mlx5_0/1", or "mlx5_0" if that has one port only. */
static int rdma_parse(struct rdma_port *port, const char *name)
{
	const char *slash = strchr(name, '/');
	size_t length = slash ? (size_t)(slash - name) : strlen(name);
	char *end;
	int err;

	if (!length || length >= sizeof(port->device))
		return -ENODEV;
	memcpy(port->device, name, length);
	if (slash) {
		port->number = strtoul(slash + 1, &end, 10);
		return slash[1] >= '1' && slash[1] <= '9' && !*end ? 0 : -ENODEV;
	}
	err = nic_rdma_ports(rdma_count_port, port);
	return err ? err : port->number ? 0 : -ENODEV;
}

/* --- a port --- */

static void rdma_close(struct nic *nic)
{
	struct rdma_port *port = nic->private;

	rdma_stats_close(port->stats);
	nic_rdma_files_close(port->files);
	free(port);
	nic_items_free(nic);
}

/* Return whether netlink does not have the counters, but files may have them. */
static bool rdma_may_be_files(int err)
{
	return err == -EPROTONOSUPPORT || err == -ENODEV || err == -EMSGSIZE || err == -EINVAL ||
	       err == -EOPNOTSUPP;
}

static int rdma_open_port(struct rdma_port *port, struct nic *nic)
{
	unsigned int folders = NIC_RDMA_COUNTERS | NIC_RDMA_COUNTERS_EXT | NIC_RDMA_DEVICE;
	int err = nic_rdma_files_about(port->device, port->number, &nic->about);

	if (err)
		return err;
	err = rdma_stats_open(&port->stats, nic, port->device, port->number);
	if (rdma_may_be_files(err))
		folders |= NIC_RDMA_HW_COUNTERS;
	else if (err)
		return err;
	return nic_rdma_files_open(&port->files, nic, port->device, port->number, folders);
}

static int rdma_open(struct nic *nic, const char *name)
{
	struct rdma_port *port = calloc(1, sizeof(*port));
	int err;

	if (!port)
		return -ENOMEM;
	nic->private = port;
	err = rdma_parse(port, name);
	if (!err)
		err = rdma_open_port(port, nic);
	if (err)
		rdma_close(nic);
	return err;
}

static int rdma_about(struct nic *nic)
{
	struct rdma_port *port = nic->private;

	return nic_rdma_files_about(port->device, port->number, &nic->about);
}

static int rdma_read(struct nic *nic, const bool *wanted, const struct nic_values *values)
{
	struct rdma_port *port = nic->private;
	int err = port->stats ? rdma_stats_read(port->stats, wanted, values) : 0;

	return err ? err : nic_rdma_files_read(port->files, wanted, values);
}

const struct nic_source nic_source_rdma = {
	.prefix = "rdma",
	.help = "a port of an RDMA device, such as mlx5_0/1",
	.find = rdma_find,
	.open = rdma_open,
	.about = rdma_about,
	.read = rdma_read,
	.close = rdma_close,
};
