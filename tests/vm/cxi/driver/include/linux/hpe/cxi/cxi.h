/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What gpcd_cxi uses of HPE's driver, declared as that driver declares it, so that it can be
 * compiled and tested without it.
 */
#ifndef STANDIN_CXI_H
#define STANDIN_CXI_H

#include <linux/if.h>
#include <linux/if_ether.h>
#include <linux/list.h>
#include <linux/types.h>

struct pci_dev;

enum cassini_version {
	CASSINI_1 = 0x10,
	CASSINI_2 = 0x20,
	CASSINI_1_1 = CASSINI_1 | 0x02,
	CASSINI_2_0 = CASSINI_2 | 0x01,
};

struct cxi_properties_info {
	u32 nid;	/* address in the fabric; 0: none yet */
	enum cassini_version cassini_version;
};

struct cxi_dev {
	char name[30];
	unsigned int cxi_num;
	char eth_name[IFNAMSIZ];
	u8 mac_addr[ETH_ALEN];
	bool is_physfn;
	struct pci_dev *pdev;
	struct cxi_properties_info prop;
};

enum cxi_async_event {
	CXI_EVENT_LINK_UP = 3,
	CXI_EVENT_LINK_DOWN,
	CXI_EVENT_NID_CHANGED,
};

struct cxi_client {
	int (*add)(struct cxi_dev *dev);
	void (*remove)(struct cxi_dev *dev);
	void (*async_event)(struct cxi_dev *dev, enum cxi_async_event event);
	struct list_head list;
};

static inline bool cassini_version(const struct cxi_properties_info *prop,
				   enum cassini_version version)
{
	return (prop->cassini_version & version) == version;
}

int cxi_register_client(struct cxi_client *client);
void cxi_unregister_client(struct cxi_client *client);
int cxi_telem_get_selected(struct cxi_dev *dev, const unsigned int *items, u64 *data,
			   unsigned int count);

#endif
