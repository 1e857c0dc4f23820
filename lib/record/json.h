/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text in which a recording describes itself. */
#ifndef RECORD_JSON_H
#define RECORD_JSON_H

#include <jansson.h>

/*
 * Parse a text; keys may not repeat. Free the result with json_decref(). Not for several threads at
 * once. Returns 0, -EINVAL for what is no JSON, or -ENOMEM.
 */
int json_parse(const char *text, size_t length, json_t **json);

#endif /* RECORD_JSON_H */
