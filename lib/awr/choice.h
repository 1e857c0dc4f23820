/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What libawr knows: how messages are routed, and what was sent.
 *
 *	if (!choice_begin(&message, &mode))
 *		return the call of the library behind us;
 *	rc = the same call, with that mode;
 *	choice_end(!rc);
 *
 * Any thread may call at any time; between choice_begin() and choice_end() others wait.
 */
#ifndef AWR_CHOICE_H
#define AWR_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/message.h"
#include "ugni/include/gni_types.h"

/**
 * choice_begin() - choose the delivery mode of a message
 * @message: the message
 * @mode: the program's own, or TALLY_UNKNOWN; receives that which the message takes, or stays
 *
 * A mode that keeps messages in order or names their way is the program's own business, and stays;
 * so do GNI_DLVMODE_NO_RADAPT and GNI_DLVMODE_ORDERED_TAIL.
 *
 * Return: true, and then choice_end() must follow; false: the library behind us has made this call,
 * on behalf of one that is between the two.
 */
bool choice_begin(const struct model_message *message, uint16_t *mode);

/**
 * choice_end() - count the message, and look at the counters if need be
 * @sent: whether it was sent; if not, it was as if it had never been
 */
void choice_end(bool sent);

/**
 * choice_short() - let short messages take a mode; between choice_begin() and choice_end()
 * @mode: the mode that choice_begin() has chosen; TALLY_UNKNOWN: they keep theirs
 */
void choice_short(uint16_t mode);

/**
 * choice_attach() - take note of a NIC
 * @cdm: the domain that it belongs to
 * @nic: the NIC
 * @address: its address
 */
void choice_attach(gni_cdm_handle_t cdm, gni_nic_handle_t nic, uint32_t address);

/**
 * choice_detach() - forget the NIC of a domain
 * @cdm: the domain
 */
void choice_detach(gni_cdm_handle_t cdm);

/**
 * choice_fix() - send all by one mode
 * @mode: the mode
 */
void choice_fix(uint16_t mode);

/**
 * choice_automatic() - choose, or stop choosing
 * @automatic: choose
 */
void choice_automatic(bool automatic);

/**
 * choice_alltoall() - begin or end an alltoall
 * @begins: it begins
 */
void choice_alltoall(bool begins);

/**
 * choice_close() - say what was sent, if AWR_STORE_SR asks for it, and close the counters
 *
 * It happens when the library is unloaded. The next call begins anew.
 */
void choice_close(void);

#endif /* AWR_CHOICE_H */
