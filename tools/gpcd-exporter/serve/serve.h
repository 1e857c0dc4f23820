/* SPDX-License-Identifier: GPL-2.0-only */
/* The exporter's main loop. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "gpcd-exporter/config/config.h"
#include "gpcd-exporter/devices/exports.h"
#include "http.h"

/* A signal asks to reload the configuration. */
#define SERVE_RELOAD	(-1)

/*
 * Listen by HTTP if the configuration wants it. @http is the previous server or NULL, and receives
 * the new one or NULL; @before is the previous server's configuration. An unchanged address stays
 * open without a gap. After an error the previous server continues. Returns an exit code, after
 * reporting any error.
 */
int serve_open(struct http **http, const struct config *config, const struct config *before,
	       struct exports *exports);

/*
 * Answer by HTTP, or if @http is NULL write the page to a file, once or periodically, until a
 * signal asks for something else. The file always contains a complete page, old or new; if it
 * cannot be written, the old one stays and writing is tried again. Returns SERVE_RELOAD, or an exit
 * code: of the last write; EXIT_DEVICE if it was the only one and a device is down, a pattern
 * found nothing, or labels are ignored.
 */
int serve_run(struct http *http, const struct config *config, struct exports *exports);

#endif /* SERVE_SERVE_H */
