// SPDX-License-Identifier: LGPL-2.1-or-later
/* The device whose counters PAPI's clients get. */
#include <errno.h>
#include <papi.h>
#include <pthread.h>

#include "device.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gpcd *device;

int device_get(struct gpcd **dev)
{
	int err = 0;

	pthread_mutex_lock(&lock);
	if (!device)
		err = gpcd_open(NULL, &device);
	*dev = device;
	pthread_mutex_unlock(&lock);
	return err;
}

void device_drop(void)
{
	pthread_mutex_lock(&lock);
	gpcd_close(device);
	device = NULL;
	pthread_mutex_unlock(&lock);
}

int device_error(int err)
{
	switch (err) {
	case 0:
		return PAPI_OK;
	case -EPERM:
	case -EACCES:
		return PAPI_EPERM;
	case -ENXIO:
		return PAPI_ENOEVNT;
	case -ENODEV:
	case -ESTALE:
		return PAPI_ECLOST;
	case -ENOMEM:
		return PAPI_ENOMEM;
	default:
		errno = -err;
		return PAPI_ESYS;
	}
}
