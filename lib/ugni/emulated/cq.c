// SPDX-License-Identifier: LGPL-2.1-or-later
/* Completion queues. */
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

gni_return_t GNI_CqCreate(gni_nic_handle_t nic_hndl, uint32_t entry_count, uint32_t delay_count,
			  gni_cq_mode_t mode, void (*handler)(gni_cq_entry_t *entry, void *context),
			  void *context, gni_cq_handle_t *cq_hndl)
{
	struct ugni_request request = { .call = UGNI_CQ_CREATE, .arg = { entry_count } };
	struct ugni_reply reply;
	struct gni_cq *queue;
	gni_return_t rc;

	(void)delay_count;
	(void)context;
	if (!nic_hndl || !entry_count || !cq_hndl)
		return GNI_RC_INVALID_PARAM;
	if (handler)
		return ugni_reject("a handler of a queue");
	queue = calloc(1, sizeof(*queue));
	if (!queue)
		return GNI_RC_ERROR_NOMEM;
	rc = ugni_forward(&request, &reply);
	if (rc) {
		free(queue);
		return rc;
	}
	queue->id = reply.value[0];
	queue->blocking = mode & GNI_CQ_BLOCKING;
	*cq_hndl = queue;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_CqDestroy(gni_cq_handle_t cq_hndl)
{
	struct ugni_request request = { .call = UGNI_CQ_DESTROY };
	struct ugni_reply reply;
	gni_return_t rc;

	if (!cq_hndl)
		return GNI_RC_INVALID_PARAM;
	request.arg[0] = cq_hndl->id;
	rc = ugni_forward(&request, &reply);
	if (!rc)
		free(cq_hndl);
	return rc;
}

/* An event that reports a failure is also returned. */
static gni_return_t wait_for(gni_cq_handle_t *queues, uint32_t count, uint64_t timeout, bool take,
			     gni_cq_entry_t *event, uint32_t *which)
{
	struct ugni_request request = { .call = UGNI_CQ_WAIT, .arg = { count, timeout, take } };
	struct ugni_reply reply;
	gni_return_t rc;

	if (!queues || !count || count > UGNI_VECTOR)
		return GNI_RC_INVALID_PARAM;
	for (uint32_t i = 0; i < count; i++) {
		if (!queues[i])
			return GNI_RC_INVALID_PARAM;
		if (timeout && !queues[i]->blocking)
			return GNI_RC_INVALID_PARAM;
		request.arg[3 + i] = queues[i]->id;
	}
	rc = ugni_forward(&request, &reply);
	if (event)
		*event = reply.value[0];
	if (which)
		*which = reply.value[1];
	return rc;
}

gni_return_t GNI_CqGetEvent(gni_cq_handle_t cq_hndl, gni_cq_entry_t *event_data)
{
	return event_data ? wait_for(&cq_hndl, 1, 0, true, event_data, NULL) :
	       GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_CqWaitEvent(gni_cq_handle_t cq_hndl, uint64_t timeout, gni_cq_entry_t *event_data)
{
	return event_data ? wait_for(&cq_hndl, 1, timeout, true, event_data, NULL) :
	       GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_CqVectorWaitEvent(gni_cq_handle_t *cq_hndls, uint32_t num_cqs, uint64_t timeout,
				   gni_cq_entry_t *event_data, uint32_t *which)
{
	return event_data && which ? wait_for(cq_hndls, num_cqs, timeout, true, event_data, which) :
	       GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_CqVectorMonitor(gni_cq_handle_t *cq_hndls, uint32_t num_cqs, uint64_t timeout,
				 uint32_t *which)
{
	return which ? wait_for(cq_hndls, num_cqs, timeout, false, NULL, which) :
	       GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_CqInterruptMask(gni_cq_handle_t cq_hndl)
{
	return cq_hndl ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_CqInterruptUnmask(gni_cq_handle_t cq_hndl)
{
	return cq_hndl ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
}

gni_return_t GNI_CqTestEvent(gni_cq_handle_t cq_hndl)
{
	return wait_for(&cq_hndl, 1, 0, false, NULL, NULL);
}

gni_return_t GNI_CqErrorStr(gni_cq_entry_t entry, void *buffer, uint32_t len)
{
	const char *text = gni_cq_overrun(entry) ? "the queue has overrun" :
			   gni_cq_get_status(entry) ? "no such memory at the other side" : "good";

	if (!buffer || !len)
		return GNI_RC_INVALID_PARAM;
	return snprintf(buffer, len, "%s", text) < (int)len ? GNI_RC_SUCCESS : GNI_RC_SIZE_ERROR;
}

gni_return_t GNI_CqErrorRecoverable(gni_cq_entry_t entry, uint32_t *recoverable)
{
	(void)entry;
	if (!recoverable)
		return GNI_RC_INVALID_PARAM;
	*recoverable = 0;
	return GNI_RC_SUCCESS;
}
