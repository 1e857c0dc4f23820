// SPDX-License-Identifier: GPL-2.0-only
#include "cli/out/format.h"
#include "sample_format.h"

const struct sample_format *sample_format(void)
{
	static const struct sample_format *const formats[FORMATS] = {
		[FORMAT_TEXT] = &sample_text,
		[FORMAT_CSV] = &sample_csv,
		[FORMAT_JSON] = &sample_json,
		[FORMAT_LONG] = &sample_long,
	};

	return formats[format_chosen];
}
