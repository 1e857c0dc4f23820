/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SERVE_LISTEN_H
#define SERVE_LISTEN_H

#include "gpcd-exporter/config/config.h"

/*
 * Listen at an address; port 0 is replaced by the port that the kernel chose. The caller closes
 * @fd. Returns 0 or a negative errno.
 */
int listen_open(union config_address *address, int *fd);

/* Return whether only programs of this machine can reach an address. */
bool listen_is_local(const union config_address *address);

#endif /* SERVE_LISTEN_H */
