// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/out/out.h"
#include "cli/wait/wait.h"
#include "serve.h"

#define NS_PER_MS	1000000

/* Longest wait at a time, ms. */
#define POLL_MAX	1000000

/* Return the ms until a time, rounded up, because waking too early would wake twice. */
static int until(uint64_t ns)
{
	uint64_t now = monotonic_ns(), ms;

	if (now >= ns)
		return 0;
	ms = (ns - now) / NS_PER_MS + 1;
	return ms < POLL_MAX ? (int)ms : POLL_MAX;
}

static void wait_for_client(const struct http *http, uint64_t next)
{
	struct pollfd client = { .fd = http_fd(http), .events = POLLIN };
	int limit = until(next), timeout = http_timeout(http);

	stop_poll(&client, 1, timeout >= 0 && timeout < limit ? timeout : limit);
}

static int answer_clients(const struct config *config, struct exports *exports, struct http *http)
{
	exports_read(exports);
	while (!stop_asked()) {
		if (stop_take_reload())
			return SERVE_RELOAD;
		wait_for_client(http, exports->read_ns + config->interval);
		http_run(http);
		if (monotonic_ns() - exports->read_ns >= config->interval)
			exports_read(exports);
	}
	return 0;
}

static int write_page(const char *path, struct exports *exports, struct page_parts *parts)
{
	int wrong = exports_write(exports, parts, PAGE_TEXT), err;
	struct outfile file;

	err = outfile_open(&file, path);
	if (err)
		return err;
	if (!wrong)
		wrong = page_parts_write(parts, file.stream);
	return outfile_close(&file, wrong);
}

static int write_file(const char *path, struct exports *exports)
{
	struct page_parts parts = { 0 };
	int err = write_page(path, exports, &parts);

	page_parts_free(&parts);
	return err;
}

/* Report a repeated error only once. */
static void report(const struct config *config, int err, int *before)
{
	if (err && err != *before)
		complain_output(config->textfile, err);
	else if (!err && *before)
		complain("%s: written again", config->textfile);
	*before = err;
}

/* Return when the next page is due. Those that were missed are not made up for. */
static uint64_t next_page(uint64_t due, uint64_t now, uint64_t every)
{
	return due + ((now - due) / every + 1) * every;
}

static int write_pages(const struct config *config, struct exports *exports)
{
	uint64_t next = monotonic_ns(), now;
	int err = 0;

	do {
		if (stop_take_reload())
			return SERVE_RELOAD;
		exports_read(exports);
		now = monotonic_ns();
		if (now >= next)
			report(config, write_file(config->textfile, exports), &err);
		if (!config->every)
			break;
		if (now >= next)
			next = next_page(next, now, config->every);
		stop_poll(NULL, 0, until(next < exports->read_ns + config->interval ?
					 next : exports->read_ns + config->interval));
	} while (!stop_asked());
	if (err)
		return EXIT_OUTPUT;
	return config->every || exports_complete(exports) ? 0 : EXIT_DEVICE;
}

static bool is_same_address(const struct config *config, const struct config *before)
{
	return !memcmp(&config->listen, &before->listen, sizeof(config->listen));
}

int serve_open(struct http **http, const struct config *config, const struct config *before,
	       struct exports *exports)
{
	bool same = *http && is_same_address(config, before);
	struct http *next = NULL;
	int code = 0;

	if (!config->textfile)
		code = http_open(&next, config, exports, same ? *http : NULL);
	if (code)
		return code;
	http_close(*http);
	*http = next;
	return 0;
}

int serve_run(struct http *http, const struct config *config, struct exports *exports)
{
	return http ? answer_clients(config, exports, http) : write_pages(config, exports);
}
