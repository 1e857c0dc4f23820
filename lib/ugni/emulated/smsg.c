// SPDX-License-Identifier: LGPL-2.1-or-later
/* Short messages, in mailboxes. */
#include "internal.h"

/* A message's slot is a multiple of a cache line. */
#define LINE	64

gni_return_t GNI_SmsgBufferSizeNeeded(gni_smsg_attr_t *smsg_attr, unsigned int *size)
{
	uint64_t slot;

	if (!smsg_attr || !size || !smsg_attr->mbox_maxcredit || !smsg_attr->msg_maxsize)
		return GNI_RC_INVALID_PARAM;
	if (smsg_attr->msg_maxsize > GNI_SMSG_MAX_SIZE)
		return GNI_RC_INVALID_PARAM;
	slot = (smsg_attr->msg_maxsize + LINE - 1) / LINE * LINE;
	if (slot * smsg_attr->mbox_maxcredit > UINT32_MAX)
		return GNI_RC_INVALID_PARAM;
	*size = slot * smsg_attr->mbox_maxcredit;
	return GNI_RC_SUCCESS;
}

static struct ugni_mailbox mailbox_of(const gni_smsg_attr_t *attr)
{
	return (struct ugni_mailbox){
		.address = (uintptr_t)attr->msg_buffer + attr->mbox_offset,
		.handle = { attr->mem_hndl.qword1, attr->mem_hndl.qword2 },
		.credit = attr->mbox_maxcredit, .size = attr->msg_maxsize,
	};
}

gni_return_t GNI_SmsgInit(gni_ep_handle_t ep_hndl, gni_smsg_attr_t *local_smsg_attr,
			  gni_smsg_attr_t *remote_smsg_attr)
{
	struct ugni_request request = { .call = UGNI_SMSG_INIT };
	unsigned int local, remote;
	struct ugni_reply reply;
	gni_return_t rc;

	if (!ep_hndl || GNI_SmsgBufferSizeNeeded(local_smsg_attr, &local) ||
	    GNI_SmsgBufferSizeNeeded(remote_smsg_attr, &remote) ||
	    local > local_smsg_attr->buff_size || remote > remote_smsg_attr->buff_size)
		return GNI_RC_INVALID_PARAM;
	if (!ep_hndl->bound)
		return GNI_RC_INVALID_STATE;
	request.mailbox[0] = mailbox_of(local_smsg_attr);
	request.mailbox[1] = mailbox_of(remote_smsg_attr);
	rc = ugni_forward(&request, &reply);
	if (!rc)
		ep_hndl->connection = reply.value[0];
	return rc;
}

gni_return_t GNI_SmsgSetDeliveryMode(gni_nic_handle_t nic_hndl, uint16_t dlvr_mode)
{
	if (!nic_hndl)
		return GNI_RC_INVALID_PARAM;
	nic_hndl->dlvr_mode = dlvr_mode;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_SmsgSendWTag(gni_ep_handle_t ep_hndl, void *header, uint32_t header_length,
			      void *data, uint32_t data_length, uint32_t msg_id, uint8_t tag)
{
	struct ugni_request request = { .call = UGNI_SMSG_SEND };
	struct ugni_reply reply;

	if (!ep_hndl || (header_length && !header) || (data_length && !data))
		return GNI_RC_INVALID_PARAM;
	if (ep_hndl->connection == UGNI_NONE)
		return GNI_RC_INVALID_STATE;
	request.send = (struct ugni_send){
		.connection = ep_hndl->connection, .tag = tag, .id = msg_id,
		.queue = ep_hndl->queue, .remote_event = ep_hndl->remote_event,
		.dlvr_mode = ep_hndl->nic->dlvr_mode,
		.header = (uintptr_t)header, .header_length = header_length,
		.data = (uintptr_t)data, .data_length = data_length,
	};
	return ugni_forward(&request, &reply);
}

gni_return_t GNI_SmsgSend(gni_ep_handle_t ep_hndl, void *header, uint32_t header_length,
			  void *data, uint32_t data_length, uint32_t msg_id)
{
	return GNI_SmsgSendWTag(ep_hndl, header, header_length, data, data_length, msg_id, 0);
}

gni_return_t GNI_SmsgGetNextWTag(gni_ep_handle_t ep_hndl, void **header, uint8_t *tag)
{
	struct ugni_request request = { .call = UGNI_SMSG_NEXT };
	struct ugni_reply reply;
	gni_return_t rc;

	if (!ep_hndl || !header || !tag)
		return GNI_RC_INVALID_PARAM;
	if (ep_hndl->connection == UGNI_NONE)
		return GNI_RC_INVALID_STATE;
	request.arg[0] = ep_hndl->connection;
	request.arg[1] = *tag;
	rc = ugni_forward(&request, &reply);
	if (rc && rc != GNI_RC_NO_MATCH)
		return rc;
	*tag = reply.value[1];
	if (!rc)
		*header = (void *)(uintptr_t)reply.value[0];
	return rc;
}

gni_return_t GNI_SmsgGetNext(gni_ep_handle_t ep_hndl, void **header)
{
	uint8_t tag = GNI_SMSG_ANY_TAG;

	return GNI_SmsgGetNextWTag(ep_hndl, header, &tag);
}

gni_return_t GNI_SmsgRelease(gni_ep_handle_t ep_hndl)
{
	struct ugni_request request = { .call = UGNI_SMSG_RELEASE };
	struct ugni_reply reply;

	if (!ep_hndl)
		return GNI_RC_INVALID_PARAM;
	if (ep_hndl->connection == UGNI_NONE)
		return GNI_RC_INVALID_STATE;
	request.arg[0] = ep_hndl->connection;
	return ugni_forward(&request, &reply);
}

gni_return_t GNI_SmsgSetMaxRetrans(gni_nic_handle_t nic_hndl, uint16_t max_retrans)
{
	(void)max_retrans;
	return nic_hndl ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
}
