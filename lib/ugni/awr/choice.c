// SPDX-License-Identifier: LGPL-2.1-or-later
/* How messages are routed, and what was sent. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "choice.h"
#include "counters.h"
#include "model/aware.h"
#include "nics.h"
#include "settings.h"
#include "tally.h"
#include "ugni/include/gni_types.h"

/* Modes with which a program asks for more than delivery. */
#define OWN	(GNI_DLVMODE_IN_ORDER | GNI_DLVMODE_NMIN_HASH | GNI_DLVMODE_MIN_HASH)

/* Flags that may be added to any mode. */
#define BESIDE	(GNI_DLVMODE_NO_RADAPT | GNI_DLVMODE_ORDERED_TAIL)

/* The message between choice_begin() and choice_end(). */
struct current {
	uint64_t bytes;
	uint16_t mode;			/* it is sent with */
	bool chosen;			/* libawr chose the mode, see choice */
	struct model_choice choice;
	struct model_aware before;	/* the model's state without this message */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool begun;
static struct settings settings;
static struct model_aware aware;
static unsigned int alltoalls;
static uint32_t nic_address;
static struct tally tally;
static struct current current;

/* This thread is between choice_begin() and choice_end(). */
static __thread bool within __attribute__((tls_model("initial-exec")));

static void forget(void)
{
	struct model_rules rules = model_rules_default(settings.variant);

	rules.threshold = settings.cutoff;
	model_rules_scale(&rules, settings.lambda, settings.sigma);
	model_aware_init(&aware, &rules);
}

/* Take the lock; the first caller reads the environment. */
static void enter(void)
{
	pthread_mutex_lock(&lock);
	if (begun)
		return;
	begun = true;
	settings_read(&settings);
	forget();
}

static void leave(void)
{
	pthread_mutex_unlock(&lock);
}

static void observe(void)
{
	struct model_counters counters;
	int err = counters_read(&counters);

	if (!err)
		model_observe(&aware, &counters);
	if (!err || err == -EAGAIN)
		return;
	settings.automatic = false;
	fprintf(stderr, "libawr: no counters: %s: the program chooses; name an Aries by %s\n",
		strerror(-err), GPCD_DEVICE_ENV);
}

static uint16_t mode_of(enum model_routing routing)
{
	if (routing == MODEL_BIASED)
		return settings.low_latency;
	return alltoalls ? settings.alltoall : settings.low_stalls;
}

static void choose(const struct model_message *message)
{
	current.chosen = settings.automatic;
	if (!current.chosen)
		return;
	/* If the first reading fails, nothing is decided. */
	if (!aware.based)
		observe();
	current.chosen = settings.automatic;
	if (!current.chosen)
		return;
	current.before = aware;
	current.choice = model_choose(&aware, message);
}

bool choice_begin(const struct model_message *message, uint16_t *mode)
{
	bool own = *mode != TALLY_UNKNOWN && *mode & OWN;
	uint16_t beside = *mode == TALLY_UNKNOWN ? 0 : *mode & BESIDE;

	if (within)
		return false;
	enter();
	within = true;
	current.chosen = false;
	if (!own)
		choose(message);
	if (current.chosen)
		*mode = mode_of(current.choice.routing) | beside;
	else if (settings.fixed && !own)
		*mode = settings.type | beside;
	current.bytes = message->bytes;
	current.mode = *mode;
	return true;
}

void choice_end(bool sent)
{
	if (sent) {
		tally_add(&tally, current.mode, current.bytes);
		if (current.chosen)
			tally.reasons[current.choice.reason]++;
		if (current.chosen && current.choice.read)
			observe();
	} else if (current.chosen) {
		aware = current.before;
	}
	within = false;
	leave();
}

void choice_short(uint16_t mode)
{
	if (mode != TALLY_UNKNOWN)
		nics_route(mode);
}

void choice_attach(gni_cdm_handle_t cdm, gni_nic_handle_t nic, uint32_t address)
{
	enter();
	nics_add(cdm, nic);
	nic_address = address;
	leave();
}

void choice_detach(gni_cdm_handle_t cdm)
{
	enter();
	nics_drop(cdm);
	leave();
}

void choice_fix(uint16_t mode)
{
	enter();
	settings.fixed = true;
	settings.automatic = false;
	settings.type = mode;
	leave();
}

void choice_automatic(bool automatic)
{
	enter();
	settings.fixed = false;
	settings.automatic = automatic;
	if (automatic)
		forget();
	leave();
}

void choice_alltoall(bool begins)
{
	enter();
	if (begins) {
		alltoalls++;
		tally.alltoalls++;
	} else if (alltoalls) {
		alltoalls--;
	}
	leave();
}

void choice_close(void)
{
	/* A thread that holds the lock when the process ends never releases it. */
	if (pthread_mutex_trylock(&lock))
		return;
	if (begun && settings.report)
		tally_print(&tally, nic_address, stderr);
	counters_close();
	tally = (struct tally){ 0 };
	begun = false;
	leave();
}

__attribute__((destructor)) static void unload(void)
{
	choice_close();
}
