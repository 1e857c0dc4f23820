// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "cli/out/complain.h"
#include "cli/out/outfile.h"
#include "cli/wait/clock.h"
#include "cli/wait/stop.h"
#include "http.h"
#include "serve.h"

#define NS_PER_MS	1000000

/* The longest that we wait at a time, ms. */
#define POLL_MAX	1000000

/* How long until a time, ms, rounded up: what wakes too early would wake twice. */
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

int serve_http(const struct config *config, struct exports *exports)
{
	struct http *http;
	int code;

	exports_read(exports);
	code = http_open(&http, config, exports);
	if (code)
		return code;
	while (!stop_asked()) {
		wait_for_client(http, exports->read_ns + config->interval);
		http_run(http);
		if (monotonic_ns() - exports->read_ns >= config->interval)
			exports_read(exports);
	}
	http_close(http);
	return 0;
}

static int write_page(const char *path, const struct page *page)
{
	struct outfile file;
	int err = outfile_open(&file, path);

	if (err)
		return err;
	if (page->error)
		err = page->error;
	else if (page->length &&
		 fwrite(page->text, 1, page->length, file.stream) != page->length)
		err = -errno;
	return outfile_close(&file, err);
}

static int write_file(const char *path, struct exports *exports)
{
	struct page page = { .format = PAGE_TEXT };
	int err;

	exports_write(exports, &page);
	err = write_page(path, &page);
	page_free(&page);
	return err;
}

/* The same trouble each time is reported once. */
static void report(const struct config *config, int err, int *before)
{
	if (err && err != *before)
		complain_output(config->textfile, err);
	else if (!err && *before)
		complain("%s: written again", config->textfile);
	*before = err;
}

int serve_textfile(const struct config *config, struct exports *exports)
{
	uint64_t next = monotonic_ns();
	int err = 0;

	do {
		exports_read(exports);
		if (monotonic_ns() >= next) {
			report(config, write_file(config->textfile, exports), &err);
			next += config->every;
		}
		if (!config->every)
			break;
		stop_poll(NULL, 0, until(next < exports->read_ns + config->interval ?
					 next : exports->read_ns + config->interval));
	} while (!stop_asked());
	if (err)
		return EXIT_OUTPUT;
	return config->every || exports_complete(exports) ? 0 : EXIT_DEVICE;
}
