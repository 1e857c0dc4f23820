// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "machine/engine.h"
#include "choices.h"
#include "meaning.h"

static int parse_crc(const char *text, struct net_config *config)
{
	double rate;

	if (parse_part(text, &rate) || rate > 0.5)
		return -EINVAL;
	config->crc_rate = rate * 4294967296;
	return 0;
}

static int parse_turnaround(const char *text, struct net_config *config)
{
	uint64_t ns;

	if (parse_time(text, &ns) || ns > 1000000000)
		return -EINVAL;
	config->turnaround = ns * 4 / 5;
	return 0;
}

static const char *ties_word(unsigned int i)
{
	return i ? "split" : "first";
}

static const struct words ties = { .name = ties_word, .count = 2 };

static int parse_ties(const char *name, struct net_config *config)
{
	int i = words_find(&ties, name);

	config->split_ties = i == 1;
	return i < 0 ? -EINVAL : 0;
}

static const char *routing_word(unsigned int i)
{
	return i < NET_ROUTINGS ? net_routing_name(i) : CHOICES_AWARE;
}

/* The last one is not the network's: ranks choose between the network's routings. */
static const struct words routings = { .name = routing_word, .count = NET_ROUTINGS + 1 };

static int parse_routing(const char *name, struct net_config *config)
{
	int i = words_find(&routings, name);

	config->routing = i < 0 ? NET_MINIMAL : i == NET_ROUTINGS ? NET_ADAPTIVE0 : i;
	return i < 0 ? -EINVAL : 0;
}

int choices_parse(int key, const char *arg, struct net_config *config)
{
	switch (key) {
	case KEY_SEED:
		return parse_number(arg, &config->seed);
	case KEY_THREADS:
		return parse_between(arg, 1, ENGINE_THREADS, &config->threads);
	case KEY_CRC:
		return parse_crc(arg, config);
	case KEY_PUT:
		return parse_between(arg, 2, 3, &config->put_response);
	case KEY_WHOLE:
		config->uncompressed = true;
		return 0;
	case KEY_TURN:
		return parse_turnaround(arg, config);
	case KEY_FIFOS:
		return parse_between(arg, 1, NET_FIFOS, &config->fifos);
	case KEY_TIES:
		return parse_ties(arg, config);
	case KEY_ROUTING:
		return parse_routing(arg, config);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct words *choices_words(int key)
{
	switch (key) {
	case KEY_TIES:
		return &ties;
	case KEY_ROUTING:
		return &routings;
	default:
		return NULL;
	}
}
