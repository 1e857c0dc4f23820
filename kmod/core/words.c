// SPDX-License-Identifier: GPL-2.0-only
/* Permissions as words, for the module parameter. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "core/perms.h"

static const struct {
	const char *name;
	u32 may;
} words[] = {
	{ "nic", GPCD_MAY_NIC },
	{ "router", GPCD_MAY_ROUTER },
	{ "setup", GPCD_MAY_SETUP },
	{ "others", GPCD_MAY_OTHERS },
	{ "none", 0 },
	{ "all", GPCD_MAY_ALL },
};

static int word_parse(const char *word, size_t length, u32 *may)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (strlen(words[i].name) == length && !memcmp(words[i].name, word, length)) {
			*may |= words[i].may;
			return 0;
		}
	}
	return -EINVAL;
}

int gpcd_may_parse(const char *text, u32 *may)
{
	size_t length;
	int ret;

	for (*may = 0;; text += length + 1) {
		length = strcspn(text, ",\n");
		ret = word_parse(text, length, may);
		if (ret)
			return ret;
		if (text[length] != ',')
			return text[length] && text[length + 1] ? -EINVAL : 0;
	}
}

int gpcd_may_print(char *text, u32 may)
{
	int length = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (hweight32(words[i].may) == 1 && may & words[i].may)
			length += scnprintf(text + length, GPCD_MAY_TEXT - length, "%s%s",
					    length ? "," : "", words[i].name);
	}
	return length + scnprintf(text + length, GPCD_MAY_TEXT - length, "%s\n",
				  length ? "" : "none");
}
