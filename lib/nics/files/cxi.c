// SPDX-License-Identifier: LGPL-2.1-or-later
/* HPE Slingshot: files of the cxi driver and of its retry handler. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/gpcd.h>

#include "aside.h"
#include "files.h"
#include "nics/items.h"
#include "nics/sources.h"
#include "nics/sysfs.h"

#define DEVICES	"/sys/class/cxi"

/* Families of the dictionary. */
#define TELEMETRY	"telemetry"
#define RETRY_HANDLER	"rh"

/* An open NIC: its items are telemetry's and then the retry handler's. */
struct cxi {
	char name[NIC_NAME_ROOM];
	struct nic_files *telemetry;	/* NULL: it has none */
	unsigned int count;	/* of telemetry */
	struct nic_aside *handler;
};

/* --- what it is --- */

static void cxi_find_link(const char *device, struct nic_about *about)
{
	static const char *const files[] = { "port/link", "port/0/link" };

	for (unsigned int i = 0; i < sizeof(files) / sizeof(*files); i++) {
		nic_text_below(device, files[i], about->link, sizeof(about->link));
		/* Cassini 2 says "NOT IMPLEMENTED!!" in the first. */
		if (about->link[0] >= 'a' && about->link[0] <= 'z')
			return;
	}
	nic_text_below(device, "properties/link", about->link, sizeof(about->link));
	if (!strcmp(about->link, "0"))
		strcpy(about->link, "down");
	else if (!strcmp(about->link, "1"))
		strcpy(about->link, "up");
}

static uint64_t megabits(const char *text)
{
	long long speed = strtoll(text, NULL, 10);

	return speed > 0 ? speed * 1000000ULL : 0;
}

/* Drivers do not know all speeds: then the network interface says it. */
static void cxi_find_speed(const char *device, struct nic_about *about)
{
	char path[NIC_PATH_ROOM], text[NIC_TEXT_ROOM];

	nic_text_below(device, "properties/speed", text, sizeof(text));
	about->bits_per_second = megabits(text);
	if (about->bits_per_second || !about->partner[0])
		return;
	nic_path(path, "/sys/class/net/%s/speed", about->partner);
	nic_text(path, text, sizeof(text));
	about->bits_per_second = megabits(text);
}

/* Write the path of a NIC's device. Return 0 or, if there is no such NIC, -ENODEV. */
static int cxi_find_device(const char *name, char device[NIC_PATH_ROOM])
{
	if (!nic_is_entry(name) || nic_path(device, DEVICES "/%s/device", name) ||
	    access(device, F_OK))
		return -ENODEV;
	return 0;
}

/* Return as cxi_find_device(). */
static int cxi_fill_about(const char *name, struct nic_about *about)
{
	char device[NIC_PATH_ROOM], text[NIC_TEXT_ROOM];
	int err = cxi_find_device(name, device);

	if (err)
		return err;
	strcpy(about->driver, "cxi");
	nic_text_below(device, "properties/cassini_version", text, sizeof(text));
	strcpy(about->variant, *text == '1' ? "cassini1" : *text == '2' ? "cassini2" : "");
	nic_text_below(device, "properties/nid", text, sizeof(text));
	about->address = strtoull(text, NULL, 0);
	nic_about_device(about, device);
	nic_about_partner(about, device, 0);
	cxi_find_link(device, about);
	cxi_find_speed(device, about);
	about->minor = nic_has(device, "physfn") || !nic_has(device, TELEMETRY);
	return 0;
}

static int cxi_visit(void *data, const char *name)
{
	const struct nic_visitor *visitor = data;
	struct nic_about about = { 0 };

	/* It may just have gone. */
	return cxi_fill_about(name, &about) ? 0 : visitor->visit(visitor->data, name, &about);
}

static int cxi_find(const struct nic_visitor *visitor)
{
	char path[NIC_PATH_ROOM];
	int err = nic_path(path, DEVICES);

	return err ? err : nic_each_entry(path, cxi_visit, (void *)visitor);
}

static int cxi_about(struct nic *nic)
{
	const struct cxi *cxi = nic->private;

	return cxi_fill_about(cxi->name, &nic->about);
}

/* --- reading --- */

/* Return whether the function of a NIC is lost on its bus, where everything reads as all ones. */
static bool cxi_is_lost(const struct cxi *cxi)
{
	char path[NIC_PATH_ROOM];
	uint16_t vendor = 0;
	int fd;

	nic_path(path, DEVICES "/%s/device/config", cxi->name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (read(fd, &vendor, sizeof(vendor)) != sizeof(vendor))
		vendor = 0;
	close(fd);
	return vendor == UINT16_MAX;
}

/* Registers have at least 16 bits, of which the driver hands on the counter's. */
static bool is_all_ones(const struct nic_values *values, unsigned int index)
{
	uint64_t value = values->values[index];

	return value >= UINT16_MAX && !(value & (value + 1));
}

/* All ones may be a value, unless they come from a NIC that is lost. */
static void cxi_judge_all_ones(const struct cxi *cxi, const bool *wanted,
			       const struct nic_values *values)
{
	bool asked = false;

	for (unsigned int i = 0; i < cxi->count; i++) {
		if ((wanted && !wanted[i]) || !is_all_ones(values, i))
			continue;
		if (!asked && !cxi_is_lost(cxi))
			return;
		asked = true;
		values->values[i] = 0;
		values->ns[i] = 0;
		values->statuses[i] = GPCD_STATUS_GONE;
	}
}

static int cxi_read(struct nic *nic, const bool *wanted, const struct nic_values *values)
{
	struct cxi *cxi = nic->private;
	struct nic_values handler = nic_values_from(values, cxi->count);
	char device[NIC_PATH_ROOM];
	int err;

	if (cxi->telemetry)
		err = nic_files_read(cxi->telemetry, wanted, values);
	else
		err = cxi_find_device(cxi->name, device);
	if (err)
		return err;
	cxi_judge_all_ones(cxi, wanted, values);
	return nic_aside_read(cxi->handler, wanted ? wanted + cxi->count : NULL, &handler);
}

/* --- beginning and end --- */

static int cxi_open_files(struct nic *nic, struct cxi *cxi)
{
	char path[NIC_PATH_ROOM];
	int err;

	nic_path(path, DEVICES "/%s/device/" TELEMETRY, cxi->name);
	err = nic_files_open(&cxi->telemetry, path, NIC_FILES_KERNEL);
	/* Virtual functions may have none. */
	if (err == -ENOENT)
		err = 0;
	else if (!err)
		err = nic_files_add(cxi->telemetry, nic, TELEMETRY);
	if (err)
		return err;
	cxi->count = nic->count;
	nic_path(path, "/run/cxi/%s", cxi->name);
	return nic_aside_open(&cxi->handler, path, nic, RETRY_HANDLER);
}

static void cxi_close(struct nic *nic)
{
	struct cxi *cxi = nic->private;

	nic_files_close(cxi->telemetry);
	nic_aside_close(cxi->handler);
	nic_items_free(nic);
	free(cxi);
}

static int cxi_open(struct nic *nic, const char *name)
{
	int err = cxi_fill_about(name, &nic->about);
	struct cxi *cxi;

	if (err)
		return err;
	cxi = calloc(1, sizeof(*cxi));
	if (!cxi)
		return -ENOMEM;
	snprintf(cxi->name, sizeof(cxi->name), "%s", name);
	nic->private = cxi;
	err = cxi_open_files(nic, cxi);
	if (err)
		cxi_close(nic);
	return err;
}

const struct nic_source nic_source_cxi = {
	.prefix = "cxi",
	.help = "an HPE Slingshot NIC, such as cxi0",
	.find = cxi_find,
	.open = cxi_open,
	.about = cxi_about,
	.read = cxi_read,
	.close = cxi_close,
};
