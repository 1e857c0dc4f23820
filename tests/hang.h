/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one limit of time that tests have. It finds what hangs, and judges nothing else: tests wait
 * for events, and their results do not depend on how busy the machine is.
 */
#ifndef HANG_H
#define HANG_H

/*
 * A step of a test that takes longer than this hangs: seconds on an idle machine of two processors.
 * A step is a libcheck test, a command of a shell test, or an awaited event. tests/lib.sh reads
 * this line.
 */
#define HANG_SECONDS	300

#endif /* HANG_H */
