// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests by netlink: the answer comes whole, or the request fails. Events: a listener receives
 * each, or an error that some were missed.
 */
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "access/genl.h"

#define USERS	"/sys/module/gpcd/refcnt"
#define A_WHILE	10000	/* ms */

static struct request request;
static int sock;
static int users;	/* users of the module without requests */
static long wanted;	/* bytes of the whole answer */
static long came;

static void socket_open(void)
{
	sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	must(sock >= 0, "a netlink socket");
}

/* The remains of a failed dump go with its socket, a grace period later. */
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

/* Netlink's own buffers fail with another errno. */
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

/* Ask once without failures: that answer is the whole. */
static void request_try(void)
{
	must(!ask(NULL), "a request by netlink");
	wanted = came;
}

static void request_ready(uint8_t command, int attribute, int descriptor)
{
	socket_open();
	users = atoi(file_read(USERS));
	request = request_of(family_ask(sock), command, attribute, descriptor);
	request_try();
}

static void devices_ready(const struct entry *entry)
{
	(void)entry;
	request_ready(GPCD_CMD_DEV_GET, 0, 0);
}

/* One device is not a dump: the acknowledgment ends it. */
static void device_ready(const struct entry *entry)
{
	(void)entry;
	socket_open();
	users = atoi(file_read(USERS));
	request = request_of(family_ask(sock), GPCD_CMD_DEV_GET, GPCD_A_DEV_INDEX, 0);
	request.message.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	request_try();
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

/* Events */

/* Return how many events a listener received; -1: some were missed, and it was notified of that. */
static long events_heard(void)
{
	char message[4096];
	bool missed = false;
	long heard = 0;

	for (;;) {
		if (recv(sock, message, sizeof(message), MSG_DONTWAIT) >= 0)
			heard++;
		else if (errno == ENOBUFS)
			missed = true;
		else
			return missed ? -1 : heard;
	}
}

/* Write the present values: registers are written, and none changes. */
static void write_ready(const struct entry *entry)
{
	static uint64_t same[FEW];

	for (int i = 0; i < FEW; i++)
		same[i] = value_of(i);
	sock = listener_open();
	must(sock >= 0, "a netlink listener");
	must(!group_join(sock, GPCD_GENL_DEVICES), GPCD_GENL_DEVICES);
	args_ready(entry);
	arg.args.mmr_data = same;
	asked = arg;
	must(!command(entry), "WRITE_REG");
	wanted = events_heard();
	must(wanted == 2, "an event of each view");
}

static void nothing_heard(const struct entry *entry)
{
	values_untouched(entry);
	if (events_heard())
		complain("an event is told of a call that failed");
}

static void events_known(const struct entry *entry, long ret)
{
	long heard = events_heard();

	returned(entry, ret);
	if (heard >= 0 && heard != wanted)
		complain("%ld events of %ld are told, and none is said to be missing", heard,
			 wanted);
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
		.name = "one device by netlink",
		.prepare = device_ready,
		.run = ask,
		.worked = came_whole,
		.forgives = "netlink leaves a reply in a larger buffer",
		.undo = socket_close,
	}, {
		.name = "WRITE_REG with a netlink listener",
		.command = GPC_IOC_WRITE_REG,
		.prepare = write_ready,
		.run = command,
		.failed = nothing_heard,
		.worked = events_known,
		.forgives = "the listener learns that it has missed an event",
		.undo = both_close,
	},
};

const struct stage netlink_stage = {
	.setup = devices_load,
	.teardown = devices_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};
