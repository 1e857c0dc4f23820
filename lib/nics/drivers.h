/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the dictionary knows, by drivers, whether or not this host has such an interface. */
#ifndef NICS_DRIVERS_H
#define NICS_DRIVERS_H

#include <gpcd/gpcd.h>

/* Called for each driver; any other return value than 0 ends the search. */
struct nic_driver_visitor {
	int (*visit)(void *data, const char *driver, struct gpcd_counter *counters,
		     unsigned int count);
	void *data;
};

/*
 * Visit the drivers of the dictionary with the counters that they may have; what is for all drivers
 * comes under the name of its source. A name whose numbers cannot be listed stays as in the
 * dictionary, "rx{N}_bytes". Two counters may have one name. Return 0, what @visit returned,
 * -ENOMEM, or as nic_dictionary_read().
 */
int nic_drivers(const char *installed, const struct nic_driver_visitor *visitor);

/*
 * Visit one of these drivers with all that an interface of it may have, which includes what is for
 * all drivers of its source. Return as nic_drivers(), or -ENOENT.
 */
int nic_driver(const char *installed, const char *driver,
	       const struct nic_driver_visitor *visitor);

#endif /* NICS_DRIVERS_H */
