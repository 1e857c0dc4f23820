// SPDX-License-Identifier: GPL-2.0-only
/*
 * Another profiling tool, for LD_PRELOAD before or after libgm-profile: at MPI_Finalize() each rank
 * prints how often MPI_Sendrecv() and MPI_Pcontrol() were called. It calls PMPI_ names, as tools
 * do. With TOOL_REFUSES it also stands for a system that does not let a process read its own memory
 * by the kernel.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma GCC visibility push(default)
#include <sys/uio.h>
#pragma GCC visibility pop

#include "gm/profile/call.h"

static int exchanges, levels;

int MPI_Sendrecv(const void *buf, int count, MPI_Datatype type, int dest, int tag, void *in,
		 int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
		 MPI_Status *status)
{
	exchanges++;
	return PMPI_Sendrecv(buf, count, type, dest, tag, in, in_count, in_type, source, in_tag,
			     comm, status);
}

int MPI_Pcontrol(const int level, ...)
{
	levels++;
	return PMPI_Pcontrol(level);
}

int MPI_Finalize(void)
{
	fprintf(stderr, "tool: exchanges %d, levels %d\n", exchanges, levels);
	return PMPI_Finalize();
}

ssize_t process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
			 const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
	if (pid != getpid() || !getenv("TOOL_REFUSES"))
		return syscall(SYS_process_vm_readv, pid, local, locals, remote, remotes, flags);
	errno = EPERM;
	return -1;
}
