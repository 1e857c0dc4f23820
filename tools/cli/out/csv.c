// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "csv.h"
#include "out.h"
#include "unicode.h"

void csv_text(struct out *out, const char *text)
{
	char shown[UNICODE_SHOWN];

	if (!strpbrk(text, ",\"")) {
		out_text(out, text, 0);
		return;
	}
	out_add(out, "\"");
	while (*text) {
		text += unicode_next(text, shown);
		out_add(out, "%s%s", shown, *shown == '"' ? shown : "");
	}
	out_add(out, "\"");
}
