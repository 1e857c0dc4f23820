/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SERVE_ACCEPT_H
#define SERVE_ACCEPT_H

#include "gpcd-exporter/expose/page.h"

/**
 * accept_format() - choose the format of a page
 * @accept: what the client accepts, as HTTP's header of that name, or NULL
 *
 * If several ranges match a format, the most specific one counts. A range with a malformed quality
 * is ignored.
 *
 * Return: PAGE_OPENMETRICS if the client names it, and likes PAGE_TEXT no better; else PAGE_TEXT,
 * also if it wants neither.
 */
enum page_format accept_format(const char *accept);

#endif /* SERVE_ACCEPT_H */
