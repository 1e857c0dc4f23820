// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's policy for each command of the netlink family: a line "COMMAND MODE ATTRIBUTE TYPE"
 * for each attribute, in numbers but for the mode, do or dump.
 */
#include <linux/genetlink.h>
#include <linux/gpcd_netlink.h>
#include <linux/netlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <stdio.h>
#include <stdlib.h>

#define POLICIES	16
#define ATTRIBUTES	32

/* The policy of each command by mode, if it has any, and the type of each policy's attributes. */
static struct {
	int is_there;
	uint32_t policy;
} modes[GPCD_CMD_MAX + 1][2];
static uint32_t types[POLICIES][ATTRIBUTES];

static const struct nlattr *first_of(const struct nlattr *nest)
{
	return nla_data(nest);
}

static void add_command(const struct nlattr *command)
{
	struct nlattr *mode;
	int left;

	if (nla_type(command) > GPCD_CMD_MAX)
		exit(2);
	nla_for_each_nested(mode, command, left) {
		int dump = nla_type(mode) == CTRL_ATTR_POLICY_DUMP;

		modes[nla_type(command)][dump].is_there = 1;
		modes[nla_type(command)][dump].policy = nla_get_u32(mode);
	}
}

static void add_attribute(uint32_t policy, const struct nlattr *attribute)
{
	struct nlattr *fact;
	int left;

	if (policy >= POLICIES || nla_type(attribute) >= ATTRIBUTES)
		exit(2);
	nla_for_each_nested(fact, attribute, left) {
		if (nla_type(fact) == NL_POLICY_TYPE_ATTR_TYPE)
			types[policy][nla_type(attribute)] = nla_get_u32(fact);
	}
}

static int heard(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[CTRL_ATTR_MAX + 1];

	(void)arg;
	genlmsg_parse(nlmsg_hdr(msg), 0, attrs, CTRL_ATTR_MAX, NULL);
	if (attrs[CTRL_ATTR_OP_POLICY])
		add_command(first_of(attrs[CTRL_ATTR_OP_POLICY]));
	if (attrs[CTRL_ATTR_POLICY])
		add_attribute(nla_type(first_of(attrs[CTRL_ATTR_POLICY])),
			      first_of(first_of(attrs[CTRL_ATTR_POLICY])));
	return NL_OK;
}

static int ask(void)
{
	struct nl_sock *sock = nl_socket_alloc();
	struct nl_msg *msg = nlmsg_alloc();
	int err;

	genl_connect(sock);
	nl_socket_disable_auto_ack(sock);
	nl_socket_modify_cb(sock, NL_CB_VALID, NL_CB_CUSTOM, heard, NULL);
	genlmsg_put(msg, 0, 0, GENL_ID_CTRL, 0, NLM_F_DUMP, CTRL_CMD_GETPOLICY, 1);
	nla_put_string(msg, CTRL_ATTR_FAMILY_NAME, GPCD_GENL_NAME);
	err = nl_send_auto(sock, msg);
	if (err >= 0)
		err = nl_recvmsgs_default(sock);
	nlmsg_free(msg);
	nl_socket_free(sock);
	return err;
}

int main(void)
{
	int err = ask();

	if (err)
		return fprintf(stderr, "policies: %s\n", nl_geterror(err)), 1;
	for (int command = 0; command <= GPCD_CMD_MAX; command++) {
		for (int dump = 0; dump < 2; dump++) {
			const uint32_t *of = types[modes[command][dump].policy];

			for (int i = 0; i < ATTRIBUTES; i++) {
				if (modes[command][dump].is_there && of[i])
					printf("%d %s %d %u\n", command, dump ? "dump" : "do", i,
					       of[i]);
			}
		}
	}
	return 0;
}
