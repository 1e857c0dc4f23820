#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A third chip (third/), added to a copy of the project as docs/extending.md says, goes
# through everything that needs no kernel, under AddressSanitizer and UBSan. $GPCD and
# $THIRD are that copy's, $TREE is the copy.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../cli/lib.sh"
# shellcheck source=tests/chip3/checks.sh
. "$top/tests/chip3/checks.sh"

is "beside its folder it needs a row in the list, and its number; a Gemini's register its rule" \
	"$("$top/tests/chip3/tree" "$TREE" | xargs)" \
	"kmod/catalogue/chips.h kmod/chips/gemini/registers.c kmod/uapi/linux/gpcd.h"

is "counters: all of it" "$(gpcd counters --chip third --names | wc -l)" 199
is "counters: of a tile" "$(gpcd counters --chip third -r 7 -l 6 --names | xargs)" \
	"TH_7_6_FLITS TH_7_6_PACKETS TH_7_6_STALLED"
is "counters: a Gemini has one more, an Aries is as it was" \
	"$(gpcd counters --chip gemini --names | wc -l) $(gpcd counters --chip aries --names | wc -l)" "1553 2686"
fails "a wrong chip is answered with the right ones" 2 'CHIP: gemini, aries, cassini1, cassini2 or third' gpcd counters --chip fourth
like "help names it" "$(gpcd emulate --help | tr -s ' \n' ' ')" \
	'gemini, aries, cassini1, cassini2 or third; default: gemini'

succeeds "emulate: the last of its NICs" gpcd emulate --image t.img --chip third --nic-index 5 \
	--coord 1,2,3 --advance 1s --once
fails "emulate: there is no further one" 2 'NICs 0 to 5 only' \
	gpcd emulate --image u.img --chip third --nic-index 6 --once
is "a chip without traffic stands still, its time passes" \
	"$(gpcd -d image:t.img read --csv TH_7_7_FLITS | tail -n 1 | cut -d, -f3,9)" 1000000000,0
chip3_answers t.img image:t.img

living l.img --chip third
succeeds "a living one is sampled" gpcd -d image:l.img sample -i 10ms -n 3 TH_NIC_SENT_5
kill "$driver"
ended "$driver"
is "it ends on request" $? 0

# row REGISTERS PAGES SPAN: what happens to the chip with such a row
row()
{
	rm -rf small && cp -rL "$TREE/kmod" small
	sed -i "s/third, 6, 199, 70, 0x7f06/third, 6, $1, $2, $3/" small/catalogue/chips.h
	cat >small/fits.c <<-'EOF'
		#include <stdio.h>
		#include "catalogue/catalogue.h"
		int main(void)
		{
			printf("%u: %u %u %u\n", gpcd_chip_by_name("third"), gpcd_catalogue_count(1),
			       gpcd_catalogue_count(2), gpcd_catalogue_count(5));
			return 0;
		}
	EOF
	for of in common cassini1 cassini2; do
		awk -v of=$of -f small/chips/cassini/rules.awk small/chips/cassini/cxi.counters \
			>small/chips/cassini/$of.rules
	done
	${CC:-gcc} -g -fsanitize=address,undefined -fno-sanitize-recover=all -Ismall -Ismall/uapi \
		-o fits small/fits.c small/catalogue/*.c small/chips/*/registers*.c 2>&1 && ./fits 2>&1
}
is "a row of its size has room for it" "$(row 199 70 0x7f06)" "5: 1553 2686 199"
is "a row of fewer registers makes it unknown" "$(row 198 70 0x7f06)" "0: 1553 2686 0"
is "a row of fewer pages makes it unknown" "$(row 199 69 0x7f06)" "0: 1553 2686 0"
is "a row of a smaller span makes it unknown" "$(row 199 70 0x7f05)" "0: 1553 2686 0"
