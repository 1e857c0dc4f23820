// SPDX-License-Identifier: LGPL-2.1-or-later
/* How messages are routed, and what was sent. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "internal.h"
#include "next/next.h"
#include "ugni/include/gni_pub.h"

/* NICs that a process may have; short messages of further ones keep their routing. */
#define NICS	64

/* Modes with which a program asks for more than delivery. */
#define OWN	(GNI_DLVMODE_IN_ORDER | GNI_DLVMODE_NMIN_HASH | GNI_DLVMODE_MIN_HASH)

/* Flags that may be added to any mode. */
#define EXTRA	(GNI_DLVMODE_NO_RADAPT | GNI_DLVMODE_ORDERED_TAIL)

/* A NIC, and the domain that it belongs to. */
struct attached {
	gni_cdm_handle_t cdm;
	gni_nic_handle_t nic;
};

/* The message between routing_begin() and routing_end(). */
struct current {
	uint64_t bytes;
	uint16_t mode;			/* it is sent with */
	bool chosen;			/* libawr chose the mode, see choice */
	struct model_routing_choice choice;
	struct model_routing_state before;	/* the model's state without this message */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool initialised;
static struct settings settings;
static struct model_routing_state aware;
static unsigned int alltoalls;
static struct attached attached[NICS];
static unsigned int nics;	/* attached */
static uint32_t nic_address;	/* of the last one */
static struct tally tally;
static struct current current;

/* How messages of lib/next name this library, and the remedy that they suggest. */
const struct next_owner next_owner = { "libawr", "link with the library that has it" };

/* This thread is between routing_begin() and routing_end(). */
static __thread bool in_call __attribute__((tls_model("initial-exec")));

static void model_reset(void)
{
	struct model_rules rules = model_rules_default(settings.variant);

	rules.threshold = settings.cutoff;
	model_rules_scale(&rules, settings.lambda, settings.sigma);
	model_routing_init(&aware, &rules);
}

/* Take the lock; the first caller reads the environment. */
static void lock_state(void)
{
	pthread_mutex_lock(&lock);
	if (initialised)
		return;
	initialised = true;
	settings_read(&settings);
	model_reset();
}

static void unlock_state(void)
{
	pthread_mutex_unlock(&lock);
}

static const char *reason(int err)
{
	return err == -EFAULT ? "the image file was made shorter, or cannot be read" :
				strerror(-err);
}

static void observe(void)
{
	struct model_counters counters;
	int err = counters_read(&counters);

	if (!err)
		model_routing_observe(&aware, &counters);
	if (!err || err == -EAGAIN)
		return;
	settings.automatic = false;
	fprintf(stderr, "libawr: no counters: %s: the program chooses; name an Aries by %s\n",
		reason(err), GPCD_DEVICE_ENV);
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
	current.choice = model_routing_choose(&aware, message);
}

bool routing_begin(const struct model_message *message, uint16_t *mode)
{
	bool own = *mode != TALLY_UNKNOWN && *mode & OWN;
	uint16_t extra = *mode == TALLY_UNKNOWN ? 0 : *mode & EXTRA;

	if (in_call)
		return false;
	lock_state();
	in_call = true;
	current.chosen = false;
	if (!own)
		choose(message);
	if (current.chosen)
		*mode = mode_of(current.choice.routing) | extra;
	else if (settings.fixed && !own)
		*mode = settings.type | extra;
	current.bytes = message->bytes;
	current.mode = *mode;
	return true;
}

void routing_end(bool sent)
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
	in_call = false;
	unlock_state();
}

void routing_short(uint16_t mode)
{
	if (mode == TALLY_UNKNOWN)
		return;
	for (unsigned int i = 0; i < nics; i++)
		NEXT(GNI_SmsgSetDeliveryMode)(attached[i].nic, mode);
}

void routing_attach(gni_cdm_handle_t cdm, gni_nic_handle_t nic, uint32_t address)
{
	lock_state();
	if (nics < NICS)
		attached[nics++] = (struct attached){ cdm, nic };
	nic_address = address;
	unlock_state();
}

void routing_detach(const struct gni_cdm *cdm)
{
	lock_state();
	for (unsigned int i = nics; i--; ) {
		if (attached[i].cdm == cdm)
			attached[i] = attached[--nics];
	}
	unlock_state();
}

void routing_fix(uint16_t mode)
{
	lock_state();
	settings.fixed = true;
	settings.automatic = false;
	settings.type = mode;
	unlock_state();
}

void routing_automatic(bool automatic)
{
	lock_state();
	settings.fixed = false;
	settings.automatic = automatic;
	if (automatic)
		model_reset();
	unlock_state();
}

void routing_alltoall(bool begins)
{
	lock_state();
	if (begins) {
		alltoalls++;
		tally.alltoalls++;
	} else if (alltoalls) {
		alltoalls--;
	}
	unlock_state();
}

void routing_close(void)
{
	/* A thread that holds the lock when the process ends never releases it. */
	if (pthread_mutex_trylock(&lock))
		return;
	if (initialised && settings.report)
		tally_print(&tally, nic_address, stderr);
	counters_close();
	tally = (struct tally){ 0 };
	initialised = false;
	unlock_state();
}

__attribute__((destructor)) static void unload(void)
{
	routing_close();
}
