// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of files, which may be any bytes, made fit for JSON
 * (tools/cli/out/unicode.c). What is UTF-8 is iconv(3)'s to say.
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *bytes = strndup((const char *)data, size);
	char *text = unicode_clean(bytes);

	EXPECT(text && is_unicode(text));
	if (is_unicode(bytes))
		EXPECT(!strcmp(text, bytes));
	free(text);
	free(bytes);
	return 0;
}
