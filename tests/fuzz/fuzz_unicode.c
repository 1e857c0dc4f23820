// SPDX-License-Identifier: GPL-2.0-only
/*
 * File names of any bytes, made fit for JSON and for a terminal (tools/cli/out/unicode.c). iconv(3)
 * decides what is UTF-8.
 */
#include <iconv.h>

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *bytes = strndup((const char *)data, size);
	char *text = unicode_clean(bytes), *escaped = unicode_escape(bytes);

	EXPECT(text && is_unicode(text) && escaped && is_unicode(escaped));
	if (is_unicode(bytes))
		EXPECT(!strcmp(text, bytes) && !strcmp(escaped, bytes));
	check_shown(bytes);
	free(escaped);
	free(text);
	free(bytes);
	return 0;
}
