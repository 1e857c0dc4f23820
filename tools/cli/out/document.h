/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON documents. A member whose type may have more than 53 bits is always a string.
 *
 * Jansson returns NULL if it has no memory for a value. Nothing may be left out silently, so these
 * functions set the record's error to -ENOMEM then.
 */
#ifndef CLI_DOCUMENT_H
#define CLI_DOCUMENT_H

#include <jansson.h>
#include <stdint.h>

#include "format.h"

/*
 * Begin a document for @out, with the number of the schema. Return an object for document_end(), or
 * NULL.
 */
json_t *document_new(struct out *out);

/* Set a member of a JSON object; takes over the reference to @value. */
void document_put(struct out *out, json_t *object, const char *name, json_t *value);

/* Likewise; the member's name may have any bytes, as unicode_escape() shows them. */
void document_put_named(struct out *out, json_t *object, const char *name, json_t *value);

/* Set a member that may have more than 53 bits, as a string. */
void document_put_wide(struct out *out, json_t *object, const char *name, uint64_t value);

/* Append to a JSON array; takes over the reference to @value. */
void document_append(struct out *out, json_t *array, json_t *value);

/*
 * Make a JSON string of any bytes, such as a file's name; bytes that are not UTF-8 are replaced.
 * Return NULL if there is no memory.
 */
json_t *document_text(const char *bytes);

/* Add the document to a record and free it; @flags as for json_dumps(). */
void document_end(struct out *out, json_t *document, size_t flags);

#endif /* CLI_DOCUMENT_H */
