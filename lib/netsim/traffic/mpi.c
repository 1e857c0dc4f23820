// SPDX-License-Identifier: LGPL-2.1-or-later
#include "netsim/packet.h"
#include "traffic.h"

const struct mpi mpi_cray = {
	.several = 17,
	.pulled = 4 * 1024 + 1,
	.engine = 256 * 1024 + 1,
	.header = 64,
	.get = 256 * 1024,
};

unsigned int mpi_message(const struct mpi *mpi, uint64_t bytes, bool zero, struct mpi_part *parts)
{
	struct mpi_part header = { .transfer = { .op = NET_PUT, .bytes = mpi->header } };
	struct mpi_part data = { .transfer = { .op = NET_PUT, .bytes = bytes, .zero = zero } };
	struct mpi_part gets = { .transfer = { .op = NET_GET }, .pulled = true };
	unsigned int count = 0;

	parts[count++] = header;
	if (bytes < mpi->several)
		return count;
	data.transfer.bte = mpi_bte(mpi, bytes);
	if (bytes < mpi->engine && bytes >= mpi->pulled) {
		data.transfer.op = NET_GET;
		data.pulled = true;
	}
	parts[count++] = data;
	if (bytes >= mpi->engine && mpi->get) {
		gets.transfer.bytes = NET_PAYLOAD * (bytes / mpi->get + !!(bytes % mpi->get));
		parts[count++] = gets;
	}
	return count;
}
