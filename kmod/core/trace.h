/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM gpcd

#if !defined(GPCD_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define GPCD_TRACE_H

#include <linux/tracepoint.h>

#include "core/core.h"

/* One sweep. The duration excludes copying from and to the caller. */
TRACE_EVENT(gpcd_read,
	TP_PROTO(const struct gpcd_list *list, const struct gpcd_snapshot_req *req, int result),
	TP_ARGS(list, req, result),
	TP_STRUCT__entry(
		__field(u64, epoch)
		__field(u64, duration_ns)
		__field(unsigned int, device)
		__field(u32, domain)
		__field(u32, nic_addr)
		__field(u32, count)
		__field(u32, failed)
		__field(int, result)
	),
	TP_fast_assign(
		__entry->epoch = req->epoch;
		__entry->duration_ns = req->end_ns - req->start_ns;
		__entry->device = list->device->index;
		__entry->domain = list->device->desc.domain;
		__entry->nic_addr = list->device->desc.nic_addr;
		__entry->count = list->count;
		__entry->failed = req->failed;
		__entry->result = result;
	),
	TP_printk("gpcd%u: domain %u, NIC address %#x, epoch %llu: %u registers in %llu ns, %u failed: %d",
		  __entry->device, __entry->domain, __entry->nic_addr, __entry->epoch,
		  __entry->count, __entry->duration_ns, __entry->failed, __entry->result)
);

/* One call, with the epoch after it. */
TRACE_EVENT(gpcd_write,
	TP_PROTO(const struct gpcd_list *list, u64 epoch, u64 duration_ns, u32 failed, int result),
	TP_ARGS(list, epoch, duration_ns, failed, result),
	TP_STRUCT__entry(
		__field(u64, epoch)
		__field(u64, duration_ns)
		__field(unsigned int, device)
		__field(u32, domain)
		__field(u32, nic_addr)
		__field(u32, count)
		__field(u32, failed)
		__field(int, result)
	),
	TP_fast_assign(
		__entry->epoch = epoch;
		__entry->duration_ns = duration_ns;
		__entry->device = list->device->index;
		__entry->domain = list->device->desc.domain;
		__entry->nic_addr = list->device->desc.nic_addr;
		__entry->count = list->count;
		__entry->failed = failed;
		__entry->result = result;
	),
	TP_printk("gpcd%u: domain %u, NIC address %#x, epoch %llu: %u registers in %llu ns, %u failed: %d",
		  __entry->device, __entry->domain, __entry->nic_addr, __entry->epoch,
		  __entry->count, __entry->duration_ns, __entry->failed, __entry->result)
);

DECLARE_EVENT_CLASS(gpcd_presence,
	TP_PROTO(const struct gpcd_device *device),
	TP_ARGS(device),
	TP_STRUCT__entry(
		__field(unsigned int, device)
		__field(unsigned int, chip)
		__field(u32, domain)
		__field(u32, nic_addr)
	),
	TP_fast_assign(
		__entry->device = device->index;
		__entry->chip = device->desc.chip;
		__entry->domain = device->desc.domain;
		__entry->nic_addr = device->desc.nic_addr;
	),
	TP_printk("gpcd%u: chip %u, domain %u, NIC address %#x", __entry->device,
		  __entry->chip, __entry->domain, __entry->nic_addr)
);

DEFINE_EVENT(gpcd_presence, gpcd_device_add,
	TP_PROTO(const struct gpcd_device *device),
	TP_ARGS(device)
);

DEFINE_EVENT(gpcd_presence, gpcd_device_remove,
	TP_PROTO(const struct gpcd_device *device),
	TP_ARGS(device)
);

/* Job 0: all jobs; may -1: the entry was removed. */
TRACE_EVENT(gpcd_perms,
	TP_PROTO(u64 job, int may, bool ignored),
	TP_ARGS(job, may, ignored),
	TP_STRUCT__entry(
		__field(u64, job)
		__field(int, may)
		__field(bool, ignored)
	),
	TP_fast_assign(
		__entry->job = job;
		__entry->may = may;
		__entry->ignored = ignored;
	),
	TP_printk("job %llu: may %d%s", __entry->job, __entry->may,
		  __entry->ignored ? ", permissions ignored" : "")
);

#endif /* GPCD_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH core
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
