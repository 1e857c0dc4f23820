// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-exporter: exports counters of devices to Prometheus. */
#include <argz.h>
#include <errno.h>
#include <gpcd/nics.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/infile.h"
#include "cli/options.h"
#include "cli/wait/wait.h"
#include "config/config.h"
#include "dashboard/dashboard.h"
#include "serve/serve.h"

const char *argp_program_version = "gpcd-exporter " GPCD_VERSION;

/* Options that replace keys of the configuration. */
enum setting { SETTING_DEVICE, SETTING_LISTEN, SETTING_METRICS, SETTING_TEXTFILE, SETTING_EVERY };

static const char *const keys[] = { "device", "listen", "metrics", "textfile", "every" };

/* The command line. */
struct plan {
	const char *path;	/* configuration file */
	bool named;		/* the user named path, so it must exist */
	bool check;		/* check the configuration and exit */
	unsigned int dashboard;	/* the one to print, then exit; DASHBOARDS: none */
	struct option_list given[ARRAY_SIZE(keys)]; /* values for each */
};

static const struct option_row rows[] = {
	{ "config", 'c', "FILE", 0, "the configuration; default: " CONFIG_PATH ", if it is there",
	  OPTION_ONCE(struct plan, path) },
	{ "device", 'd', "DEVICE", 0,
	  "gpcd1, image:FILE or a pattern, 'image:DIR/*'; may be repeated; default: all",
	  OPTION_LIST(struct plan, given[SETTING_DEVICE]) },
	{ "listen", 'l', "ADDRESS:PORT", 0, "default: 127.0.0.1:9850; port 0: any that is free",
	  OPTION_LIST(struct plan, given[SETTING_LISTEN]) },
	{ "metrics", 'm', "NAME", 0,
	  "a set, a metric or a glob; may be repeated; default: all but tile metrics",
	  OPTION_LIST(struct plan, given[SETTING_METRICS]) },
	{ "textfile", 0, "FILE", 0, "write the page to a file, and do not listen",
	  OPTION_LIST(struct plan, given[SETTING_TEXTFILE]) },
	{ "every", 0, "TIME", 0, "write the --textfile whenever so much has passed, and not once",
	  OPTION_LIST(struct plan, given[SETTING_EVERY]) },
	{ "check", 0, NULL, 0, "check the configuration, read the devices, and end",
	  OPTION_FLAG(struct plan, check) },
	{ "dashboard", 0, "FAMILY", 0,
	  "print a dashboard for Grafana: routers, slingshot, rdma or ethernet",
	  OPTION_WORD(struct plan, dashboard, &dashboard_names) },
	{ 0 }
};

static int note_path(struct options_state *state, void *input)
{
	struct plan *plan = input;

	plan->named = options_given(state, "config");
	return 0;
}

static const struct options options = {
	.rows = rows,
	.check = note_path,
	.doc = "Export counters of devices to Prometheus, by HTTP or into a file.\n"
	       "\vAn option overrides the key of the same name: gpcd-exporter.conf(5).\n"
	       "\n"
	       "Exit codes: 0 good, 1 failed, 2 wrong arguments or configuration,\n"
	       "3 in a page that was checked or written once, a device is down or\n"
	       "labels are ignored,\n"
	       "5 the output could not be written.",
};

/* Read a whole file. Returns an exit code, after reporting any error. */
static int read_file(const char *path, char *text, size_t room, size_t *length)
{
	FILE *file = infile_text(path);
	int c = 0, err = 0;

	if (!file)
		return EXIT_INPUT;
	for (*length = 0; *length < room && (c = infile_byte(file)) != EOF; (*length)++)
		text[*length] = c;
	if (ferror(file))
		err = -errno;
	infile_close(file);
	if (err)
		return infile_failed(path, err);
	if (*length < room)
		return 0;
	complain("%s: a configuration has less than %zu bytes", path, room);
	return EXIT_USAGE;
}

static int read_config(struct config *config, const struct plan *plan)
{
	struct config_problem problem;
	static char text[64 * 1024];
	size_t length;
	int err;

	if (!plan->named && access(plan->path, F_OK))
		return 0;
	err = read_file(plan->path, text, sizeof(text), &length);
	if (err)
		return err;
	err = config_parse(config, text, length, &problem);
	if (err)
		complain("%s:%u: %s", plan->path, problem.line, problem.text);
	return exit_code(err);
}

static int replace_key(struct config *config, const char *key,
		       const struct option_list *values)
{
	const char *value = NULL;
	char text[CONFIG_TEXT];
	int err;

	while ((value = argz_next(values->argz, values->size, value))) {
		err = config_set(config, key, value, text);
		if (!err)
			continue;
		complain("--%s", text);
		return exit_code(err);
	}
	return 0;
}

/* Options take the place of keys: all of these are cleared before the first is set. */
static int take_options(struct config *config, const struct plan *plan)
{
	int code;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (plan->given[i].argz)
			config_clear(config, keys[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		code = replace_key(config, keys[i], &plan->given[i]);
		if (code)
			return code;
	}
	if (config->textfile && config->listens) {
		complain("both listen and textfile: choose one");
		return EXIT_USAGE;
	}
	if (config->every && !config->textfile) {
		complain("every: without textfile there is no file to write");
		return EXIT_USAGE;
	}
	if (!config->findings || !config->textfile || config->every)
		return 0;
	complain("findings: a page that is written once ends no window: set every");
	return EXIT_USAGE;
}

/* The default map of links need not exist, one that the user named must. */
static int open_cables(struct exports *exports, const struct config *config)
{
	const char *path = config->interconnect ? config->interconnect : interconnect_path();
	struct interconnect_error error = { 0 };
	int err;

	if (!config->interconnect && access(path, F_OK))
		return 0;
	/*
	 * Before loading: if the file is replaced meanwhile, the next configuration detects the
	 * change.
	 */
	if (stat(path, &exports->cables_file))
		memset(&exports->cables_file, 0, sizeof(exports->cables_file));
	err = interconnect_load(&exports->cables, path, NULL, &error);
	if (err && error.line)
		complain("%s:%lu: %s", path, error.line, error.reason);
	else if (err)
		complain("%s: %s", path, *error.reason ? error.reason : strerror(-err));
	if (err == -ENOMEM)
		return EXIT_RUNTIME;
	return err ? EXIT_INPUT : 0;
}

#define NODES	"/dev/gpcd[0-9]*"

static int ignore_name(void *data, const char *name)
{
	(void)data;
	(void)name;
	return 0;
}

/* The devices of a configuration that names none: routers, or else NICs. */
static const char *default_devices(void)
{
	if (devname_each(NODES, ignore_name, NULL) > 0)
		return NODES;
	/* If they cannot be searched, their search says so. */
	return devname_each(DEVNAME_NICS, ignore_name, NULL) ? DEVNAME_NICS : NODES;
}

static int prepare(struct exports *exports, const struct config *config)
{
	const struct family *own;
	size_t owns;
	int code, err = exports_init(exports);

	if (!err)
		err = label_files_make(&exports->labels, config->labels);
	if (err)
		return complain_error("devices", err);
	exports->whole = config->textfile && !config->every;
	exports->limit = config->limit;
	exports->findings.period = config->findings;
	own = exports_own(&owns);
	code = choice_make(&exports->choice, &config->wanted, own, owns);
	if (!code)
		code = open_cables(exports, config);
	if (!code && !config->device_count)
		code = exports_add(exports, default_devices());
	for (unsigned int i = 0; !code && i < config->device_count; i++)
		code = exports_add(exports, config->devices[i]);
	return code;
}

/* A configuration and its devices. */
struct service {
	struct config config;
	struct exports exports;
};

static void release(struct service *service)
{
	exports_free(&service->exports);
	config_free(&service->config);
}

static int load_service(struct service *service, const struct plan *plan)
{
	int code;

	memset(service, 0, sizeof(*service));
	config_defaults(&service->config);
	code = read_config(&service->config, plan);
	if (!code)
		code = take_options(&service->config, plan);
	if (!code)
		code = prepare(&service->exports, &service->config);
	if (code)
		release(service);
	return code;
}

/* Print what a scrape would contain now. */
static int print_size(struct exports *exports)
{
	struct page_parts parts = { 0 };
	struct page_size size;
	size_t up, count;
	int err;

	exports_read(exports);
	err = exports_write(exports, &parts, PAGE_TEXT);
	size = page_parts_size(&parts);
	up = exports_up(exports, &count);
	if (!err)
		printf("%zu of %zu devices up, %zu series, %zu bytes\n", up, count, size.series,
		       size.length);
	page_parts_free(&parts);
	if (err)
		return complain_error("page", err);
	return exports_complete(exports) ? 0 : EXIT_DEVICE;
}

/* The links are unchanged if their file is. */
static bool is_same_cables(const struct exports *one, const struct exports *other)
{
	const struct stat *now = &one->cables_file, *then = &other->cables_file;

	return !one->cables == !other->cables && now->st_dev == then->st_dev &&
	       now->st_ino == then->st_ino && now->st_size == then->st_size &&
	       now->st_mtim.tv_sec == then->st_mtim.tv_sec &&
	       now->st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

/* If the new configuration is wrong, the service continues with the old one. */
static void reload(struct service *service, const struct plan *plan, struct http **http)
{
	static struct service next;
	bool keep;

	if (load_service(&next, plan) ||
	    serve_open(http, &next.config, &service->config, &service->exports)) {
		complain("the configuration stays as it was");
		release(&next);
		return;
	}
	keep = next.exports.whole == service->exports.whole &&
	       is_same_cables(&next.exports, &service->exports) &&
	       choice_is_same(&next.exports.choice, &service->exports.choice);
	exports_replace(&service->exports, &next.exports, keep);
	config_free(&service->config);
	service->config = next.config;
	complain("the configuration was read again%s",
		 keep ? "" : ": other metrics, totals from 0");
}

static int serve(struct service *service, const struct plan *plan)
{
	struct http *http = NULL;
	int code = serve_open(&http, &service->config, NULL, &service->exports);

	if (!code)
		code = serve_run(http, &service->config, &service->exports);
	while (code == SERVE_RELOAD) {
		reload(service, plan, &http);
		code = serve_run(http, &service->config, &service->exports);
	}
	http_close(http);
	return code;
}

static int carry_out(const struct plan *plan)
{
	static struct service service;
	int code;

	if (plan->dashboard != DASHBOARDS)
		return dashboard_print(plan->dashboard);
	if (!plan->check) {
		stop_reloads();
		stop_catch();
	}
	code = load_service(&service, plan);
	if (code)
		return code;
	code = plan->check ? print_size(&service.exports) : serve(&service, plan);
	release(&service);
	return code;
}

int main(int argc, char **argv)
{
	struct plan plan = { .path = CONFIG_PATH, .dashboard = DASHBOARDS };
	int code;

	cli_begin("gpcd-exporter");
	gpcd_nics_dictionary(cli_data("dictionary"));
	options_parse(&options, argc, argv, &plan);
	code = carry_out(&plan);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		free(plan.given[i].argz);
	return code;
}
