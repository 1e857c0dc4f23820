/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the exporter is to do: gpcd-exporter.conf(5), and options in place of its keys.
 */
#ifndef EXPORTER_CONFIG_H
#define EXPORTER_CONFIG_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/metrics/sets.h"

/** CONFIG_PATH: the file that is read unless another is named; it need not be there */
#define CONFIG_PATH	"/etc/gpcd/exporter.conf"

/** CONFIG_DEVICES: most devices that may be named */
#define CONFIG_DEVICES	1024

/** CONFIG_LINE: bytes of the longest line, without its end: what libinih takes */
#define CONFIG_LINE	198

/**
 * union config_address - an address of either family
 * @any: its family
 * @four: AF_INET
 * @six: AF_INET6
 */
union config_address {
	struct sockaddr any;
	struct sockaddr_in four;
	struct sockaddr_in6 six;
};

/**
 * struct config - what the exporter is to do; config_free() frees what it holds
 * @listen: address to listen at
 * @listens: that address was given
 * @clients: most connections at a time
 * @client_timeout: a request has to arrive in so many seconds, and its response to be taken in as
 *	many
 * @devices: names of devices, and patterns
 * @device_count: how many; 0: all of this machine
 * @wanted: names of metrics and sets
 * @interconnect: path of the map of links; NULL: the usual one, which need not be there
 * @interval: devices are read at least so often, ns
 * @fresh: a reading is young enough for a scrape until it is so old, ns
 * @limit: most series of metrics
 * @textfile: path of a file to write in place of listening, or NULL
 * @every: the file is written each so many ns; 0: once
 */
struct config {
	union config_address listen;
	bool listens;
	uint32_t clients;
	uint32_t client_timeout;
	char *devices[CONFIG_DEVICES];
	unsigned int device_count;
	struct sets_wanted wanted;
	char *interconnect;
	uint64_t interval;
	uint64_t fresh;
	uint32_t limit;
	char *textfile;
	uint64_t every;
};

/** CONFIG_TEXT: bytes of the longest description of a problem, with a NUL */
#define CONFIG_TEXT	512

/**
 * struct config_problem - the first thing that is wrong with a text
 * @line: where it is, from 1
 * @text: what it is, in words
 */
struct config_problem {
	unsigned int line;
	char text[CONFIG_TEXT];
};

/**
 * config_defaults() - set all that nobody need say
 * @config: receives it
 */
void config_defaults(struct config *config);

/**
 * config_set() - set a key
 * @config: the configuration
 * @key: the key; of one that may be repeated this adds a value
 * @value: the value, which is copied
 * @text: receives what is wrong, in words
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int config_set(struct config *config, const char *key, const char *value,
	       char text[CONFIG_TEXT]);

/**
 * config_parse() - set the keys of a text
 * @config: the configuration
 * @text: lines "KEY = VALUE"
 * @length: bytes of @text
 * @problem: filled in if there is one
 *
 * Return: as config_set(); @config is then good for config_free() alone.
 */
int config_parse(struct config *config, const char *text, size_t length,
		 struct config_problem *problem);

/**
 * config_clear() - forget what an option takes the place of
 * @config: the configuration
 * @key: any key; of one that may be repeated its values are forgotten, of listen textfile and
 *	every, of textfile that listen was given
 */
void config_clear(struct config *config, const char *key);

/** CONFIG_ADDRESS: bytes of the longest address in words, with a NUL */
#define CONFIG_ADDRESS	64

/**
 * config_address() - write an address as it is configured
 * @address: the address
 * @text: receives "127.0.0.1:9850" or "[::1]:9850"
 *
 * Return: @text.
 */
const char *config_address(const union config_address *address, char text[CONFIG_ADDRESS]);

/**
 * config_free() - free what a configuration holds
 * @config: the configuration, empty after this
 */
void config_free(struct config *config);

#endif /* EXPORTER_CONFIG_H */
