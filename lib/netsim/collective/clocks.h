/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How the clocks of all ranks are synchronised to the clock of rank 0 (XMP-64, Algorithm 2):
 * dimension by dimension of a hypercube, pairs of ranks measure by two ping-pongs how their clocks
 * differ. The steps do not depend on the measurements, so that they are a program; its user reads
 * the clocks at the ends of the operations that are named here (lib/model/clocks.h).
 *
 * In dimension d, from 0 on, rank m has the partner m xor 2^d, if that is a rank. The larger one is
 * the master, which adjusts its clock; the other one is the slave:
 *
 *	slave	send, receive (t0), send t0, receive (t2), send t2
 *	master	receive, send, receive (t1), send, receive
 *
 * All messages have the same size, so that both directions are alike. With averaging, masters of
 * the same sub-cube then exchange their sums in the dimensions below d, the lowest first, each with
 * its partner there.
 */
#ifndef NETSIM_COLLECTIVE_CLOCKS_H
#define NETSIM_COLLECTIVE_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

/* Operations of an exchange, counted from its first one, at whose ends clocks are read. */
enum clocks_op {
	CLOCKS_T0 = 1,	/* slave: receive after which it reads t0 */
	CLOCKS_T1 = 2,	/* master: receive after which it reads t1 */
	CLOCKS_T2 = 3,	/* slave: receive after which it reads t2 */
	CLOCKS_OPS = 5,	/* operations of an exchange, on either side */
};

/* What a rank does in a dimension. */
struct clocks_exchange {
	uint32_t peer;	/* partner; if it is the larger rank, the master */
	uint32_t op;	/* first of CLOCKS_OPS operations, counted from the rank's first one */
};

/*
 * Find what a rank does in a dimension, with or without averages. Returns whether it has a partner.
 */
bool clocks_exchange(uint32_t ranks, uint32_t rank, bool averaged, unsigned int dim,
		     struct clocks_exchange *exchange);

#endif /* NETSIM_COLLECTIVE_CLOCKS_H */
