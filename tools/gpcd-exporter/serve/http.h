/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The page by HTTP. One thread does all; a client that is slow keeps none from another's page.
 */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "gpcd-exporter/config/config.h"
#include "gpcd-exporter/devices/exports.h"

/** struct http - a server */
struct http;

/**
 * http_open() - listen, and say where
 * @http: receives the server, for http_close()
 * @config: where to listen, for how many clients, and how old a reading may be
 * @exports: the devices; they are read when somebody asks and the latest reading is too old
 * @before: a server that listens there already, and is closed after this; or NULL
 *
 * Return: the exit code, having said what is wrong.
 */
int http_open(struct http **http, const struct config *config, struct exports *exports,
	      const struct http *before);

/**
 * http_fd() - return a descriptor to wait for: POLLIN means that http_run() has something to do
 * @http: the server, which owns the descriptor
 */
int http_fd(const struct http *http);

/**
 * http_timeout() - return how long to wait for that descriptor at most, ms; -1: for ever
 * @http: the server
 */
int http_timeout(const struct http *http);

/**
 * http_run() - do a part of what can be done without waiting
 * @http: the server; http_timeout() is 0 if there is more to do
 */
void http_run(struct http *http);

/**
 * http_close() - end all connections and free the server
 * @http: the server, or NULL
 */
void http_close(struct http *http);

#endif /* SERVE_HTTP_H */
