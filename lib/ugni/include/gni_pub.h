/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * uGNI, emulated: the calls. docs/ugni.md says what the emulation does, and what it has chosen.
 *
 * A call returns GNI_RC_SUCCESS, or an error as enum gni_return describes; calls that wait or look
 * for something return GNI_RC_NOT_DONE or GNI_RC_TIMEOUT if there is nothing. Handles belong to the
 * process that created them. No two threads may call at the same time.
 */
#ifndef GNI_PUB_H
#define GNI_PUB_H

#include "gni_message.h"
#include "gni_queue.h"
#include "gni_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names of enum gni_return, by number. */
extern const char *gni_err_str[];

/* Names of enum gni_statistic, by number, without the prefix. */
extern const char *gni_statistic_str[];

/**
 * GNI_CdmCreate() - create a communication domain
 * @inst_id: number of the process in the job
 * @ptag: protection tag; ignored
 * @cookie: of the job; ignored
 * @modes: GNI_CDM_MODE_...
 * @cdm_hndl: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CdmCreate(uint32_t inst_id, uint8_t ptag, uint32_t cookie, uint32_t modes,
			   gni_cdm_handle_t *cdm_hndl);

/**
 * GNI_CdmDestroy() - free a communication domain and its NIC handle
 * @cdm_hndl: the domain
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CdmDestroy(gni_cdm_handle_t cdm_hndl);

/**
 * GNI_CdmGetNicAddress() - get the address of a NIC
 * @device_id: 0
 * @address: receives it
 * @cpu_id: receives 0
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CdmGetNicAddress(uint32_t device_id, uint32_t *address, uint32_t *cpu_id);

/**
 * GNI_CdmAttach() - attach a domain to the NIC
 * @cdm_hndl: the domain
 * @device_id: 0, or -1: the nearest
 * @local_addr: receives its address
 * @nic_hndl: receives the handle
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_CdmAttach(gni_cdm_handle_t cdm_hndl, uint32_t device_id, uint32_t *local_addr,
			   gni_nic_handle_t *nic_hndl);

/**
 * GNI_EpCreate() - create an endpoint
 * @nic_hndl: of GNI_CdmAttach()
 * @src_cq_hndl: queue of local events, or NULL
 * @ep_hndl: receives it, not bound
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpCreate(gni_nic_handle_t nic_hndl, gni_cq_handle_t src_cq_hndl,
			  gni_ep_handle_t *ep_hndl);

/**
 * GNI_EpSetEventData() - set the instances that events name
 * @ep_hndl: the endpoint
 * @local_event: for local events, instead of the remote instance
 * @remote_event: for remote events, instead of the own instance
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpSetEventData(gni_ep_handle_t ep_hndl, uint32_t local_event,
				uint32_t remote_event);

/**
 * GNI_EpBind() - bind an endpoint to a process
 * @ep_hndl: the endpoint
 * @remote_addr: its NIC
 * @remote_id: its instance
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpBind(gni_ep_handle_t ep_hndl, uint32_t remote_addr, uint32_t remote_id);

/**
 * GNI_EpUnbind() - unbind an endpoint
 * @ep_hndl: the endpoint
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpUnbind(gni_ep_handle_t ep_hndl);

/**
 * GNI_EpIdle() - check that nothing is in progress; always true
 * @ep_hndl: the endpoint
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpIdle(gni_ep_handle_t ep_hndl);

/**
 * GNI_EpDestroy() - free an endpoint
 * @ep_hndl: the endpoint
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_EpDestroy(gni_ep_handle_t ep_hndl);

/**
 * GNI_MemRegister() - register memory
 * @nic_hndl: of GNI_CdmAttach()
 * @address: its first byte
 * @length: bytes
 * @dst_cq_hndl: queue of remote events, or NULL
 * @flags: GNI_MEM_...
 * @vmdh_index: ignored
 * @mem_hndl: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_MemRegister(gni_nic_handle_t nic_hndl, uint64_t address, uint64_t length,
			     gni_cq_handle_t dst_cq_hndl, uint32_t flags, uint32_t vmdh_index,
			     gni_mem_handle_t *mem_hndl);

/**
 * GNI_MemRegisterSegments() - register memory in parts (not emulated)
 * @nic_hndl: of GNI_CdmAttach()
 * @mem_segments: the parts
 * @segments_cnt: how many
 * @dst_cq_hndl: queue of remote events, or NULL
 * @flags: GNI_MEM_...
 * @vmdh_index: -1
 * @mem_hndl: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_MemRegisterSegments(gni_nic_handle_t nic_hndl, gni_mem_segment_t *mem_segments,
				     uint32_t segments_cnt, gni_cq_handle_t dst_cq_hndl,
				     uint32_t flags, uint32_t vmdh_index,
				     gni_mem_handle_t *mem_hndl);

/**
 * GNI_SetMddResources() - reserve memory domains; ignored
 * @nic_hndl: of GNI_CdmAttach()
 * @num_entries: how many
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SetMddResources(gni_nic_handle_t nic_hndl, uint32_t num_entries);

/**
 * GNI_MemDeregister() - deregister memory
 * @nic_hndl: of GNI_CdmAttach()
 * @mem_hndl: the memory
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_MemDeregister(gni_nic_handle_t nic_hndl, gni_mem_handle_t *mem_hndl);

/**
 * GNI_GetNumLocalDevices() - count the NICs
 * @num_devices: receives 1
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetNumLocalDevices(int *num_devices);

/**
 * GNI_GetLocalDeviceIds() - list the NICs
 * @len: entries of @device_ids
 * @device_ids: receives 0
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetLocalDeviceIds(int len, int *device_ids);

/**
 * GNI_GetVersion() - get the version of the library
 * @version: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetVersion(uint32_t *version);

/**
 * GNI_GetVersionInformation() - get the versions of library and driver
 * @version_info: receives them
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetVersionInformation(gni_version_info_t *version_info);

/**
 * GNI_GetDeviceType() - get the type of the device
 * @dev_type: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetDeviceType(gni_nic_device_t *dev_type);

/**
 * GNI_GetDevResInfo() - get the limits of a device's resource
 * @device_id: 0
 * @res_type: the resource: GNI_DEV_RES_MDD or GNI_DEV_RES_CQ; others are not emulated
 * @res_desc: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetDevResInfo(uint32_t device_id, gni_dev_res_t res_type,
			       gni_dev_res_desc_t *res_desc);

/**
 * GNI_GetJobResInfo() - get the limits of a job's resource
 * @device_id: 0
 * @ptag: its tag
 * @res_type: the resource: GNI_JOB_RES_MDD or GNI_JOB_RES_CQ; others are not emulated
 * @res_desc: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetJobResInfo(uint32_t device_id, uint8_t ptag, gni_job_res_t res_type,
			       gni_job_res_desc_t *res_desc);

/**
 * GNI_SetJobResInfo() - limit a job's resource (not emulated)
 * @device_id: 0
 * @ptag: its tag
 * @res_type: the resource
 * @res_value: the limit
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_SetJobResInfo(uint32_t device_id, uint8_t ptag, gni_job_res_t res_type,
			       uint64_t res_value);

/**
 * GNI_GetPtag() - get the protection tag of a job
 * @device_id: 0
 * @cookie: its cookie
 * @ptag: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetPtag(uint32_t device_id, uint32_t cookie, uint8_t *ptag);

/**
 * GNI_GetNicStat() - read a counter of a NIC handle; always 0
 * @nic_hndl: of GNI_CdmAttach()
 * @stat: which
 * @value: receives it
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_GetNicStat(gni_nic_handle_t nic_hndl, gni_statistic_t stat, uint32_t *value);

/**
 * GNI_ResetNicStat() - reset a counter of a NIC handle
 * @nic_hndl: of GNI_CdmAttach()
 * @stat: which
 *
 * Return: as gni_pub.h says.
 */
gni_return_t GNI_ResetNicStat(gni_nic_handle_t nic_hndl, gni_statistic_t stat);

#ifdef __cplusplus
}
#endif

#endif /* GNI_PUB_H */
