/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How the clocks of all ranks are synchronised to that of rank 0 (XMP-64, Algorithm 2): dimension
 * by dimension of a hypercube, two ranks find out by two ping-pongs how their clocks differ. The
 * steps do not depend on what the clocks say, so that they are a program; who has run it reads
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
 * the partner that it has there.
 */
#ifndef NETSIM_COLLECTIVE_CLOCKS_H
#define NETSIM_COLLECTIVE_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * enum clocks_op - operations of an exchange whose ends are read, from its first one on
 * @CLOCKS_T0: of a slave: its receive after which it reads t0
 * @CLOCKS_T1: of a master: its receive after which it reads t1
 * @CLOCKS_T2: of a slave: its receive after which it reads t2
 * @CLOCKS_OPS: operations of an exchange, of a master and of a slave
 */
enum clocks_op {
	CLOCKS_T0 = 1,
	CLOCKS_T1 = 2,
	CLOCKS_T2 = 3,
	CLOCKS_OPS = 5,
};

/**
 * struct clocks_exchange - what a rank does in a dimension
 * @peer: its partner; a rank below it has it for its master
 * @op: the first of CLOCKS_OPS operations, counted from the first one of the rank
 */
struct clocks_exchange {
	uint32_t peer;
	uint32_t op;
};

/**
 * clocks_exchange() - find out what a rank does in a dimension
 * @ranks: number of ranks
 * @rank: the rank
 * @averaged: the program is that with averages
 * @dim: the dimension
 * @exchange: filled in
 *
 * Return: whether the rank has a partner there.
 */
bool clocks_exchange(uint32_t ranks, uint32_t rank, bool averaged, unsigned int dim,
		     struct clocks_exchange *exchange);

#endif /* NETSIM_COLLECTIVE_CLOCKS_H */
