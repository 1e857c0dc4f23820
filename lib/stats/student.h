/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Student's t distribution.
 */
#ifndef STATS_STUDENT_H
#define STATS_STUDENT_H

/**
 * stats_student_tails() - find how often a value is as far from 0 as this one, or further
 * @t: the value
 * @df: degrees of freedom, above 0
 *
 * Return: the probability of both tails, 0 to 1, to 12 digits or so.
 */
double stats_student_tails(double t, double df);

/**
 * stats_student_quantile() - find the value that tails of a probability begin at
 * @tails: the probability of both tails, above 0 and below 1: 0.05 for an interval of 95 %
 * @df: degrees of freedom, 1 or more
 *
 * Return: the value, above 0.
 */
double stats_student_quantile(double tails, double df);

#endif /* STATS_STUDENT_H */
