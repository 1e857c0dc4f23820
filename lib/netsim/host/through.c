// SPDX-License-Identifier: LGPL-2.1-or-later
/* What follows when operations become ready, and when runners have done their work. */
#include "netsim/host/state.h"

void host_op_ready(struct host *host, uint32_t op)
{
	host->op[op].ready = host->now;
	if (host->program->op[op].kind != PROGRAM_RECV) {
		host_runner_add(host, host->runner_of[op], false, op);
		return;
	}
	host_op_wake(host, op, PROGRAM_START);
	host_post(host, op);
}

/* A processor has taken a message; returns whether its runner holds. */
static bool message_taken(struct host *host, uint32_t send)
{
	if (host_is_long(host, send)) {
		host_copy(host, send);
		return host->config->blocking;
	}
	if (!host_came(host, send))
		return true;
	host_received(host, send);
	return false;
}

/* A send's processor has done its work; returns whether its runner holds. */
static bool send_done(struct host *host, uint32_t send)
{
	host_submit(host, send);
	if (host_is_long(host, send) && host->config->blocking &&
	    host->program->op[send].peer != host->matching.owner[send])
		return true;
	host_op_end(host, send);
	return false;
}

void host_runner_ran(struct host *host, uint32_t number, bool message, uint32_t what)
{
	struct host_runner *runner = &host->runner[number];
	bool holds = false;

	if (runner->phase != HOST_RUN || runner->suspended || runner->until != host->now ||
	    runner->message != message || runner->what != what)
		return;
	if (message)
		holds = message_taken(host, what);
	else if (host->program->op[what].kind == PROGRAM_RECV)
		holds = message_taken(host, host->sender[what] - 1);
	else if (host->program->op[what].kind == PROGRAM_SEND)
		holds = send_done(host, what);
	else
		host_op_end(host, what);
	if (holds)
		runner->phase = HOST_HOLD;
	else
		host_runner_free(host, number);
}
