// SPDX-License-Identifier: LGPL-2.1-or-later
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* Read a number from 0 to @most, decimal or with 0x; false if it is unset or invalid. */
static bool number_read(const char *name, uint64_t most, const char *what, uint64_t *number)
{
	const char *text = getenv(name);
	unsigned long long value;
	char *end;

	if (!text || !*text)
		return false;
	errno = 0;
	value = strtoull(text, &end, 0);
	if (!isdigit((unsigned char)*text) || *end || errno || value > most) {
		fprintf(stderr, "libawr: %s=%s is no %s, 0 to %llu: ignored\n", name, text, what,
			(unsigned long long)most);
		return false;
	}
	*number = value;
	return true;
}

/* Read a scaling factor, with a decimal point in any locale. */
static double factor_read(const char *name, double usual)
{
	locale_t plain = newlocale(LC_ALL_MASK, "C", NULL);
	const char *text = getenv(name);
	double value = usual;
	char *end = NULL;

	if (plain && text && *text) {
		value = strtod_l(text, &end, plain);
		if (!isdigit((unsigned char)*text) || *end || value < 0.001 || value > 1000) {
			fprintf(stderr, "libawr: %s=%s is no factor, 0.001 to 1000: ignored\n",
				name, text);
			value = usual;
		}
	}
	if (plain)
		freelocale(plain);
	return value;
}

static bool mode_read(const char *name, uint16_t *mode)
{
	uint64_t number;

	if (!number_read(name, SETTINGS_MODES, "delivery mode of gni_pub.h", &number))
		return false;
	*mode = number;
	return true;
}

static bool is_set(const char *name)
{
	uint64_t number = 0;

	return number_read(name, INT32_MAX, "number", &number) && number;
}

static const struct model_variant *variant_read(const char *name)
{
	const char *text = getenv(name);

	for (int i = 0; text && *text && i < MODEL_VARIANTS; i++) {
		if (!strcmp(text, model_variants[i]->name))
			return model_variants[i];
	}
	if (text && *text)
		fprintf(stderr, "libawr: %s=%s is neither %s nor %s: ignored\n", name, text,
			model_variants[0]->name, model_variants[1]->name);
	return model_variants[0];
}

void settings_read(struct settings *settings)
{
	*settings = (struct settings){
		.low_latency = GNI_DLVMODE_ADAPTIVE3, .low_stalls = GNI_DLVMODE_ADAPTIVE0,
		.alltoall = GNI_DLVMODE_ADAPTIVE1, .cutoff = MODEL_THRESHOLD,
		.lambda = factor_read("AWR_LAMBDA", MODEL_LAMBDA),
		.sigma = factor_read("AWR_SIGMA", MODEL_SIGMA),
		.variant = variant_read("AWR_MODEL"),
	};
	settings->fixed = mode_read("AWR_ROUTING_TYPE", &settings->type);
	settings->automatic = !is_set("AWR_ROUTING_DISABLE") && !settings->fixed;
	mode_read("AWR_ROUTING_LOW_LATENCY", &settings->low_latency);
	if (mode_read("AWR_ROUTING_LOW_STALLS", &settings->low_stalls))
		settings->alltoall = settings->low_stalls;
	number_read("AWR_CUTOFF", INT64_MAX, "number of bytes", &settings->cutoff);
	settings->report = is_set("AWR_STORE_SR");
}
