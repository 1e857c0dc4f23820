// SPDX-License-Identifier: GPL-2.0-only
/*
 * Delivery modes of uGNI as routings of the simulated network, and numbers of the public header.
 */
#include <stddef.h>

#include "netsim/packet.h"
#include "suite.h"
#include "ugni/include/gni_pub.h"
#include "ugni/script.h"

/* Return the transfer that the network gets for a PUT of rank 0 with this mode. */
static struct net_transfer transfer_of(const char *machine, uint32_t mode)
{
	struct net_transfer sent = { 0 };
	struct net_traffic traffic;
	struct transfer transfer = { .bytes = 64, .op = NET_PUT };

	script_begin();
	ck_assert_int_eq(stage_open(machine, 2), 0);
	transfer.from = &stage.world.rank[0];
	transfer.to = &stage.world.rank[1];
	ck_assert_int_eq(transfer_begin(&stage.world, &transfer, mode), GNI_RC_SUCCESS);
	traffic = transfer_traffic(&stage.world);
	ck_assert(traffic.next(traffic.context, 0, &sent));
	stage_close();
	return sent;
}

static const struct {
	uint32_t mode;
	enum net_routing routing;
} modes[] = {
	{ GNI_DLVMODE_PERFORMANCE, NET_ADAPTIVE0 }, { GNI_DLVMODE_ADAPTIVE0, NET_ADAPTIVE0 },
	{ GNI_DLVMODE_ADAPTIVE1, NET_ADAPTIVE1 }, { GNI_DLVMODE_ADAPTIVE2, NET_ADAPTIVE2 },
	{ GNI_DLVMODE_ADAPTIVE3, NET_ADAPTIVE3 }, { GNI_DLVMODE_MIN_HASH, NET_MIN_HASH },
	{ GNI_DLVMODE_NMIN_HASH, NET_NMIN_HASH }, { GNI_DLVMODE_IN_ORDER, NET_IN_ORDER },
	{ GNI_DLVMODE_MNON_HASH, NET_IN_ORDER }, { GNI_DLVMODE_NO_ADAPT, NET_MIN_HASH },
	{ GNI_DLVMODE_NO_HASH, NET_ADAPTIVE0 },
};

START_TEST(each_mode_is_a_routing)
{
	struct net_transfer plain = transfer_of("dragonfly:2x2x2", modes[_i].mode);
	struct net_transfer steady = transfer_of("dragonfly:2x2x2",
						 modes[_i].mode | GNI_DLVMODE_NO_RADAPT);

	ck_assert_uint_eq(plain.routing, NET_ROUTED(modes[_i].routing));
	ck_assert(!plain.no_radapt);
	ck_assert_uint_eq(steady.routing, NET_ROUTED(modes[_i].routing));
	ck_assert(steady.no_radapt);
}
END_TEST

/* On a torus there is one way, and NO_ADAPT keeps the lane. */
START_TEST(a_torus_keeps_lanes)
{
	ck_assert(transfer_of("torus:2x2x2", GNI_DLVMODE_NO_ADAPT).hashed);
	ck_assert(transfer_of("torus:2x2x2", GNI_DLVMODE_IN_ORDER).hashed);
	ck_assert(!transfer_of("torus:2x2x2", GNI_DLVMODE_PERFORMANCE).hashed);
	ck_assert_uint_eq(transfer_of("torus:2x2x2", GNI_DLVMODE_ADAPTIVE3).routing, 0);
}
END_TEST

/* --- the public header --- */

static const struct {
	const char *name;
	long number, public;
} numbers[] = {
	{ "NO_ADAPT", GNI_DLVMODE_NO_ADAPT, 1 }, { "NO_HASH", GNI_DLVMODE_NO_HASH, 2 },
	{ "NO_RADAPT", GNI_DLVMODE_NO_RADAPT, 4 }, { "NMIN_HASH", GNI_DLVMODE_NMIN_HASH, 8 },
	{ "MIN_HASH", GNI_DLVMODE_MIN_HASH, 0x10 }, { "ADAPTIVE1", GNI_DLVMODE_ADAPTIVE1, 0x20 },
	{ "ADAPTIVE2", GNI_DLVMODE_ADAPTIVE2, 0x40 }, { "ADAPTIVE3", GNI_DLVMODE_ADAPTIVE3, 0x80 },
	{ "LOCAL", GNI_CQMODE_LOCAL_EVENT, 1 }, { "GLOBAL", GNI_CQMODE_GLOBAL_EVENT, 2 },
	{ "REMOTE", GNI_CQMODE_REMOTE_EVENT, 4 },
	{ "RDMA_PUT", GNI_POST_RDMA_PUT, 1 }, { "AMO_W_FLAG", GNI_POST_AMO_W_FLAG, 10 },
	{ "NOT_DONE", GNI_RC_NOT_DONE, 1 }, { "ERROR_NOMEM", GNI_RC_ERROR_NOMEM, 13 },
	{ "FADD", GNI_FMA_ATOMIC_FADD, 0x8 }, { "FAND_C", GNI_FMA_ATOMIC_FAND_C, 0x19 },
	{ "AND_C", GNI_FMA_ATOMIC2_AND_C, 0x161 }, { "OR_S", GNI_FMA_ATOMIC2_OR_S, 0x342 },
	{ "CSWAP", GNI_FMA_ATOMIC2_CSWAP, 0x14b }, { "FPADD", GNI_FMA_ATOMIC2_FPADD, 0x15d },
	{ "MSGQ", GNI_CQ_EVENT_TYPE_MSGQ, 3 }, { "BLOCKING", GNI_CQ_BLOCKING, 1 },
	{ "FENCE", GNI_RDMAMODE_FENCE, 2 }, { "AUTO", GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT, 2 },
	{ "RELAXED", GNI_MEM_RELAXED_PI_ORDERING, 0x100 },
	{ "datagram", GNI_DATAGRAM_MAXSIZE, 128 }, { "message", GNI_SMSG_MAX_SIZE, 65535 },
};

START_TEST(numbers_are_the_public_ones)
{
	for (unsigned int i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		ck_assert_msg(numbers[i].number == numbers[i].public, "%s is %ld, not %ld",
			      numbers[i].name, numbers[i].number, numbers[i].public);
}
END_TEST

#define AT(member)	offsetof(gni_post_descriptor_t, member)

/* As a 64-bit compiler lays out the members in the order of the public header. */
START_TEST(a_descriptor_is_laid_out_as_in_public)
{
	static const size_t at[] = {
		AT(next_descr), AT(prev_descr), AT(post_id), AT(status), AT(cq_mode_complete),
		AT(type), AT(cq_mode), AT(dlvr_mode), AT(local_addr), AT(local_mem_hndl),
		AT(remote_addr), AT(remote_mem_hndl), AT(length), AT(rdma_mode), AT(src_cq_hndl),
		AT(sync_flag_value), AT(sync_flag_addr), AT(amo_cmd), AT(first_operand),
		AT(second_operand), AT(cqwrite_value), AT(ce_cmd), AT(ce_mode), AT(ce_red_id),
	};
	static const size_t public[] = {
		0, 8, 16, 24, 32, 36, 40, 42, 48, 56, 72, 80, 96, 104, 112, 120, 128, 136, 144,
		152, 160, 168, 172, 176,
	};

	for (unsigned int i = 0; i < sizeof(at) / sizeof(*at); i++)
		ck_assert_msg(at[i] == public[i], "member %u is at %zu, not %zu", i, at[i],
			      public[i]);
	ck_assert_uint_eq(sizeof(gni_post_descriptor_t), 184);
	ck_assert_uint_eq(sizeof(gni_smsg_attr_t), 56);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni routing");
	TCase *tcase = tcase_create("routing");

	tcase_add_loop_test(tcase, each_mode_is_a_routing, 0, sizeof(modes) / sizeof(*modes));
	tcase_add_test(tcase, a_torus_keeps_lanes);
	tcase_add_test(tcase, numbers_are_the_public_ones);
	tcase_add_test(tcase, a_descriptor_is_laid_out_as_in_public);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
