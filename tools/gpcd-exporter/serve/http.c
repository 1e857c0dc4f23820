// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "clients.h"
#include "http.h"

/* --- the address --- */

/* Connections that may wait to be accepted. */
#define BACKLOG	128

/* SO_REUSEADDR allows restarting a server at once. */
static int bind_socket(int fd, union config_address *address)
{
	socklen_t size = sizeof(*address);
	int on = 1;

	if (address->any.sa_family == AF_INET)
		size = sizeof(address->four);
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    bind(fd, &address->any, size) || listen(fd, BACKLOG) ||
	    getsockname(fd, &address->any, &size))
		return -errno;
	return 0;
}

/*
 * Listen at an address; port 0 is replaced by the port that the kernel chose. The caller closes
 * @fd. Returns 0 or a negative errno.
 */
static int listen_open(union config_address *address, int *fd)
{
	int err;

	*fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (*fd < 0)
		return -errno;
	err = bind_socket(*fd, address);
	if (err)
		close(*fd);
	return err;
}

/* Return whether only programs of this machine can reach an address. */
static bool listen_is_local(const union config_address *address)
{
	if (address->any.sa_family == AF_INET)
		return ntohl(address->four.sin_addr.s_addr) >> IN_CLASSA_NSHIFT == IN_LOOPBACKNET;
	return IN6_IS_ADDR_LOOPBACK(&address->six.sin6_addr);
}

/* --- requests --- */

/* Bytes of a connection's headers, ours and the client's. */
#define HEADERS	16384

/*
 * Most pages in memory: beyond that, clients get the previous page until slow clients have read
 * theirs.
 */
#define PAGES_MOST	8

#define NS_PER_MS	1000000
#define NS_PER_SECOND	1000000000ULL

/* A server. */
struct http {
	struct MHD_Daemon *daemon;			/* libmicrohttpd's part */
	int fd;						/* listening socket; daemon has a copy */
	struct exports *exports;
	uint64_t fresh;					/* maximum age of a reading, ns */
	struct MHD_Response *page[PAGE_FORMATS];	/* by format; NULL: not made yet */
	uint64_t page_ns;				/* time of the reading of page */
	/* in memory, with those that clients are still reading */
	unsigned int pages;
	struct page_parts spare;			/* of a page that nobody reads any more */
	struct clients clients;
	unsigned long closed;				/* connections that were closed */
	/* another connection may wait to be accepted */
	bool more;
};

/* Clients that are still reading an old page keep it. */
static void drop_pages(struct http *http)
{
	for (unsigned int i = 0; i < PAGE_FORMATS; i++) {
		if (http->page[i])
			MHD_destroy_response(http->page[i]);
		http->page[i] = NULL;
	}
}

/* A page in memory. */
struct text {
	struct http *http;
	struct page_parts parts;
};

/* Bytes of a page that are copied and sent at once; they stay in the caches between. */
#define BLOCK	65536

static ssize_t copy_text(void *data, uint64_t at, char *to, size_t room)
{
	const struct text *text = data;

	return page_parts_copy(&text->parts, at, to, room);
}

/* The next page is written into memory that is in use already. */
static void free_text(void *data)
{
	struct text *text = data;

	text->http->pages--;
	page_parts_free(&text->http->spare);
	text->http->spare = text->parts;
	free(text);
}

/*
 * Takes ownership of the parts on success. A response of an array of buffers would spare the copy,
 * but libmicrohttpd copies the array into the memory of the connection's headers. If a client's
 * headers leave no room there, the page is cut off, and libmicrohttpd aborts as it frees the page.
 */
static struct MHD_Response *wrap_page(struct http *http, const struct page_parts *parts)
{
	struct text *text = malloc(sizeof(*text));
	struct MHD_Response *response;

	if (!text)
		return NULL;
	*text = (struct text) { http, *parts };
	response = MHD_create_response_from_callback(page_parts_size(parts).length, BLOCK,
						     copy_text, text, free_text);
	if (response)
		http->pages++;
	else
		free(text);
	return response;
}

static struct MHD_Response *make_page(struct http *http, enum page_format format)
{
	struct page_parts parts = http->spare;
	struct MHD_Response *response = NULL;

	http->spare = (struct page_parts) { 0 };
	if (!exports_write(http->exports, &parts, format))
		response = wrap_page(http, &parts);
	if (!response) {
		page_parts_free(&parts);
		return NULL;
	}
	if (MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
				    page_type(format)) == MHD_YES)
		return response;
	MHD_destroy_response(response);
	return NULL;
}

static bool is_crowded(const struct http *http)
{
	return http->pages >= PAGES_MOST;
}

static struct MHD_Response *find_page(struct http *http, enum page_format format)
{
	if (is_crowded(http) && http->page[format])
		return http->page[format];
	if (monotonic_ns() - http->exports->read_ns >= http->fresh)
		exports_read(http->exports);
	if (http->page_ns != http->exports->read_ns)
		drop_pages(http);
	http->page_ns = http->exports->read_ns;
	if (!http->page[format])
		http->page[format] = make_page(http, format);
	return http->page[format];
}

static struct client *client_of(struct MHD_Connection *connection)
{
	return MHD_get_connection_info(connection,
				       MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* A request that has arrived completely. */
struct request {
	struct http *http;
	struct MHD_Connection *connection;
};

static enum MHD_Result respond(const struct request *request, unsigned int status,
			       struct MHD_Response *response)
{
	clients_answer(&request->http->clients, client_of(request->connection), true,
		       monotonic_ns());
	return MHD_queue_response(request->connection, status, response);
}

static enum MHD_Result answer_text(const struct request *request, unsigned int status,
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
	result = respond(request, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result answer_page(const struct request *request)
{
	const char *accept = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
							 MHD_HTTP_HEADER_ACCEPT);
	struct MHD_Response *response = find_page(request->http, page_format_for(accept));

	if (!response)
		return answer_text(request, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory\n");
	return respond(request, MHD_HTTP_OK, response);
}

/* Requests to a proxy contain http://HOST/PATH. Any HOST is taken as this server. */
static const char *path_of(const char *url)
{
	static const char scheme[] = "http://";

	if (strncasecmp(url, scheme, strlen(scheme)))
		return url;
	url = strchr(url + strlen(scheme), '/');
	return url ? url : "/";
}

static enum MHD_Result answer_path(const struct request *request, const char *path)
{
	if (!strcmp(path, "/metrics"))
		return answer_page(request);
	if (!strcmp(path, "/healthz"))
		return answer_text(request, MHD_HTTP_OK, "ok\n");
	if (!strcmp(path, "/"))
		return answer_text(request, MHD_HTTP_OK, "gpcd-exporter: see /metrics\n");
	return answer_text(request, MHD_HTTP_NOT_FOUND, "there are /metrics and /healthz\n");
}

/* Called once when the headers have arrived, and again when the whole request has. */
static enum MHD_Result answer(void *data, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **state)
{
	const struct request request = { data, connection };
	static int begun;

	(void)version;
	(void)upload;
	(void)upload_size;
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return answer_text(&request, MHD_HTTP_METHOD_NOT_ALLOWED,
				   "GET and HEAD are all there is\n");
	if (!*state) {
		*state = &begun;
		return MHD_YES;
	}
	return answer_path(&request, path_of(url));
}

static void end_request(void *data, struct MHD_Connection *connection, void **state,
			enum MHD_RequestTerminationCode why)
{
	struct http *http = data;

	(void)state;
	(void)why;
	clients_answer(&http->clients, client_of(connection), false, monotonic_ns());
}

static void notice_connection(void *data, struct MHD_Connection *connection, void **context,
			      enum MHD_ConnectionNotificationCode code)
{
	struct http *http = data;
	int fd;

	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		clients_leave(&http->clients, *context);
		http->closed++;
		return;
	}
	fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	*context = clients_join(&http->clients, fd, monotonic_ns());
	if (!*context)
		shutdown(fd, SHUT_RDWR);
}

static void say_where(const union config_address *address)
{
	char text[CONFIG_ADDRESS];

	complain("http://%s/metrics", config_address(address, text));
	if (!listen_is_local(address))
		complain("%s is open to other machines: TLS and passwords are for a proxy to add",
			 text);
}

static int find_socket(struct http *http, const struct config *config, const struct http *before)
{
	union config_address address = config->listen;
	char text[CONFIG_ADDRESS];
	int err;

	if (before) {
		http->fd = fcntl(before->fd, F_DUPFD_CLOEXEC, 0);
		return http->fd < 0 ? complain_error("HTTP", -errno) : 0;
	}
	err = listen_open(&address, &http->fd);
	if (err) {
		complain("%s: %s: see the key listen", config_address(&address, text),
			 strerror(-err));
		return EXIT_RUNTIME;
	}
	say_where(&address);
	return 0;
}

static int begin(struct http *http, const struct config *config)
{
	int fd = fcntl(http->fd, F_DUPFD_CLOEXEC, 0);

	if (fd < 0)
		return complain_error("HTTP", -errno);
	clients_init(&http->clients, config->clients, config->client_timeout * NS_PER_SECOND);
	http->daemon = MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, answer, http,
					MHD_OPTION_LISTEN_SOCKET, fd,
					MHD_OPTION_CONNECTION_LIMIT, config->clients + 1,
					MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADERS,
					MHD_OPTION_NOTIFY_CONNECTION, notice_connection, http,
					MHD_OPTION_NOTIFY_COMPLETED, end_request, http,
					MHD_OPTION_END);
	if (http->daemon)
		return 0;
	close(fd);
	complain("no server by libmicrohttpd: %s", strerror(errno));
	return EXIT_RUNTIME;
}

int http_open(struct http **http, const struct config *config, struct exports *exports,
	      const struct http *before)
{
	int code;

	*http = calloc(1, sizeof(**http));
	if (!*http)
		return complain_error("HTTP", -ENOMEM);
	(*http)->exports = exports;
	(*http)->fresh = config->fresh;
	(*http)->fd = -1;
	code = find_socket(*http, config, before);
	if (!code)
		code = begin(*http, config);
	if (code) {
		http_close(*http);
		*http = NULL;
	}
	return code;
}

int http_fd(const struct http *http)
{
	return MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

/* Return the ms until the time of a connection is over, rounded up; -1 if there is none. */
static int client_timeout(const struct http *http)
{
	uint64_t now = monotonic_ns(), next = clients_next(&http->clients);

	if (next == UINT64_MAX)
		return -1;
	return next > now ? (next - now) / NS_PER_MS + 1 : 0;
}

int http_timeout(const struct http *http)
{
	int limit = client_timeout(http);
	MHD_UNSIGNED_LONG_LONG ms;

	if (http->more)
		return 0;
	if (MHD_get_timeout(http->daemon, &ms) != MHD_YES)
		return limit;
	if (limit >= 0 && (unsigned int)limit < ms)
		return limit;
	return ms < INT_MAX ? (int)ms : INT_MAX;
}

/*
 * Connections are judged by the time before MHD_run(): a request that arrived while others were
 * answered is read in the next run. After closing a connection, libmicrohttpd accepts another one
 * only in the next run, too.
 */
void http_run(struct http *http)
{
	uint64_t now = monotonic_ns();
	unsigned long closed = http->closed;

	MHD_run(http->daemon);
	http->clients.crowded = is_crowded(http);
	clients_close(&http->clients, now);
	http->more = http->closed != closed;
}

void http_close(struct http *http)
{
	if (!http)
		return;
	if (http->daemon)
		MHD_stop_daemon(http->daemon);
	if (http->fd >= 0)
		close(http->fd);
	drop_pages(http);
	page_parts_free(&http->spare);
	free(http);
}
