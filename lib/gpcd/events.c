// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Devices and their events, by the kernel's generic netlink family. One socket receives events,
 * another makes requests, so that a reply never queues up after events.
 */
#include <errno.h>
#include <gpcd/events.h>
#include <linux/genetlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <stdlib.h>
#include <string.h>

/* If devices come or go while a list is taken, it is taken again, but not for ever. */
#define LIST_TRIES	100

/* Receive buffer: room for some thousand unread events. */
#define HEAR_BYTES	(1 << 20)

/* An event, and the device that it is of. */
struct noted {
	struct gpcd_event event;
	struct gpcd_info info;
};

/* See gpcd/events.h. */
struct gpcd_events {
	struct nl_sock *hears;	/* member of our multicast groups and the control family's */
	struct nl_sock *asks;	/* for requests of lists */
	int family;	/* number of the family */
	struct noted last;	/* the last event received */
	int heard;	/* there is one */
	int ended;	/* the family is gone */
	struct noted *list;	/* list of devices that is being received */
	int count;	/* of list */
	int error;	/* negative errno of receiving list, or 0 */
};

static const struct nla_policy dev_policy[GPCD_A_DEV_MAX + 1] = {
	[GPCD_A_DEV_INDEX] = { .type = NLA_U32 },
	[GPCD_A_DEV_CHIP] = { .type = NLA_U32 },
	[GPCD_A_DEV_CHIP_ID] = { .type = NLA_U64 },
	[GPCD_A_DEV_DOMAIN] = { .type = NLA_U32 },
	[GPCD_A_DEV_NIC_ADDR] = { .type = NLA_U32 },
	[GPCD_A_DEV_NIC_INDEX] = { .type = NLA_U32 },
	[GPCD_A_DEV_NICS] = { .type = NLA_U32 },
	[GPCD_A_DEV_COORD] = { .minlen = 12 },
	[GPCD_A_DEV_FEATURES] = { .type = NLA_U64 },
	[GPCD_A_DEV_HASH] = { .type = NLA_U64 },
	[GPCD_A_DEV_REGISTERS] = { .type = NLA_U32 },
	[GPCD_A_DEV_FAULT] = { .type = NLA_U32 },
	[GPCD_A_DEV_EPOCH] = { .type = NLA_U64 },
};

/*
 * Convert a libnl error to an errno; its -NLE_NOMEM may also mean ENOBUFS. libnl knows few errors
 * of system calls, and reports a family that it failed to ask for as missing. errno, which was 0
 * before, is more precise.
 */
static int error_of(int err)
{
	switch (-err) {
	case NLE_OBJ_NOTFOUND:
		return errno ? -errno : -ENOENT;
	case NLE_AGAIN:
	case NLE_DUMP_INTR:
		return -EAGAIN;
	case NLE_NOMEM:
		return -ENOMEM;
	case NLE_PERM:
	case NLE_NOACCESS:
		return -EPERM;
	case NLE_AF_NOSUPPORT:
		return -EAFNOSUPPORT;
	default:
		return errno ? -errno : -EIO;
	}
}

static uint32_t u32_of(struct nlattr *attr)
{
	return attr ? nla_get_u32(attr) : 0;
}

static uint64_t u64_of(struct nlattr *attr)
{
	return attr ? nla_get_u64(attr) : 0;
}

/* Return 1 if the message describes a device. */
static int event_parse(struct nlmsghdr *head, struct noted *noted)
{
	struct nlattr *attrs[GPCD_A_DEV_MAX + 1];

	if (genlmsg_parse(head, 0, attrs, GPCD_A_DEV_MAX, dev_policy) ||
	    !attrs[GPCD_A_DEV_INDEX])
		return 0;
	*noted = (struct noted) {
		.event = {
			.what = genlmsg_hdr(head)->cmd,
			.index = nla_get_u32(attrs[GPCD_A_DEV_INDEX]),
			.fault = u32_of(attrs[GPCD_A_DEV_FAULT]),
		},
		.info = {
			.size = sizeof(noted->info),
			.chip = u32_of(attrs[GPCD_A_DEV_CHIP]),
			.features = u64_of(attrs[GPCD_A_DEV_FEATURES]),
			.catalogue_hash = u64_of(attrs[GPCD_A_DEV_HASH]),
			.chip_id = u64_of(attrs[GPCD_A_DEV_CHIP_ID]),
			.epoch = u64_of(attrs[GPCD_A_DEV_EPOCH]),
			.domain = u32_of(attrs[GPCD_A_DEV_DOMAIN]),
			.nic_addr = u32_of(attrs[GPCD_A_DEV_NIC_ADDR]),
			.nic_index = u32_of(attrs[GPCD_A_DEV_NIC_INDEX]),
			.nics = u32_of(attrs[GPCD_A_DEV_NICS]),
			.nregs = u32_of(attrs[GPCD_A_DEV_REGISTERS]),
		},
	};
	if (attrs[GPCD_A_DEV_COORD])
		memcpy(noted->info.coord, nla_data(attrs[GPCD_A_DEV_COORD]),
		       sizeof(noted->info.coord));
	return 1;
}

/* The control family announces families that are unregistered. */
static int is_last(const struct gpcd_events *events, struct nlmsghdr *head)
{
	struct nlattr *attrs[CTRL_ATTR_MAX + 1];

	return genlmsg_hdr(head)->cmd == CTRL_CMD_DELFAMILY &&
	       !genlmsg_parse(head, 0, attrs, CTRL_ATTR_MAX, NULL) &&
	       attrs[CTRL_ATTR_FAMILY_ID] &&
	       nla_get_u16(attrs[CTRL_ATTR_FAMILY_ID]) == events->family;
}

static int hear(struct nl_msg *message, void *data)
{
	struct nlmsghdr *head = nlmsg_hdr(message);
	struct gpcd_events *events = data;

	if (head->nlmsg_type == GENL_ID_CTRL)
		events->ended |= is_last(events, head);
	else if (head->nlmsg_type == events->family)
		events->heard = event_parse(head, &events->last);
	return NL_OK;
}

static int add_to_list(struct nl_msg *message, void *data)
{
	struct gpcd_events *events = data;
	struct noted *list;

	if (events->error)
		return NL_OK;
	list = reallocarray(events->list, events->count + 1, sizeof(*list));
	if (!list) {
		events->error = -ENOMEM;
		return NL_OK;
	}
	events->list = list;
	events->count += event_parse(nlmsg_hdr(message), &list[events->count]);
	return NL_OK;
}

static int join(struct gpcd_events *events, const char *family, const char *group)
{
	int number = genl_ctrl_resolve_grp(events->asks, family, group);

	return number < 0 ? number : nl_socket_add_membership(events->hears, number);
}

static int connect_both(struct gpcd_events *events)
{
	int err;

	errno = 0;
	err = genl_connect(events->hears);
	if (!err)
		err = genl_connect(events->asks);
	if (!err)
		err = nl_socket_set_nonblocking(events->hears);
	if (!err)
		err = nl_socket_set_buffer_size(events->hears, HEAR_BYTES, 0);
	if (!err)
		err = join(events, "nlctrl", "notify");
	if (!err)
		err = join(events, GPCD_GENL_NAME, GPCD_GENL_DEVICES);
	if (err)
		return error_of(err);
	events->family = genl_ctrl_resolve(events->asks, GPCD_GENL_NAME);
	return events->family < 0 ? error_of(events->family) : 0;
}

int gpcd_events_open(struct gpcd_events **result)
{
	struct gpcd_events *events = calloc(1, sizeof(*events));
	int err = -ENOMEM;

	if (!events)
		return err;
	events->hears = nl_socket_alloc();
	events->asks = nl_socket_alloc();
	if (events->hears && events->asks) {
		nl_socket_disable_seq_check(events->hears);
		nl_socket_modify_cb(events->hears, NL_CB_VALID, NL_CB_CUSTOM, hear, events);
		nl_socket_modify_cb(events->asks, NL_CB_VALID, NL_CB_CUSTOM, add_to_list, events);
		err = connect_both(events);
	}
	if (err)
		gpcd_events_close(events);
	else
		*result = events;
	return err;
}

void gpcd_events_close(struct gpcd_events *events)
{
	if (!events)
		return;
	nl_socket_free(events->hears);
	nl_socket_free(events->asks);
	free(events);
}

int gpcd_events_fd(const struct gpcd_events *events)
{
	return nl_socket_get_fd(events->hears);
}

/* The list may have been moved while it grew, so the pointer is set when it is given away. */
static const struct gpcd_event *noted_event(struct noted *noted)
{
	noted->event.info = &noted->info;
	return &noted->event;
}

int gpcd_events_read(struct gpcd_events *events, const struct gpcd_event **event)
{
	int err = 0;

	errno = 0;
	events->heard = 0;
	while (!err && !events->heard && !events->ended)
		err = nl_recvmsgs_default(events->hears);
	if (events->heard) {
		*event = noted_event(&events->last);
		return 0;
	}
	if (events->ended)
		return -ENODEV;
	return err == -NLE_NOMEM ? -ENOBUFS : error_of(err);
}

static int list_once(struct gpcd_events *events)
{
	int err;

	free(events->list);
	events->list = NULL;
	events->count = 0;
	events->error = 0;
	errno = 0;
	err = genl_send_simple(events->asks, events->family, GPCD_CMD_DEV_GET, GPCD_GENL_VERSION,
			       NLM_F_DUMP);
	if (err >= 0)
		err = nl_recvmsgs_default(events->asks);
	if (events->error)
		return events->error;
	return err < 0 ? error_of(err) : 0;
}

int gpcd_events_list(struct gpcd_events *events,
		     int (*take)(void *data, const struct gpcd_event *device), void *data)
{
	int err = -EAGAIN, count;
	struct noted *list;

	for (int i = 0; i < LIST_TRIES && err == -EAGAIN; i++)
		err = list_once(events);
	if (err == -ENOENT)
		err = -ENODEV;
	list = events->list;
	count = events->count;
	events->list = NULL;
	for (int i = 0; !err && i < count; i++)
		err = take(data, noted_event(&list[i]));
	free(list);
	return err;
}
