/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SERVE_ACCEPT_H
#define SERVE_ACCEPT_H

#include "gpcd-exporter/expose/page.h"

/*
 * Choose the format of a page by the client's header Accept, or NULL. If several ranges match a
 * format, the most specific one counts. A range with a malformed quality is ignored. Returns
 * PAGE_OPENMETRICS if the client names it and does not prefer PAGE_TEXT; else PAGE_TEXT, even if
 * the client accepts neither.
 */
enum page_format accept_format(const char *accept);

#endif /* SERVE_ACCEPT_H */
