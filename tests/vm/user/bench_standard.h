/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For bench.c: the ways that the kernel's own tools take, netlink and perf.
 */
#ifndef BENCH_STANDARD_H
#define BENCH_STANDARD_H

#include <linux/gpcd_netlink.h>
#include <linux/perf_event.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <sys/syscall.h>

#include "module.h"

#define TOTALS	6	/* of a Gemini's tiles, which are all static counters */

/**
 * struct standard - what these ways need
 * @sock: a socket of generic netlink
 * @family: number of our family
 * @group: descriptor of the group that is dumped
 * @values: values that the last dump brought
 * @events: the totals, a group of perf's; the first is its leader
 */
static struct standard {
	struct nl_sock *sock;
	int family;
	int group;
	int values;
	int events[TOTALS];
} standard;

static inline int netlink_value(struct nl_msg *msg, void *arg)
{
	struct nlattr *values = nlmsg_find_attr(nlmsg_hdr(msg), GENL_HDRLEN,
						GPCD_A_SNAPSHOT_VALUES);

	(void)arg;
	if (values)
		standard.values += nla_len(values) / 8;
	return NL_OK;
}

/* A dump of the group: all of one sweep. */
static inline int netlink_dump(void)
{
	struct nl_msg *msg = nlmsg_alloc();
	int ret;

	standard.values = 0;
	genlmsg_put(msg, 0, 0, standard.family, 0, NLM_F_DUMP, GPCD_CMD_SNAPSHOT_GET,
		    GPCD_GENL_VERSION);
	nla_put_u32(msg, GPCD_A_SNAPSHOT_FD, standard.group);
	ret = nl_send_auto(standard.sock, msg);
	nlmsg_free(msg);
	return ret < 0 || nl_recvmsgs_default(standard.sock) ||
	       standard.values != REGISTERS;
}

static inline int perf_read(void)
{
	uint64_t counts[1 + TOTALS];

	return read(standard.events[0], counts, sizeof(counts)) != sizeof(counts);
}

static inline int pmu_number(const char *name)
{
	char path[96];
	int number = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/gpcd0/%s", name);
	file = fopen(path, "re");
	if (!file || fscanf(file, "%d", &number) != 1)
		number = -1;
	if (file)
		fclose(file);
	return number;
}

static inline void perf_begin(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .read_format = PERF_FORMAT_GROUP };
	int i;

	check(module_load("gpcd_pmu", ""), "gpcd_pmu");
	attr.type = pmu_number("type");
	for (i = 0; i < TOTALS; i++) {
		attr.config = i + 1;
		standard.events[i] = syscall(SYS_perf_event_open, &attr, -1, pmu_number("cpumask"),
					     i ? standard.events[0] : -1, PERF_FLAG_FD_CLOEXEC);
		check(standard.events[i] < 0, "an event");
	}
}

static inline void standard_begin(int group)
{
	standard.group = group;
	standard.sock = nl_socket_alloc();
	check(genl_connect(standard.sock), "generic netlink");
	standard.family = genl_ctrl_resolve(standard.sock, GPCD_GENL_NAME);
	check(standard.family < 0, "the family");
	nl_socket_disable_auto_ack(standard.sock);
	nl_socket_modify_cb(standard.sock, NL_CB_VALID, NL_CB_CUSTOM, netlink_value, NULL);
	perf_begin();
}

static inline void standard_end(void)
{
	nl_socket_free(standard.sock);
	for (int i = 0; i < TOTALS; i++)
		close(standard.events[i]);
	check(module_unload("gpcd_pmu"), "gpcd_pmu");
}

#endif /* BENCH_STANDARD_H */
