// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "parse.h"

int number_real(const char *text, double *value)
{
	char *end;

	/* strtod() would also take blanks, signs, hexadecimal, "inf" and "nan". */
	if (!strchr("0123456789.", *text) || text[strspn(text, "0123456789.e-")])
		return -EINVAL;
	*value = strtod(text, &end);
	return *end || end == text || *value > 1e18 ? -EINVAL : 0;
}

int number_part(const char *text, double *value)
{
	return number_real(text, value) || *value > 1 ? -EINVAL : 0;
}

int number_size(const char *text, unsigned int size[3])
{
	char copy[64], *rest = copy, *part;

	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, text);
	for (int i = 0; i < 3; i++) {
		part = strsep(&rest, "x");
		if (!part || parse_u32(part, &size[i]) || !size[i])
			return -EINVAL;
	}
	return rest ? -EINVAL : 0;
}
