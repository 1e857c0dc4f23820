// SPDX-License-Identifier: GPL-2.0-only
/*
 * The exporter's outside input: its configuration, what clients accept, and names of devices, which
 * become labels. A rejection gives a reason and an existing line; accepted values are within their
 * limits, and an address written out is parsed as the same address.
 */
#include "fuzz.h"
#include "gpcd-exporter/config/config.h"
#include "gpcd-exporter/expose/page.h"

#define SECOND	1000000000ULL

static void check_limits(const struct config *config)
{
	EXPECT(config->clients >= 1 && config->clients <= 1000);
	EXPECT(config->client_timeout >= 1 && config->client_timeout <= 3600);
	EXPECT(config->device_count <= CONFIG_DEVICES);
	EXPECT(config->interval >= SECOND / 100 && config->interval <= 86400 * SECOND);
	EXPECT(config->fresh <= 86400 * SECOND);
	EXPECT(config->limit >= 1 && config->limit <= 10000000);
	for (unsigned int i = 0; i < config->device_count; i++)
		EXPECT(config->devices[i][0]);
}

static void check_address(struct config *config)
{
	union config_address before = config->listen;
	char text[CONFIG_ADDRESS], problem[CONFIG_TEXT];

	EXPECT(!config_set(config, "listen", config_address(&before, text), problem));
	EXPECT(!memcmp(&config->listen, &before, sizeof(before)));
}

static void check_config(const char *text, size_t size)
{
	static struct config config;
	struct config_problem problem = { 0 };
	unsigned int lines = 1;
	int err;

	for (size_t i = 0; i < size; i++)
		lines += text[i] == '\n';
	config_defaults(&config);
	err = config_parse(&config, text, size, &problem);
	EXPECT(!err || err == -EINVAL);
	if (err) {
		EXPECT(problem.line >= 1 && problem.line <= lines && problem.text[0]);
	} else {
		check_limits(&config);
		check_address(&config);
	}
	config_free(&config);
}

/* Between its quotes a label has no unescaped quotes or newlines. */
static void check_label(const char *value)
{
	char *label = page_label(NULL, "device", value);
	const char *c = label + strlen("device=\"");

	EXPECT(!strncmp(label, "device=\"", strlen("device=\"")));
	for (; *c && *c != '"'; c++) {
		EXPECT(*c != '\n');
		if (*c == '\\') {
			c++;
			EXPECT(*c == '\\' || *c == '"' || *c == 'n');
		}
	}
	EXPECT(!strcmp(c, "\""));
	free(label);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	check_config(text, size);
	EXPECT(page_format_for(text) < PAGE_FORMATS);
	check_label(text);
	free(text);
	return 0;
}
