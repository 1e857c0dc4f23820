/* SPDX-License-Identifier: GPL-2.0-only */
/* The series of a device: its metrics, bound to its registers. */
#ifndef DEVICES_BIND_H
#define DEVICES_BIND_H

#include "device.h"

/*
 * Bind the metrics of an open device whose info is filled in. @cables is where links lead, or NULL
 * if unknown. Totals continue for the same chip and restart for another. Returns 0, -ENODATA if no
 * metric applies, -EMSGSIZE for too many registers, -ENOMEM, or an error of libgpcd; after an error
 * the device may only be unbound.
 */
int bind_device(struct device *device, const struct choice *choice,
		const struct interconnect *cables);

/* Free what bind_device() made, except the totals. */
void unbind_device(struct device *device);

#endif /* DEVICES_BIND_H */
