// SPDX-License-Identifier: GPL-2.0-only
/* Messages out and in by one call: 12 bytes to the next rank; the tag is the sender. */
#include <string.h>

#include "calls.h"

#define COUNTED	3
#define BYTES	12

static char out[BYTES], in[2 * BYTES];

/* Zeros from the even ranks. */
static void fill(char *buf, int rank)
{
	memset(buf, rank % 2 ? rank : 0, BYTES);
}

static void begin(void)
{
	fill(out, me);
	fill(in, me);
	expect_message(after(1), BYTES, me % 2 ? 0 : JOB_ZERO);
}

static void end(const char *call, const char *came)
{
	char wanted[BYTES];

	fill(wanted, after(-1));
	if (memcmp(came, wanted, BYTES))
		fault(call, "something else arrived");
	heard(call);
}

/* By @last: the status, or a request. */
#define SENDRECV(name, last, finish) do {						\
	begin();									\
	memset(in, 0x55, BYTES);							\
	FORM(name)(out, COUNTED, MPI_INT, after(1), me, in, sizeof(in), MPI_BYTE,	\
		   after(-1), after(-1), comm, last);					\
	finish;										\
	end(NAME(FORM(name)), in);							\
	begin();									\
	FORM(name ## _replace)(out, COUNTED, MPI_INT, after(1), me, after(-1),	\
			       after(-1), comm, last);						\
	finish;										\
	end(NAME(FORM(name ## _replace)), out);						\
} while (0)

void FORM(check_sendrecv)(void)
{
#if MPI_VERSION >= 4
	MPI_Request request;
#endif

	SENDRECV(MPI_Sendrecv, MPI_STATUS_IGNORE, (void)0);
#if MPI_VERSION >= 4
	SENDRECV(MPI_Isendrecv, &request, PMPI_Wait(&request, MPI_STATUS_IGNORE));
#endif
}
