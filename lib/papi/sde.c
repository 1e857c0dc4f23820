// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Registers as software-defined events. PAPI gets each one when a program asks for it: if it got
 * all of them at once, it would leak a copy of each name. libsde calls a function for each value
 * that PAPI reads, and this function cannot fail: a value that cannot be read stands still, and the
 * first time a message is printed.
 */
#include <pthread.h>
#include <sde_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "event.h"
#include "sde.h"
#include "set.h"

#define LIBRARY	"gpcd"
#define PREFIX	"sde:::" LIBRARY "::"

/* A register that PAPI may read, as long as the process lives. */
struct source {
	struct source *next;
	struct gpcd_reg reg;	/* of the chip that the device had when a program asked for it */
	unsigned int field;	/* 1 + number of its field; 0: the register */
	bool counts;	/* it is a counter */
	long long before;	/* counted up to the last failed read; added to the set's value */
	struct set *set;	/* has only this register; NULL until PAPI first reads it */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct source *sources;

static const char *failure_reason(int err)
{
	switch (err) {
	case PAPI_EPERM:
		return "no permission";
	case PAPI_ECLOST:
		return "the chip was reset, or is gone";
	case PAPI_ENOEVNT:
		return "the chip has no such register";
	default:
		return "device error";
	}
}

static void failure_say(const struct source *source, int err)
{
	static bool said;
	char name[PAPI_MAX_STR_LEN];

	if (said)
		return;
	said = true;
	event_write(&source->reg, source->field, name);
	fprintf(stderr, "libgpcd-papi: " PREFIX "%s cannot be read (%s): it stands still\n", name,
		failure_reason(err));
}

/* After PAPI was shut down, the device may be another one, and its chip of another type. */
static int source_add(struct source *source)
{
	struct gpcd *dev;
	int err = device_error(device_get(&dev));

	if (!err && gpcd_chip(dev) != source->reg.chip)
		err = PAPI_ENOEVNT;
	return err ? err : set_add(source->set, event_code(&source->reg, source->field));
}

static int source_begin(struct source *source)
{
	int err = PAPI_OK;

	if (!source->set)
		source->set = set_new();
	if (!source->set)
		return PAPI_ENOMEM;
	if (!source->set->count)
		err = source_add(source);
	return err ? err : set_start(source->set);
}

/* Start counting, or continue; after a failure the next call starts again. */
static int source_read(struct source *source)
{
	struct set *set = source->set;
	int err;

	if (!set || !set->running)
		return source_begin(source);
	err = set_read(set);
	if (err) {
		if (source->counts)
			source->before += set->value[0];
		set->running = false;
		set_reset(set);
	}
	return err;
}

static long long source_value(void *param)
{
	struct source *source = param;
	long long value;
	int err;

	pthread_mutex_lock(&lock);
	err = source_read(source);
	if (err)
		failure_say(source, err);
	value = source->before;
	if (source->set && source->set->count)
		value += source->set->value[0];
	pthread_mutex_unlock(&lock);
	return value;
}

/* Register a register, or one of its fields, with PAPI. */
static int source_tell(const papi_sde_fptr_struct_t *calls, papi_handle_t handle,
		       const struct gpcd_reg *reg, unsigned int field)
{
	struct source *source = calloc(1, sizeof(*source));
	char name[PAPI_MAX_STR_LEN], help[PAPI_HUGE_STR_LEN];
	int mode, err;

	if (!source)
		return PAPI_ENOMEM;
	source->reg = *reg;
	source->field = field;
	source->counts = event_counts(reg, field);
	mode = source->counts ? PAPI_SDE_DELTA : PAPI_SDE_INSTANT;
	event_write(reg, field, name);
	err = calls->register_counter_cb(handle, name, PAPI_SDE_RO | mode, PAPI_SDE_long_long,
					 source_value, source);
	if (err) {
		free(source);
		return err;
	}
	event_help(reg->rule, help);
	calls->describe_counter(handle, name, help);
	source->next = sources;
	sources = source;
	return PAPI_OK;
}

/* For papi_native_avail, which lists the events that a library would register. */
__attribute__((visibility("default")))
papi_handle_t papi_sde_hook_list_events(papi_sde_fptr_struct_t *calls)
{
	papi_handle_t handle;
	struct gpcd_reg reg;
	struct gpcd *dev;

	if (device_get(&dev))
		return NULL;
	handle = calls->init(LIBRARY);
	for (unsigned int i = 0; handle && !gpcd_catalogue_at(gpcd_chip(dev), i, &reg); i++)
		for (unsigned int field = 0; field <= reg.rule->nfields; field++)
			source_tell(calls, handle, &reg, field);
	return handle;
}

static bool source_is_told(const struct gpcd_reg *reg, unsigned int field)
{
	const struct source *source = sources;

	while (source && (source->reg.chip != reg->chip || source->reg.index != reg->index ||
			  source->field != field))
		source = source->next;
	return source;
}

static int event_tell(int code)
{
	papi_sde_fptr_struct_t calls = { 0 };
	papi_handle_t handle;
	struct gpcd_reg reg;
	unsigned int field;
	int err = event_reg(code, &reg, &field);

	if (err || source_is_told(&reg, field))
		return err;
	POPULATE_SDE_FPTR_STRUCT(calls);
	handle = papi_sde_init(LIBRARY);
	return handle ? source_tell(&calls, handle, &reg, field) : PAPI_ENOMEM;
}

int sde_register(const char *name)
{
	int code, err;

	if (!name || strncmp(name, PREFIX, strlen(PREFIX)))
		return PAPI_OK;
	err = event_find(name + strlen(PREFIX), &code);
	if (err)
		return err;
	pthread_mutex_lock(&lock);
	err = event_tell(code);
	pthread_mutex_unlock(&lock);
	return err;
}

void sde_end(void)
{
	for (struct source *source = sources; source; source = source->next) {
		set_free(source->set);
		source->set = NULL;
		source->before = 0;
	}
}
