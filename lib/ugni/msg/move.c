// SPDX-License-Identifier: LGPL-2.1-or-later
/* Moves the bytes of large messages. */
#include "inside.h"

int msg_move_begin(struct msg *msg, struct msg_moved *moved, const void *data, size_t bytes)
{
	gni_return_t rc = GNI_MemRegister(msg->nic, (uintptr_t)data, bytes, NULL,
					  GNI_MEM_READWRITE, -1, &moved->memory);

	moved->registered = !rc;
	moved->post.local_addr = (uintptr_t)data;
	return msg_called(msg, rc, "GNI_MemRegister");
}

int msg_move(struct msg *msg, struct msg_moved *moved, gni_post_type_t type, unsigned int rank,
	     const struct msg_header *there, size_t bytes)
{
	moved->post = (gni_post_descriptor_t){
		.type = type, .cq_mode = GNI_CQMODE_GLOBAL_EVENT,
		.dlvr_mode = GNI_DLVMODE_PERFORMANCE,
		.local_addr = moved->post.local_addr, .local_mem_hndl = moved->memory,
		.remote_addr = there->address, .remote_mem_hndl = there->memory, .length = bytes,
		.post_id = (uintptr_t)moved,
	};
	return msg_called(msg, GNI_PostRdma(msg->peer[rank].ep, &moved->post), "GNI_PostRdma");
}

int msg_move_end(struct msg *msg, struct msg_moved *moved)
{
	if (!moved->registered)
		return 0;
	moved->registered = false;
	return msg_called(msg, GNI_MemDeregister(msg->nic, &moved->memory), "GNI_MemDeregister");
}
