// SPDX-License-Identifier: GPL-2.0-only
/*
 * One-sided: two words of the next rank's window, the fourth and fifth, or the fourth alone.
 */
#include <string.h>

#include "calls.h"

#define WORDS	8
#define FIRST	3
#define BYTES	16

static int64_t *base;
static int64_t out[2], in[2];
static MPI_Win win;
static MPI_Datatype pair;
static MPI_Request request;

/* The old contents of a rank's window. */
static int64_t old(int rank, int word)
{
	return 100 * rank + word;
}

static void begin(void)
{
	out[0] = 1000;
	out[1] = 2000;
	memset(in, 0x55, sizeof(in));
	for (int i = 0; i < WORDS; i++)
		base[i] = old(me, i);
	request = MPI_REQUEST_NULL;
	PMPI_Win_sync(win);
	meet(1);
}

static void window_is(const char *call, int64_t first, int64_t second)
{
	if (base[FIRST - 1] != old(me, FIRST - 1) || base[FIRST] != first ||
	    base[FIRST + 1] != second || base[FIRST + 2] != old(me, FIRST + 2))
		fault(call, "something else is in the window");
}

/* @came: so many words, which were in the next rank's window. */
static void end(const char *call, int64_t first, int64_t second, int came)
{
	PMPI_Wait(&request, MPI_STATUS_IGNORE);
	ASIDE(PMPI_Win_flush_all(win));
	meet(-1);
	PMPI_Win_sync(win);
	window_is(call, first, second);
	for (int i = 0; i < came; i++) {
		if (in[i] != old(after(1), FIRST + i))
			fault(call, "something else came back");
	}
	heard(call);
}

/* Twice, so that neither end may be taken for the other. */
#define PUT(name, first, second, ...) do {						\
	begin();									\
	expect_put(after(1), BYTES, 0);							\
	FORM(name)(out, 2, MPI_INT64_T, after(1), FIRST, 1, pair, __VA_ARGS__);		\
	end(NAME(FORM(name)), first, second, 0);					\
	begin();									\
	expect_put(after(1), BYTES, 0);							\
	FORM(name)(out, 1, pair, after(1), FIRST, 2, MPI_INT64_T, __VA_ARGS__);		\
	end(NAME(FORM(name)), first, second, 0);					\
} while (0)

#define GET(name, ...) do {								\
	begin();									\
	expect_get(after(1), BYTES);							\
	FORM(name)(in, 2, MPI_INT64_T, after(1), FIRST, 1, pair, __VA_ARGS__);		\
	end(NAME(FORM(name)), old(me, FIRST), old(me, FIRST + 1), 2);			\
	begin();									\
	expect_get(after(1), BYTES);							\
	FORM(name)(in, 1, pair, after(1), FIRST, 2, MPI_INT64_T, __VA_ARGS__);		\
	end(NAME(FORM(name)), old(me, FIRST), old(me, FIRST + 1), 2);			\
} while (0)

#define GET_ACCUMULATE(name, ...) do {							\
	begin();									\
	expect_put(after(1), BYTES, 0);							\
	expect_get(after(1), BYTES);							\
	FORM(name)(out, 2, MPI_INT64_T, in, 2, MPI_INT64_T, after(1), FIRST, 1, pair,	\
		   MPI_SUM, __VA_ARGS__);						\
	end(NAME(FORM(name)), old(me, FIRST) + 1000, old(me, FIRST + 1) + 2000, 2);	\
	begin();									\
	expect_get(after(1), BYTES);							\
	FORM(name)(NULL, 0, MPI_INT64_T, in, 2, MPI_INT64_T, after(1), FIRST, 1, pair,	\
		   MPI_NO_OP, __VA_ARGS__);						\
	end(NAME(FORM(name)), old(me, FIRST), old(me, FIRST + 1), 2);			\
} while (0)

#ifndef FORM_LARGE
static void atomics(void)
{
	const int64_t second = old(me, FIRST + 1), expected = old(after(1), FIRST);

	begin();
	expect_put(after(1), 8, 0);
	expect_get(after(1), 8);
	MPI_Fetch_and_op(out, in, MPI_INT64_T, after(1), FIRST, MPI_SUM, win);
	end("MPI_Fetch_and_op", old(me, FIRST) + 1000, second, 1);
	begin();
	expect_get(after(1), 8);
	MPI_Fetch_and_op(NULL, in, MPI_INT64_T, after(1), FIRST, MPI_NO_OP, win);
	end("MPI_Fetch_and_op, MPI_NO_OP", old(me, FIRST), second, 1);
	begin();
	expect_put(after(1), 8, 0);
	expect_put(after(1), 8, 0);
	expect_get(after(1), 8);
	MPI_Compare_and_swap(out, &expected, in, MPI_INT64_T, after(1), FIRST, win);
	end("MPI_Compare_and_swap", 1000, second, 1);
}
#endif

static void put_zeros(void)
{
	begin();
	memset(out, 0, sizeof(out));
	expect_put(after(1), BYTES, JOB_ZERO);
	FORM(MPI_Put)(out, 2, MPI_INT64_T, after(1), FIRST, 2, MPI_INT64_T, win);
	end("MPI_Put, of zeros", 0, 0, 0);
}

static void put_nowhere(void)
{
	begin();
	FORM(MPI_Put)(out, 2, MPI_INT64_T, MPI_PROC_NULL, FIRST, 2, MPI_INT64_T, win);
	FORM(MPI_Get)(in, 2, MPI_INT64_T, MPI_PROC_NULL, FIRST, 2, MPI_INT64_T, win);
	end("at MPI_PROC_NULL", old(me, FIRST), old(me, FIRST + 1), 0);
}

void FORM(check_onesided)(void)
{
	PMPI_Type_contiguous(2, MPI_INT64_T, &pair);
	PMPI_Type_commit(&pair);
	ASIDE(PMPI_Win_allocate_shared(WORDS * sizeof(*base), sizeof(*base), MPI_INFO_NULL, comm,
				       &base, &win));
	ASIDE(PMPI_Win_lock_all(0, win));
	PUT(MPI_Put, 1000, 2000, win);
	PUT(MPI_Rput, 1000, 2000, win, &request);
	PUT(MPI_Accumulate, old(me, FIRST) + 1000, old(me, FIRST + 1) + 2000, MPI_SUM, win);
	PUT(MPI_Raccumulate, old(me, FIRST) + 1000, old(me, FIRST + 1) + 2000, MPI_SUM, win,
	    &request);
	GET(MPI_Get, win);
	GET(MPI_Rget, win, &request);
	GET_ACCUMULATE(MPI_Get_accumulate, win);
	GET_ACCUMULATE(MPI_Rget_accumulate, win, &request);
#ifndef FORM_LARGE
	atomics();
#endif
	put_zeros();
	put_nowhere();
	ASIDE(PMPI_Win_unlock_all(win));
	ASIDE(PMPI_Win_free(&win));
	PMPI_Type_free(&pair);
}
