// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "document.h"
#include "out.h"
#include "unicode.h"

void document_put(struct out *out, json_t *object, const char *name, json_t *value)
{
	if (json_object_set_new(object, name, value))
		out->error = -ENOMEM;
}

void document_put_wide(struct out *out, json_t *object, const char *name, uint64_t value)
{
	document_put(out, object, name, json_sprintf("%ju", (uintmax_t)value));
}

void document_append(struct out *out, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		out->error = -ENOMEM;
}

json_t *document_new(struct out *out)
{
	json_t *document = json_object();

	document_put(out, document, "schema", json_integer(FORMAT_SCHEMA));
	return document;
}

json_t *document_text(const char *bytes)
{
	char *text = unicode_clean(bytes);
	json_t *string = json_string(text);

	free(text);
	return string;
}

static int add_bytes(const char *bytes, size_t length, void *out)
{
	out_add(out, "%.*s", (int)length, bytes);
	return 0;
}

void document_end(struct out *out, json_t *document, size_t flags)
{
	if (!out->error && json_dump_callback(document, add_bytes, out, flags))
		out->error = -ENOMEM;
	out_add(out, "\n");
	json_decref(document);
}
