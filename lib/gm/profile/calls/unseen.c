// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Calls whose traffic is not known, which are only counted by name, and calls that are not reported
 * at all.
 */
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/messages.h"
#include "gm/profile/report/report.h"

/*
 * Define a wrapper that counts its calls by name. @name is MPI_... or a macro of form.h for it,
 * @params and @args are the parenthesised parameters with and without types.
 */
#define UNSEEN(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	int err = NEXT(name, UNPACK args);						\
											\
	if (!err)									\
		report_unseen(REPORTED_AS(name));					\
	return err;									\
}

/* --- with sizes --- */

/*
 * Creation of windows, and access to files, for which ranks collect each other's data and share a
 * file pointer.
 */

UNSEEN(MPI_Win_create,
	(void *base, MPI_Aint size, DISPLACEMENT unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
	(base, size, unit, info, comm, win))
UNSEEN(MPI_Win_allocate,
	(MPI_Aint size, DISPLACEMENT unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win),
	(size, unit, info, comm, base, win))
UNSEEN(MPI_Win_allocate_shared,
	(MPI_Aint size, DISPLACEMENT unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win),
	(size, unit, info, comm, base, win))

/* FILE_HERE() is for access at the file pointer, FILE_AT() for access at an offset. */
#define FILE_HERE(name, buf_type, result_type)						\
UNSEEN(name,										\
	(MPI_File file, buf_type buf, COUNT count, MPI_Datatype type, result_type result),	\
	(file, buf, count, type, result))

#define FILE_AT(name, buf_type, result_type)						\
UNSEEN(name,										\
	(MPI_File file, MPI_Offset offset, buf_type buf, COUNT count, MPI_Datatype type,	\
	result_type result),								\
	(file, offset, buf, count, type, result))

#define FILE_BEGIN(name, buf_type)							\
UNSEEN(name, (MPI_File file, buf_type buf, COUNT count, MPI_Datatype type),		\
	(file, buf, count, type))

#define FILE_BEGIN_AT(name, buf_type)							\
UNSEEN(name,										\
	(MPI_File file, MPI_Offset offset, buf_type buf, COUNT count, MPI_Datatype type),	\
	(file, offset, buf, count, type))

FILE_HERE(MPI_File_read_all, void *, MPI_Status *)
FILE_HERE(MPI_File_write_all, const void *, MPI_Status *)
FILE_HERE(MPI_File_iread_all, void *, MPI_Request *)
FILE_HERE(MPI_File_iwrite_all, const void *, MPI_Request *)
FILE_HERE(MPI_File_read_shared, void *, MPI_Status *)
FILE_HERE(MPI_File_write_shared, const void *, MPI_Status *)
FILE_HERE(MPI_File_iread_shared, void *, MPI_Request *)
FILE_HERE(MPI_File_iwrite_shared, const void *, MPI_Request *)
FILE_HERE(MPI_File_read_ordered, void *, MPI_Status *)
FILE_HERE(MPI_File_write_ordered, const void *, MPI_Status *)
FILE_AT(MPI_File_read_at_all, void *, MPI_Status *)
FILE_AT(MPI_File_write_at_all, const void *, MPI_Status *)
FILE_AT(MPI_File_iread_at_all, void *, MPI_Request *)
FILE_AT(MPI_File_iwrite_at_all, const void *, MPI_Request *)
FILE_BEGIN(MPI_File_read_all_begin, void *)
FILE_BEGIN(MPI_File_write_all_begin, const void *)
FILE_BEGIN(MPI_File_read_ordered_begin, void *)
FILE_BEGIN(MPI_File_write_ordered_begin, const void *)
FILE_BEGIN_AT(MPI_File_read_at_all_begin, void *)
FILE_BEGIN_AT(MPI_File_write_at_all_begin, const void *)

#ifndef FORM_LARGE

/* --- without sizes: access to files --- */

UNSEEN(MPI_File_open,
	(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file),
	(comm, name, mode, info, file))
UNSEEN(MPI_File_close, (MPI_File *file), (file))
UNSEEN(MPI_File_sync, (MPI_File file), (file))
UNSEEN(MPI_File_set_size, (MPI_File file, MPI_Offset size), (file, size))
UNSEEN(MPI_File_preallocate, (MPI_File file, MPI_Offset size), (file, size))
UNSEEN(MPI_File_set_atomicity, (MPI_File file, int flag), (file, flag))
UNSEEN(MPI_File_set_info, (MPI_File file, MPI_Info info), (file, info))
UNSEEN(MPI_File_get_position_shared, (MPI_File file, MPI_Offset *offset), (file, offset))
UNSEEN(MPI_File_seek_shared, (MPI_File file, MPI_Offset offset, int whence),
	(file, offset, whence))
UNSEEN(MPI_File_set_view,
	(MPI_File file, MPI_Offset offset, MPI_Datatype unit, MPI_Datatype type, const char *form,
	MPI_Info info),
	(file, offset, unit, type, form, info))

/* --- without sizes: messages that the MPI standard does not define --- */

/*
 * Creation of communicators, connection to other jobs, one-sided synchronisation, partitioned
 * messages.
 */

/* All ranks call ranks_of() for a new communicator, so that they agree on its number. */
#define MAKES(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	int err = NEXT(name, UNPACK args);						\
											\
	if (err || !report_wanted())							\
		return err;								\
	report_unseen(REPORTED_AS(name));						\
	if (*result != MPI_COMM_NULL)							\
		ranks_of(*result);							\
	return err;									\
}

MAKES(MPI_Comm_dup, (MPI_Comm comm, MPI_Comm *result), (comm, result))
MAKES(MPI_Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *result),
	(comm, info, result))
UNSEEN(MPI_Comm_idup, (MPI_Comm comm, MPI_Comm *result, MPI_Request *request),
	(comm, result, request))
MAKES(MPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *result), (comm, group, result))
MAKES(MPI_Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *result),
	(comm, group, tag, result))
MAKES(MPI_Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *result),
	(comm, color, key, result))
MAKES(MPI_Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *result),
	(comm, type, key, info, result))
MAKES(MPI_Cart_create,
	(MPI_Comm comm, int dims, const int sizes[], const int periods[], int reorder,
	MPI_Comm *result),
	(comm, dims, sizes, periods, reorder, result))
MAKES(MPI_Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm *result), (comm, remain, result))
MAKES(MPI_Graph_create,
	(MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder,
	MPI_Comm *result),
	(comm, nodes, index, edges, reorder, result))
MAKES(MPI_Dist_graph_create,
	(MPI_Comm comm, int nodes, const int sources[], const int degrees[], const int targets[],
	const int weights[], MPI_Info info, int reorder, MPI_Comm *result),
	(comm, nodes, sources, degrees, targets, weights, info, reorder, result))
MAKES(MPI_Dist_graph_create_adjacent,
	(MPI_Comm comm, int in, const int sources[], const int in_weights[], int out,
	const int targets[], const int out_weights[], MPI_Info info, int reorder,
	MPI_Comm *result),
	(comm, in, sources, in_weights, out, targets, out_weights, info, reorder, result))

MAKES(MPI_Intercomm_create,
	(MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag, MPI_Comm *result),
	(local, leader, peer, remote_leader, tag, result))
MAKES(MPI_Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm *result), (comm, high, result))
MAKES(MPI_Comm_spawn,
	(const char *command, char *argv[], int max, MPI_Info info, int root, MPI_Comm comm,
	MPI_Comm *result, int errors[]),
	(command, argv, max, info, root, comm, result, errors))
MAKES(MPI_Comm_spawn_multiple,
	(int count, char *commands[], char **argvs[], const int max[], const MPI_Info infos[],
	int root, MPI_Comm comm, MPI_Comm *result, int errors[]),
	(count, commands, argvs, max, infos, root, comm, result, errors))
MAKES(MPI_Comm_accept,
	(const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *result),
	(port, info, root, comm, result))
MAKES(MPI_Comm_connect,
	(const char *port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *result),
	(port, info, root, comm, result))
MAKES(MPI_Comm_join, (int fd, MPI_Comm *result), (fd, result))
UNSEEN(MPI_Comm_disconnect, (MPI_Comm *comm), (comm))
UNSEEN(MPI_Comm_set_info, (MPI_Comm comm, MPI_Info info), (comm, info))

UNSEEN(MPI_Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win), (info, comm, win))
UNSEEN(MPI_Win_free, (MPI_Win *win), (win))
UNSEEN(MPI_Win_set_info, (MPI_Win win, MPI_Info info), (win, info))
UNSEEN(MPI_Win_fence, (int assert, MPI_Win win), (assert, win))
UNSEEN(MPI_Win_start, (MPI_Group group, int assert, MPI_Win win), (group, assert, win))
UNSEEN(MPI_Win_post, (MPI_Group group, int assert, MPI_Win win), (group, assert, win))
UNSEEN(MPI_Win_complete, (MPI_Win win), (win))
UNSEEN(MPI_Win_wait, (MPI_Win win), (win))
/* Only a successful test counts, as one MPI_Win_wait() would. */
int FORM(MPI_Win_test)(MPI_Win win, int *flag)
{
	int err = NEXT(MPI_Win_test, win, flag);

	if (!err && *flag)
		report_unseen(REPORTED_AS(MPI_Win_test));
	return err;
}

UNSEEN(MPI_Win_lock, (int type, int rank, int assert, MPI_Win win), (type, rank, assert, win))
UNSEEN(MPI_Win_lock_all, (int assert, MPI_Win win), (assert, win))
UNSEEN(MPI_Win_unlock, (int rank, MPI_Win win), (rank, win))
UNSEEN(MPI_Win_unlock_all, (MPI_Win win), (win))
UNSEEN(MPI_Win_flush, (int rank, MPI_Win win), (rank, win))
UNSEEN(MPI_Win_flush_all, (MPI_Win win), (win))
UNSEEN(MPI_Win_flush_local, (int rank, MPI_Win win), (rank, win))
UNSEEN(MPI_Win_flush_local_all, (MPI_Win win), (win))

#if MPI_VERSION >= 4
UNSEEN(MPI_Comm_idup_with_info,
	(MPI_Comm comm, MPI_Info info, MPI_Comm *result, MPI_Request *request),
	(comm, info, result, request))
MAKES(MPI_Comm_create_from_group,
	(MPI_Group group, const char *tag, MPI_Info info, MPI_Errhandler handler, MPI_Comm *result),
	(group, tag, info, handler, result))
MAKES(MPI_Intercomm_create_from_groups,
	(MPI_Group local, int leader, MPI_Group remote, int remote_leader, const char *tag,
	MPI_Info info, MPI_Errhandler handler, MPI_Comm *result),
	(local, leader, remote, remote_leader, tag, info, handler, result))
UNSEEN(MPI_Pready, (int partition, MPI_Request request), (partition, request))
UNSEEN(MPI_Pready_range, (int low, int high, MPI_Request request), (low, high, request))
UNSEEN(MPI_Pready_list, (int count, int partitions[], MPI_Request request),
	(count, partitions, request))
#endif

/* --- not reported --- */

/*
 * The time inside these calls does not count as computing, and an MPI library may use them to
 * advance an earlier file access by MPI calls of its own, which must not count.
 */

#define QUIET(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	return NEXT(name, UNPACK args);							\
}

QUIET(MPI_Request_get_status, (MPI_Request request, int *flag, MPI_Status *status),
      (request, flag, status))

/* Probes wait or poll for a message: neither is computing. */
QUIET(MPI_Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status),
      (source, tag, comm, status))
QUIET(MPI_Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status),
      (source, tag, comm, flag, status))

#define QUIET_END(name, buf_type)							\
QUIET(name, (MPI_File file, buf_type buf, MPI_Status *status), (file, buf, status))

QUIET_END(MPI_File_read_all_end, void *)
QUIET_END(MPI_File_write_all_end, const void *)
QUIET_END(MPI_File_read_at_all_end, void *)
QUIET_END(MPI_File_write_at_all_end, const void *)
QUIET_END(MPI_File_read_ordered_end, void *)
QUIET_END(MPI_File_write_ordered_end, const void *)

#endif /* FORM_LARGE */
