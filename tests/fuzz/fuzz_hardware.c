// SPDX-License-Identifier: GPL-2.0-only
/*
 * Machine files (lib/hardware). What was read can be written and read again with the same result; a
 * rejection gives a reason and an existing line.
 */
#include "fuzz.h"
#include "hardware/hardware.h"

static size_t lines_of(const uint8_t *data, size_t size)
{
	size_t lines = 1;

	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	return lines;
}

static void check_again(const struct hardware *hardware)
{
	struct hardware_problem problem = { 0 };
	struct hardware again;
	size_t length;
	char *text;
	FILE *out = open_memstream(&text, &length);

	EXPECT(out);
	EXPECT(!hardware_check(hardware, &problem));
	hardware_write(hardware, out);
	EXPECT(!fclose(out));
	EXPECT(!hardware_parse(&again, text, length, &problem));
	EXPECT(!strcmp(again.name, hardware->name));
	EXPECT(!memcmp(&again.link, &hardware->link, sizeof(again.link)));
	EXPECT(!memcmp(&again.medium, &hardware->medium, sizeof(again.medium)));
	EXPECT(!memcmp(&again.host, &hardware->host, sizeof(again.host)));
	EXPECT(again.cycle_ps == hardware->cycle_ps && again.header == hardware->header);
	EXPECT(again.given == hardware->given && again.chosen == hardware->chosen);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hardware_problem problem = { 0 };
	struct hardware hardware;
	int err = hardware_parse(&hardware, (const char *)data, size, &problem);

	EXPECT(!err || err == -EINVAL);
	if (!err)
		check_again(&hardware);
	else
		EXPECT(problem.text[0] && problem.line <= lines_of(data, size));
	return 0;
}
