// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <strings.h>

#include "accept.h"

#define OPENMETRICS	"application/openmetrics-text"
#define BLANKS		" \t"

enum page_format accept_format(const char *accept)
{
	size_t length;

	for (; accept && *accept; accept += *accept == ',') {
		accept += strspn(accept, BLANKS);
		length = strcspn(accept, ",; \t");
		if (length == strlen(OPENMETRICS) && !strncasecmp(accept, OPENMETRICS, length))
			return PAGE_OPENMETRICS;
		accept += strcspn(accept, ",");
	}
	return PAGE_TEXT;
}
