// SPDX-License-Identifier: GPL-2.0-only
/*
 * Privileges of readers: which ones count, and that checking them writes no audit record.
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

static const struct {
	int capability;
	bool privileged;
} capabilities[] = {
	{ CAP_PERFMON, true }, { CAP_SYS_ADMIN, true }, { CAP_NET_ADMIN, false },
	{ CAP_DAC_OVERRIDE, false }, { NO_CAPABILITY, false },
};

static bool privileged_with(struct kunit *test, struct gpcd_reader *reader, int capability)
{
	struct cred *cred = prepare_creds();
	const struct cred *before;
	bool privileged;

	KUNIT_ASSERT_NOT_NULL(test, cred);
	before = people_enter(cred, capability);
	privileged = gpcd_reader_privileged(reader);
	people_leave(before, cred);
	return privileged;
}

static void privilege_is_perfmon_or_admin(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(capabilities); i++) {
		struct gpcd_reader reader = { .privileged = -1 };

		KUNIT_EXPECT_EQ_MSG(test,
				    privileged_with(test, &reader, capabilities[i].capability),
				    capabilities[i].privileged, "capability %d",
				    capabilities[i].capability);
	}
}

/* The reader of a passed-on group has no more rights than its maker. */
static void privilege_is_asked_once(struct kunit *test)
{
	struct gpcd_reader admin = { .privileged = -1 }, nobody = { .privileged = -1 };

	KUNIT_EXPECT_TRUE(test, privileged_with(test, &admin, CAP_SYS_ADMIN));
	KUNIT_EXPECT_TRUE(test, privileged_with(test, &admin, NO_CAPABILITY));
	KUNIT_EXPECT_FALSE(test, privileged_with(test, &nobody, NO_CAPABILITY));
	KUNIT_EXPECT_FALSE(test, privileged_with(test, &nobody, CAP_SYS_ADMIN));
}

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
	KUNIT_CASE(privilege_is_perfmon_or_admin),
	KUNIT_CASE(privilege_is_asked_once),
	KUNIT_CASE(privilege_is_asked_quietly),
	{}
};

static struct kunit_suite reader_suite = {
	.name = "reader",
	.test_cases = reader_cases,
};
kunit_test_suite(reader_suite);
