// SPDX-License-Identifier: GPL-2.0-only
/* Lists of messages (lib/netsim/traffic/list.c): the transfers read, or the error. */
#include "fuzz.h"
#include "netsim/traffic/traffic.h"

/* No link leads to chip 5, so that its nodes can only send to each other. */
static uint8_t failed[16 * 4] = {
	[4 * 4] = 15, [6 * 4 + 1] = 15, [1 * 4 + 2] = 15, [9 * 4 + 3] = 15,
};

static const struct net_fabric fabric = {
	.topo = { .family = &topo_torus, .dims = 2, .size = { 4, 4 }, .chips = 16 },
	.lanes = { 4, 4, 4, 4 },
	.failed = failed,
};

/* A node's transfers have valid sizes and nodes, in order of time. */
static unsigned int check_node(const struct net_traffic *traffic, uint32_t node)
{
	struct net_transfer transfer;
	unsigned int count = 0;
	uint64_t last = 0;

	while (traffic->next(traffic->context, node, &transfer)) {
		EXPECT(transfer.cycle >= last && transfer.cycle <= NET_LAST_CYCLE);
		EXPECT(transfer.bytes && transfer.node < 32);
		EXPECT((transfer.node / 2 == 5) == (node / 2 == 5));
		EXPECT(transfer.op <= NET_GET && traffic->requests & 1 << transfer.op);
		last = transfer.cycle;
		count++;
	}
	return count;
}

static void check_traffic(struct net_traffic *traffic, size_t lines)
{
	unsigned int count = 0;
	uint32_t node;

	for (node = 0; node < 32; node++)
		count += check_node(traffic, node);
	EXPECT(count <= MPI_PARTS * lines && !count == !traffic->requests);
	traffic_free(traffic);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct traffic_error error;
	struct net_traffic traffic;
	size_t lines = 1, i;
	FILE *file;
	int err;

	if (!size)
		return 0;
	for (i = 0; i < size; i++)
		lines += data[i] == '\n';
	file = fmemopen((void *)data, size, "r");
	EXPECT(file);
	err = traffic_list(file, "list", &fabric, &mpi_cray, &traffic, &error);
	fclose(file);
	EXPECT(!err || err == -EINVAL);
	if (err)
		EXPECT(error.reason && error.line >= 1 && error.line <= lines);
	else
		check_traffic(&traffic, lines);
	return 0;
}
