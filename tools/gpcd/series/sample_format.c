// SPDX-License-Identifier: GPL-2.0-only
#include "cli/out/format.h"
#include "cli/util.h"
#include "sample_format.h"

const struct sample_format *sample_format(void)
{
	static const struct {
		const struct format *format;
		const struct sample_format *samples;
	} own[] = {
		{ &format_text, &sample_text },
		{ &format_csv, &sample_csv },
		{ &format_json, &sample_json },
	};

	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		if (own[i].format == format_chosen)
			return own[i].samples;
	return &sample_values;
}
