// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Unseen calls that have sizes, and so two forms: creation of windows, and access to files, for
 * which ranks collect each other's data and share a file pointer.
 */
#include "gm/profile/calls/unseen_form.h"

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
#endif
