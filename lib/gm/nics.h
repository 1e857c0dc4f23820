/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The network interfaces (NICs) of a node without a router, and what they counted between the last
 * two samples: the metrics that all drivers call by the same names (docs/nics.md).
 */
#ifndef GM_NICS_H
#define GM_NICS_H

#include <stddef.h>
#include <stdint.h>

/* Name of all NICs that a command reads unless it is given others, as for gpcd. */
#define NICS_ALL	"nics"

/* The columns of a table. */
#define NIC_COUNTS	9

/* Names of the metrics, by column: "nic_tx_bytes" and so on. */
extern const char *const nic_counts[NIC_COUNTS];

/* Bytes of the names of a node, a NIC and a driver, and of a reason, each with its NUL. */
#define NIC_NODE	64
#define NIC_NAME	128
#define NIC_DRIVER	32
#define NIC_TEXT	256

/* A count that its driver's metrics do not have; the other values are of enum metrics_reason. */
#define NIC_NOT_KNOWN	255

/* The record of a NIC that a leader sends to rank 0, as it is in memory. */
struct nic_record {
	char node[NIC_NODE];
	char nic[NIC_NAME];	/* truncated; "": none, and the text is about the node */
	char driver[NIC_DRIVER];
	char text[NIC_TEXT];	/* why there are no counts at all; "": there are */
	double counts[NIC_COUNTS];	/* 0 if there is a reason */
	uint8_t why[NIC_COUNTS];	/* 0, or the reason why a count is missing */
};

struct nics;

/*
 * Open @name: NICS_ALL, the name of one NIC, or a pattern of names. It is no error if a NIC cannot
 * be opened: its record has the reason. Returns 0, -ENODEV if the node has no NIC, or none of that
 * pattern, -ENOMEM, or why NICs cannot be listed.
 */
int nics_open(const char *name, struct nics **nics);

/* Sample all NICs. The last sample becomes the one before. */
void nics_read(struct nics *nics);

/* Return the number of NICs. */
int nics_number(const struct nics *nics);

/* Fill in @record with what NIC @i, below the number, counted between the last two samples. */
void nics_record(const struct nics *nics, int i, struct nic_record *record);

/* Close the NICs and free the memory; NULL is allowed. */
void nics_close(struct nics *nics);

/* Get the name of this node. */
void nic_node(char node[NIC_NODE]);

/* Make a record of a node that has no NICs to count, for the reason @text. */
void nic_complain(struct nic_record *record, const char *text);

#endif /* GM_NICS_H */
