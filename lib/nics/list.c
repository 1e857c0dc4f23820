// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stddef.h>
#include <string.h>

#include "sources.h"

const struct nic_source *const nic_sources[] = {
	&nic_source_cxi,
	&nic_source_counters,
	NULL
};

const struct nic_source *nic_source_of(const char *where, const char **name)
{
	size_t length = strcspn(where, ":");

	if (!where[length])
		return NULL;
	for (unsigned int i = 0; nic_sources[i]; i++) {
		if (strlen(nic_sources[i]->prefix) == length &&
		    !strncmp(nic_sources[i]->prefix, where, length)) {
			*name = where + length + 1;
			return nic_sources[i];
		}
	}
	return NULL;
}
