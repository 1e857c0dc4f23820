/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Network interfaces whose counters a driver of the host gives, and the ways to read them.
 *
 * A source is a way: it finds the interfaces that it can read, and reads their counters. It knows
 * names and numbers; what a counter means is in the dictionary. New sources are a file and a row of
 * nic_sources (sources/list.c).
 */
#ifndef NICS_NIC_H
#define NICS_NIC_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

/* Environment variable: a folder that stands for / where sources look for /sys and /run. */
#define NIC_ROOT_ENV	"GPCD_NICS_ROOT"

/*
 * Environment variable: milliseconds for which counters that an Ethernet driver names as it likes
 * are not asked for again; 900 unless it is set.
 */
#define NIC_ETHTOOL_ENV	"GPCD_NICS_ETHTOOL_MS"

/* Bytes of the longest name of an interface after its prefix, with its NUL. */
#define NIC_NAME_ROOM	256

/* Bytes of other short texts, with their NUL. */
#define NIC_TEXT_ROOM	64

struct nic;

/* A counter, as its driver names it. */
struct nic_item {
	const char *family;	/* of the dictionary, such as "hw_counters"; lives for ever */
	char *name;	/* any text; two items of an interface may have the same */
};

/* What an interface is. Texts are "" and numbers 0 where nobody says. */
struct nic_about {
	char driver[NIC_TEXT_ROOM];	/* of the dictionary, such as "mlx5_ib" */
	char variant[NIC_TEXT_ROOM];	/* of the dictionary, such as "cassini1" */
	char bus[NIC_TEXT_ROOM];	/* address of its PCI function, "0000:41:00.0" */
	char partner[NIC_NAME_ROOM];	/* network interface of the same port, "eth0" */
	char link[NIC_TEXT_ROOM];	/* its state in the driver's words: "up", "4: ACTIVE" */
	uint64_t bits_per_second;	/* speed of the link */
	uint64_t address;	/* on the fabric: NID, LID */
	bool minor;	/* loopback, bridge, veth, virtual function: only read when it is named */
};

/* Values that are read, for all items of an interface, in their order. */
struct nic_values {
	uint64_t *values;	/* 0 where the status says that there is none */
	uint64_t *ns;	/* when each was read: CLOCK_MONOTONIC */
	uint8_t *statuses;	/* enum gpcd_status */
};

/* Called for each interface; any other return value than 0 ends the search. */
struct nic_visitor {
	int (*visit)(void *data, const char *name, const struct nic_about *about);
	void *data;
};

/*
 * A way to read interfaces. Functions return 0 or a negative errno. @find visits what it can read,
 * in the order of names, without reading a counter; no such interface is no error. @open takes a
 * name without the prefix and fills in nic->about, items, count and private. @read reads the items
 * whose @wanted is true, or all if it is NULL, and fills in their members; others may be filled in
 * too. It fails as a whole with -ENODEV if the interface has gone, and with -ESTALE if its list of
 * items has changed: then the caller opens it anew. @about reads again what changes (link, speed).
 */
struct nic_source {
	const char *prefix;	/* "cxi": before the ':' of a name */
	const char *help;	/* what it reads, one line */
	int (*find)(const struct nic_visitor *visitor);
	int (*open)(struct nic *nic, const char *name);
	int (*about)(struct nic *nic);
	int (*read)(struct nic *nic, const bool *wanted, const struct nic_values *values);
	void (*close)(struct nic *nic);
};

/* An open interface. */
struct nic {
	const struct nic_source *source;
	struct nic_about about;
	struct nic_item *items;
	unsigned int count;
	void *private;	/* of the source */
};

/* Does the caller lack memory or descriptors? Such an error says nothing about an interface. */
static inline bool nic_is_lack(int err)
{
	return err == -ENOMEM || err == -EMFILE || err == -ENFILE;
}

/* The sources, and NULL after the last. An interface belongs to the first that finds it. */
extern const struct nic_source *const nic_sources[];

/* Find the source of a name with its prefix, and the name without it; NULL if there is none. */
const struct nic_source *nic_source_of(const char *where, const char **name);

#endif /* NICS_NIC_H */
