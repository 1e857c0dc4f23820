// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page has its description as JSON, then an element for each sample: numbers of seven bits a
 * byte (LEB128) in base64, which page/page.js decodes when the sample is shown.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/out/complain.h"
#include "cli/out/unicode.h"
#include "page.h"
#include "panel.h"
#include "topo/grid.h"

#define WIDTH	700	/* of a map beside tables, if its chips allow */
#define HEIGHT	700
#define WIDE	1180	/* of others */
#define SHARE	1e6	/* parts of a share of 1 */

/* Define a text of page.h, which is a file of the source. */
#define PAGE_FILE(name, file) \
	__asm__(".pushsection .rodata\n" \
		".hidden page_" #name "\n" \
		".globl page_" #name "\n" \
		"page_" #name ":\n" \
		".incbin \"tools/cli/network/page/" file "\"\n" \
		".byte 0\n" \
		".popsection\n")

PAGE_FILE(css, "page.css");
PAGE_FILE(html, "page.html");
PAGE_FILE(data, "data.js");
PAGE_FILE(map, "map.js");
PAGE_FILE(js, "page.js");

static const struct option_row rows[] = {
	{ "html", 0, "FILE", 0, "write a page for a browser: all links over time",
	  OPTION_TEXT(struct html_request, path) },
	{ "findings", 0, "FILE", 0,
	  "say in the page of --html what is found: lines of sample, chip, link or -, sentence",
	  OPTION_TEXT(struct html_request, findings), .with = "html" },
	{ 0 }
};

const struct options html_options = { .rows = rows };

int html_check(const struct html_request *request)
{
	return request->path ? svg_check(request->path) : 0;
}

/* --- text --- */

/* Write a text as a string of JSON, which may stand inside a script. */
static void put_string(struct page *page, const char *text)
{
	FILE *stream = page->file.stream;
	char *clean = unicode_clean(text);

	if (!clean) {
		page->error = page->error ? page->error : -ENOMEM;
		return;
	}
	fputc('"', stream);
	for (const char *at = clean; *at; at++) {
		if (*at == '"' || *at == '\\' || *at == '<' || (unsigned char)*at < ' ')
			fprintf(stream, "\\u%04x", (unsigned char)*at);
		else
			fputc(*at, stream);
	}
	fputc('"', stream);
	free(clean);
}

static void put_named(struct page *page, const char *name, const char *text)
{
	fprintf(page->file.stream, "\"%s\":", name);
	put_string(page, text);
	fputc(',', page->file.stream);
}

/* --- the description --- */

static void put_quantities(struct page *page)
{
	const struct network *network = page->network;
	char colour[COLOUR_TEXT];

	fputs("\"quantities\":[", page->file.stream);
	for (size_t i = 0; i < network->count; i++) {
		const struct network_quantity *quantity = &network->quantities[i];

		fputs(i ? ",{" : "{", page->file.stream);
		put_named(page, "name", quantity->name);
		put_named(page, "unit", quantity->unit);
		put_named(page, "counted", quantity->counted);
		fputs("\"ramp\":[", page->file.stream);
		for (unsigned int level = 0; level < SCALE_LEVELS; level++) {
			colour_of(quantity->ramp, (double)level / (SCALE_LEVELS - 1), colour);
			fprintf(page->file.stream, "%s\"%s\"", level ? "," : "", colour);
		}
		fputs("]}", page->file.stream);
	}
	fputs("],\n", page->file.stream);
}

/*
 * Write each port's name, class and place: 0 is a track to the right, 1 up, 2 and more a part of
 * the square, of a dragonfly a stripe; whether it leads down, and whether it is alone in its place.
 */
static void put_ports(struct page *page, const struct planes *planes)
{
	const struct topo *topo = page->network->topo;
	bool grid = topo_is_grid(topo), single;
	unsigned int dim, place;
	char name[32];

	fputs("\"ports\":[", page->file.stream);
	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		dim = topo_class_of(topo, port);
		place = grid ? planes->place[dim] : 2 + dim;
		single = !grid || (topo->size[dim] == 2 && !topo_has_rings(topo));
		topo_port_name(topo, port, name, sizeof(name));
		fputs(port ? ",[" : "[", page->file.stream);
		put_string(page, name);
		fprintf(page->file.stream, ",%u,%u,%d,%d]", dim, place,
			grid && grid_is_down(port), single);
	}
	fputs("],\n\"classes\":[", page->file.stream);
	for (unsigned int class = 0; class < topo_classes(topo); class++) {
		struct topo_class described;

		topo_class(topo, class, &described);
		fputs(class ? "," : "", page->file.stream);
		put_string(page, described.name);
	}
	fputs("],\n", page->file.stream);
}

/* Write where chips are, their names, and to which chip each of their ports leads; -1: to none. */
static void put_chips(struct page *page, struct planes *planes)
{
	const struct topo *topo = page->network->topo;
	char name[NETWORK_NAME];
	double x, y;

	fputs("\"chips\":[", page->file.stream);
	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		page->network->chip_name(page->network->data, chip, name);
		planes_chip(planes, chip % planes->topo->chips, &x, &y);
		fputs(chip ? ",\n[" : "\n[", page->file.stream);
		put_string(page, name);
		fprintf(page->file.stream, ",%g,%g", x, y);
		for (unsigned int port = 0; port < topo_ports(topo); port++)
			fprintf(page->file.stream, ",%d",
				(int)topo_neighbour(topo, chip, port));
		fputc(']', page->file.stream);
	}
	fputs("],\n", page->file.stream);
}

/* Labels of planes and numbers at the edges are as in pictures. */
static void put_labels(struct page *page, const struct planes *planes)
{
	struct svg svg;
	int err = svg_begin(&svg);

	if (err) {
		page->error = page->error ? page->error : err;
		return;
	}
	planes_labels(planes, &svg);
	fflush(svg.body);
	put_named(page, "labels", svg.text ? svg.text : "");
	if (!svg.text || ferror(svg.body) || svg.failed)
		page->error = page->error ? page->error : -ENOMEM;
	svg_drop(&svg);
}

/* The map of a machine of groups shows one of them, which stands for each. */
static void group_alone(struct topo *topo)
{
	topo->chips = topo_group(topo);
	topo->size[topo->dims - 1] = 1;
}

static void put_description(struct page *page, const char *since)
{
	const struct topo *topo = page->network->topo;
	struct topo shown = *topo;
	struct planes planes;
	char key[EXPLAIN_TEXT];

	if (!topo_is_grid(topo))
		group_alone(&shown);
	if (!planes_choose(&planes, &shown, WIDTH, HEIGHT))
		planes_choose(&planes, &shown, WIDE, HEIGHT);
	planes_explain(&planes, ' ', key);
	fputs("<script type=\"application/json\" id=\"network\">\n{", page->file.stream);
	put_named(page, "title", page->network->title);
	put_named(page, "since", since ? since : "");
	put_named(page, "key", key);
	fprintf(page->file.stream, "\"group\":%u,",
		topo_is_grid(topo) ? topo->chips : topo_group(topo));
	fprintf(page->file.stream, "\"grid\":%s,\"share\":%.0f,\"pitch\":%g,\"inside\":%u,",
		topo_is_grid(topo) ? "true" : "false", SHARE, planes.pitch,
		topo_is_grid(topo) ? planes.inside : topo_classes(topo));
	fprintf(page->file.stream, "\"width\":%g,\"height\":%g,\n", planes.width, planes.height);
	put_quantities(page);
	put_ports(page, &planes);
	put_labels(page, &planes);
	put_chips(page, &planes);
	fputs("\"version\":1}\n</script>\n", page->file.stream);
}

void html_begin(struct page *page, const struct html_request *request,
		const struct network *network, const char *since)
{
	FILE *stream;

	*page = (struct page){
		.path = request->path, .findings = request->findings, .network = network,
	};
	if (!page->path)
		return;
	page->error = outfile_open(&page->file, page->path);
	stream = page->file.stream;
	if (!stream)
		return;
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", stream);
	fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"", stream);
	fputs("default-src 'none'; style-src 'unsafe-inline'; ", stream);
	fputs("script-src 'unsafe-inline'\">\n<style>\n", stream);
	fputs(page_css, stream);
	fputs("</style>\n", stream);
	fputs(page_html, stream);
	put_description(page, since);
}

/* --- samples --- */

/* Bytes on their way into base64. */
struct encoder {
	FILE *stream;
	uint32_t bits;
	unsigned int bytes; /* in bits, below 3 */
};

static void encoder_write(struct encoder *encoder, unsigned int letters)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (unsigned int i = 0; i < 4; i++)
		fputc(i < letters ? alphabet[encoder->bits >> (18 - 6 * i) & 63] : '=',
		      encoder->stream);
	encoder->bits = 0;
	encoder->bytes = 0;
}

static void encoder_byte(struct encoder *encoder, uint8_t byte)
{
	encoder->bits |= (uint32_t)byte << (16 - 8 * encoder->bytes);
	if (++encoder->bytes == 3)
		encoder_write(encoder, 4);
}

static void encoder_number(struct encoder *encoder, uint64_t number)
{
	for (; number > 127; number >>= 7)
		encoder_byte(encoder, 128 | (number & 127));
	encoder_byte(encoder, number);
}

static void encoder_end(struct encoder *encoder)
{
	if (encoder->bytes)
		encoder_write(encoder, encoder->bytes + 1);
}

/* Write a quantity link by link: 0 if it is unknown, else its share and one more, and its count. */
static void encode_quantity(struct encoder *encoder, const struct network_quantity *quantity,
			    unsigned int links)
{
	for (unsigned int link = 0; link < links; link++) {
		if (!(quantity->values[link] >= 0)) {
			encoder_number(encoder, 0);
			continue;
		}
		encoder_number(encoder, llround(fmin(quantity->values[link], 1e6) * SHARE) + 1);
		encoder_number(encoder, quantity->counts[link]);
	}
}

/* Write how many links have failed; of each how far it is from the one before, and its state. */
static void encode_states(struct encoder *encoder, const struct network *network,
			  unsigned int links)
{
	unsigned int before = 0;

	encoder_number(encoder, marks_failed(network));
	for (unsigned int link = 0; link < links && network->states; link++) {
		if (network->states[link] == NETWORK_WORKS)
			continue;
		encoder_number(encoder, link - before);
		encoder_number(encoder, network->states[link]);
		before = link;
	}
}

static double page_most(const struct network_quantity *quantity, unsigned int links)
{
	double most = 0;

	for (unsigned int link = 0; link < links; link++)
		most = fmax(most, quantity->values[link]);
	return most;
}

void html_sample(struct page *page, double from, double to)
{
	const struct network *network = page->network;
	struct encoder encoder = { .stream = page->file.stream };
	unsigned int links;

	if (!page->path || !page->file.stream)
		return;
	links = network->topo->chips * topo_ports(network->topo);
	fprintf(encoder.stream,
		"<script type=\"text/plain\" class=\"sample\" data-from=\"%.17g\" data-to=\"%.17g\"",
		from, to);
	fputs(" data-most=\"", encoder.stream);
	for (size_t i = 0; i < network->count; i++)
		fprintf(encoder.stream, "%s%.6g", i ? " " : "",
			page_most(&network->quantities[i], links));
	fputs("\">", encoder.stream);
	for (size_t i = 0; i < network->count; i++)
		encode_quantity(&encoder, &network->quantities[i], links);
	encode_states(&encoder, network, links);
	encoder_end(&encoder);
	fputs("</script>\n", encoder.stream);
	page->samples++;
}

static void places_write(struct page *page, const struct html_place *places, size_t count)
{
	fputs(",[", page->file.stream);
	for (size_t i = 0; i < count; i++)
		fprintf(page->file.stream, "%s[%u,%d]", i ? "," : "", places[i].chip,
			(int)places[i].port);
	fputc(']', page->file.stream);
}

void html_finding(struct page *page, const struct html_finding *finding)
{
	if (!page->path || !page->file.stream)
		return;
	fprintf(page->file.stream, "<script type=\"application/json\" class=\"finding\">[%zd,",
		(ssize_t)finding->sample);
	put_string(page, finding->text);
	places_write(page, finding->roots, finding->count);
	places_write(page, finding->tree, finding->waiting);
	fputs("]</script>\n", page->file.stream);
}

void html_drop(struct page *page)
{
	if (page->file.stream)
		outfile_close(&page->file, -ECANCELED);
	page->file.stream = NULL;
}

int html_end(struct page *page)
{
	int code = 0, err;

	if (!page->path)
		return 0;
	if (page->file.stream && page->findings)
		code = html_findings(page->findings, page, html_finding);
	if (page->file.stream) {
		fputs("<script>\n", page->file.stream);
		fputs(page_data, page->file.stream);
		fputs(page_map, page->file.stream);
		fputs(page_js, page->file.stream);
		fputs("</script>\n</body>\n</html>\n", page->file.stream);
		err = outfile_close(&page->file, page->error);
	} else {
		err = page->error;
	}
	page->file.stream = NULL;
	return err ? complain_output(page->path, err) : code;
}
