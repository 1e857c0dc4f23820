// SPDX-License-Identifier: GPL-2.0-only
/*
 * Privileges of readers: checking them writes no audit record.
 */
#include <linux/capability.h>

static unsigned int asked_aloud, asked_quietly;

static __maybe_unused bool aloud(int capability)
{
	asked_aloud++;
	return false;
}

static bool quietly(struct user_namespace *namespace, int capability)
{
	asked_quietly++;
	return ns_capable_noaudit(namespace, capability);
}

/* Replace each function that checks a capability, and count the calls. */
#define capable(capability) aloud(capability)
#define ns_capable(namespace, capability) aloud(capability)
#define ns_capable_noaudit(namespace, capability) quietly(namespace, capability)
#undef perfmon_capable
#define perfmon_capable() aloud(CAP_PERFMON)
#include "core/reader.c"
#undef capable
#undef ns_capable
#undef ns_capable_noaudit

#include "kunit/people.h"

/* Each denied read would make a record, even if the job may read it. */
static void privilege_is_asked_quietly(struct kunit *test)
{
	struct gpcd_reader reader;
	struct cred *cred = prepare_creds();
	const struct cred *before;
	bool privileged;

	KUNIT_ASSERT_NOT_NULL(test, cred);
	asked_aloud = 0;
	asked_quietly = 0;
	before = people_enter(cred, NO_CAPABILITY);
	gpcd_reader_get(&reader);
	privileged = gpcd_reader_privileged(&reader);
	gpcd_reader_put(&reader);
	people_leave(before, cred);
	KUNIT_EXPECT_FALSE(test, privileged);
	KUNIT_EXPECT_EQ(test, asked_quietly, 2);
	KUNIT_EXPECT_EQ(test, asked_aloud, 0);
}

static struct kunit_case reader_cases[] = {
	KUNIT_CASE(privilege_is_asked_quietly),
	{}
};

static struct kunit_suite reader_suite = {
	.name = "reader",
	.test_cases = reader_cases,
};
kunit_test_suite(reader_suite);
