// SPDX-License-Identifier: GPL-2.0-only
/* Keys and their values. libinih parses the lines; this file counts them. */
#include <arpa/inet.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/devices.h"
#include "cli/words.h"
#include "cli/parse.h"
#include "cli/util.h"
#include "config.h"

#define SECOND	1000000000ULL

static int set_address(struct config *config, const char *value)
{
	char text[CONFIG_ADDRESS], *colon;
	union config_address *address = &config->listen;
	size_t length = strlen(value);
	uint32_t port;

	if (length >= sizeof(text))
		return -EINVAL;
	memcpy(text, value, length + 1);
	colon = strrchr(text, ':');
	if (!colon || parse_between(colon + 1, 0, 65535, &port))
		return -EINVAL;
	*colon = '\0';
	memset(address, 0, sizeof(*address));
	if (inet_pton(AF_INET, text, &address->four.sin_addr) == 1) {
		address->four.sin_family = AF_INET;
		address->four.sin_port = htons(port);
		return 0;
	}
	if (text[0] != '[' || colon < text + 2 || colon[-1] != ']')
		return -EINVAL;
	colon[-1] = '\0';
	address->six.sin6_family = AF_INET6;
	address->six.sin6_port = htons(port);
	return inet_pton(AF_INET6, text + 1, &address->six.sin6_addr) == 1 ? 0 : -EINVAL;
}

static int set_listen(struct config *config, const char *value)
{
	config->listens = true;
	return set_address(config, value);
}

static int set_clients(struct config *config, const char *value)
{
	return parse_between(value, 1, 1000, &config->clients);
}

static int set_client_timeout(struct config *config, const char *value)
{
	uint64_t ns;

	if (parse_time(value, &ns) || ns < SECOND || ns > 3600 * SECOND)
		return -EINVAL;
	config->client_timeout = (ns + SECOND - 1) / SECOND;
	return 0;
}

static int copy_value(char **place, const char *value)
{
	char *copied;

	if (!*value)
		return -EINVAL;
	copied = strdup(value);
	if (!copied)
		return -ENOMEM;
	free(*place);
	*place = copied;
	return 0;
}

static int add_device(struct config *config, const char *value)
{
	char path[DEVNAME_ROOM];
	int err;

	if (config->device_count == CONFIG_DEVICES || !strcmp(value, "image:"))
		return -EINVAL;
	if (!devname_is_closed(value))
		return -EBADMSG;
	err = copy_value(&config->devices[config->device_count], devname_full(value, path));
	config->device_count += !err;
	return err;
}

static int add_metrics(struct config *config, const char *value)
{
	char *name = NULL;
	int err;

	if (config->wanted.count == SETS_WANTED_MAX)
		return -EINVAL;
	err = copy_value(&name, value);
	if (!err)
		config->wanted.names[config->wanted.count++] = name;
	return err;
}

static int set_interconnect(struct config *config, const char *value)
{
	return copy_value(&config->interconnect, value);
}

static int set_labels(struct config *config, const char *value)
{
	return copy_value(&config->labels, value);
}

static int set_period(const char *value, uint64_t least, uint64_t *ns)
{
	return parse_time(value, ns) || *ns < least || *ns > 86400 * SECOND ? -EINVAL : 0;
}

static int set_findings(struct config *config, const char *value)
{
	return set_period(value, SECOND / 10, &config->findings);
}

static int set_interval(struct config *config, const char *value)
{
	return set_period(value, SECOND / 100, &config->interval);
}

static int set_fresh(struct config *config, const char *value)
{
	return set_period(value, 0, &config->fresh);
}

static int set_limit(struct config *config, const char *value)
{
	return parse_between(value, 1, 10000000, &config->limit);
}

static int set_textfile(struct config *config, const char *value)
{
	return copy_value(&config->textfile, value);
}

static int set_every(struct config *config, const char *value)
{
	return set_period(value, SECOND / 10, &config->every);
}

/* A key of the configuration. */
struct key {
	const char *name;
	int (*set)(struct config *config, const char *value);	/* set it, or add a value */
	const char *wants;					/* allowed values, for messages */
};

static const struct key keys[] = {
	{ "listen", set_listen, "ADDRESS:PORT in numbers, as 127.0.0.1:9850 or [::1]:9850" },
	{ "clients", set_clients, "1 to 1000" },
	{ "client-timeout", set_client_timeout, "a time, 1s to 1h" },
	{ "device", add_device, "gpcd0, image:FILE or a pattern, image:DIR/*; up to 1024 times" },
	{ "metrics", add_metrics, "a set, a metric or a glob, up to 64 times" },
	{ "interconnect", set_interconnect, "a file, from rtr --interconnect" },
	{ "labels", set_labels, "a folder" },
	{ "findings", set_findings, "a time, 100ms to 24h" },
	{ "interval", set_interval, "a time, 10ms to 24h" },
	{ "fresh", set_fresh, "a time, 0s to 24h" },
	{ "max-series", set_limit, "1 to 10000000" },
	{ "textfile", set_textfile, "a file" },
	{ "every", set_every, "a time, 100ms to 24h" },
};

static int reject_key(const char *name, char text[CONFIG_TEXT])
{
	char hint[NEAREST_ROOM + 32];
	struct nearest nearest;

	nearest_begin(&nearest, name);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		nearest_offer(&nearest, keys[i].name);
	snprintf(text, CONFIG_TEXT, "no key '%s'%s", name, nearest_hint(&nearest, hint));
	return -EINVAL;
}

int config_set(struct config *config, const char *key, const char *value, char text[CONFIG_TEXT])
{
	size_t i = 0;
	int err;

	while (i < ARRAY_SIZE(keys) && strcmp(key, keys[i].name))
		i++;
	if (i == ARRAY_SIZE(keys))
		return reject_key(key, text);
	err = keys[i].set(config, value);
	if (err == -ENOMEM)
		snprintf(text, CONFIG_TEXT, "%s", strerror(ENOMEM));
	else if (err)
		snprintf(text, CONFIG_TEXT, "%s '%s' is not valid: %s", key, value,
			 err == -EBADMSG ? "a [ without its ]" : keys[i].wants);
	return err == -EBADMSG ? -EINVAL : err;
}

/* A text that is being parsed. */
struct parse {
	struct config *config;
	const char *at;			/* rest of the text */
	size_t left;			/* bytes of at */
	unsigned int line;		/* number of the last line read */
	struct config_problem *problem;	/* the first problem */
	int err;			/* the first error */
};

static void reject_line(struct parse *parse, const char *text)
{
	if (parse->err)
		return;
	parse->err = -EINVAL;
	parse->problem->line = parse->line;
	snprintf(parse->problem->text, sizeof(parse->problem->text), "%s", text);
}

static bool is_section(const char *line, size_t length)
{
	size_t i = 0;

	while (i < length && (line[i] == ' ' || line[i] == '\t'))
		i++;
	return i < length && line[i] == '[';
}

/*
 * Pass the next line to libinih, which would split a long line in two, stop at a NUL, and ignore a
 * section without keys.
 */
static char *next_line(char *line, int room, void *data)
{
	struct parse *parse = data;
	const char *end = memchr(parse->at, '\n', parse->left);
	size_t length = end ? (size_t)(end - parse->at) : parse->left;

	if (!parse->left || parse->err)
		return NULL;
	parse->line++;
	if (length > CONFIG_LINE || length + 2 > (size_t)room)
		reject_line(parse, "a line of more than 198 bytes");
	else if (memchr(parse->at, '\0', length))
		reject_line(parse, "a byte 0");
	else if (is_section(parse->at, length))
		reject_line(parse, "a section: there are none, keys stand by themselves");
	if (parse->err)
		return NULL;
	memcpy(line, parse->at, length);
	line[length] = '\0';
	parse->at += length + !!end;
	parse->left -= length + !!end;
	return line;
}

/* Callback of libinih: return 1 if the key was set, else 0. */
static int take_key(void *data, const char *section, const char *key, const char *value)
{
	struct parse *parse = data;
	char text[CONFIG_TEXT];
	int err;

	if (parse->err)
		return 0;
	(void)section;
	err = config_set(parse->config, key, value, text);
	if (!err)
		return 1;
	reject_line(parse, text);
	parse->err = err;
	return 0;
}

int config_parse(struct config *config, const char *text, size_t length,
		 struct config_problem *problem)
{
	struct parse parse = {
		.config = config, .at = text, .left = length, .problem = problem,
	};
	int line = ini_parse_stream(next_line, &parse, take_key, &parse);

	/* libinih goes on after a line without a key, and returns the first such line. */
	if (line > 0 && (!parse.err || (unsigned int)line < problem->line)) {
		parse.err = -EINVAL;
		problem->line = line;
		snprintf(problem->text, sizeof(problem->text), "neither KEY = VALUE nor a comment");
	}
	return parse.err;
}

void config_defaults(struct config *config)
{
	memset(config, 0, sizeof(*config));
	set_address(config, "127.0.0.1:9850");
	config->clients = 64;
	config->client_timeout = 30;
	config->interval = 2 * SECOND;
	config->fresh = SECOND / 10;
	config->limit = 1000000;
}

void config_clear(struct config *config, const char *key)
{
	if (!strcmp(key, "device")) {
		while (config->device_count)
			free(config->devices[--config->device_count]);
		memset(config->devices, 0, sizeof(config->devices));
	}
	if (!strcmp(key, "listen")) {
		free(config->textfile);
		config->textfile = NULL;
		config->every = 0;
	}
	if (!strcmp(key, "textfile"))
		config->listens = false;
	if (!strcmp(key, "metrics")) {
		while (config->wanted.count)
			free((char *)config->wanted.names[--config->wanted.count]);
	}
}

const char *config_address(const union config_address *address, char text[CONFIG_ADDRESS])
{
	char host[INET6_ADDRSTRLEN];

	if (address->any.sa_family == AF_INET) {
		inet_ntop(AF_INET, &address->four.sin_addr, host, sizeof(host));
		snprintf(text, CONFIG_ADDRESS, "%s:%u", host, ntohs(address->four.sin_port));
	} else {
		inet_ntop(AF_INET6, &address->six.sin6_addr, host, sizeof(host));
		snprintf(text, CONFIG_ADDRESS, "[%s]:%u", host, ntohs(address->six.sin6_port));
	}
	return text;
}

void config_free(struct config *config)
{
	config_clear(config, "device");
	config_clear(config, "metrics");
	free(config->interconnect);
	free(config->labels);
	free(config->textfile);
	memset(config, 0, sizeof(*config));
}
