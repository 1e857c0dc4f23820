// SPDX-License-Identifier: GPL-2.0-only
/* Dictionaries of counters: what is accepted, what replaces what, and what is rejected where. */
#include <errno.h>
#include <string.h>

#include <check.h>
#include <gpcd/catalogue.h>

#include "dictionary/dictionary.h"
#include "suite.h"

#define HEAD	"driver = d\nsource = net\n"

static struct dictionary dictionary;
static struct dictionary_problem problem;
static struct dictionary_match match;

static void setup(void)
{
	memset(&dictionary, 0, sizeof(dictionary));
}

static void teardown(void)
{
	dictionary_free(&dictionary);
}

static int add_bytes(const char *text, size_t length)
{
	problem = (struct dictionary_problem) { 0 };
	return dictionary_read(&dictionary, text, length, &problem);
}

static void add(const char *text)
{
	int err = add_bytes(text, strlen(text));

	ck_assert_msg(!err, "%u: %s", problem.line, problem.text);
}

static void rejected(const char *text, unsigned int line, const char *why)
{
	ck_assert_int_eq(add_bytes(text, strlen(text)), -EINVAL);
	ck_assert_str_eq(problem.text, why);
	ck_assert_uint_eq(problem.line, line);
	dictionary_free(&dictionary);
	setup();
}

/* An entry of this form after a head is rejected, on its line. */
static void entry_rejected(const char *entry, const char *why)
{
	char text[2000];

	snprintf(text, sizeof(text), HEAD "%s", entry);
	rejected(text, 3, why);
}

static const struct dictionary_entry *find(const char *raw)
{
	ck_assert_msg(dictionary_find(&dictionary, NULL, raw, &match), "%s", raw);
	return match.entry;
}

static void unknown(const char *raw)
{
	ck_assert_msg(!dictionary_find(&dictionary, NULL, raw, &match), "%s", raw);
}

static void means(const char *raw, const char *meaning)
{
	char room[DICTIONARY_MEANING_ROOM];

	find(raw);
	dictionary_meaning(&match, room);
	ck_assert_str_eq(room, meaning);
}

static void form_is(const char *variant, enum dictionary_kind kind, unsigned int bits)
{
	struct dictionary_form form = dictionary_form(&dictionary, match.entry, variant);

	ck_assert_uint_eq(form.kind, kind);
	ck_assert_uint_eq(form.bits, bits);
}

START_TEST(all_of_an_entry)
{
	const struct dictionary_entry *entry;
	const struct dictionary_head *head;

	add("# mine\r\n\n driver =\td  e\t\nsource = rdma\nfamily = counters\r\n"
	    "\ta_1  gauge 7 \"code words\" \t What it is.\t\r\n");
	entry = find("a_1");
	head = dictionary_head(&dictionary, entry);
	ck_assert_str_eq(head->drivers, "d e");
	ck_assert_str_eq(head->families, "counters");
	ck_assert_uint_eq(head->source, DICTIONARY_RDMA);
	ck_assert_int_eq(entry->unit, GPCD_UNIT_CODE_WORDS);
	ck_assert_str_eq(entry->meaning, "What it is.");
	ck_assert_uint_eq(entry->line, 6);
	ck_assert(!entry->inferred && !entry->general);
	form_is(NULL, DICTIONARY_GAUGE, 7);
	form_is("any", DICTIONARY_GAUGE, 7);
	unknown("a_2");
	unknown("a_");
	unknown("a_11");
	unknown("");
}
END_TEST

START_TEST(nothing_is_known)
{
	add("");
	ck_assert_uint_eq(dictionary.count, 0);
	unknown("a");
	add(HEAD "a counter 64 unknown");
	ck_assert_str_eq(find("a")->meaning, "");
	add(HEAD "b saturating 4 events inferred:a guess");
	ck_assert_str_eq(find("b")->meaning, "a guess");
	ck_assert(match.entry->inferred);
	form_is(NULL, DICTIONARY_SATURATING, 4);
}
END_TEST

START_TEST(names_are_raw)
{
	add(HEAD "\"[0]: rx_ucast_packets\" counter 64 packets one\n"
	    "SwLinkUp,32 counter 32 events two\n"
	    "\"  tx bytes\" counter 64 bytes three\n"
	    "\"say \"\"hi\"\"\" counter 64 events four\n"
	    "a:b*c?[d] counter 64 events five\n"
	    "\"#six\" counter 64 events six\n"
	    "{{7} counter 64 events {{}\n"
	    "\xc3\xa4 counter 64 events eight\n");
	means("[0]: rx_ucast_packets", "one");
	means("SwLinkUp,32", "two");
	means("  tx bytes", "three");
	means("say \"hi\"", "four");
	means("a:b*c?[d]", "five");
	means("#six", "six");
	means("{7}", "{}");
	means("\xc3\xa4", "eight");
	unknown("tx bytes");
	unknown("a:bbc?d");
}
END_TEST

START_TEST(groups_of_a_name)
{
	add(HEAD "rx_prio{0-7}_pause counter 64 packets priority {}\n"
	    "\"[{N}]: {rx,tx}_{a,ab,abc}c\" counter 64 packets {2} of {1}, {3}\n"
	    "vl{0-7,15} gauge 3 none lane {1}\n"
	    "x{9-12}{0-3}4 gauge 3 none {1} {2}\n"
	    "l{00,0-1} gauge 3 none {}\n"
	    "pp_{*}_{N}s gauge 3 none {1}/{2}\n");
	means("rx_prio0_pause", "priority 0");
	means("rx_prio7_pause", "priority 7");
	unknown("rx_prio8_pause");
	unknown("rx_prio07_pause");
	unknown("rx_prio_pause");
	unknown("rx_prio-1_pause");
	means("[12]: tx_abc", "tx of 12, ab");
	means("[0]: rx_ac", "rx of 0, a");
	unknown("[00]: rx_ac");
	unknown("[1234567890]: rx_ac");
	unknown("[]: rx_ac");
	means("vl15", "lane 15");
	unknown("vl14");
	means("x924", "9 2");
	means("x1234", "12 3");
	means("l00", "00");
	means("pp_a_b_1_12s", "a_b_1/12");
	means("pp____1s", "__/1");
	unknown("pp__1s");
	unknown("pp_abcdefghijklmnopqrstuvwxyz_abcdef_1s");
	ck_assert_uint_eq(dictionary_name_count("rx_prio{0-7}_pause"), 8);
	ck_assert_uint_eq(dictionary_name_count("[{N}]: {rx,tx}_{a,ab,abc}c"), 6);
	ck_assert_uint_eq(dictionary_name_count("plain {{"), 1);
}
END_TEST

START_TEST(names_one_by_one)
{
	static const char * const names[] = { "a0{_x", "a0{_y2", "a9{_x", "a9{_y2", "a10{_x",
					      "a10{_y2" };
	const char *name = "a{0,9-10}{{_{x,y2}";
	char room[DICTIONARY_NAME_ROOM];

	ck_assert_uint_eq(dictionary_name_count(name), 6);
	for (unsigned int i = 0; i < 6; i++) {
		dictionary_name_write(name, i, room);
		ck_assert_str_eq(room, names[i]);
		ck_assert(dictionary_name_match(name, room, &match.words));
	}
	dictionary_name_write("q{N}_{*}_{a,b}", 1, room);
	ck_assert_str_eq(room, "q{N}_{*}_b");
}
END_TEST

START_TEST(variants)
{
	add("driver = d\nsource = rdma\nvariants = classic ext noietf\n"
	    "data saturating/counter/counter 32/64/64 bytes d\n"
	    "cast counter -/64/- packets c\n"
	    "wait saturating 32 ticks w\n"
	    "driver = e\nsource = rdma\n"
	    "data counter 8 bytes e\n");
	find("cast");
	form_is("classic", DICTIONARY_ABSENT, 0);
	form_is("ext", DICTIONARY_COUNTER, 64);
	form_is("noietf", DICTIONARY_ABSENT, 0);
	form_is(NULL, DICTIONARY_COUNTER, 64);
	form_is("clas", DICTIONARY_COUNTER, 64);
	find("wait");
	form_is("classic", DICTIONARY_SATURATING, 32);
	form_is("noietf", DICTIONARY_SATURATING, 32);
	dictionary_free(&dictionary);
	dictionary.driver = "d";
	add("driver = d\nsource = rdma\nvariants = classic ext\n"
	    "data saturating/counter 32/64 bytes d\n");
	find("data");
	form_is("classic", DICTIONARY_SATURATING, 32);
	form_is("ext", DICTIONARY_COUNTER, 64);
}
END_TEST

START_TEST(only_what_is_wanted)
{
	static const char text[] = "driver = d e\nsource = net\na counter 64 events one\n"
				   "driver = d\nsource = rdma\na counter 64 events two\n"
				   "driver = f\nsource = net\na counter 64 events three\n"
				   "driver = *\nsource = net\na counter 64 events four\n";

	add(text);
	ck_assert_uint_eq(dictionary.count, 4);
	dictionary_free(&dictionary);
	dictionary.driver = "e";
	add(text);
	ck_assert_uint_eq(dictionary.count, 2);
	means("a", "one");
	dictionary_free(&dictionary);
	dictionary.driver = "d";
	dictionary.source = DICTIONARY_RDMA;
	add(text);
	ck_assert_uint_eq(dictionary.count, 1);
	means("a", "two");
	dictionary_free(&dictionary);
	dictionary.driver = "";
	dictionary.source = DICTIONARY_NET;
	add(text);
	means("a", "four");
	ck_assert(match.entry->general);
	dictionary_free(&dictionary);
	dictionary.driver = "d";
	rejected("driver = f\nsource = net\na what 64 events three\n", 3,
		 "no kind 'what': take counter, gauge or saturating");
}
END_TEST

START_TEST(families)
{
	add(HEAD "family = port\na counter 64 events of a port\n"
	    "family = device all\na counter 64 events of a device\nb gauge 8 events b\n");
	ck_assert(dictionary_find(&dictionary, "port", "a", &match));
	ck_assert_str_eq(match.entry->meaning, "of a port");
	ck_assert(dictionary_find(&dictionary, "all", "a", &match));
	ck_assert_str_eq(match.entry->meaning, "of a device");
	ck_assert(!dictionary_find(&dictionary, "port", "b", &match));
	ck_assert(dictionary_find(&dictionary, NULL, "b", &match));
	dictionary_free(&dictionary);
	add(HEAD "a counter 64 events in each family\n");
	ck_assert(dictionary_find(&dictionary, "port", "a", &match));
}
END_TEST

START_TEST(what_wins)
{
	add(HEAD "a{N} counter 64 events a template\n"
	    "a{0-9} counter 64 events a later template\n"
	    "a1 counter 64 events a name\n");
	means("a1", "a name");
	means("a2", "a template");
	add("driver = *\nsource = net\na1 counter 64 events all drivers\n");
	means("a1", "a name");
	add(HEAD "a{N} counter 64 events another file\n");
	means("a1", "another file");
	means("a2", "another file");
	ck_assert_uint_eq(dictionary.count, 4);
	add("driver = d x\nsource = net\na{N} counter 64 events other drivers\n");
	means("a2", "other drivers");
	ck_assert_uint_eq(dictionary.count, 5);
}
END_TEST

/* Where a register is does not concern who reads about it. */
START_TEST(positions_are_passed_over)
{
	add(HEAD "a counter 64 events @0x8b2 one\nb counter 8 events @0x544.4 inferred: two\n"
	    "c{x,y}_{0-3} counter 8 events @0x10,0x40+32/0x20,0x50+32 three\nd counter 8 events @0x8\n");
	means("a", "one");
	means("b", "two");
	ck_assert(match.entry->inferred);
	means("cy_2", "three");
	means("d", "");
}
END_TEST

START_TEST(a_search)
{
	add(HEAD "Roce_Retrans counter 64 \"code words\" Sent again.\n");
	find("Roce_Retrans");
	ck_assert(dictionary_mentions(match.entry, "roce_r"));
	ck_assert(dictionary_mentions(match.entry, "AGAIN"));
	ck_assert(dictionary_mentions(match.entry, "e w"));
	ck_assert(!dictionary_mentions(match.entry, "drop"));
}
END_TEST

START_TEST(units)
{
	ck_assert_int_eq(dictionary_unit("bytes"), GPCD_UNIT_BYTES);
	ck_assert_int_eq(dictionary_unit("router cycles"), GPCD_UNIT_ROUTER_CYCLES);
	ck_assert_int_eq(dictionary_unit("words of 4 bytes"), GPCD_UNIT_WORDS);
	ck_assert_int_eq(dictionary_unit("octets"), -EINVAL);
	ck_assert_int_eq(dictionary_unit(""), -EINVAL);
}
END_TEST

START_TEST(wrong_heads)
{
	rejected("a counter 64 events x", 1,
		 "no driver yet: begin with 'driver = NAME', 'source = NAME'");
	rejected("driver = d\na counter 64 events x", 2,
		 "no source yet: begin with 'driver = NAME', 'source = NAME'");
	rejected(HEAD "driver = e\na counter 64 events x", 4,
		 "no source yet: begin with 'driver = NAME', 'source = NAME'");
	rejected("source = net", 1, "no driver yet: begin with a line 'driver = NAME'");
	rejected("driver =", 1, "a word belongs after 'driver ='");
	rejected("driver = d\nsource = eth", 2,
		 "no source 'eth': take cxi, rdma, net or counters");
	rejected("driver = d\nsource = any", 2,
		 "no source 'any': take cxi, rdma, net or counters");
	rejected("driver = d\ncolour = red", 2,
		 "no setting 'colour': there are driver, source, family, variants");
	rejected("driver = d\nvariants = a b c d e", 2,
		 "more than 4 variants: write several groups");
	rejected("driver=d", 1, "a kind belongs here: name, kind, width, unit, meaning");
}
END_TEST

START_TEST(wrong_words)
{
	entry_rejected("a", "a kind belongs here: name, kind, width, unit, meaning");
	entry_rejected("a counter", "a width belongs here: name, kind, width, unit, meaning");
	entry_rejected("a counter 4 ", "a unit belongs here: name, kind, width, unit, meaning");
	entry_rejected("a absent 64 events x",
		       "no kind 'absent': take counter, gauge or saturating");
	entry_rejected("a counter 0 events x",
		       "no width '0': take 1 to 64 bits, or - for a variant without it");
	entry_rejected("a counter 65 events x",
		       "no width '65': take 1 to 64 bits, or - for a variant without it");
	entry_rejected("a counter +8 events x",
		       "no width '+8': take 1 to 64 bits, or - for a variant without it");
	entry_rejected("a counter 8b events x",
		       "no width '8b': take 1 to 64 bits, or - for a variant without it");
	entry_rejected("a counter 99999999999999999999 events x",
		       "no width '99999999999999999999': take 1 to 64 bits, or - for a variant without it");
	entry_rejected("a counter - events x", "no variant has it: leave out this line");
	entry_rejected("a counter 8/9 events x",
		       "a '/' needs variants: write 'variants = NAME NAME' before");
	entry_rejected("a counter/gauge 8 events x",
		       "a '/' needs variants: write 'variants = NAME NAME' before");
	entry_rejected("a counter 1/2/3/4/5/6/7 events x",
		       "a '/' needs variants: write 'variants = NAME NAME' before");
	entry_rejected("a counter 8 octets x",
		       "no unit 'octets': take one of gpcd-dictionary(5), or unknown");
	entry_rejected("a counter 8 events @ x",
		       "no position '@': take addresses, as @0x8b2 or @0x544.4");
	entry_rejected("a counter 8 events @home x",
		       "no position '@home': take addresses, as @0x8b2 or @0x544.4");
	entry_rejected("a counter 8 events inferred: ", "a meaning belongs after 'inferred:'");
	rejected(HEAD "variants = a b\nx counter 8/9/9 events x", 4,
		 "kinds and widths: give one, or one for each of 2 variants");
	rejected(HEAD "variants = a b\nx counter -/- events x", 4,
		 "no variant has it: leave out this line");
}
END_TEST

START_TEST(wrong_quotes)
{
	entry_rejected("\"a counter 8 events x", "no '\"' ends a name on its line: add it");
	entry_rejected("\"a\"\" counter 8 events x", "no '\"' ends a name on its line: add it");
	entry_rejected("\"a\"b counter 8 events x",
		       "a blank belongs after the '\"' that ends a name");
	entry_rejected("a\"b counter 8 events x",
		       "a '\"' within a word: put all of a name into quotes, with \"\"");
	entry_rejected("\"\" counter 8 events x", "an empty name: write the counter's");
}
END_TEST

START_TEST(wrong_groups)
{
	const char *empty = "an empty word in '{}': leave out a comma, or write '{{' for a brace";
	const char *letters =
		"'{}' has words and ranges as 0-7, with commas between, or N, or *";

	entry_rejected("a{0-7 counter 8 events x",
		       "no '}' ends what '{' begins: add it, or write '{{' for a brace");
	entry_rejected("a{} counter 8 events x", empty);
	entry_rejected("a{1,} counter 8 events x", empty);
	entry_rejected("a{,1} counter 8 events x", empty);
	entry_rejected("a{1,,2} counter 8 events x", empty);
	entry_rejected("a{7-0} counter 8 events x", "numbers in '{}' go up, as in {0-7}");
	entry_rejected("a{00-7} counter 8 events x", letters);
	entry_rejected("a{0-} counter 8 events x", letters);
	entry_rejected("a{-7} counter 8 events x", letters);
	entry_rejected("a{0-1-2} counter 8 events x", letters);
	entry_rejected("a{b.c} counter 8 events x", letters);
	entry_rejected("a{0-100000} counter 8 events x", letters);
	entry_rejected("a{N,1} counter 8 events x",
		       "N and * stand for all there are: leave others out of their '{}'");
	entry_rejected("a{b,*} counter 8 events x",
		       "N and * stand for all there are: leave others out of their '{}'");
	entry_rejected("a{b*} counter 8 events x", letters);
	entry_rejected("a{abcdefghijklmnopqrstuvwxyz_abcde} counter 8 events x",
		       "a word of more than 31 bytes in '{}': write it outside");
	entry_rejected("{a}{a}{a}{a}{a} counter 8 events x",
		       "more than 4 groups in a name: write it on several lines");
	entry_rejected("{*}{*} counter 8 events x",
		       "more than one {*} in a name: write several lines");
	entry_rejected("{0-99}{0-40} counter 8 events x",
		       "a name for more than 4096 names: write {N} for any number");
	entry_rejected("{0-99999,0-99999}{0-99999}{0-99999}{0-99999} counter 8 events x",
		       "a name for more than 4096 names: write {N} for any number");
	entry_rejected("a counter 8 events {}",
		       "no such group in the name: {} or {1} means its first, {2} the next");
	entry_rejected("a{1} counter 8 events {2}",
		       "no such group in the name: {} or {1} means its first, {2} the next");
	entry_rejected("a{1} counter 8 events {x}",
		       "no such group in the name: {} or {1} means its first, {2} the next");
	entry_rejected("a{1} counter 8 events {1",
		       "no '}' ends what '{' begins: add it, or write '{{' for a brace");
}
END_TEST

START_TEST(twice)
{
	rejected(HEAD "a counter 8 events x\n\na gauge 8 events y", 5,
		 "line 3 has 'a' already: leave one out");
	rejected(HEAD "a counter 8 events x\ndriver = e d\nsource = net\na gauge 8 events y", 6,
		 "line 3 has 'a' already: leave one out");
	rejected(HEAD "family = f g\na counter 8 events x\nfamily = g\na gauge 8 events y", 6,
		 "line 4 has 'a' already: leave one out");
	add(HEAD "a counter 8 events x\nfamily = g\na gauge 8 events y\n"
	    "driver = d\nsource = rdma\na counter 8 events z");
	ck_assert_uint_eq(dictionary.count, 3);
}
END_TEST

START_TEST(lengths)
{
	char text[1200], *at;
	int head;

	head = snprintf(text, sizeof(text), HEAD "a counter 8 events ");
	at = text + head;
	memset(at, 'm', 600);
	at[239] = '\0';
	add(text);
	ck_assert_uint_eq(strlen(find("a")->meaning), 239);
	at[239] = 'm';
	at[240] = '\0';
	rejected(text, 3, "the meaning of more than 239 bytes: shorten it");
	at[240] = 'm';
	at[500] = '\0';
	rejected(text, 3, "a line of more than 500 bytes: shorten it");
	head = snprintf(text, sizeof(text), HEAD);
	memset(text + head, 'n', 200);
	strcpy(text + head + 127, " counter 8 events x");
	add(text);
	memset(text + head, 'n', 200);
	strcpy(text + head + 128, " counter 8 events x");
	rejected(text, 3, "a name of more than 127 bytes: shorten it");
	text[head] = '"';
	rejected(text, 3, "a name of more than 127 bytes: shorten it");
	strcpy(text, "driver = ");
	memset(text + 9, 'd', 127);
	text[9 + 127] = '\0';
	add(text);
	text[9 + 127] = 'd';
	text[9 + 128] = '\0';
	rejected(text, 1, "driver of more than 127 bytes: shorten it");
}
END_TEST

START_TEST(bytes_of_no_text)
{
	static const char zero[] = HEAD "a counter 8 \0 events x";

	ck_assert_int_eq(add_bytes(zero, sizeof(zero) - 1), -EINVAL);
	ck_assert_str_eq(problem.text, "a byte 0x00: a dictionary is a text");
	ck_assert_uint_eq(problem.line, 3);
	dictionary_free(&dictionary);
	rejected("\n\x7f", 2, "a byte 0x7f: a dictionary is a text");
	rejected("# a \r comment", 1, "a byte 0x0d: a dictionary is a text");
	rejected("# a \x1b[1m", 1, "a byte 0x1b: a dictionary is a text");
}
END_TEST

START_TEST(too_many)
{
	char *text = malloc(DICTIONARY_MOST * 32 + 64), *at = text;

	at += sprintf(at, HEAD);
	for (unsigned int i = 0; i <= DICTIONARY_MOST; i++)
		at += sprintf(at, "%u gauge 1 none\n", i);
	ck_assert_int_eq(add_bytes(text, at - text), -EINVAL);
	ck_assert_str_eq(problem.text, "more than 10000 entries: leave some out");
	ck_assert_uint_eq(problem.line, 10003);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dictionary");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, all_of_an_entry);
	tcase_add_test(tcase, nothing_is_known);
	tcase_add_test(tcase, names_are_raw);
	tcase_add_test(tcase, groups_of_a_name);
	tcase_add_test(tcase, names_one_by_one);
	tcase_add_test(tcase, variants);
	tcase_add_test(tcase, only_what_is_wanted);
	tcase_add_test(tcase, families);
	tcase_add_test(tcase, what_wins);
	tcase_add_test(tcase, positions_are_passed_over);
	tcase_add_test(tcase, a_search);
	tcase_add_test(tcase, units);
	tcase_add_test(tcase, wrong_heads);
	tcase_add_test(tcase, wrong_words);
	tcase_add_test(tcase, wrong_quotes);
	tcase_add_test(tcase, wrong_groups);
	tcase_add_test(tcase, twice);
	tcase_add_test(tcase, lengths);
	tcase_add_test(tcase, bytes_of_no_text);
	tcase_add_test(tcase, too_many);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
