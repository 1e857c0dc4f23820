// SPDX-License-Identifier: GPL-2.0-only
/*
 * One sweep over registers that the caller names in the same call.
 */
#include "core/core.h"
#include "access/access.h"

long gpcd_snapshot_command(struct file *filp, void *arg)
{
	struct gpcd_file *file = filp->private_data;
	struct gpcd_snapshot_req *req = arg;
	struct gpcd_list_request request = {
		.domain = req->domain,
		.nic_addr = req->nic_addr,
		.count = req->count,
		.addrs = req->addrs,
	};
	struct gpcd_list list;
	int ret;

	if (req->reserved)
		return -EINVAL;
	ret = gpcd_list_init(&list, file, &request);
	if (ret)
		return ret;
	gpcd_list_authorise_caller(&list);
	ret = gpcd_list_error(&list, gpcd_list_snapshot(&list, req));
	if (!ret)
		ret = gpcd_list_deliver(&list, req);
	if (!ret)
		req->sequence = atomic64_inc_return(&file->sequence);
	gpcd_list_destroy(&list);
	return ret;
}
