/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * PMI, emulated: how the processes of a job learn who they are, and exchange what they need before
 * they can send. Names are as in Cray's header, numbers as in PMI-1. docs/ugni.md
 * says what the calls cost.
 *
 * Before PMI_Init() and after PMI_Finalize() calls return PMI_ERR_INIT, for a pointer that is NULL
 * PMI_ERR_INVALID_ARG.
 */
#ifndef PMI_H
#define PMI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What calls return */
#define PMI_SUCCESS	0
#define PMI_FAIL	(-1)
#define PMI_ERR_INIT	1
#define PMI_ERR_NOMEM	2
#define PMI_ERR_INVALID_ARG	3
#define PMI_ERR_INVALID_LENGTH	8

typedef int PMI_BOOL;

/* Number of a node */
typedef uint32_t pmi_nid_t;

/**
 * struct pmi_mesh_coord - where a chip is
 * @mesh_x: x of a torus; group of a dragonfly
 * @mesh_y: y of a torus; chassis in the group
 * @mesh_z: z of a torus; slot in the chassis
 */
typedef struct pmi_mesh_coord {
	uint16_t mesh_x;
	uint16_t mesh_y;
	uint16_t mesh_z;
} pmi_mesh_coord_t;

/* Values of PMI_BOOL */
#define PMI_TRUE	1
#define PMI_FALSE	0

/**
 * PMI_Init() - begin; a second call changes nothing
 * @spawned: receives PMI_FALSE: no process was started by another one of the job
 *
 * Return: PMI_SUCCESS, or PMI_FAIL if there is no emulated machine.
 */
int PMI_Init(int *spawned);

/**
 * PMI_Initialized() - ask whether PMI_Init() was called; allowed before it
 * @initialized: receives PMI_TRUE or PMI_FALSE
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Initialized(PMI_BOOL *initialized);

/**
 * PMI_Finalize() - end
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Finalize(void);

/**
 * PMI_Abort() - end this process, and with it the job; allowed before PMI_Init()
 * @exit_code: exit status of the job, or 1 if its low 8 bits are 0
 * @error_msg: why, or NULL
 *
 * Return: never.
 */
int PMI_Abort(int exit_code, const char error_msg[]);

/**
 * PMI_Get_size() - get the number of processes of the job
 * @size: receives it
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Get_size(int *size);

/**
 * PMI_Get_rank() - get the number of this process
 * @rank: receives it
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Get_rank(int *rank);

/**
 * PMI_Get_appnum() - get the number of this program in the job
 * @appnum: receives 0
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Get_appnum(int *appnum);

/**
 * PMI_Get_numpes_on_smp() - get the number of processes on this node
 * @num: receives 1
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Get_numpes_on_smp(int *num);

/**
 * PMI_Get_clique_size() - get the number of processes on this node
 * @size: receives 1
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Get_clique_size(int *size);

/**
 * PMI_Get_clique_ranks() - get the processes on this node
 * @ranks: receives this process's number
 * @length: room in @ranks
 *
 * Return: PMI_SUCCESS, or PMI_ERR_INVALID_LENGTH if there is no room.
 */
int PMI_Get_clique_ranks(int ranks[], int length);

/**
 * PMI_Get_nid() - get the node of a process
 * @rank: the process
 * @nid: receives the number of its node
 *
 * Return: PMI_SUCCESS, or PMI_ERR_INVALID_ARG if there is no such process.
 */
int PMI_Get_nid(int rank, int *nid);

/**
 * PMI_Get_nidlist_ptr() - get the nodes of all processes
 * @nidlist: receives an array of int, by rank, which belongs to the library
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Get_nidlist_ptr(void **nidlist);

/**
 * PMI_Get_meshcoord() - get the place of a node's chip
 * @nid: the node
 * @xyz: receives it
 *
 * Return: PMI_SUCCESS, or PMI_ERR_INVALID_ARG if there is no such node.
 */
int PMI_Get_meshcoord(pmi_nid_t nid, pmi_mesh_coord_t *xyz);

/**
 * PMI_Get_max_dimension() - get the size of the machine
 * @xyz: receives the highest value of each coordinate
 *
 * Return: PMI_SUCCESS.
 */
int PMI_Get_max_dimension(pmi_mesh_coord_t *xyz);

/**
 * PMI_Barrier() - wait until all processes of the job call this
 *
 * Return: PMI_SUCCESS, or PMI_FAIL if another one calls PMI_Allgather() or PMI_Bcast() instead.
 */
int PMI_Barrier(void);

/**
 * PMI_Allgather() - exchange data of all processes of the job
 * @in: data of this one
 * @out: receives the data of all, by rank; Cray's PMI promises no order
 * @len: bytes of each process, the same in all, at most 1 MiB; 0: a barrier
 *
 * Return: PMI_SUCCESS, PMI_ERR_INVALID_LENGTH if a length is negative, too long or not the same in
 * all, PMI_ERR_NOMEM, or PMI_ERR_INVALID_ARG.
 */
int PMI_Allgather(void *in, void *out, int len);

/**
 * PMI_Bcast() - give data of process 0 to all processes of the job
 * @buf: data of process 0; receives them in the others
 * @size: bytes, the same in all, at most 1 MiB; 0: a barrier
 *
 * Return: as PMI_Allgather().
 */
int PMI_Bcast(void *buf, int size);

#ifdef __cplusplus
}
#endif

#endif /* PMI_H */
