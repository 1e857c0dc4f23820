// SPDX-License-Identifier: LGPL-2.1-or-later
/* Datagrams, with which processes exchange their memory handles. */
#include "internal.h"

static gni_return_t exchange(struct gni_ep *ep, void *in, uint16_t in_length, void *out,
			     uint16_t out_length, bool numbered, uint64_t id)
{
	struct ugni_request request = { .call = UGNI_DATAGRAM_POST };
	struct ugni_reply reply;

	if (!ep || (in_length && !in) || (out_length && !out) || (numbered && id == ~0ull))
		return GNI_RC_INVALID_PARAM;
	if (in_length > GNI_DATAGRAM_MAXSIZE || out_length > GNI_DATAGRAM_MAXSIZE)
		return GNI_RC_SIZE_ERROR;
	request.datagram = (struct ugni_datagram){
		.endpoint = (uintptr_t)ep, .id = id, .numbered = numbered,
		.in = (uintptr_t)in, .in_length = in_length,
		.out = (uintptr_t)out, .out_length = out_length,
		.address = ep->bound ? ep->address : 0, .instance = ep->instance,
		.own = ep->nic->cdm->instance,
	};
	return ugni_forward(&request, &reply);
}

gni_return_t GNI_EpPostData(gni_ep_handle_t ep_hndl, void *in_data, uint16_t data_len,
			    void *out_buf, uint16_t buf_size)
{
	return exchange(ep_hndl, in_data, data_len, out_buf, buf_size, false, 0);
}

gni_return_t GNI_EpPostDataWId(gni_ep_handle_t ep_hndl, void *in_data, uint16_t data_len,
			       void *out_buf, uint16_t buf_size, uint64_t datagram_id)
{
	return exchange(ep_hndl, in_data, data_len, out_buf, buf_size, true, datagram_id);
}

static gni_return_t test(struct gni_ep *ep, bool numbered, uint64_t id, uint32_t timeout,
			 gni_post_state_t *state, uint32_t *address, uint32_t *instance)
{
	struct ugni_request request = {
		.call = UGNI_DATAGRAM_TEST,
		.arg = { (uintptr_t)ep, numbered, id, timeout == UINT32_MAX ? ~0ull : timeout },
	};
	struct ugni_reply reply;
	gni_return_t rc;

	if (!ep || !state || !address || !instance)
		return GNI_RC_INVALID_PARAM;
	rc = ugni_forward(&request, &reply);
	if (rc && rc != GNI_RC_TIMEOUT && rc != GNI_RC_SIZE_ERROR)
		return rc;
	*state = reply.value[0];
	*address = reply.value[1];
	*instance = reply.value[2];
	return rc;
}

gni_return_t GNI_EpPostDataTest(gni_ep_handle_t ep_hndl, gni_post_state_t *post_state,
				uint32_t *remote_addr, uint32_t *remote_id)
{
	return test(ep_hndl, false, 0, 0, post_state, remote_addr, remote_id);
}

gni_return_t GNI_EpPostDataTestById(gni_ep_handle_t ep_hndl, uint64_t datagram_id,
				    gni_post_state_t *post_state, uint32_t *remote_addr,
				    uint32_t *remote_id)
{
	return test(ep_hndl, true, datagram_id, 0, post_state, remote_addr, remote_id);
}

gni_return_t GNI_EpPostDataWait(gni_ep_handle_t ep_hndl, uint32_t timeout,
				gni_post_state_t *post_state, uint32_t *remote_addr,
				uint32_t *remote_id)
{
	return test(ep_hndl, false, 0, timeout, post_state, remote_addr, remote_id);
}

gni_return_t GNI_EpPostDataWaitById(gni_ep_handle_t ep_hndl, uint64_t datagram_id,
				    uint32_t timeout, gni_post_state_t *post_state,
				    uint32_t *remote_addr, uint32_t *remote_id)
{
	return test(ep_hndl, true, datagram_id, timeout, post_state, remote_addr, remote_id);
}

static gni_return_t probe(struct gni_nic *nic, bool numbered, uint32_t timeout,
			  struct ugni_reply *reply)
{
	struct ugni_request request = {
		.call = UGNI_DATAGRAM_PROBE,
		.arg = { numbered, timeout == UINT32_MAX ? ~0ull : timeout },
	};

	return nic ? ugni_forward(&request, reply) : GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_PostDataProbe(gni_nic_handle_t nic_hndl, uint32_t *remote_addr,
			       uint32_t *remote_id)
{
	struct ugni_reply reply;
	gni_return_t rc;

	if (!remote_addr || !remote_id)
		return GNI_RC_INVALID_PARAM;
	rc = probe(nic_hndl, false, 0, &reply);
	if (rc)
		return rc;
	*remote_addr = reply.value[0];
	*remote_id = reply.value[1];
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_PostdataProbeWaitById(gni_nic_handle_t nic_hndl, uint32_t timeout,
				       uint64_t *datagram_id)
{
	struct ugni_reply reply;
	gni_return_t rc;

	if (!datagram_id)
		return GNI_RC_INVALID_PARAM;
	rc = probe(nic_hndl, true, timeout, &reply);
	if (!rc)
		*datagram_id = reply.value[0];
	return rc;
}

gni_return_t GNI_PostDataProbeById(gni_nic_handle_t nic_hndl, uint64_t *datagram_id)
{
	return GNI_PostdataProbeWaitById(nic_hndl, 0, datagram_id);
}

static gni_return_t cancel(struct gni_ep *ep, bool numbered, uint64_t id)
{
	struct ugni_request request = {
		.call = UGNI_DATAGRAM_CANCEL, .arg = { (uintptr_t)ep, numbered, id },
	};
	struct ugni_reply reply;

	return ep ? ugni_forward(&request, &reply) : GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_EpPostDataCancel(gni_ep_handle_t ep_hndl)
{
	return cancel(ep_hndl, false, 0);
}

gni_return_t GNI_EpPostDataCancelById(gni_ep_handle_t ep_hndl, uint64_t datagram_id)
{
	return cancel(ep_hndl, true, datagram_id);
}
