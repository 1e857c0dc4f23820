// SPDX-License-Identifier: GPL-2.0-only
/* As the kernel shows RDMA devices: all registers, and the counters that every port has. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "layout.h"

/* A counter of a port, and the metrics that give it: the first that the chip has. */
struct counter {
	const char *name;
	const char *metrics[2];
	double per_count;	/* what one count stands for, in units of the metric */
};

static const struct counter counters[] = {
	{ "port_xmit_data", { "nic_tx_bytes", "nic_bytes_out" }, 4 },
	{ "port_rcv_data", { "nic_rx_bytes", "nic_bytes_in" }, 4 },
	{ "port_xmit_packets", { "nic_tx_packets" }, 1 },
	{ "port_rcv_packets", { "nic_rx_packets" }, 1 },
	{ "port_rcv_errors", { "nic_rx_errors" }, 1 },
	{ "port_xmit_discards", { "nic_tx_drops" }, 1 },
};

static int register_text(void *owner, const char *key, char *room)
{
	uint64_t value;
	int err = device_read(owner, key, &value);

	if (err)
		return err;
	return snprintf(room, TREE_TEXT_ROOM, "%llu\n", (unsigned long long)value);
}

/* The name of the file says how its metric is counted. */
static double per_count(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(counters); i++) {
		if (!strcmp(counters[i].name, name))
			return counters[i].per_count;
	}
	return 1;
}

static int counter_text(void *owner, const char *key, char *room)
{
	struct measure *measure = owner;
	double number;
	int err = measure_begin(measure);

	if (!err)
		err = measure_number(measure, 0, &number);
	measure_end(measure);
	if (err)
		return err;
	return snprintf(room, TREE_TEXT_ROOM, "%.0f\n",
			number > 0 ? number / per_count(key) : 0);
}

static const struct metric *find_metric(const struct metrics *metrics,
					const struct counter *counter)
{
	const struct metric *metric = NULL;

	for (size_t i = 0; !metric && i < ARRAY_SIZE(counter->metrics); i++) {
		if (counter->metrics[i])
			metric = metrics_find(metrics, counter->metrics[i]);
	}
	return metric;
}

static int add_counters(struct layout_state *state, struct node *in, struct device *device)
{
	const struct metrics *metrics;
	struct measure *measure;
	int code = layout_metrics(state, device->info.chip, &metrics);

	for (size_t i = 0; !code && i < ARRAY_SIZE(counters); i++) {
		const struct metric *metric = find_metric(metrics, &counters[i]);
		int err = metric ? layout_measure(state, device, metrics, metric, &measure) :
				   -ENODATA;

		if (!err)
			tree_file(&state->tree, in, counters[i].name, counter_text, measure,
				  counters[i].name);
		else if (err != -ENODATA)
			code = complain_error(gpcd_path(device->open), err);
	}
	return code;
}

/* A number as a GUID is written. */
static void say_guid(struct layout_state *state, struct node *in, const char *name, uint64_t guid)
{
	layout_say(state, in, name, "%04x:%04x:%04x:%04x\n", (unsigned int)(guid >> 48),
		   (unsigned int)(guid >> 32 & 0xffff), (unsigned int)(guid >> 16 & 0xffff),
		   (unsigned int)(guid & 0xffff));
}

static int rate_text(void *owner, const char *key, char *room)
{
	double bits;
	int err = layout_bits(owner, key, &bits);

	return err ? err : snprintf(room, TREE_TEXT_ROOM, "%g Gb/sec (4X)\n", bits / 1e9);
}

/* Where counters of RDMA are read from files, this setting is one of them. */
static void add_lifespan(struct tree *tree, struct node *all, const struct device *device)
{
	struct gpcd_reg reg;

	if (gpcd_catalogue_by_name(device->info.chip, "lifespan", &reg))
		tree_constant(tree, all, "lifespan", "0\n");
}

static int add_port(struct layout_state *state, struct node *in, struct device *device)
{
	struct tree *tree = &state->tree;
	struct node *port = tree_folder(tree, tree_folder(tree, in, "ports"), "1");
	struct node *all = tree_folder(tree, port, "hw_counters");

	layout_link(state, port, "state", device, "4: ACTIVE\n1: DOWN\n");
	layout_link(state, port, "phys_state", device, "5: LinkUp\n2: Polling\n");
	layout_speed(state, port, "rate", device, rate_text);
	layout_say(state, port, "link_layer", "InfiniBand\n");
	layout_address(state, port, "lid", device);
	layout_registers(state, all, register_text, device);
	add_lifespan(tree, all, device);
	return add_counters(state, tree_folder(tree, port, "counters"), device);
}

static int rdma_add(struct layout_state *state, struct device *device, unsigned int number)
{
	const struct gpcd_info *info = &device->info;
	struct node *in;
	char name[32];

	snprintf(name, sizeof(name), "gpcd%u", number);
	in = layout_class(state, "infiniband", name);
	layout_say(state, in, "node_type", "1: CA\n");
	layout_say(state, in, "fw_ver", "%s\n", GPCD_VERSION);
	layout_say(state, in, "hca_type", "%s\n", gpcd_chip_name(info->chip));
	/* Not all drivers have it, but node_exporter skips devices without. */
	layout_say(state, in, "board_id", "%s\n", gpcd_chip_name(info->chip));
	say_guid(state, in, "node_guid", (uint64_t)info->domain << 32 | info->nic_addr);
	say_guid(state, in, "sys_image_guid", info->chip_id);
	return add_port(state, in, device);
}

static bool rdma_suits(unsigned int chip)
{
	(void)chip;
	return true;
}

const struct layout layout_rdma = { "rdma", rdma_suits, rdma_add };
