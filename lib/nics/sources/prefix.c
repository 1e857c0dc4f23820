// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stddef.h>
#include <string.h>

#include "nics/nic.h"

const struct nic_source *nic_source_of(const char *where, const char **name)
{
	const char *colon = strchr(where, ':');
	size_t length = colon ? colon - where : 0;

	for (unsigned int i = 0; length && nic_sources[i]; i++) {
		const char *prefix = nic_sources[i]->prefix;

		if (strncmp(prefix, where, length) || prefix[length])
			continue;
		*name = colon + 1;
		return nic_sources[i];
	}
	return NULL;
}
