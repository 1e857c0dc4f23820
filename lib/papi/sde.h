/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Registers as software-defined events: sde:::gpcd::NAME, in PAPI's own event sets.
 */
#ifndef PAPI_SDE_H
#define PAPI_SDE_H

/**
 * sde_tell() - tell PAPI of the register that a name means, if it begins with sde:::gpcd::
 * @name: the name of any event
 *
 * PAPI lets software-defined events be added before a library tells of them, and they read -1 for
 * ever if it never does. So no such name may reach it without this.
 *
 * PAPI can forget no such event: papi_sde_shutdown() of PAPI 7.0 leaves in its list what it has
 * freed.
 *
 * Return: PAPI_OK: PAPI may have the name; PAPI_ENOEVNT there is no such register; PAPI_ENOMEM; or
 * as device_error().
 */
int sde_tell(const char *name);

/** sde_end() - let go of the device; it is opened again when such an event is read */
void sde_end(void);

#endif /* PAPI_SDE_H */
