// SPDX-License-Identifier: GPL-2.0-only
/* The choice of a client's format. */
#include "cli/util.h"
#include "gpcd-exporter/serve/accept.h"
#include "suite.h"

#define OPEN	"application/openmetrics-text"

static const struct {
	const char *accept;
	enum page_format format;
} cases[] = {
	{ NULL, PAGE_TEXT },
	{ "", PAGE_TEXT },
	{ "*/*", PAGE_TEXT },
	{ "text/plain", PAGE_TEXT },
	{ "image/png", PAGE_TEXT },
	{ "application/*", PAGE_TEXT },
	{ OPEN, PAGE_OPENMETRICS },
	{ " Application/OpenMetrics-TEXT ", PAGE_OPENMETRICS },
	{ "application/openmetrics-textual", PAGE_TEXT },
	{ "application/openmetrics", PAGE_TEXT },
	/* Requests of Prometheus 2 and 3. */
	{
		"application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
		PAGE_OPENMETRICS
	}, {
		"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
		PAGE_OPENMETRICS
	},
	/* The client prefers one format. */
	{ OPEN ";q=0.5, text/plain", PAGE_TEXT },
	{ "text/plain;q=0.5, " OPEN ";q=0.6", PAGE_OPENMETRICS },
	{ "text/plain;q=0.5, " OPEN ";q=0.4", PAGE_TEXT },
	{ "text/plain;q=0.501, " OPEN ";q=0.5", PAGE_TEXT },
	{ "text/plain;q=0.05, " OPEN ";q=0.5", PAGE_OPENMETRICS },
	{ "text/plain; q=1, " OPEN "; q=1.000", PAGE_OPENMETRICS },
	{ "text/plain ; Q = 0.9 , " OPEN " ; q = 0.3", PAGE_TEXT },
	/* The client rejects one format. */
	{ OPEN ";q=0", PAGE_TEXT },
	{ OPEN ";q=0.000, */*", PAGE_TEXT },
	{ "text/plain;q=0, " OPEN ";q=0.001", PAGE_OPENMETRICS },
	{ "text/plain;q=0, " OPEN ";q=0", PAGE_TEXT },
	/* The range that is closest. */
	{ "*/*, " OPEN ";q=0.5", PAGE_TEXT },
	{ "*/*, " OPEN ";q=0.5, text/plain;q=0.1", PAGE_OPENMETRICS },
	{ "text/*;q=0.9, " OPEN ";q=0.5, */*;q=0.1", PAGE_TEXT },
	{ "text/plain;q=0.1, text/*;q=0.9, " OPEN ";q=0.5", PAGE_OPENMETRICS },
	/* Versions that the page satisfies, and others. */
	{ OPEN ";version=0.0.1", PAGE_OPENMETRICS },
	{ OPEN ";version=\"1.0.0\"", PAGE_OPENMETRICS },
	{ OPEN ";version=2.0.0", PAGE_TEXT },
	{ OPEN ";version=2.0.0, " OPEN ";version=1.0.0;q=0.5", PAGE_OPENMETRICS },
	{ "text/plain;version=1.0.0, " OPEN ";q=0.5", PAGE_OPENMETRICS },
	/* Separators between quotes; words that are not separators. */
	{ "x/y;a=\"," OPEN ",\"", PAGE_TEXT },
	{ "x/y;a=\"b;c\", " OPEN, PAGE_OPENMETRICS },
	{ "\"" OPEN, PAGE_TEXT },
	{ ",;=,/," OPEN ",", PAGE_OPENMETRICS },
	{ OPEN ";q=", PAGE_TEXT },
	{ OPEN ";q=2", PAGE_TEXT },
	{ OPEN ";q=1.001", PAGE_TEXT },
	{ OPEN ";q=0.5000", PAGE_TEXT },
	{ OPEN ";q=-1", PAGE_TEXT },
	{ OPEN ";q=0,5", PAGE_TEXT },
	{ OPEN ";q=x, " OPEN ";q=0.5", PAGE_OPENMETRICS },
};

START_TEST(the_format_that_is_liked_best)
{
	ck_assert_msg(accept_format(cases[_i].accept) == cases[_i].format, "%s",
		      cases[_i].accept);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exporter_accept");
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, the_format_that_is_liked_best, 0, ARRAY_SIZE(cases));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
