/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Files of a daemon, which may hang: they are opened and read by a thread of their own, for which
 * the caller waits for a short time only.
 */
#ifndef NICS_ASIDE_H
#define NICS_ASIDE_H

#include "nics/nic.h"

struct nic_aside;

/*
 * Start the thread, list the files of a folder, and append them to the items of an interface. If
 * the folder does not exist, or if its list does not come in time, it has none yet. Return 0 or a
 * negative errno.
 */
int nic_aside_open(struct nic_aside **aside, const char *path, struct nic *nic, const char *family);

/*
 * Read counters; @wanted and @values begin at the first of them. Values that do not come in time
 * are earlier ones, and STALE, or REFUSED if there were none. A daemon that has restarted is asked
 * anew. Return 0, or -ESTALE if the list of files is another now.
 */
int nic_aside_read(struct nic_aside *aside, const bool *wanted, const struct nic_values *values);

/* Stop the thread without waiting for the daemon, and free all; @aside may be NULL. */
void nic_aside_close(struct nic_aside *aside);

#endif /* NICS_ASIDE_H */
