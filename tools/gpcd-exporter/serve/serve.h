/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the exporter does until it is asked to end.
 */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "gpcd-exporter/config/config.h"
#include "gpcd-exporter/devices/exports.h"

/**
 * serve_http() - answer by HTTP, and read devices in between, until a signal asks for the end
 * @config: the configuration
 * @exports: the devices
 *
 * Return: the exit code, having said what is wrong.
 */
int serve_http(const struct config *config, struct exports *exports);

/**
 * serve_textfile() - write the page to a file, once or until a signal asks for the end
 * @config: the configuration
 * @exports: the devices
 *
 * The file has the old page or the new one, whole. Where it cannot be written the old one stays,
 * and the next time is tried again.
 *
 * Return: the exit code of the last time; EXIT_DEVICE: it was the only one, and a device is
 * down, or a pattern found nothing.
 */
int serve_textfile(const struct config *config, struct exports *exports);

#endif /* SERVE_SERVE_H */
