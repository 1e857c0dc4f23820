/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several samples in a row: what is wrong in all of their time, and what only in a part of it. */
#ifndef EXPLAIN_WINDOWS_H
#define EXPLAIN_WINDOWS_H

#include "explain.h"

/* A burst lasts such a part of the samples. */
#define EXPLAIN_PART	5

/*
 * Explain samples of equal length together, then each fifth of them; a finding that only a part
 * shows is added, its waits spread over all. counts are by sample, and by link. Free the findings
 * with explain_findings_free(), also after an error. Returns 0 or -ENOMEM.
 */
int explain_windows(struct explain *explain, struct explain_counts *const *counts, size_t samples,
		    struct explain_findings *findings);

#endif /* EXPLAIN_WINDOWS_H */
