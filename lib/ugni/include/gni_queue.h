/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Transactions and completion queues of uGNI; for programs, gni_pub.h.
 */
#ifndef GNI_QUEUE_H
#define GNI_QUEUE_H

#include "gni_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * gni_cq_get_data() - read an event: what an event says: 48 bits
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_data(gni_cq_entry_t entry);

/**
 * gni_cq_get_source() - read an event: its source: 0
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_source(gni_cq_entry_t entry);

/**
 * gni_cq_get_status() - read an event: 0: it is good
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_status(gni_cq_entry_t entry);

/**
 * gni_cq_get_info() - read an event: 0
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_info(gni_cq_entry_t entry);

/**
 * gni_cq_overrun() - read an event: not 0: the queue has overrun
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_overrun(gni_cq_entry_t entry);

/**
 * gni_cq_rem_overrun() - read an event: not 0: a queue of the other side has
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_rem_overrun(gni_cq_entry_t entry);

/**
 * gni_cq_get_inst_id() - read an event: the instance that it names
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_inst_id(gni_cq_entry_t entry);

/**
 * gni_cq_get_rem_inst_id() - read an event: the instance that a remote event names
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_rem_inst_id(gni_cq_entry_t entry);

/**
 * gni_cq_get_tid() - read an event: number of the transaction
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_tid(gni_cq_entry_t entry);

/**
 * gni_cq_get_msg_id() - read an event: of a message that was sent
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_msg_id(gni_cq_entry_t entry);

/**
 * gni_cq_get_type() - read an event: GNI_CQ_EVENT_TYPE_...
 * @entry: the event
 *
 * Return: that.
 */
uint64_t gni_cq_get_type(gni_cq_entry_t entry);

/**
 * gni_cq_set_inst_id() - change what gni_cq_get_inst_id() reads
 * @entry: the event
 * @value: what it reads then
 */
void gni_cq_set_inst_id(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_rem_inst_id() - change what gni_cq_get_rem_inst_id() reads
 * @entry: the event
 * @value: what it reads then
 */
void gni_cq_set_rem_inst_id(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_tid() - change what gni_cq_get_tid() reads
 * @entry: the event
 * @value: what it reads then
 */
void gni_cq_set_tid(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_msg_id() - change what gni_cq_get_msg_id() reads
 * @entry: the event
 * @value: what it reads then
 */
void gni_cq_set_msg_id(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_type() - change what gni_cq_get_type() reads
 * @entry: the event
 * @value: what it reads then
 */
void gni_cq_set_type(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_clr_status() - make an event good
 * @entry: the event
 */
void gni_cq_clr_status(gni_cq_entry_t *entry);

/* Names of the above, as programs write them. */
#define GNI_CQ_GET_DATA	gni_cq_get_data
#define GNI_CQ_GET_SOURCE	gni_cq_get_source
#define GNI_CQ_GET_STATUS	gni_cq_get_status
#define GNI_CQ_GET_INFO	gni_cq_get_info
#define GNI_CQ_GET_INST_ID	gni_cq_get_inst_id
#define GNI_CQ_GET_REM_INST_ID	gni_cq_get_rem_inst_id
#define GNI_CQ_GET_TID	gni_cq_get_tid
#define GNI_CQ_GET_MSG_ID	gni_cq_get_msg_id
#define GNI_CQ_GET_TYPE	gni_cq_get_type
#define GNI_CQ_OVERRUN	gni_cq_overrun
#define GNI_CQ_REM_OVERRUN	gni_cq_rem_overrun
#define GNI_CQ_SET_INST_ID(entry, value)	gni_cq_set_inst_id(&(entry), value)
#define GNI_CQ_SET_REM_INST_ID(entry, value)	gni_cq_set_rem_inst_id(&(entry), value)
#define GNI_CQ_SET_TID(entry, value)	gni_cq_set_tid(&(entry), value)
#define GNI_CQ_SET_MSG_ID(entry, value)	gni_cq_set_msg_id(&(entry), value)
#define GNI_CQ_SET_TYPE(entry, value)	gni_cq_set_type(&(entry), value)
#define GNI_CQ_CLR_STATUS(entry)	gni_cq_clr_status(&(entry))
#define GNI_CQ_STATUS_OK(entry)	(gni_cq_get_status(entry) == 0)

/**
 * GNI_CqCreate() - make a completion queue
 * @nic_hndl: of GNI_CdmAttach()
 * @entry_count: events that it holds, above 0
 * @delay_count: ignored
 * @mode: GNI_CQ_...
 * @handler: must be NULL
 * @context: for it
 * @cq_hndl: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqCreate(gni_nic_handle_t nic_hndl, uint32_t entry_count, uint32_t delay_count,
			  gni_cq_mode_t mode,
			  void (*handler)(gni_cq_entry_t *entry, void *context), void *context,
			  gni_cq_handle_t *cq_hndl);

/**
 * GNI_CqDestroy() - free a completion queue
 * @cq_hndl: the queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqDestroy(gni_cq_handle_t cq_hndl);

/**
 * GNI_PostRdma() - begin a transaction of the block transfer engine
 * @ep_hndl: the endpoint
 * @post_descr: what is to be done
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostRdma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_PostFma() - begin a transaction of the unit for small transfers
 * @ep_hndl: the endpoint
 * @post_descr: what is to be done
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_CtPostFma() - likewise; of a chained transaction its last part
 * @ep_hndl: the endpoint
 * @post_descr: what is to be done
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CtPostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_PostCqWrite() - put an event into a queue of the other side
 * @ep_hndl: the endpoint
 * @post_descr: what is to be done
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostCqWrite(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_CtPostCqWrite() - likewise, of a chained transaction (refused)
 * @ep_hndl: the endpoint
 * @post_descr: what is to be done
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CtPostCqWrite(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_GetCompleted() - find the transaction that an event completes
 * @cq_hndl: the queue
 * @event_data: the event
 * @post_descr: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetCompleted(gni_cq_handle_t cq_hndl, gni_cq_entry_t event_data,
			      gni_post_descriptor_t **post_descr);

/**
 * GNI_CqGetEvent() - take an event
 * @cq_hndl: the queue
 * @event_data: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqGetEvent(gni_cq_handle_t cq_hndl, gni_cq_entry_t *event_data);

/**
 * GNI_CqWaitEvent() - wait for an event
 * @cq_hndl: the queue
 * @timeout: ms of virtual time; -1: for ever
 * @event_data: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqWaitEvent(gni_cq_handle_t cq_hndl, uint64_t timeout,
			     gni_cq_entry_t *event_data);

/**
 * GNI_CqVectorWaitEvent() - wait for an event of several queues
 * @cq_hndls: the queues, at most 8
 * @num_cqs: how many
 * @timeout: ms of virtual time; -1: for ever
 * @event_data: receives it
 * @which: receives whose it is
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqVectorWaitEvent(gni_cq_handle_t *cq_hndls, uint32_t num_cqs, uint64_t timeout,
				   gni_cq_entry_t *event_data, uint32_t *which);

/**
 * GNI_CqVectorMonitor() - wait until one of several queues has an event
 * @cq_hndls: the queues, at most 8
 * @num_cqs: how many
 * @timeout: ms of virtual time; -1: for ever
 * @which: receives which has one
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqVectorMonitor(gni_cq_handle_t *cq_hndls, uint32_t num_cqs, uint64_t timeout,
				 uint32_t *which);

/**
 * GNI_CqInterruptMask() - stop interrupts of a queue: there are none
 * @cq_hndl: the queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqInterruptMask(gni_cq_handle_t cq_hndl);

/**
 * GNI_CqInterruptUnmask() - allow interrupts of a queue: there are none
 * @cq_hndl: the queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqInterruptUnmask(gni_cq_handle_t cq_hndl);

/**
 * GNI_CqTestEvent() - see if there is an event
 * @cq_hndl: the queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqTestEvent(gni_cq_handle_t cq_hndl);

/**
 * GNI_CqErrorStr() - describe an event that has failed
 * @entry: the event
 * @buffer: receives text
 * @len: bytes of it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqErrorStr(gni_cq_entry_t entry, void *buffer, uint32_t len);

/**
 * GNI_CqErrorRecoverable() - find if what has failed may be tried again
 * @entry: the event
 * @recoverable: receives 0: it may not
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqErrorRecoverable(gni_cq_entry_t entry, uint32_t *recoverable);

#ifdef __cplusplus
}
#endif

#endif /* GNI_QUEUE_H */
