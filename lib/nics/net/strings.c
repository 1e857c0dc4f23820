// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Counters that a driver names as it likes. Neither their number nor their names are given together
 * with their values, and all of them may change at any time. The kernel holds a lock of its whole
 * network configuration meanwhile, so it is not asked often.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/gpcd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "nics/clock.h"
#include "nics/items.h"
#include "net.h"

/* Less than a second: who comes once a second finds new values each time. */
#define PAUSE_MS	900

/* Attempts to read a list that changes meanwhile. */
#define TRIES	10

/*
 * The kernel writes as many names or values as there are now, no matter how many were expected. The
 * room for them ends at a page that cannot be written, so that it fails if there are more.
 */
struct strings {
	unsigned int count;
	char *room;
	size_t bytes;	/* of the room without that page */
	char (*names)[ETH_GSTRING_LEN];
	uint64_t *values;	/* when they were read last */
	uint64_t asked_ns;	/* when that was; 0: never */
	uint64_t pause_ns;
	int err;	/* of the last time */
};

/* Give a command that ends at the end of the room. Return 0, -ESTALE, or another negative errno. */
static int strings_ask(const struct net *net, void *command)
{
	int err = net_ioctl(net, command);

	return err == -EFAULT ? -ESTALE : err;
}

/* --- the list --- */

static int strings_ask_count(const struct net *net, unsigned int *count)
{
	struct {
		struct ethtool_sset_info info;
		uint32_t count;
	} command = {
		.info = { .cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1u << ETH_SS_STATS },
	};
	int err = net_ioctl(net, &command);

	*count = !err && command.info.sset_mask ? command.count : 0;
	return err;
}

static int strings_make_room(struct strings *strings)
{
	size_t page = sysconf(_SC_PAGESIZE);
	size_t bytes = sizeof(struct ethtool_gstrings) + strings->count * ETH_GSTRING_LEN;
	void *room;

	bytes = (bytes + page - 1) / page * page;
	room = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (room == MAP_FAILED)
		return -ENOMEM;
	strings->room = room;
	strings->bytes = bytes;
	strings->names = calloc(strings->count, sizeof(*strings->names));
	strings->values = calloc(strings->count, sizeof(*strings->values));
	if (!strings->names || !strings->values || mprotect(strings->room + bytes, page, PROT_NONE))
		return -ENOMEM;
	return 0;
}

/* Find the names as they are now. */
static int strings_ask_names(const struct net *net, struct strings *strings, const void **names)
{
	size_t bytes = strings->count * ETH_GSTRING_LEN;
	struct ethtool_gstrings *command = (void *)(strings->room + strings->bytes - bytes -
						    sizeof(*command));
	int err;

	*command = (struct ethtool_gstrings){
		.cmd = ETHTOOL_GSTRINGS, .string_set = ETH_SS_STATS, .len = strings->count,
	};
	err = strings_ask(net, command);
	*names = command->data;
	return err ? err : command->len == strings->count ? 0 : -ESTALE;
}

/* --- the way --- */

static void strings_close(void *way)
{
	struct strings *strings = way;

	if (!strings)
		return;
	if (strings->room)
		munmap(strings->room, strings->bytes + sysconf(_SC_PAGESIZE));
	free(strings->names);
	free(strings->values);
	free(strings);
}

static int strings_open_once(const struct net *net, struct strings **result)
{
	struct strings *strings = calloc(1, sizeof(*strings));
	const void *names;
	int err = strings ? strings_ask_count(net, &strings->count) : -ENOMEM;

	if (!err && strings->count) {
		err = strings_make_room(strings);
		if (!err)
			err = strings_ask_names(net, strings, &names);
		if (!err)
			memcpy(strings->names, names, strings->count * ETH_GSTRING_LEN);
	}
	if (err)
		strings_close(strings);
	else
		*result = strings;
	return err;
}

static uint64_t strings_pause(void)
{
	const char *set = secure_getenv(NIC_ETHTOOL_ENV);
	char *end;
	unsigned long ms = set ? strtoul(set, &end, 10) : 0;

	return (set && *set && !*end ? ms : PAUSE_MS) * NIC_MSEC;
}

/* A name of full length has no NUL. */
static int strings_add_item(struct nic *nic, const char *text)
{
	char name[ETH_GSTRING_LEN + 1] = {};

	memcpy(name, text, ETH_GSTRING_LEN);
	return nic_items_add(nic, "ethtool", name);
}

static int strings_open(const struct net *net, struct nic *nic, void **way)
{
	struct strings *strings = NULL;
	int err = -ESTALE;

	for (int i = 0; i < TRIES && err == -ESTALE; i++)
		err = strings_open_once(net, &strings);
	if (err)
		return err;
	strings->pause_ns = strings_pause();
	for (unsigned int i = 0; !err && i < strings->count; i++)
		err = strings_add_item(nic, strings->names[i]);
	if (err || !strings->count)
		strings_close(strings);
	else
		*way = strings;
	return err;
}

/* Names are compared after the values were read: they belong to each other if nothing changed. */
static int strings_ask_values(const struct net *net, struct strings *strings)
{
	size_t bytes = strings->count * sizeof(uint64_t);
	struct ethtool_stats *command = (void *)(strings->room + strings->bytes - bytes -
						 sizeof(*command));
	const void *names;
	int err;

	*command = (struct ethtool_stats){ .cmd = ETHTOOL_GSTATS, .n_stats = strings->count };
	err = strings_ask(net, command);
	if (err)
		return err;
	if (command->n_stats != strings->count)
		return -ESTALE;
	memcpy(strings->values, command->data, bytes);
	strings->asked_ns = nic_clock_ns(CLOCK_MONOTONIC);
	err = strings_ask_names(net, strings, &names);
	if (err)
		return err;
	return memcmp(names, strings->names, strings->count * ETH_GSTRING_LEN) ? -ESTALE : 0;
}

static int strings_read(const struct net *net, void *way, const struct nic_values *values)
{
	uint64_t now = nic_clock_ns(CLOCK_MONOTONIC);
	struct strings *strings = way;
	int status = GPCD_STATUS_STALE;

	if (!strings->asked_ns || now - strings->asked_ns >= strings->pause_ns) {
		strings->asked_ns = now;
		strings->err = strings_ask_values(net, strings);
		status = GPCD_STATUS_OK;
	}
	if (strings->err)
		return strings->err;
	for (unsigned int i = 0; i < strings->count; i++) {
		values->values[i] = strings->values[i];
		values->ns[i] = strings->asked_ns;
		values->statuses[i] = status;
	}
	return 0;
}

const struct net_way net_strings = {
	.open = strings_open, .read = strings_read, .close = strings_close,
};
