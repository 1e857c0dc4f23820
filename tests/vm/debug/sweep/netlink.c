// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests by netlink: what is asked for comes whole, or the request fails.
 */
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "ways/genl.h"

#define USERS	"/sys/module/gpcd/refcnt"
#define A_WHILE	10000	/* ms */

static struct request request;
static int sock;
static int users;	/* of the module, when nobody asks */
static long wanted;	/* bytes of the whole answer */
static long came;

static void socket_open(void)
{
	sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	must(sock >= 0, "a netlink socket");
}

/* What has come of a dump that failed goes with its socket, a grace period later. */
static void socket_renew(void)
{
	close(sock);
	for (int i = 0; i < A_WHILE && atoi(file_read(USERS)) != users; i++)
		usleep(1000);
	socket_open();
}

static void piece_count(const char *piece, long length)
{
	(void)piece;
	came += length;
}

/* Netlink's own buffers fail by another name. */
static long ask(const struct entry *entry)
{
	long ret;

	(void)entry;
	came = 0;
	ret = request_dump(sock, &request, piece_count);
	if (ret)
		socket_renew();
	return ret == -ENOBUFS ? -ENOMEM : ret;
}

/* It is asked once before, when nothing fails: what comes then is the whole. */
static void request_ready(uint8_t command, int attribute, int descriptor)
{
	socket_open();
	users = atoi(file_read(USERS));
	request = request_of(family_ask(sock), command, attribute, descriptor);
	must(!ask(NULL), "a request by netlink");
	wanted = came;
}

static void devices_ready(const struct entry *entry)
{
	(void)entry;
	request_ready(GPCD_CMD_DEV_GET, 0, 0);
}

static void registers_ready(const struct entry *entry)
{
	(void)entry;
	fd = device_open(0);
	must(fd >= 0, "gpcd0");
	request_ready(GPCD_CMD_REG_GET, GPCD_A_REG_FD, fd);
}

static void snapshot_ready(const struct entry *entry)
{
	(void)entry;
	group_open();
	request_ready(GPCD_CMD_SNAPSHOT_GET, GPCD_A_SNAPSHOT_FD, fd);
}

static void came_whole(const struct entry *entry, long ret)
{
	returned(entry, ret);
	if (came != wanted)
		complain("%ld bytes of %ld came", came, wanted);
}

static void socket_close(const struct entry *entry, long ret)
{
	(void)entry;
	(void)ret;
	close(sock);
}

static void both_close(const struct entry *entry, long ret)
{
	socket_close(entry, ret);
	device_close(entry, ret);
}

static const struct entry entries[] = {
	{
		.name = "devices by netlink",
		.prepare = devices_ready,
		.run = ask,
		.worked = came_whole,
		.forgives = "netlink takes a smaller buffer",
		.undo = socket_close,
	}, {
		.name = "registers by netlink",
		.prepare = registers_ready,
		.run = ask,
		.worked = came_whole,
		.forgives = "netlink takes a smaller buffer",
		.undo = both_close,
	}, {
		.name = "a snapshot by netlink",
		.prepare = snapshot_ready,
		.run = ask,
		.worked = came_whole,
		.forgives = "netlink takes a smaller buffer",
		.undo = both_close,
	},
};

const struct stage netlink_stage = {
	.setup = devices_load,
	.teardown = devices_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};
