/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Private to libugni. */
#ifndef UGNI_INTERNAL_H
#define UGNI_INTERNAL_H

#include <stdbool.h>

#include "ugni/include/gni_pub.h"
#include "ugni/wire.h"

/* A communication domain. */
struct gni_cdm {
	uint32_t instance;
	uint32_t modes;		/* GNI_CDM_MODE_... */
	struct gni_nic *nic;	/* attached, or NULL */
};

/* A NIC that a domain is attached to. */
struct gni_nic {
	struct gni_cdm *cdm;
	uint32_t dlvr_mode;	/* of short messages */
};

/* A completion queue. */
struct gni_cq {
	uint32_t id;	/* at the simulator */
	bool blocking;	/* calls may wait for it */
};

/* An endpoint. */
struct gni_ep {
	struct gni_nic *nic;
	uint32_t queue;		/* of local events, or UGNI_NONE */
	bool bound;
	uint32_t address;	/* NIC of the other side */
	uint32_t instance;	/* of the other side */
	uint32_t local_event;	/* instance that local events name */
	uint32_t remote_event;	/* instance that remote events name */
	bool chosen;		/* both were set by GNI_EpSetEventData() */
	uint32_t connection;	/* of short messages, or UGNI_NONE */
};

/*
 * Send a request to the simulator and wait for the reply. Returns the result of the call. If the
 * simulator is gone, the process exits with status 1.
 */
gni_return_t ugni_forward(struct ugni_request *request, struct ugni_reply *reply);

/*
 * Connect to the simulator on the first call. Returns false if there is none, which is reported
 * once on standard error.
 */
bool ugni_connected(void);

/*
 * Return whether this thread made the last call, and is not in a handler that has interrupted one:
 * other threads, and processes that a rank has forked, must not use its socket.
 */
bool ugni_is_caller(void);

/*
 * Return whether this thread is a rank's that has made no call yet, or is in a handler that has
 * interrupted one.
 */
bool ugni_stands_still(void);

/* Return a number from the environment, or @otherwise if it is unset or invalid. */
uint32_t ugni_environment(const char *name, uint32_t otherwise);

/* Return the address of this process's NIC, above 0. */
uint32_t ugni_address(void);

/*
 * Return GNI_RC_ILLEGAL_OP; the first time for each @name, which must be a constant, also say on
 * standard error that it is not emulated.
 */
gni_return_t ugni_reject(const char *name);

#endif /* UGNI_INTERNAL_H */
