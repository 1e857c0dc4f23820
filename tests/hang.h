/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one limit of time that tests have. It finds what hangs, and judges nothing else: tests wait
 * for events, and their results do not depend on how busy the machine is.
 */
#ifndef HANG_H
#define HANG_H

/**
 * HANG_SECONDS: a step of a test that takes longer hangs
 *
 * A step is a libcheck test, a command of a shell test, or an event that is waited for: seconds on
 * an idle machine of two processors. tests/lib.sh reads this line.
 */
#define HANG_SECONDS	300

#endif /* HANG_H */
