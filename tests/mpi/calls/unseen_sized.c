// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls counted by name, with sizes of either form: they make windows, or read and write files
 * together. Each rank has 8 equal bytes of the file.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"

#define BYTES	8

static char out[BYTES] = "written", in[BYTES];
static MPI_File file;
static MPI_Request request;

static void window_is(const char *call, MPI_Win win)
{
	MPI_Aint *size;
	int *unit, set;

	PMPI_Win_get_attr(win, MPI_WIN_SIZE, &size, &set);
	PMPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &set);
	if (*size != 64 || *unit != 4)
		fault(call, "another window");
	ASIDE(PMPI_Win_free(&win));
	heard(call);
}

static void windows(void)
{
	char room[64];
	void *base;
	MPI_Win win;

	/* Open MPI 4.1 refuses it to a single rank. */
	if (ranks > 1) {
		expect_unseen(NAME(FORM(MPI_Win_create)));
		FORM(MPI_Win_create)(room, 64, 4, MPI_INFO_NULL, comm, &win);
		window_is(NAME(FORM(MPI_Win_create)), win);
	}
	expect_unseen(NAME(FORM(MPI_Win_allocate)));
	FORM(MPI_Win_allocate)(64, 4, MPI_INFO_NULL, comm, &base, &win);
	window_is(NAME(FORM(MPI_Win_allocate)), win);
	expect_unseen(NAME(FORM(MPI_Win_allocate_shared)));
	FORM(MPI_Win_allocate_shared)(64, 4, MPI_INFO_NULL, comm, &base, &win);
	window_is(NAME(FORM(MPI_Win_allocate_shared)), win);
}

static void begin(const char *call, const char *content)
{
	memset(in, 0x55, sizeof(in));
	request = MPI_REQUEST_NULL;
	PMPI_File_write_at(file, me * BYTES, content, BYTES, MPI_BYTE, MPI_STATUS_IGNORE);
	PMPI_File_seek(file, me * BYTES, MPI_SEEK_SET);
	ASIDE(PMPI_File_seek_shared(file, 0, MPI_SEEK_SET));
	ASIDE(PMPI_Barrier(comm));
	expect_unseen(call);
}

static void end(const char *call)
{
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	ASIDE(PMPI_Barrier(comm));
	if (in[0] == 0x55)
		PMPI_File_read_at(file, me * BYTES, in, BYTES, MPI_BYTE, MPI_STATUS_IGNORE);
	if (memcmp(in, out, BYTES))
		fault(call, "something else was read or written");
	heard(call);
}

/* The file contains what is to be read, or something other than what is written. */
#define READS(name, ...) do {								\
	begin(NAME(FORM(name)), out);							\
	FORM(name)(file, __VA_ARGS__);							\
	end(NAME(FORM(name)));								\
} while (0)

#define WRITES(name, ...) do {								\
	begin(NAME(FORM(name)), "another");						\
	FORM(name)(file, __VA_ARGS__);							\
	end(NAME(FORM(name)));								\
} while (0)

#define SPLIT(kind, name, end_name, buf, ...) do {					\
	begin(NAME(FORM(name)), kind);							\
	FORM(name)(file, __VA_ARGS__);							\
	end_name(file, buf, MPI_STATUS_IGNORE);						\
	end(NAME(FORM(name)));								\
} while (0)

static void here(void)
{
	READS(MPI_File_read_all, in, 2, MPI_INT, MPI_STATUS_IGNORE);
	READS(MPI_File_iread_all, in, 2, MPI_INT, &request);
	READS(MPI_File_read_shared, in, 2, MPI_INT, MPI_STATUS_IGNORE);
	READS(MPI_File_iread_shared, in, 2, MPI_INT, &request);
	READS(MPI_File_read_ordered, in, 2, MPI_INT, MPI_STATUS_IGNORE);
	WRITES(MPI_File_write_all, out, 2, MPI_INT, MPI_STATUS_IGNORE);
	WRITES(MPI_File_iwrite_all, out, 2, MPI_INT, &request);
	WRITES(MPI_File_write_shared, out, 2, MPI_INT, MPI_STATUS_IGNORE);
	WRITES(MPI_File_iwrite_shared, out, 2, MPI_INT, &request);
	WRITES(MPI_File_write_ordered, out, 2, MPI_INT, MPI_STATUS_IGNORE);
}

static void at(void)
{
	MPI_Offset offset = me * BYTES;

	READS(MPI_File_read_at_all, offset, in, 2, MPI_INT, MPI_STATUS_IGNORE);
	READS(MPI_File_iread_at_all, offset, in, 2, MPI_INT, &request);
	WRITES(MPI_File_write_at_all, offset, out, 2, MPI_INT, MPI_STATUS_IGNORE);
	WRITES(MPI_File_iwrite_at_all, offset, out, 2, MPI_INT, &request);
}

static void in_two(void)
{
	MPI_Offset offset = me * BYTES;

	SPLIT(out, MPI_File_read_all_begin, PMPI_File_read_all_end, in, in, 2, MPI_INT);
	SPLIT(out, MPI_File_read_ordered_begin, PMPI_File_read_ordered_end, in, in, 2, MPI_INT);
	SPLIT(out, MPI_File_read_at_all_begin, PMPI_File_read_at_all_end, in, offset, in, 2,
	      MPI_INT);
	SPLIT("another", MPI_File_write_all_begin, PMPI_File_write_all_end, out, out, 2, MPI_INT);
	SPLIT("another", MPI_File_write_ordered_begin, PMPI_File_write_ordered_end, out, out, 2,
	      MPI_INT);
	SPLIT("another", MPI_File_write_at_all_begin, PMPI_File_write_at_all_end, out, offset, out,
	      2, MPI_INT);
}

void FORM(check_unseen_sized)(void)
{
	windows();
	ASIDE(PMPI_File_open(comm, "file", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
	here();
	at();
	in_two();
	ASIDE(PMPI_File_close(&file));
}
