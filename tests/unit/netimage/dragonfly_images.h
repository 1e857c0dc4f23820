/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A dragonfly of 12 chips whose NICs all have images, read as any client would.
 */
#ifndef TESTS_UNIT_NETIMAGE_DRAGONFLY_IMAGES_H
#define TESTS_UNIT_NETIMAGE_DRAGONFLY_IMAGES_H

#include <gpcd/image.h>
#include <unistd.h>

#include "catalogue/catalogue.h"
#include "netsim/image/image.h"
#include "netsim/mix.h"
#include "suite.h"

#define CHIPS		12
#define NICS		4
#define NODES		(NICS * CHIPS)
#define TRANSFERS	40		/* of each node with random traffic */

static char folder[32];
/* A test of other chips sets the type before setup(): a NIC is then a chip of its own. */
static unsigned int type = GPCD_CHIP_ARIES;
static unsigned int routing;	/* of the network: enum net_routing */
static uint64_t first_write;	/* cycle at which images are written for the first time */
static struct gpcd *device[NODES];
static struct net_fabric fabric;
static struct net_images *images;
static struct net *net;
static unsigned int sent[NODES];

static inline void path_of(unsigned int node, char path[64])
{
	snprintf(path, 64, "image:%s/%u", folder, node);
}

static inline void image_make(unsigned int node)
{
	unsigned int nics = type == GPCD_CHIP_ARIES ? NICS : 1;
	const struct gpcd_info info = {
		.chip = type, .chip_id = node / nics, .nic_index = node % nics,
		.nic_addr = node + 1,
	};
	char path[64];

	path_of(node, path);
	ck_assert_int_eq(gpcd_image_create(path + strlen("image:"), &info), 0);
	ck_assert_int_eq(net_images_add(images, node / nics, path + strlen("image:")), 0);
	ck_assert_int_eq(gpcd_open(path, &device[node]), 0);
}

static inline void setup(void)
{
	struct topo topo;

	strcpy(folder, "/tmp/gpcd-test-nodes-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(topo_parse(&topo, "dragonfly:2x2x3"), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	ck_assert_int_eq(type == GPCD_CHIP_ARIES ? net_images_aries(&topo, &images) :
			 net_images_cassini(&topo, type, &images), 0);
	for (unsigned int node = 0; node < NODES; node++)
		image_make(node);
	memset(sent, 0, sizeof(sent));
}

static inline void teardown(void)
{
	char path[64];

	net_images_release(images);
	net_free(net);
	net = NULL;
	net_fabric_free(&fabric);
	for (unsigned int node = 0; node < NODES; node++) {
		gpcd_close(device[node]);
		path_of(node, path);
		unlink(path + strlen("image:"));
	}
	rmdir(folder);
}

/* Simulate traffic to its end, and write the images every so many @cycles from @first_write on. */
static inline void run_by(uint64_t cycles,
			  bool (*next)(void *context, uint32_t node, struct net_transfer *transfer))
{
	const struct net_traffic traffic = {
		.next = next, .requests = 1 << NET_PUT | 1 << NET_GET | 1 << NET_AMO,
	};
	const struct net_config config = {
		.fabric = &fabric, .put_response = 3, .seed = 1, .threads = 1, .nics = true,
		.routing = routing,
	};
	const char *failed;

	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	for (uint64_t cycle = first_write; !net_idle(net); cycle += cycles) {
		ck_assert_int_eq(net_drain(net, cycle), 0);
		ck_assert_int_eq(net_images_write(images, net, &failed), 0);
	}
}

static inline void run(bool (*next)(void *context, uint32_t node, struct net_transfer *transfer))
{
	run_by(700, next);
}

/* The same with another network, which continues where the first one has ended. */
static inline void restart(bool (*next)(void *context, uint32_t node,
					struct net_transfer *transfer))
{
	net_images_restart(images, net);
	net_free(net);
	memset(sent, 0, sizeof(sent));
	run(next);
}

static inline uint64_t value(unsigned int node, const char *name)
{
	uint64_t value;

	ck_assert_int_eq(gpcd_read(device[node], 0, name, &value), 0);
	return value;
}

/* Return a register of a NIC, whose number replaces '#'. */
static inline uint64_t of_nic(unsigned int node, const char *name)
{
	char text[128], *number;

	snprintf(text, sizeof(text), "AR_%s", name);
	number = strchr(text, '#');
	if (number)
		*number = '0' + node % NICS;
	return value(node, text);
}

/* Return the sum over all NICs. */
static inline uint64_t of_nics(const char *name)
{
	uint64_t sum = 0;

	for (unsigned int node = 0; node < NODES; node++)
		sum += of_nic(node, name);
	return sum;
}

/* Return a number below @below that depends only on @node and its earlier draws. */
static inline uint32_t draw(uint32_t node, unsigned int salt, uint32_t below)
{
	return net_mix_below(net_mix(node) + 2 * sent[node] + salt, below);
}

/* Each node sends multiples of 64 bytes anywhere. */
static inline bool any_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	(void)context;
	if (sent[node] == TRANSFERS)
		return false;
	*transfer = (struct net_transfer){
		.op = draw(node, 0, 3) ? NET_PUT : NET_GET, .bte = sent[node] % 2,
		.node = draw(node, 1, NODES), .bytes = 64 * (1 + sent[node] % 5),
	};
	sent[node]++;
	return true;
}

/* Node 1 sends a PUT of 64 bytes to the last chip of the last group. */
static inline bool one_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	(void)context;
	if (node != 1 || sent[node])
		return false;
	*transfer = (struct net_transfer){ .op = NET_PUT, .bytes = 64, .node = NODES - 1 };
	sent[node]++;
	return true;
}

#endif /* TESTS_UNIT_NETIMAGE_DRAGONFLY_IMAGES_H */
