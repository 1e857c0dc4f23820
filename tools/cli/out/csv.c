// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "csv.h"
#include "out.h"

void csv_text(struct out *out, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		out_add(out, "%s", text);
		return;
	}
	out_add(out, "\"");
	for (; *text; text++)
		out_add(out, *text == '"' ? "\"\"" : "%c", *text);
	out_add(out, "\"");
}
