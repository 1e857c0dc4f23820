// SPDX-License-Identifier: GPL-2.0-only
/* Machine files: each key accepted and rejected, whole files, malicious files, and output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hardware/hardware.h"
#include "suite.h"

#define TEXT	8192

/* A machine with wormhole switching, with every possible key; a line each. */
static const char *const worms[] = {
	"name = Small", "topology = mesh:2x3", "switching = wormhole", "nodes = 2", "clock = 30 ns",
	"flit = 2 B", "header = 8 B", "order = highest-first", "chosen = link.hop, clock",
	"[link all]", "links = 2", "rate = 2 B/cycle", "hop = 1.5 cycles", "buffer = 16 B",
	"[in]", "links = 1", "rate = 20 ns/B", "hop = 2 ns", "buffer = 128 flits",
	"[out]", "links = 1", "rate = 400 Mbit/s", "hop = 3 ns", "buffer = 4 flits",
	"[host]", "send = 9 cycles", "recv = 117 cycles", "gap = 1 us", "latency = 21 cycles",
	"byte = 0.5 cycles/B", "long = 64 B", "long-send = 25 cycles", "long-recv = 129 cycles",
	"long-latency = 8 cycles", "memory-byte = 7.8 ns/B", "interrupt = 8 B", "dma = blocking",
	"receive = interrupt", NULL
};

/* A machine with packet switching. */
static const char *const packets[] = {
	"name = Cube", "topology = torus:4x4x4", "switching = packets", "nodes = 2",
	"clock = 800 MHz", "class = 1", "[link X]",
	"links = 8", "hop = 105 ns", "buffer = 256 phits",
	"[link Y]", "links = 4", "hop = 105 ns", "buffer = 256 phits",
	"[link Z]", "links = 8", "hop = 105 ns", "buffer = 256 phits",
	"[medium mezzanine]", "rate = 2.34375 GB/s", "[medium backplane]", "rate = 1.875 GB/s",
	"[medium cable]", "rate = 1.171875 GB/s", "[out]", "hop = 105 ns", "buffer = 64 phits", NULL
};

/* A dragonfly, whose NICs may be chips of their own. */
static const char *const dragonfly[] = {
	"name = Fly", "topology = dragonfly:2x2x2:1", "switching = packets", "nodes = 4",
	"chip = cassini2", "clock = 800 MHz", "[link all]", "links = 1", "rate = 5 GB/s",
	"hop = 100 ns", "buffer = 256 flits", "[routing adaptive1]", "hop = 9 flits",
	"[routing adaptive3]", "shift = 1", "add = 1000 flits", "[nic]", "turn = 5 cycles",
	"rate = 15.75 GB/s", "[out]", "hop = 100 ns", "buffer = 64 flits", NULL
};

/* The text of a machine, with line @at (from 0 on) replaced by @line, or left out. */
static size_t text_of(const char *const *lines, char text[TEXT], int at, const char *line)
{
	size_t length = 0;

	for (int i = 0; lines[i]; i++) {
		if (i == at && !line)
			continue;
		length += snprintf(text + length, TEXT - length, "%s\n", i == at ? line : lines[i]);
	}
	return length;
}

static struct hardware machine_of(const char *const *lines, int at, const char *line)
{
	struct hardware_problem problem = { 0 };
	struct hardware hardware;
	char text[TEXT];
	size_t length = text_of(lines, text, at, line);
	int err = hardware_parse(&hardware, text, length, &problem);

	ck_assert_msg(!err, "'%s': line %u: %s", line ? line : "", problem.line, problem.text);
	return hardware;
}

static int line_of(const char *const *lines, const char *line)
{
	for (int i = 0; lines[i]; i++) {
		if (!strcmp(lines[i], line))
			return i;
	}
	ck_abort_msg("no line '%s'", line);
	return -1;
}

/* A text is rejected at a line, with a reason that contains @words. */
static void rejected_text(const char *text, size_t length, unsigned int line, const char *words)
{
	struct hardware_problem problem = { 0 };
	struct hardware hardware;
	int err = hardware_parse(&hardware, text, length, &problem);

	ck_assert_msg(err == -EINVAL, "%d, not rejected for: %s", err, words);
	ck_assert_msg(problem.line == line && strstr(problem.text, words),
		      "line %u: '%s', not line %u: '%s'", problem.line, problem.text, line, words);
}

/* A line that replaces another one is rejected. */
static void rejected(const char *const *lines, const char *was, const char *line,
		     const char *words)
{
	int at = line_of(lines, was);
	char text[TEXT];
	size_t length = text_of(lines, text, at, line);

	rejected_text(text, length, at + 1, words);
}

/* Without the line the machine is rejected, at any line. */
static void missing(const char *const *lines, const char *was, const char *words)
{
	struct hardware_problem problem = { 0 };
	struct hardware hardware;
	char text[TEXT];
	size_t length = text_of(lines, text, line_of(lines, was), NULL);
	int err = hardware_parse(&hardware, text, length, &problem);

	ck_assert_msg(err == -EINVAL && problem.line && strstr(problem.text, words),
		      "without '%s': %d, line %u: '%s', not '%s'", was, err, problem.line,
		      problem.text, words);
}

START_TEST(every_key_of_worms_is_read)
{
	struct hardware got = machine_of(worms, -1, NULL);
	struct hardware_host host = {
		.send_ps = 270000, .recv_ps = 3510000, .gap_ps = 1000000, .latency_ps = 630000,
		.byte_ps = 15000, .long_bytes = 64, .long_send_ps = 750000, .long_recv_ps = 3870000,
		.long_latency_ps = 240000, .memory_byte_ps = 7800, .interrupt_bytes = 8,
		.dma = HARDWARE_BLOCKING, .receive = HARDWARE_INTERRUPT,
	};
	struct hardware_links link = { 2, 8, { 1, 15000 }, 45000 };
	struct hardware_links in = { 1, 128, { 1, 20000 }, 2000 };
	struct hardware_links out = { 1, 4, { 1, 20000 }, 3000 };

	ck_assert_str_eq(got.name, "Small");
	ck_assert_uint_eq(got.topo.chips, 6);
	ck_assert_uint_eq(got.switching, HARDWARE_WORMHOLE);
	ck_assert_uint_eq(got.nodes, 2);
	ck_assert_uint_eq(got.cycle_ps, 30000);
	ck_assert_uint_eq(got.flit, 2);
	ck_assert_uint_eq(got.header, 4);
	ck_assert_uint_eq(got.order, HARDWARE_HIGHEST);
	for (unsigned int i = 0; i < 2; i++)
		ck_assert_mem_eq(&got.link[i], &link, sizeof(link));
	ck_assert_mem_eq(&got.in, &in, sizeof(in));
	ck_assert_mem_eq(&got.out, &out, sizeof(out));
	ck_assert_mem_eq(&got.host, &host, sizeof(host));
}
END_TEST

START_TEST(times_are_rounded_to_the_nearest_ps)
{
	int at = line_of(worms, "hop = 2 ns");

	ck_assert_uint_eq(machine_of(worms, at, "hop = 1.0006 ns").in.hop_ps, 1001);
	ck_assert_uint_eq(machine_of(worms, at, "hop = 1.000499 ns").in.hop_ps, 1000);
	ck_assert_uint_eq(machine_of(worms, at, "hop = 0.5 ps").in.hop_ps, 1);
}
END_TEST

START_TEST(every_key_of_packets_is_read)
{
	struct hardware got = machine_of(packets, -1, NULL);
	struct hardware_links x = { .links = 8, .hop_ps = 105000, .buffer = 256 };

	ck_assert_uint_eq(got.switching, HARDWARE_PACKETS);
	ck_assert_uint_eq(got.cycle_ps, 1250);
	ck_assert_uint_eq(got.class, 1);
	ck_assert_mem_eq(&got.link[0], &x, sizeof(x));
	ck_assert_uint_eq(got.link[1].links, 4);
	ck_assert_uint_eq(hardware_time(&got.medium[HARDWARE_MEZZANINE].rate, 3), 1280);
	ck_assert_uint_eq(hardware_time(&got.medium[HARDWARE_BACKPLANE].rate, 3), 1600);
	ck_assert_uint_eq(hardware_time(&got.medium[HARDWARE_CABLE].rate, 3), 2560);
	ck_assert_uint_eq(got.out.buffer, 64);
}
END_TEST

START_TEST(biases_are_by_routing)
{
	static const struct hardware_bias none = {
		HARDWARE_NO_BIAS, HARDWARE_NO_BIAS, HARDWARE_NO_BIAS
	};
	struct hardware got = machine_of(dragonfly, -1, NULL);

	ck_assert_mem_eq(&got.bias[0], &none, sizeof(none));
	ck_assert_uint_eq(got.bias[1].add, HARDWARE_NO_BIAS);
	ck_assert_uint_eq(got.bias[1].hop, 9);
	ck_assert_mem_eq(&got.bias[2], &none, sizeof(none));
	ck_assert_uint_eq(got.bias[3].shift, 1);
	ck_assert_uint_eq(got.bias[3].add, 1000);
}
END_TEST

START_TEST(end_points_are_read)
{
	struct hardware got = machine_of(dragonfly, -1, NULL);

	ck_assert_uint_eq(got.nic.turn_ps, 6250);
	ck_assert_uint_eq(got.nic.rate.bytes, 63);
	ck_assert_uint_eq(got.nic.rate.ps, 4000);
	got = machine_of(dragonfly, line_of(dragonfly, "turn = 5 cycles"), NULL);
	ck_assert(!hardware_is_given(&got, "nic.turn"));
	ck_assert(hardware_is_given(&got, "nic.rate"));
	rejected(dragonfly, "turn = 5 cycles", "turn = 1.249 ns", "a time from 1.25 ns to 1 us");
	rejected(dragonfly, "turn = 5 cycles", "turn = 1.000001 us", "a time from 1.25 ns to 1 us");
	rejected(dragonfly, "rate = 15.75 GB/s", "rate = 251 GB/s", "12 MB/s to 250 GB/s");
}
END_TEST

START_TEST(what_is_left_out_is_usual)
{
	struct hardware got = machine_of(worms, line_of(worms, "order = highest-first"), NULL);

	ck_assert_uint_eq(got.order, HARDWARE_LOWEST);
	got = machine_of(worms, line_of(worms, "long = 64 B"), NULL);
	ck_assert_uint_eq(got.host.long_bytes, HARDWARE_SHORT);
	got = machine_of(packets, line_of(packets, "class = 1"), NULL);
	ck_assert_uint_eq(got.class, HARDWARE_NO_CLASS);
	ck_assert(!hardware_is_given(&got, "class"));
	ck_assert(hardware_is_given(&got, "medium.rate"));
}
END_TEST

START_TEST(a_dragonfly_has_routers_or_nics_with_registers)
{
	static const char *const words[] = { "chip = aries", "chip = cassini1", "chip = cassini2" };
	int at = line_of(dragonfly, "chip = cassini2");

	for (unsigned int i = 0; i < sizeof(words) / sizeof(*words); i++)
		ck_assert_uint_eq(machine_of(dragonfly, at, words[i]).chip, HARDWARE_ARIES + i);
	ck_assert_uint_eq(machine_of(dragonfly, at, NULL).chip, HARDWARE_ARIES);
	rejected(dragonfly, "chip = cassini2", "chip = cassini", "aries, cassini1, cassini2");
	rejected(packets, "class = 1", "chip = aries", "only a dragonfly");
	rejected(worms, "order = highest-first", "chip = aries", "leave it out");
}
END_TEST

START_TEST(values_need_their_units)
{
	static const char *const wrong[][3] = {
		{ "clock = 30 ns", "clock = 30", "clock '30'" },
		{ "clock = 30 ns", "clock = 30 cycles", "clock '30 cycles'" },
		{ "clock = 30 ns", "clock = 0 MHz", "clock '0 MHz'" },
		{ "flit = 2 B", "flit = 2", "flit '2'" },
		{ "flit = 2 B", "flit = 2.5 B", "flit '2.5 B'" },
		{ "header = 8 B", "header = 7 B", "header '7 B'" },
		{ "header = 8 B", "header = 4 phits", "header '4 phits'" },
		{ "nodes = 2", "nodes = 2 B", "nodes '2 B'" },
		{ "nodes = 2", "nodes = 0", "nodes '0'" },
		{ "nodes = 2", "nodes = -1", "nodes '-1'" },
		{ "links = 2", "links = 9", "links '9'" },
		{ "rate = 2 B/cycle", "rate = 0 B/cycle", "rate '0 B/cycle'" },
		{ "rate = 2 B/cycle", "rate = 2 B", "rate '2 B'" },
		{ "hop = 1.5 cycles", "hop = 0 ns", "hop '0 ns'" },
		{ "hop = 1.5 cycles", "hop = 1.5 B", "hop '1.5 B'" },
		{ "hop = 1.5 cycles", "hop = 1e3 ns", "hop '1e3 ns'" },
		{ "buffer = 16 B", "buffer = 5000 flits", "buffer '5000 flits'" },
		{ "send = 9 cycles", "send = 9 ns/B", "send '9 ns/B'" },
		{ "send = 9 cycles", "send = 2000000 us", "send '2000000 us'" },
		{ "send = 9 cycles", "send = 99999999999999999999 ns", "send '9999" },
		{ "byte = 0.5 cycles/B", "byte = 0.5 cycles", "byte '0.5 cycles'" },
		{ "long = 64 B", "long = always", "long 'always'" },
		{ "interrupt = 8 B", "interrupt = 8", "interrupt '8'" },
		{ "dma = blocking", "dma = yes", "dma 'yes'" },
		{ "receive = interrupt", "receive = ", "receive ''" },
		{ "order = highest-first", "order = x", "order 'x'" },
		{ "switching = wormhole", "switching = circuits", "switching 'circuits'" },
		{ "topology = mesh:2x3", "topology = 2x3", "topology '2x3'" },
		{ "name = Small", "name =", "name ''" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		rejected(worms, wrong[i][0], wrong[i][1], wrong[i][2]);
}
END_TEST

/* A MiB takes more than 2^64 ps, which is a time within the limits once it has wrapped. */
START_TEST(a_rate_is_not_wrapped)
{
	static const char text[] = "topology = mesh:2x2\nclock = 274877906.945 ns\n"
				   "[link all]\nrate = 0.000001 B/cycle\n";

	rejected_text(text, strlen(text), 4, "rate '0.000001 B/cycle' is not valid");
}
END_TEST

/* Libinih would take the second line for a continuation of the first one's value. */
START_TEST(lines_may_be_indented)
{
	static const char text[] = "topology = mesh:2x2\n[host]\n  send = 1 ns\n\trecv = 2\n";

	rejected_text(text, strlen(text), 4, "recv '2' is not valid");
}
END_TEST

START_TEST(machines_are_checked_as_a_whole)
{
	rejected(worms, "topology = mesh:2x3", "topology = torus:2x3", "worms need a mesh");
	rejected(worms, "nodes = 2", "nodes = 171", "more than 1024");
	rejected(worms, "links = 2", "links = 5", "1 to 4");
	rejected(packets, "clock = 800 MHz", "clock = 700 MHz", "800 MHz");
	rejected(packets, "nodes = 2", "nodes = 4", "has 2");
	rejected(packets, "hop = 105 ns", "hop = 106 ns", "whole cycles of 1.25 ns");
	rejected(packets, "buffer = 256 phits", "buffer = 63 phits", "at least 64");
	rejected(packets, "buffer = 256 phits", "buffer = 256 flits", "buffer '256 flits'");
	rejected(packets, "links = 4", "links = 8", "has 4");
	rejected(packets, "class = 1", "class = 0", "no cabinets");
	rejected(packets, "rate = 1.875 GB/s", "rate = 900 GB/s", "12 MB/s to 250 GB/s");
	rejected(packets, "class = 1", "flit = 2 B", "leave it out");
	rejected(dragonfly, "shift = 1", "shift = 17", "bits, 0 to 16");
	rejected(dragonfly, "add = 1000 flits", "add = 65536 flits", "flits, 0 to 65535");
	rejected(dragonfly, "add = 1000 flits", "add = 1000", "flits, 0 to 65535");
	rejected(dragonfly, "add = 1000 flits", "hop = 1 flits", "only adaptive1 chooses again");
}
END_TEST

START_TEST(what_is_missing_is_named)
{
	missing(worms, "name = Small", "name is missing");
	missing(worms, "topology = mesh:2x3", "topology is missing");
	missing(worms, "nodes = 2", "nodes is missing");
	missing(worms, "clock = 30 ns", "give clock first");
	missing(worms, "flit = 2 B", "give flit first");
	missing(worms, "header = 8 B", "header is missing");
	missing(worms, "rate = 20 ns/B", "[in] rate is missing");
	missing(worms, "hop = 1.5 cycles", "[link X] hop is missing");
	missing(worms, "send = 9 cycles", "[host] send is missing");
	missing(worms, "long-send = 25 cycles", "long-send is missing");
	missing(worms, "long-recv = 129 cycles", "long-recv is missing");
	missing(packets, "switching = packets", "switching is missing");
	missing(packets, "rate = 1.875 GB/s", "[medium backplane]");
	missing(packets, "links = 4", "[link Y] links is missing");
}
END_TEST

START_TEST(a_key_is_given_once)
{
	rejected(worms, "nodes = 2", "name = Again", "name: line 1 gives it already");
}
END_TEST

/* After "[link all]", a class of its own would repeat the key. */
START_TEST(a_class_beside_all_is_twice)
{
	char text[TEXT];
	size_t length = text_of(worms, text, -1, NULL);

	length += snprintf(text + length, TEXT - length, "[link Y]\nhop = 3 ns\n");
	rejected_text(text, length, 40, "hop: line 13 gives it already");
}
END_TEST

START_TEST(unknown_keys_and_sections_are_named)
{
	rejected(worms, "nodes = 2", "cores = 2",
		 "no key 'cores' before the sections: there are name");
	rejected(worms, "hop = 2 ns", "speed = 2 ns", "no key 'speed' in [in]: there are links");
	rejected(worms, "nodes = 2", "chosen = link.speed", "no key 'link.speed'");
	rejected(worms, "nodes = 2", "chosen = link.hop clock", "no key 'link.hop clock'");
	rejected(worms, "nodes = 2", "chosen = .clock", "no key '.clock'");
	rejected_text("topology = mesh:2x2\n[link W]\nhop = 1 ns\n", 41, 3, "no section [link W]");
	rejected_text("topology = mesh:2x2\n[routing adaptive3]\nadd = 1 flits\n", 53, 3,
		      "no section [routing adaptive3]");
	rejected_text("topology = dragonfly:2x2x2\n[routing valiant]\nadd = 1 flits\n", 59, 3,
		      "no section [routing valiant]");
	rejected_text("topology = mesh:2x2\n[nics]\nturn = 5 ns\n", 39, 3, "[nic], [in], [out]");
	rejected_text("[host]\nsend = 1 ns\n", 19, 2, "topology is missing before");
	rejected_text("topology = mesh:2x2\nhello\n", 26, 2, "neither KEY = VALUE");
	rejected_text("topology = mesh:2x2\nhello\n[in]\nhop = 1\n", 39, 2, "neither KEY = VALUE");
	rejected_text("", 0, 0, "topology is missing");
}
END_TEST

START_TEST(hostile_texts_are_rejected)
{
	static char text[HARDWARE_BYTES + 64];
	struct hardware_problem problem;
	struct hardware hardware;
	char path[] = "/tmp/test_hardware_XXXXXX";
	int fd = mkstemp(path);

	rejected_text("name = a\0b\n", 11, 1, "a byte 0");
	memset(text, 'x', sizeof(text));
	rejected_text(text, 4096, 1, "more than 198 bytes");
	memset(text, '\n', sizeof(text));
	rejected_text(text, HARDWARE_BYTES, HARDWARE_BYTES, "topology is missing");
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, HARDWARE_BYTES + 1), HARDWARE_BYTES + 1);
	close(fd);
	ck_assert_int_eq(hardware_read(&hardware, path, &problem), -EFBIG);
	unlink(path);
	ck_assert_int_eq(hardware_read(&hardware, path, &problem), -ENOENT);
	ck_assert_int_eq(hardware_read(&hardware, "/tmp", &problem), -EISDIR);
}
END_TEST

static bool is_chosen(const struct hardware *hardware, const char *name)
{
	int key = hardware_key(name);

	return key >= 0 && hardware->chosen >> key & 1;
}

START_TEST(chosen_keys_are_marked)
{
	struct hardware got = machine_of(worms, -1, NULL);

	ck_assert(is_chosen(&got, "link.hop"));
	ck_assert(is_chosen(&got, "clock"));
	ck_assert(!is_chosen(&got, "in.hop"));
	ck_assert(!is_chosen(&got, "nothing"));
	hardware_give(&got, "in.hop", true);
	hardware_give(&got, "clock", false);
	ck_assert(is_chosen(&got, "in.hop"));
	ck_assert(!is_chosen(&got, "clock") && hardware_is_given(&got, "clock"));
}
END_TEST

static bool is_same(const struct hardware *a, const struct hardware *b)
{
	return !strcmp(a->name, b->name) && a->topo.family == b->topo.family &&
	       a->topo.chips == b->topo.chips && a->topo.bridges == b->topo.bridges &&
	       a->switching == b->switching && a->nodes == b->nodes &&
	       a->cycle_ps == b->cycle_ps && a->class == b->class && a->flit == b->flit &&
	       a->header == b->header && a->order == b->order &&
	       !memcmp(a->link, b->link, sizeof(a->link)) &&
	       !memcmp(a->medium, b->medium, sizeof(a->medium)) &&
	       !memcmp(a->bias, b->bias, sizeof(a->bias)) &&
	       !memcmp(&a->nic, &b->nic, sizeof(a->nic)) &&
	       !memcmp(&a->in, &b->in, sizeof(a->in)) &&
	       !memcmp(&a->out, &b->out, sizeof(a->out)) &&
	       !memcmp(&a->host, &b->host, sizeof(a->host)) &&
	       a->chosen == b->chosen && a->given == b->given;
}

static void same_again(const struct hardware *hardware, const char *what)
{
	struct hardware_problem problem = { 0 };
	struct hardware again;
	size_t length;
	char *text;
	FILE *out = open_memstream(&text, &length);
	int err;

	hardware_write(hardware, out);
	fclose(out);
	err = hardware_parse(&again, text, length, &problem);
	ck_assert_msg(!err, "%s: line %u: %s, of\n%s", what, problem.line, problem.text, text);
	ck_assert_msg(is_same(&again, hardware), "%s differs, of\n%s", what, text);
	free(text);
}

START_TEST(what_is_written_is_read_as_the_same)
{
	static const char *const rates[] = {
		"rate = 1 GB/s", "rate = 0.1 MB/s", "rate = 7.667 ns/B", "rate = 0.7 B/cycle",
		"rate = 0.000123 GB/s", "rate = 0.9 Mbit/s", "rate = 0.001 ns/B",
	};
	int at = line_of(worms, "rate = 2 B/cycle");
	struct hardware got = machine_of(worms, -1, NULL);

	same_again(&got, "worms");
	got = machine_of(packets, -1, NULL);
	same_again(&got, "packets");
	got = machine_of(dragonfly, -1, NULL);
	same_again(&got, "dragonfly");
	for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
		got = machine_of(worms, at, rates[i]);
		same_again(&got, rates[i]);
	}
}
END_TEST

START_TEST(sizes_are_binary)
{
	int at = line_of(worms, "long = 64 B");
	struct hardware got = machine_of(worms, at, "long = 4 KiB");
	size_t length;
	char *text;
	FILE *out;

	ck_assert_uint_eq(got.host.long_bytes, 4096);
	same_again(&got, "4 KiB");
	out = open_memstream(&text, &length);
	hardware_write(&got, out);
	fclose(out);
	ck_assert_msg(strstr(text, "long = 4 KiB\n"), "%s", text);
	free(text);
	ck_assert_uint_eq(machine_of(worms, at, "long = 4097 B").host.long_bytes, 4097);
	ck_assert_uint_eq(machine_of(worms, at, "long = 1 GiB").host.long_bytes, 1 << 30);
	at = line_of(worms, "buffer = 16 B");
	ck_assert_uint_eq(machine_of(worms, at, "buffer = 1 KiB").link[0].buffer, 512);
	rejected(worms, "long = 64 B", "long = 4 kB", "long '4 kB' is not valid: a size");
	rejected(worms, "long = 64 B", "long = 4 K", "long '4 K'");
	rejected(worms, "long = 64 B", "long = 2 GiB", "long '2 GiB'");
}
END_TEST

START_TEST(made_machines_are_checked)
{
	struct hardware got = machine_of(worms, -1, NULL);
	struct hardware_problem problem = { 0 };

	ck_assert_int_eq(hardware_check(&got, &problem), 0);
	got.in.hop_ps = 0;
	ck_assert_int_eq(hardware_check(&got, &problem), -EINVAL);
	ck_assert_msg(strstr(problem.text, "[in] hop is not possible"), "%s", problem.text);
	got = machine_of(packets, -1, NULL);
	got.link[2].buffer = HARDWARE_BUFFER_LEAST - 1;
	ck_assert_int_eq(hardware_check(&got, &problem), -EINVAL);
	ck_assert_msg(strstr(problem.text, "[link Z] buffer: at least 64"), "%s", problem.text);
}
END_TEST

/* Published values, in ps. */
START_TEST(installed_machines_say_what_is_published)
{
	static const char *const names[] = { "gemini", "aries", "xmp64", "alewife" };
	struct hardware_problem problem = { 0 };
	struct hardware got[4];
	char path[256];

	for (unsigned int i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), HARDWARE_FILES "/%s.machine", names[i]);
		ck_assert_msg(!hardware_read(&got[i], path, &problem), "%s:%u: %s", path,
			      problem.line, problem.text);
		same_again(&got[i], names[i]);
	}
	ck_assert_uint_eq(got[0].nic.turn_ps, 5 * 1000000 / 650);
	ck_assert_uint_eq(hardware_time(&got[0].nic.rate, 96), 10000);
	ck_assert_uint_eq(hardware_time(&got[1].nic.rate, 1575), 100000);
	ck_assert(is_chosen(&got[1], "nic.turn") && !is_chosen(&got[1], "nic.rate"));
	ck_assert_uint_eq(got[2].topo.chips * got[2].nodes, 64);
	ck_assert_uint_eq(got[2].host.send_ps + got[2].host.recv_ps, 46667);
	ck_assert_uint_eq(got[2].link[3].hop_ps, 93000);
	ck_assert_uint_eq(got[2].link[3].links, 4);
	ck_assert_uint_eq(got[2].link[3].buffer * got[2].flit, 16);
	ck_assert_uint_eq(got[3].topo.chips, 32);
	ck_assert_uint_eq(got[3].host.send_ps / got[3].cycle_ps, 15);
	ck_assert_uint_eq(got[3].host.recv_ps / got[3].cycle_ps, 122);
	ck_assert_uint_eq(got[3].host.latency_ps / got[3].cycle_ps, 21);
	ck_assert_uint_eq(got[3].host.long_latency_ps / got[3].cycle_ps, 8);
	ck_assert_uint_eq(got[3].host.long_send_ps / got[3].cycle_ps, 25);
	ck_assert_uint_eq(got[3].host.long_recv_ps / got[3].cycle_ps, 129);
	ck_assert_uint_eq(got[3].host.byte_ps * 2, got[3].cycle_ps);
	ck_assert_uint_eq(hardware_time(&got[3].link[0].rate, 2), got[3].cycle_ps);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("hardware");
	TCase *tests = tcase_create("hardware");

	tcase_add_test(tests, every_key_of_worms_is_read);
	tcase_add_test(tests, times_are_rounded_to_the_nearest_ps);
	tcase_add_test(tests, sizes_are_binary);
	tcase_add_test(tests, every_key_of_packets_is_read);
	tcase_add_test(tests, biases_are_by_routing);
	tcase_add_test(tests, end_points_are_read);
	tcase_add_test(tests, what_is_left_out_is_usual);
	tcase_add_test(tests, a_dragonfly_has_routers_or_nics_with_registers);
	tcase_add_test(tests, values_need_their_units);
	tcase_add_test(tests, a_rate_is_not_wrapped);
	tcase_add_test(tests, lines_may_be_indented);
	tcase_add_test(tests, machines_are_checked_as_a_whole);
	tcase_add_test(tests, what_is_missing_is_named);
	tcase_add_test(tests, a_key_is_given_once);
	tcase_add_test(tests, a_class_beside_all_is_twice);
	tcase_add_test(tests, unknown_keys_and_sections_are_named);
	tcase_add_test(tests, hostile_texts_are_rejected);
	tcase_add_test(tests, chosen_keys_are_marked);
	tcase_add_test(tests, what_is_written_is_read_as_the_same);
	tcase_add_test(tests, made_machines_are_checked);
	tcase_add_test(tests, installed_machines_say_what_is_published);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
