// SPDX-License-Identifier: GPL-2.0-only
/*
 * Alarms by netlink: a list of them, and notices of changed states. Anybody may list names and
 * states. Changes are sent only to the network namespace of the alarm's maker, so that jobs in
 * namespaces of their own cost nobody else a message. Rates are only for the alarm's maker.
 */
#include "access/file/alarm.h"
#include "access/netlink/netlink.h"
#include "access/access.h"

/* No attribute is accepted. */
const struct nla_policy gpcd_netlink_alarm_policy[] = {
	[GPCD_A_ALARM_ID] = { .type = NLA_REJECT },
};

static int alarm_fill(struct sk_buff *skb, const void *what)
{
	const struct gpcd_alarm_status *status = what;

	if (nla_put_u32(skb, GPCD_A_ALARM_ID, status->id) ||
	    nla_put_string(skb, GPCD_A_ALARM_NAME, status->name) ||
	    nla_put_u32(skb, GPCD_A_ALARM_DEVICE, status->device) ||
	    nla_put_u32(skb, GPCD_A_ALARM_STATE, status->state) ||
	    nla_put_u64_64bit(skb, GPCD_A_ALARM_NUMBER, status->number, GPCD_A_ALARM_PAD) ||
	    (status->keep && nla_put_flag(skb, GPCD_A_ALARM_KEPT)))
		return -EMSGSIZE;
	return 0;
}

int gpcd_netlink_alarm_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct gpcd_alarm_status status;
	unsigned long id = cb->args[0];
	void *head;
	int ret = 0;

	for (; gpcd_alarms_next(&id, &status); id++) {
		head = gpcd_netlink_begin(skb, cb, GPCD_CMD_ALARM_GET);
		ret = head ? alarm_fill(skb, &status) : -EMSGSIZE;
		if (gpcd_netlink_end(skb, head, ret))
			break;
	}
	cb->args[0] = id;
	return gpcd_netlink_done(skb, ret);
}

void gpcd_netlink_alarm_notify(const struct gpcd_alarm_status *status)
{
	gpcd_netlink_send(&status->net, GPCD_NETLINK_ALARMS, GPCD_CMD_ALARM_NTF, alarm_fill,
			  status);
}
