/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Types and constants of uGNI, with the values and layouts of the public header. */
#ifndef GNI_TYPES_H
#define GNI_TYPES_H

#include <stdint.h>

#include "gni_amo.h"

/* Directions of parameters, in the manner of uGNI */
#define IN
#define OUT
#define INOUT

/**
 * enum gni_return - what a call returns
 * @GNI_RC_SUCCESS: success
 * @GNI_RC_NOT_DONE: no event, no message or no room yet
 * @GNI_RC_INVALID_PARAM: invalid argument
 * @GNI_RC_ERROR_RESOURCE: a resource is exhausted, or a completion queue has overrun
 * @GNI_RC_TIMEOUT: the time to wait is over
 * @GNI_RC_PERMISSION_ERROR: the memory is read-only
 * @GNI_RC_DESCRIPTOR_ERROR: there is no such descriptor
 * @GNI_RC_ALIGNMENT_ERROR: an address or a length is not aligned
 * @GNI_RC_INVALID_STATE: attached twice, not bound, nothing to release
 * @GNI_RC_NO_MATCH: there is no such thing
 * @GNI_RC_SIZE_ERROR: too long
 * @GNI_RC_TRANSACTION_ERROR: a transaction has failed
 * @GNI_RC_ILLEGAL_OP: not supported by the device, or not emulated
 * @GNI_RC_ERROR_NOMEM: out of memory
 */
typedef enum gni_return {
	GNI_RC_SUCCESS = 0,
	GNI_RC_NOT_DONE,
	GNI_RC_INVALID_PARAM,
	GNI_RC_ERROR_RESOURCE,
	GNI_RC_TIMEOUT,
	GNI_RC_PERMISSION_ERROR,
	GNI_RC_DESCRIPTOR_ERROR,
	GNI_RC_ALIGNMENT_ERROR,
	GNI_RC_INVALID_STATE,
	GNI_RC_NO_MATCH,
	GNI_RC_SIZE_ERROR,
	GNI_RC_TRANSACTION_ERROR,
	GNI_RC_ILLEGAL_OP,
	GNI_RC_ERROR_NOMEM,
} gni_return_t;

/**
 * struct gni_mem_handle - registered memory, as all processes name it
 * @qword1: opaque
 * @qword2: opaque
 */
typedef struct gni_mem_handle {
	uint64_t qword1;
	uint64_t qword2;
} gni_mem_handle_t;

/**
 * enum gni_mem_handle_attr - attributes of a memory handle of the hardware; no handle here has any
 * @GNI_MEMHNDL_ATTR_READONLY: it cannot be written
 * @GNI_MEMHNDL_ATTR_VMDH: its domain is a virtual one
 * @GNI_MEMHNDL_ATTR_MRT: its pages are in the table of the NIC
 * @GNI_MEMHNDL_ATTR_GART: they are in the table of the host bridge
 * @GNI_MEMHNDL_ATTR_IOMMU: they are in the table of the NIC's IOMMU
 * @GNI_MEMHNDL_ATTR_PCI_IOMMU: they are in the table of the PCI bridge
 * @GNI_MEMHNDL_ATTR_CLONE: it is a copy
 */
typedef enum gni_mem_handle_attr {
	GNI_MEMHNDL_ATTR_READONLY = 1,
	GNI_MEMHNDL_ATTR_VMDH,
	GNI_MEMHNDL_ATTR_MRT,
	GNI_MEMHNDL_ATTR_GART,
	GNI_MEMHNDL_ATTR_IOMMU,
	GNI_MEMHNDL_ATTR_PCI_IOMMU,
	GNI_MEMHNDL_ATTR_CLONE,
} gni_mem_handle_attr_t;

/* Handles. */
typedef struct gni_nic *gni_nic_handle_t;
typedef struct gni_cdm *gni_cdm_handle_t;
typedef struct gni_ep *gni_ep_handle_t;
typedef struct gni_cq *gni_cq_handle_t;
typedef struct gni_err *gni_err_handle_t;
typedef struct gni_msgq *gni_msgq_handle_t;
typedef struct gni_ce *gni_ce_handle_t;

/* An event of a completion queue; gni_cq_get_...() read its fields. */
typedef uint64_t gni_cq_entry_t;

typedef uint32_t gni_cq_mode_t;

/* Modes of completion queues */
#define GNI_CQ_NOBLOCK	0x00000000
#define GNI_CQ_BLOCKING	0x00000001
#define GNI_CQ_EMULATED	0x00000002
#define GNI_CQ_PHYS_PAGES	0x00000004
#define GNI_CQ_UNMANAGED	0x00000008

/* Types of events */
#define GNI_CQ_EVENT_TYPE_POST	0x0ull
#define GNI_CQ_EVENT_TYPE_SMSG	0x1ull
#define GNI_CQ_EVENT_TYPE_DMAPP	0x2ull
#define GNI_CQ_EVENT_TYPE_MSGQ	0x3ull

/* Events that a transaction makes (gni_post_descriptor.cq_mode) */
#define GNI_CQMODE_SILENT	0x0000
#define GNI_CQMODE_LOCAL_EVENT	0x0001
#define GNI_CQMODE_GLOBAL_EVENT	0x0002
#define GNI_CQMODE_REMOTE_EVENT	0x0004
#define GNI_CQMODE_DUAL_EVENTS	(GNI_CQMODE_LOCAL_EVENT | GNI_CQMODE_GLOBAL_EVENT)

/* Delivery modes: how packets are routed */
#define GNI_DLVMODE_PERFORMANCE	0x0000
#define GNI_DLVMODE_NO_ADAPT	0x0001
#define GNI_DLVMODE_NO_HASH	0x0002
#define GNI_DLVMODE_NO_RADAPT	0x0004
#define GNI_DLVMODE_IN_ORDER	(GNI_DLVMODE_NO_ADAPT | GNI_DLVMODE_NO_HASH)
#define GNI_DLVMODE_MNON_HASH	GNI_DLVMODE_IN_ORDER
#define GNI_DLVMODE_NMIN_HASH	0x0008
#define GNI_DLVMODE_MIN_HASH	0x0010
#define GNI_DLVMODE_ADAPTIVE0	GNI_DLVMODE_PERFORMANCE
#define GNI_DLVMODE_ADAPTIVE1	0x0020
#define GNI_DLVMODE_ADAPTIVE2	0x0040
#define GNI_DLVMODE_ADAPTIVE3	0x0080
#define GNI_DLVMODE_ORDERED_TAIL	0x0100

/* Modes of the block transfer engine (gni_post_descriptor.rdma_mode) */
#define GNI_RDMAMODE_PHYS_ADDR	0x0001
#define GNI_RDMAMODE_FENCE	0x0002
#define GNI_RDMAMODE_GETWC_DIS	0x0004

/* Modes of communication domains */
#define GNI_CDM_MODE_FORK_NOCOPY	0x00000001
#define GNI_CDM_MODE_FORK_FULLCOPY	0x00000002
#define GNI_CDM_MODE_FORK_PARTCOPY	0x00000004
#define GNI_CDM_MODE_ERR_NO_KILL	0x00000008
#define GNI_CDM_MODE_ERR_ALL_KILL	0x00000010
#define GNI_CDM_MODE_FAST_DATAGRAM_POLL	0x00000020
#define GNI_CDM_MODE_BTE_SINGLE_CHANNEL	0x00000040
#define GNI_CDM_MODE_USE_PCI_IOMMU	0x00000080
#define GNI_CDM_MODE_MDD_DEDICATED	0x00000100
#define GNI_CDM_MODE_MDD_SHARED	0x00000200
#define GNI_CDM_MODE_DUAL_EVENTS	0x00001000
#define GNI_CDM_MODE_DLA_ENABLE_FORWARDING	0x00004000
#define GNI_CDM_MODE_DLA_DISABLE_FORWARDING	0x00008000
#define GNI_CDM_MODE_FMA_DEDICATED	0x00010000
#define GNI_CDM_MODE_FMA_SHARED	0x00020000
#define GNI_CDM_MODE_CACHED_AMO_ENABLED	0x00040000
#define GNI_CDM_MODE_CQ_NIC_LOCAL_PLACEMENT	0x00080000
#define GNI_CDM_MODE_FLBTE_DISABLE	0x00100000
#define GNI_CDM_MODE_FMA_SMALL_WINDOW	0x00200000
#define GNI_CDM_MODE_MASK	0x0fffffff

/* Flags of registered memory */
#define GNI_MEM_READWRITE	0x00000000
#define GNI_MEM_READ_ONLY	0x00000001
#define GNI_MEM_USE_VMDH	0x00000002
#define GNI_MEM_USE_GART	0x00000004
#define GNI_MEM_PHYS_CONT	0x00000008
#define GNI_MEM_PHYS_SEGMENTS	0x00000010
#define GNI_MEM_STRICT_PI_ORDERING	0x00000020
#define GNI_MEM_PI_FLUSH	0x00000040
#define GNI_MEM_MDD_CLONE	0x00000080
#define GNI_MEM_RELAXED_PI_ORDERING	0x00000100
#define GNI_MEM_RESERVE_REGION	0x00000200
#define GNI_MEM_UPDATE_REGION	0x00000400
#define GNI_MEM_MDD_SHARED	0x00000800
#define GNI_MEM_MDD_DEDICATED	0x00001000

/* Limits, protection tags, and a tag that stands for all */
#define GNI_DATAGRAM_MAXSIZE	128
#define GNI_SMSG_MAX_SIZE	65535
#define GNI_SMSG_ANY_TAG	0xFF
#define GNI_FMA_FLAGGED_RESPONSE_SIZE	4
#define GNI_PTAG_USER_START	3
#define GNI_PTAG_USER_END	253
#define GNI_PTAG_MAX	254
#define GNI_PTAG_LB	255
#define GNI_FIND_ALLOC_PTAG	GNI_PTAG_LB
#define GNI_PKEY_USER_START	128
#define GNI_PKEY_USER_END	65407

/* Compute a job's cookie from its protection key. */
#define GNI_JOB_CREATE_COOKIE(pkey, cbps_mdd)	\
	(((uint32_t)(pkey) << 16) | (((cbps_mdd) & 0x7) << 3))

/**
 * enum gni_post_type - what a transaction is
 * @GNI_POST_RDMA_PUT: write, by the block transfer engine
 * @GNI_POST_RDMA_GET: read, likewise
 * @GNI_POST_FMA_PUT: write, by the unit for small transfers
 * @GNI_POST_FMA_PUT_W_SYNCFLAG: likewise, and then a word elsewhere
 * @GNI_POST_FMA_GET: read, by the unit for small transfers
 * @GNI_POST_AMO: an atomic memory operation
 * @GNI_POST_CQWRITE: an event for a queue of the other side
 * @GNI_POST_CE: an operation of the collective engine
 * @GNI_POST_FMA_GET_W_FLAG: read, with a flag in the response
 * @GNI_POST_AMO_W_FLAG: an atomic memory operation, likewise
 */
typedef enum gni_post_type {
	GNI_POST_RDMA_PUT = 1,
	GNI_POST_RDMA_GET,
	GNI_POST_FMA_PUT,
	GNI_POST_FMA_PUT_W_SYNCFLAG,
	GNI_POST_FMA_GET,
	GNI_POST_AMO,
	GNI_POST_CQWRITE,
	GNI_POST_CE,
	GNI_POST_FMA_GET_W_FLAG,
	GNI_POST_AMO_W_FLAG,
} gni_post_type_t;

/**
 * enum gni_ce_cmd_type - what the collective engine does
 * @GNI_FMA_CE_AND_S: and, 32 bits
 * @GNI_FMA_CE_AND: and
 * @GNI_FMA_CE_OR_S: or, 32 bits
 * @GNI_FMA_CE_OR: or
 * @GNI_FMA_CE_XOR_S: exclusive or, 32 bits
 * @GNI_FMA_CE_XOR: exclusive or
 * @GNI_FMA_CE_IADD_S: add, 32 bits
 * @GNI_FMA_CE_IADD: add
 * @GNI_FMA_CE_FPADD_S: add, single precision
 * @GNI_FMA_CE_FPADD: add, double precision
 */
typedef enum gni_ce_cmd_type {
	GNI_FMA_CE_AND_S = 0x0,
	GNI_FMA_CE_AND = 0x1,
	GNI_FMA_CE_OR_S = 0x2,
	GNI_FMA_CE_OR = 0x3,
	GNI_FMA_CE_XOR_S = 0x4,
	GNI_FMA_CE_XOR = 0x5,
	GNI_FMA_CE_IADD_S = 0x14,
	GNI_FMA_CE_IADD = 0x15,
	GNI_FMA_CE_FPADD_S = 0x1c,
	GNI_FMA_CE_FPADD = 0x1d,
} gni_ce_cmd_type_t;

/**
 * struct gni_post_descriptor - a transaction; the program keeps it until it is complete
 * @next_descr: for the library
 * @prev_descr: for the library
 * @post_id: for the program
 * @status: enum gni_return: its result
 * @cq_mode_complete: GNI_CQMODE_...: the event passed to GNI_GetCompleted()
 * @type: enum gni_post_type
 * @cq_mode: GNI_CQMODE_...: events that it makes
 * @dlvr_mode: GNI_DLVMODE_...: how its packets are routed
 * @local_addr: source of a PUT, destination of a GET or an AMO
 * @local_mem_hndl: of the memory there
 * @remote_addr: the other side's
 * @remote_mem_hndl: of the memory there
 * @length: bytes
 * @rdma_mode: GNI_RDMAMODE_...: of the block transfer engine
 * @src_cq_hndl: queue of its local events; NULL: the endpoint's
 * @sync_flag_value: word that follows a PUT
 * @sync_flag_addr: its address
 * @amo_cmd: of an AMO
 * @first_operand: of an AMO
 * @second_operand: of an AMO with two
 * @cqwrite_value: of a CQWRITE: 48 bits
 * @ce_cmd: of the collective engine
 * @ce_mode: likewise
 * @ce_red_id: likewise
 */
typedef struct gni_post_descriptor {
	void *next_descr;
	void *prev_descr;
	uint64_t post_id;
	uint64_t status;
	uint16_t cq_mode_complete;
	gni_post_type_t type;
	uint16_t cq_mode;
	uint16_t dlvr_mode;
	uint64_t local_addr;
	gni_mem_handle_t local_mem_hndl;
	uint64_t remote_addr;
	gni_mem_handle_t remote_mem_hndl;
	uint64_t length;
	uint16_t rdma_mode;
	gni_cq_handle_t src_cq_hndl;
	uint64_t sync_flag_value;
	uint64_t sync_flag_addr;
	gni_fma_cmd_type_t amo_cmd;
	uint64_t first_operand;
	uint64_t second_operand;
	uint64_t cqwrite_value;
	gni_ce_cmd_type_t ce_cmd;
	uint32_t ce_mode;
	uint64_t ce_red_id;
} gni_post_descriptor_t;

/**
 * struct gni_ct_get_post_descriptor - a further read in a chain; the order of members is our own
 * @next_descr: the next one, or NULL
 * @ep_hndl: endpoint of the other side
 * @local_addr: destination
 * @local_mem_hndl: of the memory there
 * @remote_addr: source
 * @remote_mem_hndl: of the memory there
 * @length: bytes
 *
 * Chains are not emulated: GNI_CtPostFma() rejects them.
 */
typedef struct gni_ct_get_post_descriptor {
	void *next_descr;
	gni_ep_handle_t ep_hndl;
	uint64_t local_addr;
	gni_mem_handle_t local_mem_hndl;
	uint64_t remote_addr;
	gni_mem_handle_t remote_mem_hndl;
	uint64_t length;
} gni_ct_get_post_descriptor_t;

/* A further write in a chain, likewise. */
typedef gni_ct_get_post_descriptor_t gni_ct_put_post_descriptor_t;

/**
 * enum gni_smsg_type - kinds of mailboxes
 * @GNI_SMSG_TYPE_INVALID: none
 * @GNI_SMSG_TYPE_MBOX: a mailbox
 * @GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT: likewise, with retransmission of lost messages
 */
typedef enum gni_smsg_type {
	GNI_SMSG_TYPE_INVALID = 0,
	GNI_SMSG_TYPE_MBOX,
	GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT,
} gni_smsg_type_t;

/**
 * struct gni_smsg_attr - a mailbox
 * @msg_type: its kind
 * @msg_buffer: memory that contains it
 * @buff_size: bytes of it that it may use
 * @mem_hndl: of that memory; its queue gets an event for each message
 * @mbox_offset: its offset in msg_buffer
 * @mbox_maxcredit: messages that it holds
 * @msg_maxsize: bytes of the longest message, with its header
 */
typedef struct gni_smsg_attr {
	gni_smsg_type_t msg_type;
	void *msg_buffer;
	uint32_t buff_size;
	gni_mem_handle_t mem_hndl;
	uint32_t mbox_offset;
	uint16_t mbox_maxcredit;
	uint32_t msg_maxsize;
} gni_smsg_attr_t;

/**
 * enum gni_post_state - state of a datagram
 * @GNI_POST_PENDING: the other side has not answered
 * @GNI_POST_COMPLETED: it has been exchanged
 * @GNI_POST_ERROR: it has failed
 * @GNI_POST_TIMEOUT: the time to wait is over
 * @GNI_POST_TERMINATED: it was cancelled
 * @GNI_POST_REMOTE_DATA: the other side's data has arrived
 */
typedef enum gni_post_state {
	GNI_POST_PENDING,
	GNI_POST_COMPLETED,
	GNI_POST_ERROR,
	GNI_POST_TIMEOUT,
	GNI_POST_TERMINATED,
	GNI_POST_REMOTE_DATA,
} gni_post_state_t;

/**
 * struct gni_mem_segment - a part of memory
 * @address: of its first byte
 * @length: bytes
 */
typedef struct gni_mem_segment {
	uint64_t address;
	uint64_t length;
} gni_mem_segment_t;

/**
 * enum gni_nic_device - type of device
 * @GNI_DEVICE_GEMINI: a Gemini
 * @GNI_DEVICE_ARIES: an Aries
 * @GNI_DEVICE_PISCES: a Pisces
 * @GNI_DEVICE_LAST: how many there are
 */
typedef enum gni_nic_device {
	GNI_DEVICE_GEMINI = 0,
	GNI_DEVICE_ARIES = 1,
	GNI_DEVICE_PISCES = 2,
	GNI_DEVICE_LAST,
} gni_nic_device_t;

/**
 * enum gni_dev_res - resources of a device
 * @GNI_DEV_RES_FIRST: none
 * @GNI_DEV_RES_MDD: domains of memory
 * @GNI_DEV_RES_MRT: entries for pages
 * @GNI_DEV_RES_CQ: completion queues
 * @GNI_DEV_RES_FMA: windows for small transfers
 * @GNI_DEV_RES_CE: channels of the collective engine
 * @GNI_DEV_RES_DLA: blocks of the delivery of AMOs
 * @GNI_DEV_RES_LAST: how many there are
 */
typedef enum gni_dev_res {
	GNI_DEV_RES_FIRST = 0,
	GNI_DEV_RES_MDD,
	GNI_DEV_RES_MRT,
	GNI_DEV_RES_CQ,
	GNI_DEV_RES_FMA,
	GNI_DEV_RES_CE,
	GNI_DEV_RES_DLA,
	GNI_DEV_RES_LAST,
} gni_dev_res_t;

/**
 * struct gni_dev_res_desc - limits of a device's resource
 * @available: left
 * @reserved: set aside
 * @held: in use
 * @total: of all
 */
typedef struct gni_dev_res_desc {
	uint64_t available;
	uint64_t reserved;
	uint64_t held;
	uint64_t total;
} gni_dev_res_desc_t;

/**
 * enum gni_job_res - resources of a job
 * @GNI_JOB_RES_FIRST: none
 * @GNI_JOB_RES_MDD: domains of memory
 * @GNI_JOB_RES_MRT: entries for pages
 * @GNI_JOB_RES_IOMMU: address space
 * @GNI_JOB_RES_GART: entries of the host bridge
 * @GNI_JOB_RES_CQ: completion queues
 * @GNI_JOB_RES_FMA: windows for small transfers
 * @GNI_JOB_RES_RMDA: concurrent transfers
 * @GNI_JOB_RES_CE: channels of the collective engine
 * @GNI_JOB_RES_DLA: blocks of the delivery of AMOs
 * @GNI_JOB_RES_SFMA: shared windows
 * @GNI_JOB_RES_LAST: how many there are
 */
typedef enum gni_job_res {
	GNI_JOB_RES_FIRST = 0,
	GNI_JOB_RES_MDD,
	GNI_JOB_RES_MRT,
	GNI_JOB_RES_IOMMU,
	GNI_JOB_RES_GART,
	GNI_JOB_RES_CQ,
	GNI_JOB_RES_FMA,
	GNI_JOB_RES_RMDA,
	GNI_JOB_RES_CE,
	GNI_JOB_RES_DLA,
	GNI_JOB_RES_SFMA,
	GNI_JOB_RES_LAST,
} gni_job_res_t;

/**
 * struct gni_job_res_desc - limits of a job's resource
 * @used: in use
 * @limit: at most
 */
typedef struct gni_job_res_desc {
	uint64_t used;
	uint64_t limit;
} gni_job_res_desc_t;

/**
 * struct gni_version_info - versions of library and driver
 * @ugni_version: of the library
 * @ugni_svn_revision: likewise
 * @ugni_build_string: likewise, as text
 * @kgni_version: of the driver
 * @kgni_svn_revision: likewise
 * @kgni_build_string: likewise, as text
 */
typedef struct gni_version_info {
	uint32_t ugni_version;
	uint32_t ugni_svn_revision;
	char ugni_build_string[80];
	uint32_t kgni_version;
	uint32_t kgni_svn_revision;
	char kgni_build_string[80];
} gni_version_info_t;

/**
 * enum gni_statistic - counters of a NIC handle
 * @GNI_STAT_SMSG_BUFF_CREDITS_STALL: sends without room in the buffer
 * @GNI_STAT_SMSG_DLA_STALL: sends held up by the delivery of AMOs
 * @GNI_STAT_SMSG_MBOX_CREDITS_STALL: sends without room in the mailbox
 * @GNI_STAT_SMSG_REQ_STALL: sends without a descriptor
 * @GNI_STAT_SMSG_RETRANS_COUNT: messages sent again
 * @GNI_STAT_SMSG_RETRANS_DLA_COUNT: likewise, for the delivery of AMOs
 * @GNI_STAT_SMSG_RETRANS_STALL: likewise, held up
 * @GNI_NUM_STATS: how many there are
 */
typedef enum gni_statistic {
	GNI_STAT_SMSG_BUFF_CREDITS_STALL = 0,
	GNI_STAT_SMSG_DLA_STALL,
	GNI_STAT_SMSG_MBOX_CREDITS_STALL,
	GNI_STAT_SMSG_REQ_STALL,
	GNI_STAT_SMSG_RETRANS_COUNT,
	GNI_STAT_SMSG_RETRANS_DLA_COUNT,
	GNI_STAT_SMSG_RETRANS_STALL,
	GNI_NUM_STATS,
} gni_statistic_t;

#endif /* GNI_TYPES_H */
