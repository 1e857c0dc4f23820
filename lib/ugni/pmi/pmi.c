// SPDX-License-Identifier: LGPL-2.1-or-later
/* PMI for programs under the emulated uGNI, whose simulator knows the job. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ugni/include/gni_types.h"
#include "ugni/include/gpcd_ugni.h"
#include "ugni/include/pmi.h"
#include "ugni/wire.h"

static bool begun;

static int number_of(const char *name)
{
	const char *text = getenv(name);

	return text ? atoi(text) : 0;
}

/* Store what a query asks for. */
static int answer(int *to, int value)
{
	if (!begun)
		return PMI_ERR_INIT;
	if (!to)
		return PMI_ERR_INVALID_ARG;
	*to = value;
	return PMI_SUCCESS;
}

int PMI_Init(int *spawned)
{
	if (!spawned)
		return PMI_ERR_INVALID_ARG;
	if (!begun && gpcd_ugni_compute(0))
		return PMI_FAIL;
	begun = true;
	*spawned = PMI_FALSE;
	return PMI_SUCCESS;
}

int PMI_Initialized(PMI_BOOL *initialized)
{
	if (!initialized)
		return PMI_ERR_INVALID_ARG;
	*initialized = begun ? PMI_TRUE : PMI_FALSE;
	return PMI_SUCCESS;
}

int PMI_Finalize(void)
{
	if (!begun)
		return PMI_ERR_INIT;
	begun = false;
	return PMI_SUCCESS;
}

int PMI_Abort(int exit_code, const char error_msg[])
{
	fprintf(stderr, "libpmi: rank %d aborts the job%s%s\n", number_of(UGNI_RANK),
		error_msg ? ": " : "", error_msg ? error_msg : "");
	exit(exit_code & 0xff ? exit_code : 1);
}

int PMI_Get_size(int *size)
{
	return answer(size, number_of(UGNI_COUNT));
}

int PMI_Get_rank(int *rank)
{
	return answer(rank, number_of(UGNI_RANK));
}

int PMI_Get_appnum(int *appnum)
{
	return answer(appnum, 0);
}

int PMI_Get_numpes_on_smp(int *num)
{
	return answer(num, 1);
}

/* A node's number is one less than the address of its NIC. */
int PMI_Get_nid(int rank, int *nid)
{
	const char *list = getenv(UGNI_ADDRESSES);

	if (begun && (rank < 0 || rank >= number_of(UGNI_COUNT)))
		return PMI_ERR_INVALID_ARG;
	while (list && rank-- > 0) {
		list = strchr(list, ',');
		list = list ? list + 1 : NULL;
	}
	return answer(nid, list ? atoi(list) - 1 : 0);
}

static int result_of(int rc)
{
	switch (rc) {
	case GNI_RC_SUCCESS:
		return PMI_SUCCESS;
	case GNI_RC_SIZE_ERROR:
		return PMI_ERR_INVALID_LENGTH;
	case GNI_RC_ERROR_NOMEM:
		return PMI_ERR_NOMEM;
	case GNI_RC_INVALID_PARAM:
		return PMI_ERR_INVALID_ARG;
	default:
		return PMI_FAIL;
	}
}

int PMI_Barrier(void)
{
	if (!begun)
		return PMI_ERR_INIT;
	return gpcd_ugni_exchange(NULL, NULL, 0) ? PMI_FAIL : PMI_SUCCESS;
}

int PMI_Allgather(void *in, void *out, int len)
{
	if (!begun)
		return PMI_ERR_INIT;
	if (len < 0)
		return PMI_ERR_INVALID_LENGTH;
	return result_of(gpcd_ugni_exchange(in, out, len));
}
