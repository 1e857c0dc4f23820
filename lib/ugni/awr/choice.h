/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The state of libawr: how messages are routed, and what was sent.
 *
 *	if (!choice_begin(&message, &mode))
 *		return the call of the next library;
 *	rc = the same call, with that mode;
 *	choice_end(!rc);
 *
 * Any thread may call at any time; between choice_begin() and choice_end() the others wait.
 */
#ifndef AWR_CHOICE_H
#define AWR_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/message.h"
#include "ugni/include/gni_types.h"

/*
 * Choose the delivery mode of a message. @mode is the program's own, or TALLY_UNKNOWN, and receives
 * the message's. Modes that keep messages in order or select a path stay as they are, and so do
 * GNI_DLVMODE_NO_RADAPT and GNI_DLVMODE_ORDERED_TAIL. Returns true if choice_end() must follow;
 * false if the next library makes this call within one that is already between the two.
 */
bool choice_begin(const struct model_message *message, uint16_t *mode);

/* Count the message and read the counters if needed. If it was not sent, undo choice_begin(). */
void choice_end(bool sent);

/*
 * Set the mode of short messages, between choice_begin() and choice_end(); TALLY_UNKNOWN keeps it.
 */
void choice_short(uint16_t mode);

/* Remember a NIC, its domain and its address. */
void choice_attach(gni_cdm_handle_t cdm, gni_nic_handle_t nic, uint32_t address);

/* Forget the NIC of a domain. */
void choice_detach(gni_cdm_handle_t cdm);

/* Send everything with one mode. */
void choice_fix(uint16_t mode);

/* Start or stop choosing. */
void choice_automatic(bool automatic);

/* Begin or end an alltoall. */
void choice_alltoall(bool begins);

/*
 * Print what was sent if AWR_STORE_SR is set, and close the counters. Called when the library is
 * unloaded; a later call starts anew.
 */
void choice_close(void);

#endif /* AWR_CHOICE_H */
