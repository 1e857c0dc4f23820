// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "nics/items.h"
#include "rdma_files.h"
#include "nics/sysfs.h"

#define DEVICES	"/sys/class/infiniband"

/* The folders that a port may have. */
static const struct {
	unsigned int bit;	/* enum nic_rdma_folder */
	const char *family;	/* of the dictionary */
	bool whole;	/* below the device rather than the port */
	const char *name;
} folders[] = {
	{ NIC_RDMA_COUNTERS, "counters", false, "counters" },
	{ NIC_RDMA_COUNTERS_EXT, "counters_ext", false, "counters_ext" },
	{ NIC_RDMA_HW_COUNTERS, "hw_counters", false, "hw_counters" },
	{ NIC_RDMA_DEVICE, "device", true, "hw_counters" },
};

#define FOLDERS	(sizeof(folders) / sizeof(*folders))

struct nic_rdma_files {
	struct {
		struct nic_files *files;	/* NULL: none */
		unsigned int first;	/* its first item */
	} folder[FOLDERS];
	bool classic;	/* traffic was counted in 32 bits when it was opened */
};

/* Write the path of a port's folder. Return 0 or, if there is no such port, -ENODEV. */
static int port_folder(const char *device, unsigned int port, char path[NIC_PATH_ROOM])
{
	if (!nic_is_entry(device) || nic_path(path, DEVICES "/%s/ports/%u", device, port) ||
	    access(path, F_OK))
		return -ENODEV;
	return 0;
}

/* --- forms of the kernel's own counters --- */

/*
 * The counters of traffic have the same names in the classic form, where they stop at 32 bits, and
 * in the form "noietf", where they go on: only a value can show it.
 */
static bool is_traffic(const char *name)
{
	static const char *const names[] = {
		"port_xmit_data", "port_rcv_data", "port_xmit_packets", "port_rcv_packets"
	};

	for (unsigned int i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Return whether a counter of traffic was read and has more than 32 bits. */
static bool are_wide(const struct nic_files *files, const bool *wanted,
		     const struct nic_values *values)
{
	for (unsigned int i = 0; i < nic_files_count(files); i++)
		if ((!wanted || wanted[i]) && values->values[i] > UINT32_MAX &&
		    is_traffic(nic_files_name(files, i)))
			return true;
	return false;
}

/* Read only the counters of traffic, and return whether they are wide. */
static bool traffic_is_wide(struct nic_files *files)
{
	unsigned int count = nic_files_count(files);
	bool *wanted = calloc(count, sizeof(*wanted)), wide = false;
	struct nic_values values = {
		.values = calloc(count, sizeof(*values.values)),
		.ns = calloc(count, sizeof(*values.ns)),
		.statuses = calloc(count, sizeof(*values.statuses)),
	};

	if (wanted && values.values && values.ns && values.statuses) {
		for (unsigned int i = 0; i < count; i++)
			wanted[i] = is_traffic(nic_files_name(files, i));
		wide = !nic_files_read(files, wanted, &values) && are_wide(files, wanted, &values);
	}
	free(wanted);
	free(values.values);
	free(values.ns);
	free(values.statuses);
	return wide;
}

static const char *form_find(struct nic_files *files)
{
	for (unsigned int i = 0; i < nic_files_count(files); i++)
		if (!strncmp(nic_files_name(files, i), "unicast_", strlen("unicast_")))
			return "extended";
	return traffic_is_wide(files) ? "noietf" : "classic";
}

/* --- reading --- */

static int port_open_folder(struct nic_rdma_files *files, unsigned int index, struct nic *nic,
			    const char *device, unsigned int port)
{
	struct nic_files **opened = &files->folder[index].files;
	char path[NIC_PATH_ROOM];
	int err;

	if (folders[index].whole)
		err = nic_path(path, DEVICES "/%s/%s", device, folders[index].name);
	else
		err = nic_path(path, DEVICES "/%s/ports/%u/%s", device, port, folders[index].name);
	if (!err)
		err = nic_files_open(opened, path, NIC_FILES_KERNEL);
	if (err)
		return err == -ENOENT ? 0 : err;
	files->folder[index].first = nic->count;
	if (folders[index].bit == NIC_RDMA_COUNTERS) {
		snprintf(nic->about.variant, sizeof(nic->about.variant), "%s", form_find(*opened));
		files->classic = !strcmp(nic->about.variant, "classic");
	}
	return nic_files_add(*opened, nic, folders[index].family);
}

int nic_rdma_files_open(struct nic_rdma_files **files, struct nic *nic, const char *device,
			unsigned int port, unsigned int which)
{
	struct nic_rdma_files *opened;
	char path[NIC_PATH_ROOM];
	int err = port_folder(device, port, path);

	if (err)
		return err;
	opened = calloc(1, sizeof(*opened));
	if (!opened)
		return -ENOMEM;
	for (unsigned int i = 0; i < FOLDERS && !err; i++)
		if (which & folders[i].bit)
			err = port_open_folder(opened, i, nic, device, port);
	if (err)
		nic_rdma_files_close(opened);
	else
		*files = opened;
	return err;
}

int nic_rdma_files_read(struct nic_rdma_files *files, const bool *wanted,
			const struct nic_values *values)
{
	struct nic_values own;
	const bool *own_wanted;
	unsigned int first;
	int err;

	for (unsigned int i = 0; i < FOLDERS; i++) {
		if (!files->folder[i].files)
			continue;
		first = files->folder[i].first;
		own = nic_values_from(values, first);
		own_wanted = wanted ? wanted + first : NULL;
		err = nic_files_read(files->folder[i].files, own_wanted, &own);
		if (err)
			return err;
		/* It was another form: a new open() finds the right one. */
		if (files->classic && folders[i].bit == NIC_RDMA_COUNTERS &&
		    are_wide(files->folder[i].files, own_wanted, &own))
			return -ESTALE;
	}
	return 0;
}

void nic_rdma_files_close(struct nic_rdma_files *files)
{
	if (!files)
		return;
	for (unsigned int i = 0; i < FOLDERS; i++)
		nic_files_close(files->folder[i].files);
	free(files);
}

/* --- ports --- */

/* A search for ports. */
struct search {
	int (*visit)(void *data, const char *device, unsigned int port);
	void *data;
	const char *device;
};

static int port_visit(void *data, const char *name)
{
	const struct search *search = data;
	unsigned long port;
	char *end;

	port = strtoul(name, &end, 10);
	return *end || port > INT32_MAX ? 0 : search->visit(search->data, search->device, port);
}

static int device_visit(void *data, const char *name)
{
	struct search *search = data;
	char path[NIC_PATH_ROOM];
	int err = nic_path(path, DEVICES "/%s/ports", name);

	search->device = name;
	return err ? err : nic_each_entry(path, port_visit, search);
}

int nic_rdma_ports(int (*visit)(void *data, const char *device, unsigned int port), void *data)
{
	struct search search = { .visit = visit, .data = data };
	char path[NIC_PATH_ROOM];
	int err = nic_path(path, DEVICES);

	return err ? err : nic_each_entry(path, device_visit, &search);
}

/* --- what a port is --- */

/* "2.5 Gb/sec (1X SDR)" */
static uint64_t rate_parse(const char *rate)
{
	uint64_t unit = 1000000000, sum = 0;

	for (; *rate >= '0' && *rate <= '9' && sum < UINT64_MAX / 20; rate++)
		sum = 10 * sum + (*rate - '0') * unit;
	if (*rate == '.')
		for (rate++; *rate >= '0' && *rate <= '9'; rate++) {
			unit /= 10;
			sum += (*rate - '0') * unit;
		}
	return sum;
}

/*
 * Find the network interface of a port; @top, @device and @folder belong to its RDMA device, to
 * the function on the bus, and to the port.
 */
static void port_find_partner(const char *top, const char *device, const char *folder,
			      unsigned int port, struct nic_about *about)
{
	char partner[NIC_NAME_ROOM];

	/* Ports of Ethernet say it themselves. */
	nic_text_below(folder, "gid_attrs/ndevs/0", partner, sizeof(partner));
	if (!partner[0])
		nic_text_below(top, "parent", partner, sizeof(partner));
	if (partner[0])
		strcpy(about->partner, partner);
	else
		nic_about_partner(about, device, port - 1);
}

int nic_rdma_files_about(const char *device, unsigned int port, struct nic_about *about)
{
	char top[NIC_PATH_ROOM], folder[NIC_PATH_ROOM], function[NIC_PATH_ROOM];
	char text[NIC_TEXT_ROOM];
	int err = port_folder(device, port, folder);

	if (err)
		return err;
	nic_path(top, DEVICES "/%s", device);
	nic_path(function, DEVICES "/%s/device", device);
	about->driver[0] = '\0';
	nic_about_device(about, function);
	/* Soft RoCE has no function, and alone says its parent. */
	if (!about->driver[0] && nic_has(top, "parent"))
		strcpy(about->driver, "rxe");
	port_find_partner(top, function, folder, port, about);
	nic_text_below(folder, "state", about->link, sizeof(about->link));
	nic_text_below(folder, "rate", text, sizeof(text));
	about->bits_per_second = rate_parse(text);
	nic_text_below(folder, "lid", text, sizeof(text));
	about->address = strtoull(text, NULL, 0);
	about->minor = !about->bus[0] || nic_has(function, "physfn");
	return 0;
}
