/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Private to libawr: the routing of messages, the counters and settings that it depends on, and a
 * summary of what was sent. Only routing_...() may be called by several threads.
 *
 *	if (!routing_begin(&message, &mode))
 *		return the call of the next library;
 *	rc = the same call, with that mode;
 *	routing_end(!rc);
 */
#ifndef AWR_INTERNAL_H
#define AWR_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/routing.h"
#include "ugni/include/gni_types.h"

/* --- counters.c: the NIC of the device that GPCD_DEVICE names, or else of /dev/gpcd0 --- */

/*
 * Read the counters; the first call opens the device. After an error @counters is untouched.
 * Returns -EAGAIN if the values may mix two updates of the chip, -ENXIO if the chip has no such
 * counters, -EACCES if they may not be read, -ENODEV if the chip is gone, -EIO if it has no values,
 * -ENOMEM, or as gpcd_open(). All errors but -EAGAIN are permanent: further calls return them
 * without trying.
 */
int counters_read(struct model_counters *counters);

/* Close the device if it is open; the next reading opens it again. */
void counters_close(void);

/* --- settings.c --- */

/* All bits of a delivery mode. */
#define SETTINGS_MODES 0x1ff

/* Settings from the environment: variable, and value if unset. */
struct settings {
	bool automatic;	/* libawr chooses: neither AWR_ROUTING_DISABLE nor AWR_ROUTING_TYPE */
	bool fixed;	/* AWR_ROUTING_TYPE is set */
	uint16_t type;	/* AWR_ROUTING_TYPE: mode of all messages */
	uint16_t low_latency;	/* AWR_ROUTING_LOW_LATENCY: mode with a high bias; ADAPTIVE3 */
	uint16_t low_stalls;	/* AWR_ROUTING_LOW_STALLS: the other mode; ADAPTIVE0 */
	uint16_t alltoall;	/* AWR_ROUTING_LOW_STALLS in an alltoall; ADAPTIVE1 */
	uint64_t cutoff;	/* AWR_CUTOFF: bytes without a decision; MODEL_THRESHOLD */
	bool report;	/* AWR_STORE_SR: print a summary at the end */
	double lambda;	/* AWR_LAMBDA: ratio of biased to unbiased latency; MODEL_LAMBDA */
	double sigma;	/* AWR_SIGMA: ratio of biased to unbiased stalls; MODEL_SIGMA */
	const struct model_variant *variant;	/* AWR_MODEL; model_paper */
};

/* Read the environment. An invalid value is reported on standard error and ignored. */
void settings_read(struct settings *settings);

/* --- tally.c --- */

/* A delivery mode that the program has chosen and libawr does not know. */
#define TALLY_UNKNOWN 0xffff

/* Delivery modes that are counted separately; all others share a row. */
#define TALLY_MODES 12

/* Messages of one delivery mode. */
struct tally_row {
	uint16_t mode;
	uint64_t messages;
	uint64_t bytes;	/* of all of them */
};

/* All messages sent. */
struct tally {
	unsigned int rows;	/* in use */
	struct tally_row row[TALLY_MODES + 1];	/* by first use; the last: all other modes */
	uint64_t reasons[MODEL_NO_SAMPLE + 1];	/* messages by enum model_reason */
	uint64_t alltoalls;	/* calls of MPI_Alltoall(), or pairs of awr_alltoall() */
};

/* Count a message and its mode. */
void tally_add(struct tally *tally, uint16_t mode, uint64_t bytes);

/*
 * Print what was sent, one line for each delivery mode. Lines begin with the address of the NIC,
 * unless @nic is 0.
 */
void tally_print(const struct tally *tally, uint32_t nic, FILE *to);

/* --- routing.c --- */

/*
 * Choose the delivery mode of a message. @mode is the program's own, or TALLY_UNKNOWN, and receives
 * the message's. Modes that keep messages in order or select a path stay as they are, and so do
 * GNI_DLVMODE_NO_RADAPT and GNI_DLVMODE_ORDERED_TAIL. Returns true if routing_end() must follow,
 * for which other threads wait; false if the next library makes this call within one that is
 * already between the two.
 */
bool routing_begin(const struct model_message *message, uint16_t *mode);

/* Count the message and read the counters if needed. If it was not sent, undo routing_begin(). */
void routing_end(bool sent);

/*
 * Set the mode of short messages on all NICs, as an endpoint does not reveal its NIC, between
 * routing_begin() and routing_end(); TALLY_UNKNOWN keeps it.
 */
void routing_short(uint16_t mode);

/* Remember a NIC, its domain and its address. */
void routing_attach(gni_cdm_handle_t cdm, gni_nic_handle_t nic, uint32_t address);

/* Forget the NIC of a domain. */
void routing_detach(const struct gni_cdm *cdm);

/* Send everything with one mode. */
void routing_fix(uint16_t mode);

/* Start or stop choosing. */
void routing_automatic(bool automatic);

/* Begin or end an alltoall. */
void routing_alltoall(bool begins);

/*
 * Print what was sent if AWR_STORE_SR is set, and close the counters. Called when the library is
 * unloaded; a later call starts anew.
 */
void routing_close(void);

#endif /* AWR_INTERNAL_H */
