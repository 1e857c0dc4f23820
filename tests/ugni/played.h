/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A uGNI for one rank of the message layer: a test puts other ranks' messages into inboxes and
 * events, and this rank's messages are kept. Include it once in a program.
 */
#ifndef TESTS_UGNI_PLAYED_H
#define TESTS_UGNI_PLAYED_H

#include <check.h>
#include <string.h>

#include "ugni/msg/internal.h"

/* Ranks of the job. */
#define PLAYED_RANKS	3
/* Short messages and events that are kept. */
#define PLAYED_SENT	64


/* A short message. */
struct short_message {
	struct msg_header header;
	char data[MSG_EAGER_MOST];
};

/* Short messages that have arrived from another rank. */
struct inbox {
	struct short_message message[8];
	unsigned int first;	/* the oldest */
	unsigned int count;
};

/* What is played. */
static struct played {
	struct {
		uint32_t which;
		gni_cq_entry_t event;
	} event[PLAYED_SENT];	/* of both queues, in the order of delivery */
	unsigned int events;
	unsigned int event_at;	/* the next one */
	struct inbox inbox[PLAYED_RANKS];	/* by rank: messages to this rank */
	struct short_message sent[PLAYED_SENT];	/* short messages of this rank */
	unsigned int sent_to[PLAYED_SENT];
	unsigned int sents;
	unsigned int credit;	/* how many more may be sent */
	gni_post_descriptor_t *post;	/* its last transaction */
	gni_post_descriptor_t posted;	/* the same, as it was then */
} net;

const char *gni_err_str[] = {
	"GNI_RC_SUCCESS", "GNI_RC_NOT_DONE", "GNI_RC_INVALID_PARAM", "GNI_RC_ERROR_RESOURCE",
	"GNI_RC_TIMEOUT", "GNI_RC_PERMISSION_ERROR", "GNI_RC_DESCRIPTOR_ERROR",
	"GNI_RC_ALIGNMENT_ERROR", "GNI_RC_INVALID_STATE", "GNI_RC_NO_MATCH", "GNI_RC_SIZE_ERROR",
	"GNI_RC_TRANSACTION_ERROR", "GNI_RC_ILLEGAL_OP", "GNI_RC_ERROR_NOMEM",
};

static struct inbox *inbox_of(gni_ep_handle_t ep)
{
	return &net.inbox[(uintptr_t)ep - 1];
}

/* Queue 0 reports what this rank has sent, queue 1 what has arrived. */
static void event(uint32_t which, uint64_t data, uint64_t type, bool failed)
{
	gni_cq_entry_t entry = data | (failed ? 1ull << 60 : 0);

	gni_cq_set_type(&entry, type);
	net.event[net.events].which = which;
	net.event[net.events++].event = entry;
}

gni_return_t GNI_CdmCreate(uint32_t instance, uint8_t ptag, uint32_t cookie, uint32_t modes,
			   gni_cdm_handle_t *cdm)
{
	(void)instance;
	(void)ptag;
	(void)cookie;
	(void)modes;
	*cdm = (gni_cdm_handle_t)1;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CdmAttach(gni_cdm_handle_t cdm, uint32_t device, uint32_t *address,
			   gni_nic_handle_t *nic)
{
	(void)cdm;
	(void)device;
	*address = 1;
	*nic = (gni_nic_handle_t)1;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CdmDestroy(gni_cdm_handle_t cdm)
{
	(void)cdm;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CqCreate(gni_nic_handle_t nic, uint32_t entries, uint32_t delay,
			  gni_cq_mode_t mode, void (*handler)(gni_cq_entry_t *, void *),
			  void *context, gni_cq_handle_t *cq)
{
	(void)nic;
	(void)entries;
	(void)delay;
	(void)mode;
	(void)handler;
	(void)context;
	*cq = (gni_cq_handle_t)1;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CqDestroy(gni_cq_handle_t cq)
{
	(void)cq;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_MemRegister(gni_nic_handle_t nic, uint64_t address, uint64_t length,
			     gni_cq_handle_t cq, uint32_t flags, uint32_t index,
			     gni_mem_handle_t *handle)
{
	(void)nic;
	(void)length;
	(void)cq;
	(void)flags;
	(void)index;
	*handle = (gni_mem_handle_t){ address, 1 };
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_MemDeregister(gni_nic_handle_t nic, gni_mem_handle_t *handle)
{
	(void)nic;
	(void)handle;
	return GNI_RC_SUCCESS;
}

/* Endpoints are made in order of rank, without this rank's own. */
gni_return_t GNI_EpCreate(gni_nic_handle_t nic, gni_cq_handle_t cq, gni_ep_handle_t *ep)
{
	static uintptr_t made;

	(void)nic;
	(void)cq;
	*ep = (gni_ep_handle_t)(2 + made++ % (PLAYED_RANKS - 1));
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpBind(gni_ep_handle_t ep, uint32_t address, uint32_t instance)
{
	(void)address;
	ck_assert_uint_eq((uintptr_t)ep, instance + 1);
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpUnbind(gni_ep_handle_t ep)
{
	(void)ep;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpDestroy(gni_ep_handle_t ep)
{
	(void)ep;
	return GNI_RC_SUCCESS;
}

/* Other ranks have the same options. */
gni_return_t GNI_EpPostData(gni_ep_handle_t ep, void *in, uint16_t length, void *out, uint16_t room)
{
	(void)ep;
	memcpy(out, in, length < room ? length : room);
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpPostDataWait(gni_ep_handle_t ep, uint32_t timeout, gni_post_state_t *state,
				uint32_t *address, uint32_t *instance)
{
	(void)ep;
	(void)timeout;
	*state = GNI_POST_COMPLETED;
	*address = 1;
	*instance = 1;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_SmsgBufferSizeNeeded(gni_smsg_attr_t *attr, unsigned int *size)
{
	*size = attr->msg_maxsize * attr->mbox_maxcredit;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_SmsgInit(gni_ep_handle_t ep, gni_smsg_attr_t *mine, gni_smsg_attr_t *theirs)
{
	(void)ep;
	(void)mine;
	(void)theirs;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_SmsgSend(gni_ep_handle_t ep, void *header, uint32_t header_length, void *data,
			  uint32_t length, uint32_t id)
{
	struct short_message *sent = &net.sent[net.sents];

	if (!net.credit)
		return GNI_RC_NOT_DONE;
	net.credit--;
	memcpy(&sent->header, header, header_length);
	if (length)
		memcpy(sent->data, data, length);
	net.sent_to[net.sents++] = (uintptr_t)ep - 1;
	event(0, id, GNI_CQ_EVENT_TYPE_SMSG, false);
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_SmsgGetNext(gni_ep_handle_t ep, void **message)
{
	struct inbox *inbox = inbox_of(ep);

	if (inbox->first == inbox->count)
		return GNI_RC_NOT_DONE;
	*message = &inbox->message[inbox->first];
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_SmsgRelease(gni_ep_handle_t ep)
{
	inbox_of(ep)->first++;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_PostRdma(gni_ep_handle_t ep, gni_post_descriptor_t *post)
{
	(void)ep;
	net.post = post;
	net.posted = *post;
	event(0, 0, GNI_CQ_EVENT_TYPE_POST, false);
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_GetCompleted(gni_cq_handle_t cq, gni_cq_entry_t entry,
			      gni_post_descriptor_t **post)
{
	(void)cq;
	(void)entry;
	*post = net.post;
	return GNI_RC_SUCCESS;
}

/* The queues are both waited for and polled; without an event nothing would ever happen. */
gni_return_t GNI_CqVectorWaitEvent(gni_cq_handle_t *cqs, uint32_t count, uint64_t timeout,
				   gni_cq_entry_t *entry, uint32_t *which)
{
	(void)cqs;
	(void)count;
	(void)timeout;
	if (net.event_at == net.events)
		return GNI_RC_TIMEOUT;
	*entry = net.event[net.event_at].event;
	*which = net.event[net.event_at++].which;
	return (*entry >> 60 & 1) ? GNI_RC_TRANSACTION_ERROR : GNI_RC_SUCCESS;
}

/* The rank polls its queue when it has no credit left to send: give it one. */
gni_return_t GNI_CqGetEvent(gni_cq_handle_t cq, gni_cq_entry_t *entry)
{
	(void)cq;
	*entry = 0;
	net.credit = 1;
	return GNI_RC_NOT_DONE;
}

#endif /* TESTS_UGNI_PLAYED_H */
