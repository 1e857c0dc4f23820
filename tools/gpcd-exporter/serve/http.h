/* SPDX-License-Identifier: GPL-2.0-only */
/* The page by HTTP. One thread does everything; a slow client does not delay others. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "gpcd-exporter/config/config.h"
#include "gpcd-exporter/devices/exports.h"

/* A server. */
struct http;

/*
 * Listen by the configuration, and report the address. The devices are read when a client asks and
 * the latest reading is too old. @before is a server that already listens there and will be closed
 * afterwards, or NULL. Returns an exit code, after reporting any error.
 */
int http_open(struct http **http, const struct config *config, struct exports *exports,
	      const struct http *before);

/*
 * Return a descriptor, owned by the server, on which POLLIN means that http_run() has something to
 * do.
 */
int http_fd(const struct http *http);

/* Return the maximum time to wait for that descriptor, ms; -1: no limit. */
int http_timeout(const struct http *http);

/*
 * Do part of the work that is possible without waiting. http_timeout() is then 0 if there is more.
 */
void http_run(struct http *http);

/* Close all connections and free the server; NULL is allowed. */
void http_close(struct http *http);

#endif /* SERVE_HTTP_H */
