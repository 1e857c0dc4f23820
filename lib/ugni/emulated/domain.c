// SPDX-License-Identifier: LGPL-2.1-or-later
/* Communication domains, endpoints, registered memory. */
#include <stdlib.h>

#include "internal.h"

gni_return_t GNI_CdmCreate(uint32_t inst_id, uint8_t ptag, uint32_t cookie, uint32_t modes,
			   gni_cdm_handle_t *cdm_hndl)
{
	struct gni_cdm *cdm;

	(void)ptag;
	(void)cookie;
	if (!cdm_hndl)
		return GNI_RC_INVALID_PARAM;
	cdm = calloc(1, sizeof(*cdm));
	if (!cdm)
		return GNI_RC_ERROR_NOMEM;
	cdm->instance = inst_id;
	cdm->modes = modes;
	*cdm_hndl = cdm;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CdmDestroy(gni_cdm_handle_t cdm_hndl)
{
	if (!cdm_hndl)
		return GNI_RC_INVALID_PARAM;
	free(cdm_hndl->nic);
	free(cdm_hndl);
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CdmGetNicAddress(uint32_t device_id, uint32_t *address, uint32_t *cpu_id)
{
	if (!address || !cpu_id)
		return GNI_RC_INVALID_PARAM;
	if (device_id || !ugni_connected())
		return GNI_RC_NO_MATCH;
	*address = ugni_address();
	*cpu_id = 0;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CdmAttach(gni_cdm_handle_t cdm_hndl, uint32_t device_id, uint32_t *local_addr,
			   gni_nic_handle_t *nic_hndl)
{
	if (!cdm_hndl || !local_addr || !nic_hndl)
		return GNI_RC_INVALID_PARAM;
	if ((device_id && device_id != UGNI_NONE) || !ugni_connected())
		return GNI_RC_NO_MATCH;
	if (cdm_hndl->nic)
		return GNI_RC_INVALID_STATE;
	cdm_hndl->nic = calloc(1, sizeof(*cdm_hndl->nic));
	if (!cdm_hndl->nic)
		return GNI_RC_ERROR_NOMEM;
	cdm_hndl->nic->cdm = cdm_hndl;
	cdm_hndl->nic->dlvr_mode = GNI_DLVMODE_IN_ORDER;
	*local_addr = ugni_address();
	*nic_hndl = cdm_hndl->nic;
	return GNI_RC_SUCCESS;
}

/* --- endpoints --- */

gni_return_t GNI_EpCreate(gni_nic_handle_t nic_hndl, gni_cq_handle_t src_cq_hndl,
			  gni_ep_handle_t *ep_hndl)
{
	struct gni_ep *ep;

	if (!nic_hndl || !ep_hndl)
		return GNI_RC_INVALID_PARAM;
	ep = calloc(1, sizeof(*ep));
	if (!ep)
		return GNI_RC_ERROR_NOMEM;
	ep->nic = nic_hndl;
	ep->queue = src_cq_hndl ? src_cq_hndl->id : UGNI_NONE;
	ep->remote_event = nic_hndl->cdm->instance;
	ep->connection = UGNI_NONE;
	*ep_hndl = ep;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpSetEventData(gni_ep_handle_t ep_hndl, uint32_t local_event,
				uint32_t remote_event)
{
	if (!ep_hndl)
		return GNI_RC_INVALID_PARAM;
	ep_hndl->local_event = local_event;
	ep_hndl->remote_event = remote_event;
	ep_hndl->chosen = true;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpBind(gni_ep_handle_t ep_hndl, uint32_t remote_addr, uint32_t remote_id)
{
	if (!ep_hndl || !remote_addr || ep_hndl->bound)
		return GNI_RC_INVALID_PARAM;
	ep_hndl->bound = true;
	ep_hndl->address = remote_addr;
	ep_hndl->instance = remote_id;
	if (!ep_hndl->chosen)
		ep_hndl->local_event = remote_id;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpUnbind(gni_ep_handle_t ep_hndl)
{
	if (!ep_hndl || !ep_hndl->bound)
		return GNI_RC_INVALID_PARAM;
	ep_hndl->bound = false;
	ep_hndl->connection = UGNI_NONE;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_EpIdle(gni_ep_handle_t ep_hndl)
{
	return ep_hndl ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_EpDestroy(gni_ep_handle_t ep_hndl)
{
	if (!ep_hndl)
		return GNI_RC_INVALID_PARAM;
	free(ep_hndl);
	return GNI_RC_SUCCESS;
}

/* --- memory --- */

gni_return_t GNI_MemRegister(gni_nic_handle_t nic_hndl, uint64_t address, uint64_t length,
			     gni_cq_handle_t dst_cq_hndl, uint32_t flags, uint32_t vmdh_index,
			     gni_mem_handle_t *mem_hndl)
{
	struct ugni_request request = {
		.call = UGNI_MEM_REGISTER,
		.arg = { address, length, flags, dst_cq_hndl ? dst_cq_hndl->id : UGNI_NONE },
	};
	struct ugni_reply reply;
	gni_return_t rc;

	(void)vmdh_index;
	if (!nic_hndl || !mem_hndl || !length)
		return GNI_RC_INVALID_PARAM;
	rc = ugni_forward(&request, &reply);
	if (!rc)
		*mem_hndl = (gni_mem_handle_t){ reply.value[0], reply.value[1] };
	return rc;
}

gni_return_t GNI_MemRegisterSegments(gni_nic_handle_t nic_hndl, gni_mem_segment_t *mem_segments,
				     uint32_t segments_cnt, gni_cq_handle_t dst_cq_hndl,
				     uint32_t flags, uint32_t vmdh_index,
				     gni_mem_handle_t *mem_hndl)
{
	(void)nic_hndl;
	(void)mem_segments;
	(void)segments_cnt;
	(void)dst_cq_hndl;
	(void)flags;
	(void)vmdh_index;
	(void)mem_hndl;
	return ugni_reject(__func__);
}

gni_return_t GNI_SetMddResources(gni_nic_handle_t nic_hndl, uint32_t num_entries)
{
	(void)num_entries;
	return nic_hndl ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_MemDeregister(gni_nic_handle_t nic_hndl, gni_mem_handle_t *mem_hndl)
{
	struct ugni_request request = { .call = UGNI_MEM_DEREGISTER };
	struct ugni_reply reply;

	if (!nic_hndl || !mem_hndl)
		return GNI_RC_INVALID_PARAM;
	request.arg[0] = mem_hndl->qword1;
	request.arg[1] = mem_hndl->qword2;
	return ugni_forward(&request, &reply);
}
