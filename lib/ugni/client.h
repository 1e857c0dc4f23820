/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libugni: what its files share.
 */
#ifndef UGNI_CLIENT_H
#define UGNI_CLIENT_H

#include <stdbool.h>

#include "include/gni_pub.h"
#include "wire.h"

/**
 * struct gni_cdm - a communication domain
 * @instance: its number
 * @modes: GNI_CDM_MODE_...
 * @nic: attached, or NULL
 */
struct gni_cdm {
	uint32_t instance;
	uint32_t modes;
	struct gni_nic *nic;
};

/**
 * struct gni_nic - a NIC that a domain is attached to
 * @cdm: the domain
 * @dlvr_mode: of short messages
 */
struct gni_nic {
	struct gni_cdm *cdm;
	uint32_t dlvr_mode;
};

/**
 * struct gni_cq - a completion queue
 * @id: what the simulator calls it
 * @blocking: it may be waited for
 */
struct gni_cq {
	uint32_t id;
	bool blocking;
};

/**
 * struct gni_ep - an endpoint
 * @nic: its NIC
 * @queue: of local events, or UGNI_NONE
 * @bound: it is bound
 * @address: NIC of the other side
 * @instance: instance of the other side
 * @local_event: instance that local events name
 * @remote_event: instance that remote events name
 * @chosen: GNI_EpSetEventData() has said them
 * @connection: of short messages, or UGNI_NONE
 */
struct gni_ep {
	struct gni_nic *nic;
	uint32_t queue;
	bool bound;
	uint32_t address;
	uint32_t instance;
	uint32_t local_event;
	uint32_t remote_event;
	bool chosen;
	uint32_t connection;
};

/**
 * ugni_ask() - ask the simulator, and wait for its answer
 * @request: the request
 * @reply: receives the answer
 *
 * If the simulator is gone the process ends: exit status 1.
 *
 * Return: what the call returns.
 */
gni_return_t ugni_ask(struct ugni_request *request, struct ugni_reply *reply);

/**
 * ugni_connected() - find the simulator, once
 *
 * Return: whether there is one; if not, a line on standard error has said so.
 */
bool ugni_connected(void);

/**
 * ugni_environment() - read a number of the environment that gpcd-sim ugni made
 * @name: the variable
 * @otherwise: the number if it is not there
 *
 * Return: the number.
 */
uint32_t ugni_environment(const char *name, uint32_t otherwise);

/**
 * ugni_address() - find the NIC of this process
 *
 * Return: its address, above 0.
 */
uint32_t ugni_address(void);

/**
 * ugni_refuse() - refuse a call, and say so once for each name
 * @name: its name
 *
 * Return: GNI_RC_ILLEGAL_OP.
 */
gni_return_t ugni_refuse(const char *name);

#endif /* UGNI_CLIENT_H */
