/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the exporter does until it is asked to end.
 */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "gpcd-exporter/config/config.h"
#include "gpcd-exporter/devices/exports.h"
#include "http.h"

/** SERVE_RELOAD: a signal asks for another configuration */
#define SERVE_RELOAD	(-1)

/**
 * serve_open() - listen by HTTP, if the configuration wants it
 * @http: the server before this, or NULL: there is none; receives the server or NULL
 * @config: the configuration
 * @before: that of the server before this
 * @exports: the devices
 *
 * The same address is listened at all the time. After an error the server before this goes on.
 *
 * Return: the exit code, having said what is wrong.
 */
int serve_open(struct http **http, const struct config *config, const struct config *before,
	       struct exports *exports);

/**
 * serve_run() - answer by HTTP or write the page to a file, until a signal asks for something else
 * @http: the server, or NULL: write to a file, once or again and again
 * @config: the configuration
 * @exports: the devices, which are read in between
 *
 * The file has the old page or the new one, whole. Where it cannot be written the old one stays,
 * and the next time is tried again.
 *
 * Return: SERVE_RELOAD, or the exit code: of a file that of the last time; EXIT_DEVICE: it was the
 * only one, and a device is down, or a pattern found nothing.
 */
int serve_run(struct http *http, const struct config *config, struct exports *exports);

#endif /* SERVE_SERVE_H */
