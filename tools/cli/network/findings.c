// SPDX-License-Identifier: GPL-2.0-only
/*
 * Findings from a text, a line each, with tabs between: number of the sample from 1 on, chip, link
 * or "-" for the whole chip, a sentence. Lines that begin with # are comments.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/infile.h"
#include "cli/out/complain.h"
#include "page.h"
#include "topo/topo.h"

#define FIELDS	4

/* The text that is read. */
struct reading {
	const char *path;
	const struct network *network;
	size_t samples; /* of the page; SIZE_MAX: not known yet */
	/* NULL: the text is only checked */
	void (*add)(struct page *page, const struct html_finding *finding);
	struct page *page;
	unsigned int line;
};

static int finding_reject(const struct reading *reading, const char *what, const char *word)
{
	complain("%s:%u: %s '%s': a line is SAMPLE, CHIP, LINK or -, SENTENCE, with tabs between",
		 reading->path, reading->line, what, word);
	return EXIT_INPUT;
}

/* A chip named "c0-0c0s0g0 (0,0,0)" is also found by one of these words, and without brackets. */
static bool is_chip(const char *name, const char *word)
{
	const char *bracket = strstr(name, " (");
	size_t length = strlen(word);

	if (!strcmp(name, word))
		return true;
	if (!bracket)
		return false;
	return (length == (size_t)(bracket - name) && !strncmp(name, word, length)) ||
	       (!strncmp(bracket + 2, word, length) && !strcmp(bracket + 2 + length, ")"));
}

static unsigned int named_chip(const struct network *network, const char *word)
{
	char name[NETWORK_NAME];

	for (unsigned int chip = 0; chip < network->topo->chips; chip++) {
		network->chip_name(network->data, chip, name);
		if (is_chip(name, word))
			return chip;
	}
	return TOPO_NONE;
}

static bool named_port(const struct topo *topo, const char *word, unsigned int *port)
{
	char name[32];

	*port = TOPO_NONE;
	if (!strcmp(word, "-"))
		return true;
	for (unsigned int i = 0; i < topo_ports(topo); i++) {
		topo_port_name(topo, i, name, sizeof(name));
		if (!strcmp(name, word))
			*port = i;
	}
	return *port != TOPO_NONE;
}

/* Split a line at its first tabs. Return the number of fields. */
static unsigned int fields_split(char *line, char *fields[FIELDS])
{
	unsigned int count = 0;

	while (count < FIELDS && line) {
		fields[count++] = line;
		line = count < FIELDS ? strchr(line, '\t') : NULL;
		if (line)
			*line++ = '\0';
	}
	return count;
}

static int line_take(const struct reading *reading, char *line)
{
	const struct network *network = reading->network;
	struct html_finding finding;
	struct html_place place;
	char *fields[FIELDS], *end;
	unsigned long sample;

	if (!*line || *line == '#')
		return 0;
	if (fields_split(line, fields) < FIELDS)
		return finding_reject(reading, "fewer than four fields after", fields[0]);
	sample = strtoul(fields[0], &end, 10);
	if (*end || *fields[0] == '-' || !sample || sample > reading->samples)
		return finding_reject(reading, "the page has no sample", fields[0]);
	place.chip = named_chip(network, fields[1]);
	if (place.chip == TOPO_NONE)
		return finding_reject(reading, "the network has no chip", fields[1]);
	if (!named_port(network->topo, fields[2], &place.port) ||
	    (place.port != TOPO_NONE &&
	     topo_neighbour(network->topo, place.chip, place.port) == TOPO_NONE))
		return finding_reject(reading, "the chip has no link", fields[2]);
	finding = (struct html_finding){
		.sample = sample - 1, .text = fields[3], .roots = &place, .count = 1,
	};
	if (reading->add)
		reading->add(reading->page, &finding);
	return 0;
}

static int findings_read(struct reading *reading)
{
	FILE *file = infile_text(reading->path);
	char *line = NULL;
	size_t room = 0;
	int more, code = 0;

	if (!file)
		return EXIT_INPUT;
	while (!code && (more = infile_line(file, &line, &room)) > 0) {
		reading->line++;
		code = line_take(reading, line);
	}
	if (!code && more < 0)
		code = infile_failed(reading->path, more);
	infile_close(file);
	free(line);
	return code;
}

int html_check_findings(const struct html_request *request, const struct network *network)
{
	struct reading reading = {
		.path = request->findings, .network = network, .samples = SIZE_MAX,
	};

	if (!request->path || !request->findings || infile_is_read_once(request->findings))
		return 0;
	return findings_read(&reading);
}

int html_findings(const char *path, struct page *page,
		  void (*add)(struct page *page, const struct html_finding *finding))
{
	struct reading reading = {
		.path = path, .network = page->network, .samples = page->samples, .add = add,
		.page = page,
	};

	return findings_read(&reading);
}
