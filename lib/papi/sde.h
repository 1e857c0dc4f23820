/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Registers as software-defined events: sde:::gpcd::NAME, in PAPI's own event sets. */
#ifndef PAPI_SDE_H
#define PAPI_SDE_H

/*
 * Register the register of a name that begins with sde:::gpcd:: with PAPI; other names need
 * nothing. No such name may reach PAPI without this: PAPI accepts software-defined events that no
 * library has registered, and they read as -1 for ever if none does. PAPI cannot drop such an
 * event: papi_sde_shutdown() of PAPI 7.0 leaves freed memory in its list. Return PAPI_OK if PAPI
 * may have the name, PAPI_ENOEVNT if there is no such register, PAPI_ENOMEM, or as device_error().
 */
int sde_register(const char *name);

/* Release the device. It is opened again when such an event is read. */
void sde_end(void);

#endif /* PAPI_SDE_H */
