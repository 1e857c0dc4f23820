// SPDX-License-Identifier: LGPL-2.1-or-later
#include "next/next.h"
#include "nics.h"
#include "ugni/include/gni_pub.h"

struct attached {
	gni_cdm_handle_t cdm;
	gni_nic_handle_t nic;
};

static struct attached attached[NICS];
static unsigned int count;

void nics_add(gni_cdm_handle_t cdm, gni_nic_handle_t nic)
{
	if (count < NICS)
		attached[count++] = (struct attached){ cdm, nic };
}

void nics_drop(const struct gni_cdm *cdm)
{
	for (unsigned int i = count; i--; ) {
		if (attached[i].cdm == cdm)
			attached[i] = attached[--count];
	}
}

void nics_route(uint16_t mode)
{
	for (unsigned int i = 0; i < count; i++)
		NEXT(GNI_SmsgSetDeliveryMode)(attached[i].nic, mode);
}
