// SPDX-License-Identifier: GPL-2.0-only
/*
 * File names of any bytes, made fit for JSON and for a terminal (tools/cli/out/unicode.c). iconv(3)
 * decides what is UTF-8, and json-c reads the JSON.
 */
#include <iconv.h>
#include <json-c/json.h>

#include "cli/out/document.h"
#include "cli/out/out.h"
#include "cli/out/unicode.h"
#include "fuzz.h"

static int is_unicode(const char *text)
{
	static iconv_t check;
	size_t left = strlen(text), room = 4 * left + 4;
	char *to = malloc(room), *end = to, *from = (char *)text;
	size_t n;

	if (!check)
		check = iconv_open("UTF-32LE", "UTF-8");
	EXPECT(to && check != (iconv_t)-1);
	iconv(check, NULL, NULL, NULL, NULL);
	n = iconv(check, &from, &left, &end, &room);
	free(to);
	return n != (size_t)-1;
}

/* Each character shown is UTF-8 and no control character; all bytes are shown. */
static void check_shown(const char *bytes)
{
	char shown[UNICODE_SHOWN];
	size_t length;

	while (*bytes) {
		length = unicode_next(bytes, shown);
		EXPECT(length && length <= strlen(bytes) && is_unicode(shown));
		EXPECT((unsigned char)*shown >= ' ' && *shown != 0x7f);
		EXPECT(strncmp(shown, "\xc2", 1) || (unsigned char)shown[1] >= 0xa0);
		EXPECT(!strncmp(shown, bytes, length) || (length == 1 && *shown == '\\'));
		bytes += length;
	}
}

/* A document with these bytes as name and as text is read as what they are made fit to. */
static void check_document(const char *bytes, const char *text, const char *escaped)
{
	struct document document;
	struct json_object *read, *value;
	struct out out = { 0 };

	document_begin(&document, &out, strlen(bytes) % 2);
	document_text(&document, bytes, bytes);
	document_end(&document);
	out_bytes(&out, "", 1);
	EXPECT(!out.error);
	read = json_tokener_parse(out.text);
	EXPECT(read && json_object_object_get_ex(read, escaped, &value));
	EXPECT(!strcmp(json_object_get_string(value), text));
	json_object_put(read);
	free(out.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *bytes = strndup((const char *)data, size);
	char *text = unicode_clean(bytes), *escaped = unicode_escape(bytes);

	EXPECT(text && is_unicode(text) && escaped && is_unicode(escaped));
	if (is_unicode(bytes))
		EXPECT(!strcmp(text, bytes) && !strcmp(escaped, bytes));
	check_shown(bytes);
	if (strcmp(bytes, "schema"))
		check_document(bytes, text, escaped);
	free(escaped);
	free(text);
	free(bytes);
	return 0;
}
