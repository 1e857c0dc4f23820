/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Events of this host's devices: they come and go, are written to, have faults.
 *
 *	const struct gpcd_event *event;
 *	struct gpcd_events *events;
 *
 *	gpcd_events_open(&events);
 *	gpcd_events_list(events, show, NULL);
 *	... and then, whenever gpcd_events_fd() can be read,
 *	if (!gpcd_events_read(events, &event))
 *		show(NULL, event);
 *
 * Events after gpcd_events_open() are kept until they are read, so a list and the events read after
 * it leave nothing out. An event may repeat what a list already contains.
 *
 * A program that uses this and links libgpcd statically needs libnl-genl-3, as pkg-config says.
 */
#ifndef GPCD_EVENTS_H
#define GPCD_EVENTS_H

#include <linux/gpcd.h>
#include <linux/gpcd_netlink.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** struct gpcd_events - a socket that receives events of devices */
struct gpcd_events;

/**
 * struct gpcd_event - an event, or an element of a list
 * @what: an &enum gpcd_cmd: GPCD_CMD_DEV_ADD_NTF, ..._REMOVE_NTF, ..._RESET_NTF or ..._FAULT_NTF;
 *	GPCD_CMD_DEV_GET in a list
 * @index: the N of /dev/gpcdN. The node may come later than the event
 * @fault: an &enum gpcd_fault
 * @info: the device, without @abi_version and @time_offset_ns; @chip is the kernel's number, which
 *	gpcd_chip_name() may not know; @epoch is the new epoch of GPCD_CMD_DEV_RESET_NTF, else 0
 */
struct gpcd_event {
	unsigned int what;
	unsigned int index;
	unsigned int fault;
	const struct gpcd_info *info;
};

/**
 * gpcd_events_open() - begin to receive events
 * @events: filled in; the caller closes it with gpcd_events_close()
 *
 * Return: 0; -ENOENT the module gpcd is not loaded, -ENOMEM, -EMFILE, another negative errno.
 */
int gpcd_events_open(struct gpcd_events **events);

/**
 * gpcd_events_close() - stop receiving events
 * @events: as filled in by gpcd_events_open(), or NULL
 */
void gpcd_events_close(struct gpcd_events *events);

/**
 * gpcd_events_fd() - return a descriptor to wait for with poll(2): POLLIN
 * @events: the socket, which owns the descriptor
 */
int gpcd_events_fd(const struct gpcd_events *events);

/**
 * gpcd_events_read() - read the oldest event; never waits
 * @events: the socket
 * @event: filled in with the event, which @events owns: it is valid until the next call
 *
 * Return: 0; -EAGAIN there is none; -ENOBUFS some are lost, because they were not read in time:
 * list again; -ENODEV the module is gone, and there will be no more events; another negative errno.
 */
int gpcd_events_read(struct gpcd_events *events, const struct gpcd_event **event);

/**
 * gpcd_events_list() - visit all devices
 * @events: the socket
 * @take: called for each, ascending by number; what it is given is valid until it returns. Another
 *	result than 0 ends the list
 * @data: for @take
 *
 * Return: 0; the result of @take, if it was not 0; -EAGAIN devices came and went too fast, -ENODEV
 * the module is gone, -ENOMEM, another negative errno.
 */
int gpcd_events_list(struct gpcd_events *events,
		     int (*take)(void *data, const struct gpcd_event *device), void *data);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_EVENTS_H */
