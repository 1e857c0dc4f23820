/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each MPI call by which ranks exchange data, made once in each of its forms: form.h. Calls that
 * only make that possible use PMPI_ names, with ASIDE() if libgm-profile would count them.
 *
 * The program is linked twice: calls.pmpi uses PMPI_ names throughout.
 */
#ifndef CALLS_H
#define CALLS_H

#include <stdint.h>

#include "gm/profile/calls/form.h"
#include "heard.h"

#define RANKS_MOST	16

#define TEXT_OF(...)	#__VA_ARGS__
/* The name of a call, as text. */
#define NAME(...)	TEXT_OF(__VA_ARGS__)

/* Ranks of MPI_COMM_WORLD in reverse, so that confusing the two shows. */
extern MPI_Comm comm;
extern int me, ranks;

/* Return the rank @distance above, modulo the number of ranks. */
int after(int distance);

/* Wait for the rank @distance above, and be met by the one @distance below. */
void meet(int distance);

/* The call that prepares a collective; Open MPI 4.1 has it as an extension. */
#if MPI_VERSION >= 4
#define PERSISTENT(name)	FORM(MPI_ ## name ## _init)
#else
#define PERSISTENT(name)	MPIX_ ## name ## _init
#endif

/*
 * How often a persistent collective is started. With each start but the first, MPICH 4.0 releases
 * references to communicator and types that it does not hold.
 */
#ifdef MPICH
#define STARTS	1
#else
#define STARTS	2
#endif

/* Records that a rank must send: @rank is a rank of comm. */
void expect_message(int rank, uint64_t bytes, uint32_t flags);
void expect_put(int rank, uint64_t bytes, uint32_t flags);
void expect_get(int rank, uint64_t bytes);
void expect_unseen(const char *call);

/*
 * Records of a collective over comm, for blocks of so many bytes: docs/gm.md, Collectives, with the
 * messages of all ranks written out.
 */
void expect_dissemination(void);
void expect_binomial_down(int root, uint64_t bytes);
void expect_binomial_up(int root, uint64_t bytes);
void expect_recursive_doubling(uint64_t bytes);
void expect_linear_in(int root, const uint64_t bytes[]);
void expect_linear_out(int root, const uint64_t bytes[]);
void expect_ring(const uint64_t bytes[]);
void expect_pairwise(const uint64_t bytes[]);
void expect_chain(uint64_t bytes);

/* Return an array with @bytes for each block. */
const uint64_t *same(uint64_t bytes);

/* The parts; those with two forms are repeated with counts of MPI_Count. */
void check_p2p(void);
void check_p2p_c(void);
void check_nowhere(void);
void check_nowhere_c(void);
void check_sendrecv(void);
void check_sendrecv_c(void);
void check_collective(void);
void check_collective_c(void);
void check_neighbour(void);
void check_neighbour_c(void);
void check_onesided(void);
void check_onesided_c(void);
void check_unseen_sized(void);
void check_unseen_sized_c(void);
void check_unseen(void);
void check_inter(void);
void check_dynamic(void);

/* Run a process that check_dynamic() has spawned. */
void be_child(MPI_Comm parents);

#endif /* CALLS_H */
