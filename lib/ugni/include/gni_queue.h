/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Transactions and completion queues of uGNI; programs include gni_pub.h. */
#ifndef GNI_QUEUE_H
#define GNI_QUEUE_H

#include "gni_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * gni_cq_get_data() - get an event's data
 * @entry: the event
 *
 * Return: 48 bits.
 */
uint64_t gni_cq_get_data(gni_cq_entry_t entry);

/**
 * gni_cq_get_source() - get an event's source
 * @entry: the event
 *
 * Return: 0.
 */
uint64_t gni_cq_get_source(gni_cq_entry_t entry);

/**
 * gni_cq_get_status() - get an event's status
 * @entry: the event
 *
 * Return: 0 if the transaction succeeded.
 */
uint64_t gni_cq_get_status(gni_cq_entry_t entry);

/**
 * gni_cq_get_info() - get an event's details
 * @entry: the event
 *
 * Return: 0.
 */
uint64_t gni_cq_get_info(gni_cq_entry_t entry);

/**
 * gni_cq_overrun() - check if the queue has overrun
 * @entry: the event
 *
 * Return: not 0 if it has.
 */
uint64_t gni_cq_overrun(gni_cq_entry_t entry);

/**
 * gni_cq_rem_overrun() - check if a queue of the other side has overrun
 * @entry: the event
 *
 * Return: 0: the emulation does not report it.
 */
uint64_t gni_cq_rem_overrun(gni_cq_entry_t entry);

/**
 * gni_cq_get_inst_id() - get the instance that an event names
 * @entry: the event
 *
 * Return: the instance.
 */
uint64_t gni_cq_get_inst_id(gni_cq_entry_t entry);

/**
 * gni_cq_get_rem_inst_id() - get the instance that a remote event names
 * @entry: the event
 *
 * Return: the instance.
 */
uint64_t gni_cq_get_rem_inst_id(gni_cq_entry_t entry);

/**
 * gni_cq_get_tid() - get the number of an event's transaction
 * @entry: the event
 *
 * Return: 24 bits.
 */
uint64_t gni_cq_get_tid(gni_cq_entry_t entry);

/**
 * gni_cq_get_msg_id() - get the msg_id of a message that was sent
 * @entry: the event
 *
 * Return: msg_id of GNI_SmsgSend().
 */
uint64_t gni_cq_get_msg_id(gni_cq_entry_t entry);

/**
 * gni_cq_get_type() - get the type of an event
 * @entry: the event
 *
 * Return: GNI_CQ_EVENT_TYPE_...
 */
uint64_t gni_cq_get_type(gni_cq_entry_t entry);

/**
 * gni_cq_set_inst_id() - set what gni_cq_get_inst_id() returns
 * @entry: the event
 * @value: the instance
 */
void gni_cq_set_inst_id(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_rem_inst_id() - set what gni_cq_get_rem_inst_id() returns
 * @entry: the event
 * @value: the instance
 */
void gni_cq_set_rem_inst_id(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_tid() - set what gni_cq_get_tid() returns
 * @entry: the event
 * @value: the number
 */
void gni_cq_set_tid(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_msg_id() - set what gni_cq_get_msg_id() returns
 * @entry: the event
 * @value: the msg_id
 */
void gni_cq_set_msg_id(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_set_type() - set what gni_cq_get_type() returns
 * @entry: the event
 * @value: the type
 */
void gni_cq_set_type(gni_cq_entry_t *entry, uint64_t value);

/**
 * gni_cq_clr_status() - clear the failure of an event
 * @entry: the event
 */
void gni_cq_clr_status(gni_cq_entry_t *entry);

/* The same, under the names that programs use. */
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
 * GNI_CqCreate() - create a completion queue
 * @nic_hndl: of GNI_CdmAttach()
 * @entry_count: its capacity, above 0
 * @delay_count: ignored
 * @mode: GNI_CQ_...
 * @handler: must be NULL
 * @context: ignored
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
 * GNI_PostRdma() - start a transaction of the block transfer engine
 * @ep_hndl: the endpoint
 * @post_descr: the transaction
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostRdma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_PostFma() - start a transaction of the unit for small transfers
 * @ep_hndl: the endpoint
 * @post_descr: the transaction
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_CtPostFma() - likewise, for the last part of a chained transaction
 * @ep_hndl: the endpoint
 * @post_descr: the transaction
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CtPostFma(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_PostCqWrite() - put an event into a queue of the other side
 * @ep_hndl: the endpoint
 * @post_descr: the transaction
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostCqWrite(gni_ep_handle_t ep_hndl, gni_post_descriptor_t *post_descr);

/**
 * GNI_CtPostCqWrite() - likewise, in a chained transaction (not emulated)
 * @ep_hndl: the endpoint
 * @post_descr: the transaction
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
 * GNI_CqVectorWaitEvent() - wait for an event in any of several queues
 * @cq_hndls: the queues, at most 8
 * @num_cqs: how many
 * @timeout: ms of virtual time; -1: for ever
 * @event_data: receives it
 * @which: receives the index of its queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqVectorWaitEvent(gni_cq_handle_t *cq_hndls, uint32_t num_cqs, uint64_t timeout,
				   gni_cq_entry_t *event_data, uint32_t *which);

/**
 * GNI_CqVectorMonitor() - wait until one of several queues has an event, without taking it
 * @cq_hndls: the queues, at most 8
 * @num_cqs: how many
 * @timeout: ms of virtual time; -1: for ever
 * @which: receives its index
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqVectorMonitor(gni_cq_handle_t *cq_hndls, uint32_t num_cqs, uint64_t timeout,
				 uint32_t *which);

/**
 * GNI_CqInterruptMask() - mask interrupts of a queue; ignored, as there are none
 * @cq_hndl: the queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqInterruptMask(gni_cq_handle_t cq_hndl);

/**
 * GNI_CqInterruptUnmask() - unmask interrupts of a queue; ignored, as there are none
 * @cq_hndl: the queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqInterruptUnmask(gni_cq_handle_t cq_hndl);

/**
 * GNI_CqTestEvent() - check for an event without taking it
 * @cq_hndl: the queue
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqTestEvent(gni_cq_handle_t cq_hndl);

/**
 * GNI_CqErrorStr() - describe the failure of an event
 * @entry: the event
 * @buffer: receives the text
 * @len: its bytes
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CqErrorStr(gni_cq_entry_t entry, void *buffer, uint32_t len);

/**
 * GNI_CqErrorRecoverable() - check if a failed transaction may be retried
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
