// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accept.h"
#include "cli/out/complain.h"
#include "cli/wait/clock.h"
#include "http.h"
#include "listen.h"

/* Bytes of a connection's headers, ours and the client's. */
#define HEADERS	16384

/**
 * struct http - a server
 * @daemon: libmicrohttpd's part
 * @exports: the devices
 * @fresh: how old a reading may be, ns
 * @page: by format, the page of the latest reading; NULL: not made yet
 * @page_ns: which reading these pages are of
 */
struct http {
	struct MHD_Daemon *daemon;
	struct exports *exports;
	uint64_t fresh;
	struct MHD_Response *page[PAGE_FORMATS];
	uint64_t page_ns;
};

/* Clients that still read an old page keep it. */
static void drop_pages(struct http *http)
{
	for (unsigned int i = 0; i < PAGE_FORMATS; i++) {
		if (http->page[i])
			MHD_destroy_response(http->page[i]);
		http->page[i] = NULL;
	}
}

static struct MHD_Response *make_page(struct exports *exports, enum page_format format)
{
	struct page page = { .format = format };
	struct MHD_Response *response = NULL;

	exports_write(exports, &page);
	if (!page.error)
		response = MHD_create_response_from_buffer(page.length, page.text,
							   MHD_RESPMEM_MUST_FREE);
	if (!response) {
		page_free(&page);
		return NULL;
	}
	if (MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
				    page_type(format)) == MHD_YES)
		return response;
	MHD_destroy_response(response);
	return NULL;
}

static struct MHD_Response *find_page(struct http *http, enum page_format format)
{
	if (monotonic_ns() - http->exports->read_ns >= http->fresh)
		exports_read(http->exports);
	if (http->page_ns != http->exports->read_ns)
		drop_pages(http);
	http->page_ns = http->exports->read_ns;
	if (!http->page[format])
		http->page[format] = make_page(http->exports, format);
	return http->page[format];
}

static enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned int status,
				   const char *text)
{
	struct MHD_Response *response;
	enum MHD_Result result;

	response = MHD_create_response_from_buffer(strlen(text), (void *)text,
						   MHD_RESPMEM_PERSISTENT);
	if (!response)
		return MHD_NO;
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
				"text/plain; charset=utf-8");
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result answer_page(struct http *http, struct MHD_Connection *connection)
{
	const char *accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
							 MHD_HTTP_HEADER_ACCEPT);
	struct MHD_Response *response = find_page(http, accept_format(accept));

	if (!response)
		return answer_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory\n");
	return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

/* Called once when the headers are there, and once when all of a request is. */
static enum MHD_Result answer(void *data, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **state)
{
	static int begun;

	(void)version;
	(void)upload;
	(void)upload_size;
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return answer_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
				   "GET and HEAD are all there is\n");
	if (!*state) {
		*state = &begun;
		return MHD_YES;
	}
	if (!strcmp(url, "/metrics"))
		return answer_page(data, connection);
	if (!strcmp(url, "/"))
		return answer_text(connection, MHD_HTTP_OK, "gpcd-exporter: see /metrics\n");
	return answer_text(connection, MHD_HTTP_NOT_FOUND, "only /metrics is here\n");
}

static void say_where(const union config_address *address)
{
	char text[CONFIG_ADDRESS];

	complain("http://%s/metrics", config_address(address, text));
	if (!listen_is_local(address))
		complain("%s is open to other machines: TLS and passwords are for a proxy to add",
			 text);
}

static int begin(struct http *http, const struct config *config)
{
	union config_address address = config->listen;
	char text[CONFIG_ADDRESS];
	int fd, err;

	err = listen_open(&address, &fd);
	if (err) {
		complain("%s: %s: see the key listen", config_address(&address, text),
			 strerror(-err));
		return EXIT_RUNTIME;
	}
	http->daemon = MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, answer, http,
					MHD_OPTION_LISTEN_SOCKET, fd,
					MHD_OPTION_CONNECTION_LIMIT, config->clients,
					MHD_OPTION_CONNECTION_TIMEOUT, config->client_timeout,
					MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADERS,
					MHD_OPTION_END);
	if (!http->daemon) {
		close(fd);
		complain("no server by libmicrohttpd: %s", strerror(errno));
		return EXIT_RUNTIME;
	}
	say_where(&address);
	return 0;
}

int http_open(struct http **http, const struct config *config, struct exports *exports)
{
	int code;

	*http = calloc(1, sizeof(**http));
	if (!*http)
		return complain_error("HTTP", -ENOMEM);
	(*http)->exports = exports;
	(*http)->fresh = config->fresh;
	code = begin(*http, config);
	if (code) {
		free(*http);
		*http = NULL;
	}
	return code;
}

int http_fd(const struct http *http)
{
	return MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int http_timeout(const struct http *http)
{
	MHD_UNSIGNED_LONG_LONG ms;

	if (MHD_get_timeout(http->daemon, &ms) != MHD_YES)
		return -1;
	return ms < INT_MAX ? (int)ms : INT_MAX;
}

void http_run(struct http *http)
{
	MHD_run(http->daemon);
}

void http_close(struct http *http)
{
	if (!http)
		return;
	MHD_stop_daemon(http->daemon);
	drop_pages(http);
	free(http);
}
