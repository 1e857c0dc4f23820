/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Short messages and datagrams of uGNI; programs include gni_pub.h. */
#ifndef GNI_MESSAGE_H
#define GNI_MESSAGE_H

#include "gni_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * GNI_EpPostData() - exchange a datagram
 * @ep_hndl: the endpoint
 * @in_data: data to send
 * @data_len: its bytes
 * @out_buf: receives the other side's data
 * @buf_size: its bytes
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostData(gni_ep_handle_t ep_hndl, void *in_data, uint16_t data_len,
			    void *out_buf, uint16_t buf_size);

/**
 * GNI_EpPostDataWId() - exchange a datagram that has a number
 * @ep_hndl: the endpoint
 * @in_data: data to send
 * @data_len: its bytes
 * @out_buf: receives the other side's data
 * @buf_size: its bytes
 * @datagram_id: the number, not -1
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostDataWId(gni_ep_handle_t ep_hndl, void *in_data, uint16_t data_len,
			       void *out_buf, uint16_t buf_size, uint64_t datagram_id);

/**
 * GNI_EpPostDataTest() - test the state of a datagram
 * @ep_hndl: the endpoint
 * @post_state: receives its state
 * @remote_addr: NIC of the other side
 * @remote_id: instance of the other side
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostDataTest(gni_ep_handle_t ep_hndl, gni_post_state_t *post_state,
				uint32_t *remote_addr, uint32_t *remote_id);

/**
 * GNI_EpPostDataTestById() - test the state of a datagram by its number
 * @ep_hndl: the endpoint
 * @datagram_id: its number
 * @post_state: receives its state
 * @remote_addr: NIC of the other side
 * @remote_id: instance of the other side
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostDataTestById(gni_ep_handle_t ep_hndl, uint64_t datagram_id,
				    gni_post_state_t *post_state, uint32_t *remote_addr,
				    uint32_t *remote_id);

/**
 * GNI_EpPostDataWait() - wait for a datagram
 * @ep_hndl: the endpoint
 * @timeout: ms of virtual time; -1: for ever
 * @post_state: receives its state
 * @remote_addr: NIC of the other side
 * @remote_id: instance of the other side
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostDataWait(gni_ep_handle_t ep_hndl, uint32_t timeout,
				gni_post_state_t *post_state, uint32_t *remote_addr,
				uint32_t *remote_id);

/**
 * GNI_EpPostDataWaitById() - wait for a datagram by its number
 * @ep_hndl: the endpoint
 * @datagram_id: its number
 * @timeout: ms of virtual time; -1: for ever
 * @post_state: receives its state
 * @remote_addr: NIC of the other side
 * @remote_id: instance of the other side
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostDataWaitById(gni_ep_handle_t ep_hndl, uint64_t datagram_id,
				    uint32_t timeout, gni_post_state_t *post_state,
				    uint32_t *remote_addr, uint32_t *remote_id);

/**
 * GNI_PostDataProbe() - find a completed datagram without a number
 * @nic_hndl: of GNI_CdmAttach()
 * @remote_addr: receives the NIC of the other side
 * @remote_id: receives its instance
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostDataProbe(gni_nic_handle_t nic_hndl, uint32_t *remote_addr,
			       uint32_t *remote_id);

/**
 * GNI_PostDataProbeById() - find a completed datagram with a number
 * @nic_hndl: of GNI_CdmAttach()
 * @datagram_id: receives the number
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostDataProbeById(gni_nic_handle_t nic_hndl, uint64_t *datagram_id);

/**
 * GNI_PostdataProbeWaitById() - wait for a completed datagram with a number
 * @nic_hndl: of GNI_CdmAttach()
 * @timeout: ms of virtual time; -1: for ever
 * @datagram_id: receives the number
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_PostdataProbeWaitById(gni_nic_handle_t nic_hndl, uint32_t timeout,
				       uint64_t *datagram_id);

/**
 * GNI_EpPostDataCancel() - cancel a datagram
 * @ep_hndl: the endpoint
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostDataCancel(gni_ep_handle_t ep_hndl);

/**
 * GNI_EpPostDataCancelById() - cancel a datagram by its number
 * @ep_hndl: the endpoint
 * @datagram_id: its number
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpPostDataCancelById(gni_ep_handle_t ep_hndl, uint64_t datagram_id);

/**
 * GNI_SmsgBufferSizeNeeded() - compute the memory that a mailbox needs
 * @smsg_attr: the mailbox
 * @size: receives bytes
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgBufferSizeNeeded(gni_smsg_attr_t *smsg_attr, unsigned int *size);

/**
 * GNI_SmsgInit() - connect two mailboxes
 * @ep_hndl: the endpoint
 * @local_smsg_attr: ours, which receives messages
 * @remote_smsg_attr: the other side's
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgInit(gni_ep_handle_t ep_hndl, gni_smsg_attr_t *local_smsg_attr,
			  gni_smsg_attr_t *remote_smsg_attr);

/**
 * GNI_SmsgSetDeliveryMode() - set the delivery mode of short messages
 * @nic_hndl: of GNI_CdmAttach()
 * @dlvr_mode: GNI_DLVMODE_...
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgSetDeliveryMode(gni_nic_handle_t nic_hndl, uint16_t dlvr_mode);

/**
 * GNI_SmsgSend() - send a short message
 * @ep_hndl: the endpoint
 * @header: sent first, or NULL
 * @header_length: bytes of it
 * @data: sent after it, or NULL
 * @data_length: bytes of it
 * @msg_id: in the sender's event
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgSend(gni_ep_handle_t ep_hndl, void *header, uint32_t header_length,
			  void *data, uint32_t data_length, uint32_t msg_id);

/**
 * GNI_SmsgSendWTag() - send a short message with a tag
 * @ep_hndl: the endpoint
 * @header: sent first, or NULL
 * @header_length: bytes of it
 * @data: sent after it, or NULL
 * @data_length: bytes of it
 * @msg_id: in the sender's event
 * @tag: not GNI_SMSG_ANY_TAG
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgSendWTag(gni_ep_handle_t ep_hndl, void *header, uint32_t header_length,
			      void *data, uint32_t data_length, uint32_t msg_id, uint8_t tag);

/**
 * GNI_SmsgGetNext() - peek at the next message
 * @ep_hndl: the endpoint
 * @header: receives its address
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgGetNext(gni_ep_handle_t ep_hndl, void **header);

/**
 * GNI_SmsgGetNextWTag() - peek at the next message if it has a tag
 * @ep_hndl: the endpoint
 * @header: receives its address
 * @tag: the tag, or GNI_SMSG_ANY_TAG; receives the message's
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgGetNextWTag(gni_ep_handle_t ep_hndl, void **header, uint8_t *tag);

/**
 * GNI_SmsgRelease() - free the slot of the message last returned
 * @ep_hndl: the endpoint
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgRelease(gni_ep_handle_t ep_hndl);

/**
 * GNI_SmsgSetMaxRetrans() - set the number of retransmissions; ignored, as no message is lost
 * @nic_hndl: of GNI_CdmAttach()
 * @max_retrans: ignored
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SmsgSetMaxRetrans(gni_nic_handle_t nic_hndl, uint16_t max_retrans);

#ifdef __cplusplus
}
#endif

#endif /* GNI_MESSAGE_H */
