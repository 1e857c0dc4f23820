// SPDX-License-Identifier: GPL-2.0-only
/* The traffic on links of transactions. */
#include "sonar.h"

#define MIB		1048576
#define PHIT_BYTES	3
#define NO_DATA		8	/* phits of a PUT request without data: 7 header, 1 end */

/* The traffic of a transfer, as its hosts inject it. */
struct echo {
	uint64_t request_phits, response_phits; /* source, VC0; destination, VC1 */
	uint64_t requests, responses; /* packets, likewise */
};

static int measure(const struct machine *machine, enum net_op op, uint64_t bytes, bool zero,
		   struct echo *echo)
{
	uint32_t src = sonar_node(machine, 0, 0, 0), dst = sonar_node(machine, 1, 0, 0);
	struct ping ping = {
		.node = src,
		.transfer = { .op = op, .bytes = bytes, .node = dst, .zero = zero },
	};
	struct engine engine;
	int code = pings_send(&engine, machine, &ping, 1);

	if (!code)
		*echo = (struct echo){
			.request_phits = sonar_sent(&engine, src / GEMINI_NICS, NET_VC0_PHITS),
			.requests = sonar_sent(&engine, src / GEMINI_NICS, NET_VC0_PACKETS),
			.response_phits = sonar_sent(&engine, dst / GEMINI_NICS, NET_VC1_PHITS),
			.responses = sonar_sent(&engine, dst / GEMINI_NICS, NET_VC1_PACKETS),
		};
	engine_free(&engine);
	return code;
}

static unsigned int echo_bytes(const struct echo *echo)
{
	return PHIT_BYTES * (echo->request_phits + echo->response_phits);
}

int sonar_putget(const struct machine *machine, struct table *table)
{
	struct echo put, get;
	int code = measure(machine, NET_PUT, 64, false, &put);

	if (!code)
		code = measure(machine, NET_GET, 64, false, &get);
	if (code)
		return code;
	claim_number(table, "PUT of 64 B: request, phits on VC0", put.request_phits, 32, 0, "");
	claim_number(table, "PUT of 64 B: response, phits on VC1", put.response_phits, 3, 0,
		     "2 in the whitepaper: gpcd-sim run --put-response 2");
	claim_number(table, "PUT of 64 B: bytes, both ways", echo_bytes(&put), 105, 0, "");
	claim_number(table, "GET of 64 B: request, phits on VC0", get.request_phits, 8, 0, "");
	claim_number(table, "GET of 64 B: response, phits on VC1", get.response_phits, 27, 0, "");
	claim_number(table, "GET of 64 B: bytes, both ways", echo_bytes(&get), 105, 0, "");
	return 0;
}

int sonar_compression(const struct machine *machine, struct table *table)
{
	struct echo zero, random;
	int code = measure(machine, NET_PUT, MIB, true, &zero);
	double data;

	if (!code)
		code = measure(machine, NET_PUT, MIB, false, &random);
	if (code)
		return code;
	data = (double)(random.request_phits - NO_DATA * random.requests) /
	       (zero.request_phits - NO_DATA * zero.requests);
	claim_number(table, "packets on VC0, random", random.requests, MIB / 64, 0, "64 B each");
	claim_number(table, "packets on VC0, zeros", zero.requests, MIB / 64, 0,
		     "compression loses none");
	claim_number(table, "phits on VC0, random", random.request_phits, MIB / 64 * 32, 0,
		     "32 a packet");
	claim_number(table, "data phits, random : zeros", data, 3, 0.05,
		     "\"about a factor of three\"");
	claim_number(table, "phits on VC0, random : zeros",
		     (double)random.request_phits / zero.request_phits, 3, 0.05,
		     "header and end of a packet do not shrink; the paper does not say which phits");
	claim_number(table, "phits a packet on VC0, zeros",
		     (double)zero.request_phits / zero.requests, 15.998, 0.001,
		     "Fig. 4, X+ of (0,1,1): 1626452284 / 101662806");
	return 0;
}
