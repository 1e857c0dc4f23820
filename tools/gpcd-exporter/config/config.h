/* SPDX-License-Identifier: GPL-2.0-only */
/* The exporter's configuration: gpcd-exporter.conf(5), and options that replace its keys. */
#ifndef EXPORTER_CONFIG_H
#define EXPORTER_CONFIG_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/metrics/sets.h"

/* Default configuration file; it need not exist. */
#define CONFIG_PATH	"/etc/gpcd/exporter.conf"

/* Most devices that may be named. */
#define CONFIG_DEVICES	1024

/* Bytes of the longest line, without its end, that libinih accepts. */
#define CONFIG_LINE	198

/* An address of either family. */
union config_address {
	struct sockaddr any;
	struct sockaddr_in four;
	struct sockaddr_in6 six;
};

/* The configuration; config_free() frees what it owns. */
struct config {
	union config_address listen;
	bool listens;			/* listen was set explicitly */
	uint32_t clients;		/* most concurrent connections */
	uint32_t client_timeout;	/* seconds for a request, and for its response */
	char *devices[CONFIG_DEVICES];	/* names and patterns; owned */
	unsigned int device_count;	/* 0: all devices of this machine */
	struct sets_wanted wanted;	/* names of metrics and sets; owned */
	char *interconnect;		/* map of links; NULL: the default, if it exists */
	char *labels;			/* folder of labels; NULL: none */
	uint64_t findings;		/* ns of a window whose findings are exported; 0: none */
	uint64_t interval;		/* ns after which devices are read at the latest */
	uint64_t fresh;			/* ns until a reading is too old for a scrape */
	uint32_t limit;			/* most series of metrics */
	char *textfile;			/* file to write instead of listening, or NULL */
	uint64_t every;			/* ns between writes of the file; 0: write once */
};

/* Bytes of the longest description of a problem, with its NUL. */
#define CONFIG_TEXT	512

/* The first problem of a text. */
struct config_problem {
	unsigned int line;	/* from 1 */
	char text[CONFIG_TEXT];
};

/* Set the default values. */
void config_defaults(struct config *config);

/*
 * Set a key, or add a value if the key may be repeated. The value is copied. After an error @text
 * describes it. Returns 0, -EINVAL or -ENOMEM.
 */
int config_set(struct config *config, const char *key, const char *value,
	       char text[CONFIG_TEXT]);

/*
 * Set the keys of a text of lines "KEY = VALUE". Returns as config_set(); after an error @problem
 * is filled in, and @config may only be freed.
 */
int config_parse(struct config *config, const char *text, size_t length,
		 struct config_problem *problem);

/*
 * Drop what the option for @key overrides: all values of a key that may be repeated; for "listen",
 * textfile and every; for "textfile", that listen was set.
 */
void config_clear(struct config *config, const char *key);

/* Bytes of the longest address as text, with its NUL. */
#define CONFIG_ADDRESS	64

/* Write an address as "127.0.0.1:9850" or "[::1]:9850". Returns @text. */
const char *config_address(const union config_address *address, char text[CONFIG_ADDRESS]);

/* Free what a configuration owns; it is empty afterwards. */
void config_free(struct config *config);

#endif /* EXPORTER_CONFIG_H */
