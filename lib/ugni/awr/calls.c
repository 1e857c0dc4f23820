// SPDX-License-Identifier: LGPL-2.1-or-later
/* The calls of uGNI and MPI that libawr intercepts, and its own calls. */
#include <stdio.h>

#include "internal.h"
#include "next/next.h"
#include "ugni/include/awr.h"
#include "ugni/include/gni_pub.h"

#define CQWRITE_BYTES	8	/* of the event sent */

gni_return_t GNI_CdmCreate(uint32_t inst_id, uint8_t ptag, uint32_t cookie, uint32_t modes,
			   gni_cdm_handle_t *cdm_hndl)
{
	return NEXT(GNI_CdmCreate)(inst_id, ptag, cookie, modes, cdm_hndl);
}

gni_return_t GNI_CdmAttach(gni_cdm_handle_t cdm_hndl, uint32_t device_id, uint32_t *local_addr,
			   gni_nic_handle_t *nic_hndl)
{
	gni_return_t rc = NEXT(GNI_CdmAttach)(cdm_hndl, device_id, local_addr, nic_hndl);

	if (!rc)
		routing_attach(cdm_hndl, *nic_hndl, *local_addr);
	return rc;
}

gni_return_t GNI_CdmDestroy(gni_cdm_handle_t cdm_hndl)
{
	routing_detach(cdm_hndl);
	return NEXT(GNI_CdmDestroy)(cdm_hndl);
}

static struct model_message describe(gni_ep_handle_t ep, const gni_post_descriptor_t *post)
{
	struct model_message message = { .bytes = post->length, .peer = (uintptr_t)ep };

	switch (post->type) {
	case GNI_POST_RDMA_GET:
	case GNI_POST_FMA_GET:
	case GNI_POST_FMA_GET_W_FLAG:
		message.kind = MODEL_GET;
		break;
	case GNI_POST_CQWRITE:
		message.bytes = CQWRITE_BYTES;
		break;
	default:
		break;
	}
	return message;
}

static gni_return_t route(gni_return_t (*post)(gni_ep_handle_t, gni_post_descriptor_t *),
			  gni_ep_handle_t ep, gni_post_descriptor_t *descriptor)
{
	struct model_message message;
	gni_return_t rc;

	if (!descriptor)
		return post(ep, descriptor);
	message = describe(ep, descriptor);
	if (!routing_begin(&message, &descriptor->dlvr_mode))
		return post(ep, descriptor);
	rc = post(ep, descriptor);
	routing_end(!rc);
	return rc;
}

gni_return_t GNI_PostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	return route(NEXT(GNI_PostFma), ep_hndl, post_descr);
}

gni_return_t GNI_PostRdma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	return route(NEXT(GNI_PostRdma), ep_hndl, post_descr);
}

gni_return_t GNI_PostCqWrite(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	return route(NEXT(GNI_PostCqWrite), ep_hndl, post_descr);
}

gni_return_t GNI_CtPostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr)
{
	return route(NEXT(GNI_CtPostFma), ep_hndl, post_descr);
}

/*
 * Choose the routing of a short message. Returns false if the uGNI library makes this call within
 * another one.
 */
static bool short_begin(gni_ep_handle_t ep, uint32_t header_length, uint32_t data_length)
{
	struct model_message message = {
		.bytes = (uint64_t)header_length + data_length, .peer = (uintptr_t)ep,
	};
	uint16_t mode = TALLY_UNKNOWN;

	if (!routing_begin(&message, &mode))
		return false;
	routing_short(mode);
	return true;
}

gni_return_t GNI_SmsgSend(gni_ep_handle_t ep_hndl, void *header, uint32_t header_length,
			  void *data, uint32_t data_length, uint32_t msg_id)
{
	bool first = short_begin(ep_hndl, header_length, data_length);
	gni_return_t rc = NEXT(GNI_SmsgSend)(ep_hndl, header, header_length, data, data_length,
					     msg_id);

	if (first)
		routing_end(!rc);
	return rc;
}

gni_return_t GNI_SmsgSendWTag(gni_ep_handle_t ep_hndl, void *header, uint32_t header_length,
			      void *data, uint32_t data_length, uint32_t msg_id, uint8_t tag)
{
	bool first = short_begin(ep_hndl, header_length, data_length);
	gni_return_t rc = NEXT(GNI_SmsgSendWTag)(ep_hndl, header, header_length, data, data_length,
						 msg_id, tag);

	if (first)
		routing_end(!rc);
	return rc;
}

/*
 * Handles of datatypes and communicators are pointers in one MPI and numbers in another: here a
 * word that is passed on unchanged.
 */
int MPI_Alltoall(const void *sendbuf, int sendcount, uintptr_t sendtype, void *recvbuf,
		 int recvcount, uintptr_t recvtype, uintptr_t comm);

int MPI_Alltoall(const void *sendbuf, int sendcount, uintptr_t sendtype, void *recvbuf,
		 int recvcount, uintptr_t recvtype, uintptr_t comm)
{
	int err;

	routing_alltoall(true);
	err = NEXT(MPI_Alltoall)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	routing_alltoall(false);
	return err;
}

/* --- its own calls --- */

void awr_change_routing(uint16_t routing)
{
	if (routing & ~SETTINGS_MODES) {
		fprintf(stderr, "libawr: %s(0x%x): no delivery mode of gni_pub.h\n", __func__,
			routing);
		return;
	}
	routing_fix(routing);
}

void awr_enable(void)
{
	routing_automatic(true);
}

void awr_disable(void)
{
	routing_automatic(false);
}

void awr_alltoall(int begins)
{
	routing_alltoall(begins);
}
