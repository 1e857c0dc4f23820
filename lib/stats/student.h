/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Student's t distribution. */
#ifndef STATS_STUDENT_H
#define STATS_STUDENT_H

/*
 * Return the probability, to about 12 digits, of both tails beyond @t with @df (above 0) degrees of
 * freedom.
 */
double stats_student_tails(double t, double df);

/*
 * Return the value, above 0, beyond which both tails have probability @tails, above 0 and below 1
 * (0.05 for an interval of 95 %), with @df (1 or more) degrees of freedom.
 */
double stats_student_quantile(double tails, double df);

#endif /* STATS_STUDENT_H */
