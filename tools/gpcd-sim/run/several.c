// SPDX-License-Identifier: GPL-2.0-only
/* Several patterns at once: the arguments of --traffic. */
#include <argz.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "run.h"

/* Where the words of a pattern go. */
struct words_of {
	struct sending *sending;
	const struct topo *topo;
	bool hot; /* a word was about the hot node */
};

static int word_op(struct words_of *of, char *value)
{
	return sending_parse_op(value, &of->sending->pattern.each.op);
}

static int word_bytes(struct words_of *of, char *value)
{
	uint64_t *bytes = &of->sending->pattern.each.bytes;

	return parse_bytes(value, bytes) || !*bytes ? -EINVAL : 0;
}

static int word_hot(struct words_of *of, char *value)
{
	of->hot = true;
	return parse_u32(value, &of->sending->pattern.hot);
}

static int word_share(struct words_of *of, char *value)
{
	of->hot = true;
	return sending_parse_share(value, &of->sending->pattern.share);
}

/* The nodes that send: 0,5,7-9. */
static int word_nodes(struct words_of *of, char *value)
{
	uint32_t nodes = topo_nodes(of->topo), first, last;
	bool *sends = calloc(nodes, sizeof(*sends));
	char *word, *rest;

	free((void *)of->sending->pattern.sends);
	of->sending->pattern.sends = sends;
	if (!sends)
		return -ENOMEM;
	for (word = strtok_r(value, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
		if (parse_range(word, &first, &last) || last >= nodes)
			return -EINVAL;
		memset(&sends[first], true, last - first + 1);
	}
	return 0;
}

static int word_from(struct words_of *of, char *value)
{
	return machine_parse_cycles(value, &of->sending->pattern.from);
}

static int word_to(struct words_of *of, char *value)
{
	uint64_t *until = &of->sending->pattern.until;

	return machine_parse_cycles(value, until) || !*until ? -EINVAL : 0;
}

static int word_on(struct words_of *of, char *value)
{
	uint64_t *on = &of->sending->pattern.on;

	return machine_parse_cycles(value, on) || !*on ? -EINVAL : 0;
}

static int word_off(struct words_of *of, char *value)
{
	return machine_parse_cycles(value, &of->sending->pattern.off);
}

static int word_zero(struct words_of *of, char *value)
{
	(void)value;
	of->sending->pattern.each.zero = true;
	return 0;
}

static int word_hashed(struct words_of *of, char *value)
{
	(void)value;
	of->sending->pattern.each.hashed = true;
	return 0;
}

static const struct {
	const char *name; /* with = if a value follows */
	int (*take)(struct words_of *of, char *value);
} words[] = {
	{ "op=", word_op }, { "bytes=", word_bytes }, { "hot=", word_hot },
	{ "share=", word_share }, { "nodes=", word_nodes }, { "from=", word_from },
	{ "to=", word_to }, { "on=", word_on }, { "off=", word_off }, { "zero", word_zero },
	{ "hashed", word_hashed },
};

static int word_take(struct words_of *of, char *word)
{
	size_t length;

	for (unsigned int i = 0; i < ARRAY_SIZE(words); i++) {
		length = strlen(words[i].name);
		if (!strncmp(word, words[i].name, length) &&
		    (words[i].name[length - 1] == '=' || !word[length]))
			return words[i].take(of, word + length);
	}
	return -EINVAL;
}

static int unfit(const char *text, const char *why)
{
	complain("--traffic '%s': %s", text, why);
	return EXIT_USAGE;
}

/* The words, for messages; %u is the last node. */
#define WORDS \
	"op=put, bytes=64, zero, hashed, hot=NODE, share=0.1, nodes=0-%u, from=20us, to=40us, on=5us or off=20us"

static int refuse_word(const char *text, const char *word, const struct words_of *of)
{
	complain("--traffic '%s': %s: expected " WORDS, text, word, topo_nodes(of->topo) - 1);
	return EXIT_USAGE;
}

/* Check what several words say together. */
static int sending_check(const struct words_of *of, const char *text)
{
	const struct traffic_pattern *pattern = &of->sending->pattern;

	if (pattern->until && pattern->until <= pattern->from)
		return unfit(text, "it ends before it begins: take a later to=");
	if (!pattern->on != !pattern->off)
		return unfit(text, "bursts have a length and pauses: give both on= and off=");
	if (of->hot && !pattern->kind->hot)
		return unfit(text, "this pattern has no hot node: leave out hot= and share=");
	if (pattern->each.zero && of->topo->family->flits)
		return unfit(text, "an Aries's packets have flits of their own: leave out zero");
	return 0;
}

static int sending_build(struct words_of *of, const char *text, char *copy)
{
	char *rest, *word = strtok_r(copy, " \t", &rest);
	char name[NEAREST_ROOM];
	int err;

	if (!word || sending_parse(word, of->sending))
		return unfit(text, "it begins with a pattern and its load, as uniform:0.3");
	while ((word = strtok_r(NULL, " \t", &rest))) {
		snprintf(name, sizeof(name), "%s", word);
		err = word_take(of, word);
		if (err)
			return err == -ENOMEM ? err : refuse_word(text, name, of);
	}
	return sending_check(of, text);
}

static int several_build(struct workload *workload, const struct topo *topo)
{
	const struct option_list *list = &workload->several;
	struct words_of of = { .topo = topo };
	char *text = NULL, *copy;
	int code = 0;

	workload->each = calloc(argz_count(list->argz, list->size), sizeof(*workload->each));
	if (!workload->each)
		return -ENOMEM;
	while (!code && (text = argz_next(list->argz, list->size, text))) {
		of.hot = false;
		of.sending = &workload->each[workload->count++];
		*of.sending = (struct sending)SENDING_DEFAULT;
		copy = strdup(text);
		code = copy ? sending_build(&of, text, copy) : -ENOMEM;
		free(copy);
	}
	return code;
}

int workload_build(struct workload *workload, const struct topo *topo)
{
	int code = workload->several.argz ? several_build(workload, topo) : 0;

	if (code != -ENOMEM)
		return code;
	complain("--traffic: %s", strerror(ENOMEM));
	return EXIT_RUNTIME;
}

void workload_free(struct workload *workload)
{
	for (unsigned int i = 0; i < workload->count; i++)
		free((void *)workload->each[i].pattern.sends);
	free(workload->each);
	free(workload->several.argz);
}
