/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SERVE_LISTEN_H
#define SERVE_LISTEN_H

#include "gpcd-exporter/config/config.h"

/**
 * listen_open() - listen at an address
 * @address: the address; port 0 receives the port that the kernel chose
 * @fd: receives the socket
 *
 * Return: 0 or a negative errno.
 */
int listen_open(union config_address *address, int *fd);

/**
 * listen_is_local() - tell if only programs of this machine reach an address
 * @address: the address
 */
bool listen_is_local(const union config_address *address);

#endif /* SERVE_LISTEN_H */
