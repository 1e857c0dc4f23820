/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Callers: made-up cgroups, and credentials with one capability or none.
 */
#ifndef TESTS_KUNIT_PEOPLE_H
#define TESTS_KUNIT_PEOPLE_H

#include <kunit/test.h>
#include <linux/capability.h>
#include <linux/cgroup.h>
#include <linux/cred.h>

#define NO_CAPABILITY	(-1)

/* Make up a cgroup's id, parent and life, and nothing else of it. */
static inline struct cgroup *made_up_cgroup(struct kunit *test, u64 id, struct cgroup *parent)
{
	struct cgroup *cgroup = kunit_kzalloc(test, sizeof(*cgroup), GFP_KERNEL);
	struct kernfs_node *node = kunit_kzalloc(test, sizeof(*node), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, cgroup);
	KUNIT_ASSERT_NOT_NULL(test, node);
	node->id = id;
	cgroup->kn = node;
	cgroup->self.flags = CSS_ONLINE;
	cgroup->self.parent = parent ? &parent->self : NULL;
	return cgroup;
}

/* Take on credentials; assert nothing between this and people_leave(). */
static inline const struct cred *people_enter(struct cred *cred, int capability)
{
	cap_clear(cred->cap_effective);
	if (capability != NO_CAPABILITY)
		cap_raise(cred->cap_effective, capability);
	return override_creds(cred);
}

static inline void people_leave(const struct cred *before, struct cred *cred)
{
	revert_creds(before);
	put_cred(cred);
}

#endif /* TESTS_KUNIT_PEOPLE_H */
