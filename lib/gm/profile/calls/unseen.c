// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Calls in which ranks exchange messages that the MPI standard does not define: creation of
 * communicators, connection to other jobs, one-sided synchronisation, partitioned messages.
 */
#include "gm/profile/calls/unseen_form.h"
#include "gm/profile/messages/ranks.h"

/* All ranks call ranks_of() for a new communicator, so that they agree on its number. */
#define MAKES(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	int err = NEXT(name, UNPACK args);						\
											\
	if (err || !tell_wanted())							\
		return err;								\
	tell_unseen(TOLD_AS(name));							\
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
		tell_unseen(TOLD_AS(MPI_Win_test));
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
