// SPDX-License-Identifier: LGPL-2.1-or-later
/* Queries about the library and the device. */
#include <stdio.h>

#include "internal.h"

/* The newest version that programs ask for, in the format of GNI_VERSION: 0, 0x5b, 0. */
#define VERSION	0x5b0000

const char *gni_err_str[] = {
	"GNI_RC_SUCCESS", "GNI_RC_NOT_DONE", "GNI_RC_INVALID_PARAM", "GNI_RC_ERROR_RESOURCE",
	"GNI_RC_TIMEOUT", "GNI_RC_PERMISSION_ERROR", "GNI_RC_DESCRIPTOR_ERROR",
	"GNI_RC_ALIGNMENT_ERROR", "GNI_RC_INVALID_STATE", "GNI_RC_NO_MATCH", "GNI_RC_SIZE_ERROR",
	"GNI_RC_TRANSACTION_ERROR", "GNI_RC_ILLEGAL_OP", "GNI_RC_ERROR_NOMEM",
};

const char *gni_statistic_str[] = {
	[GNI_STAT_SMSG_BUFF_CREDITS_STALL] = "SMSG_BUFF_CREDITS_STALL",
	[GNI_STAT_SMSG_DLA_STALL] = "SMSG_DLA_STALL",
	[GNI_STAT_SMSG_MBOX_CREDITS_STALL] = "SMSG_MBOX_CREDITS_STALL",
	[GNI_STAT_SMSG_REQ_STALL] = "SMSG_REQ_STALL",
	[GNI_STAT_SMSG_RETRANS_COUNT] = "SMSG_RETRANS_COUNT",
	[GNI_STAT_SMSG_RETRANS_DLA_COUNT] = "SMSG_RETRANS_DLA_COUNT",
	[GNI_STAT_SMSG_RETRANS_STALL] = "SMSG_RETRANS_STALL",
};

gni_return_t GNI_GetNumLocalDevices(int *num_devices)
{
	if (!num_devices)
		return GNI_RC_INVALID_PARAM;
	*num_devices = 1;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_GetLocalDeviceIds(int len, int *device_ids)
{
	if (len < 1 || !device_ids)
		return GNI_RC_INVALID_PARAM;
	device_ids[0] = 0;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_GetVersion(uint32_t *version)
{
	if (!version)
		return GNI_RC_INVALID_PARAM;
	*version = VERSION;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_GetVersionInformation(gni_version_info_t *version_info)
{
	if (!version_info)
		return GNI_RC_INVALID_PARAM;
	*version_info = (gni_version_info_t){ .ugni_version = VERSION, .kgni_version = VERSION };
	snprintf(version_info->ugni_build_string, sizeof(version_info->ugni_build_string),
		 "libugni of gpcd, emulated");
	snprintf(version_info->kgni_build_string, sizeof(version_info->kgni_build_string),
		 "gpcd-sim ugni");
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_GetDeviceType(gni_nic_device_t *dev_type)
{
	if (!dev_type)
		return GNI_RC_INVALID_PARAM;
	*dev_type = ugni_environment(UGNI_DEVICE, GNI_DEVICE_ARIES);
	return GNI_RC_SUCCESS;
}

/* A process is alone on its NIC, so that what limits it limits job and device alike. */
static gni_return_t ask_limit(bool known, bool memory, gni_job_res_desc_t *limit)
{
	struct ugni_request request = { .call = UGNI_RESOURCES };
	struct ugni_reply reply;
	gni_return_t rc;

	if (!known)
		return ugni_reject("a limit of resources other than MDD and CQ");
	rc = ugni_forward(&request, &reply);
	if (!rc)
		*limit = (gni_job_res_desc_t){ reply.value[memory ? 0 : 2],
					       reply.value[memory ? 1 : 3] };
	return rc;
}

gni_return_t GNI_GetDevResInfo(uint32_t device_id, gni_dev_res_t res_type,
			       gni_dev_res_desc_t *res_desc)
{
	bool memory = res_type == GNI_DEV_RES_MDD;
	gni_job_res_desc_t limit;
	gni_return_t rc;

	if (device_id || !res_desc || res_type <= GNI_DEV_RES_FIRST ||
	    res_type >= GNI_DEV_RES_LAST)
		return GNI_RC_INVALID_PARAM;
	rc = ask_limit(memory || res_type == GNI_DEV_RES_CQ, memory, &limit);
	if (!rc)
		*res_desc = (gni_dev_res_desc_t){ .available = limit.limit - limit.used,
						  .held = limit.used, .total = limit.limit };
	return rc;
}

gni_return_t GNI_GetJobResInfo(uint32_t device_id, uint8_t ptag, gni_job_res_t res_type,
			       gni_job_res_desc_t *res_desc)
{
	bool memory = res_type == GNI_JOB_RES_MDD;

	(void)ptag;
	if (device_id || !res_desc || res_type <= GNI_JOB_RES_FIRST ||
	    res_type >= GNI_JOB_RES_LAST)
		return GNI_RC_INVALID_PARAM;
	return ask_limit(memory || res_type == GNI_JOB_RES_CQ, memory, res_desc);
}

gni_return_t GNI_SetJobResInfo(uint32_t device_id, uint8_t ptag, gni_job_res_t res_type,
			       uint64_t res_value)
{
	(void)device_id;
	(void)ptag;
	(void)res_type;
	(void)res_value;
	return ugni_reject(__func__);
}

gni_return_t GNI_GetPtag(uint32_t device_id, uint32_t cookie, uint8_t *ptag)
{
	(void)cookie;
	if (!ptag)
		return GNI_RC_INVALID_PARAM;
	if (device_id)
		return GNI_RC_NO_MATCH;
	*ptag = GNI_PTAG_USER_START;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_GetNicStat(gni_nic_handle_t nic_hndl, gni_statistic_t stat, uint32_t *value)
{
	if (!nic_hndl || stat >= GNI_NUM_STATS || !value)
		return GNI_RC_INVALID_PARAM;
	*value = 0;
	return GNI_RC_SUCCESS;
}

gni_return_t GNI_ResetNicStat(gni_nic_handle_t nic_hndl, gni_statistic_t stat)
{
	return nic_hndl && stat < GNI_NUM_STATS ? GNI_RC_SUCCESS : GNI_RC_INVALID_PARAM;
}
