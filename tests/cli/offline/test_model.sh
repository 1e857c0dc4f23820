#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim model: message times, decisions and where they flip; errors.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

model()
{
	"$GPCD-sim" model "$@"
}

# fields NAMES...: of the records of JSON
fields()
{
	jq -c "[.[] | arrays[] | [$(printf '.%s,' "$@" | sed 's/,$//')]]"
}

# --- message ---

# 64 B: 2048/2 + 5*2.5; 513*2 + 5*2.5. 16 KiB: 1024 + 1280*2.5; 768*2 + 3200. A cycle is 1.25 ns.
is "times, by hand" "$(model message --latency 2048 --stalls 1.5 --csv 64 16KiB)" \
"bytes,packets,flits,eq1_cycles,eq2_cycles,eq1_us,eq2_us,schema_2
64,1,5,1036.50,1038.50,1.2956,1.2981,2
16384,256,1280,4224.00,4736.00,5.2800,5.9200,2"
is "a GET has a flit a packet" \
	"$(model message --get --latency 2048 --stalls 1.5 --json 16KiB | fields packets flits eq1_cycles)" \
	'[[256,256,1664]]'
is "a latency may be a time" "$(model message --latency 2us 64)" "$(model message --latency 1600 64)"
is "without stalls a flit takes a cycle" \
	"$(model message --latency 0 --json 64 | fields eq1_cycles eq2_cycles)" '[[5,5]]'
# 1 MiB by the program: 17 latencies.
is "the published program" "$(model message --variant published --latency 2048 --stalls 1.5 --json 1MiB 100 |
	fields packets flits eq2_cycles)" '[[2,7.8125,2067.53],[16384,81920,239616]]'
is "sizes are sorted, each once" \
	"$(model message --latency 1 --json 2KiB 64 2048 0x80 | fields bytes)" '[[64],[128],[2048]]'
is "the paper's sizes by default" \
	"$(model message --latency 1 --json | jq -c '[.messages | length, .[0].bytes, .[-1].bytes]')" \
	'[18,128,16777216]'
is "text has a line a size" "$(model message --latency 2048 --stalls 1.5 64 | tr -s ' ')" \
"bytes packets flits eq1_cycles eq2_cycles eq1_us eq2_us
 64 1 5 1036.50 1038.50 1.2956 1.2981"

# --- route ---

# The bias saves p + 512 cycles and costs 2f: 57 packets and 285 flits are the first that do not pay.
is "decisions, by hand, and where they flip" \
	"$(model route --latency 2048 --stalls 1 --other 1024,3 --csv 64 16KiB)" \
"bytes,packets,flits,adaptive_cycles,biased_cycles,routing,flips,one_in,adaptive_latency,adaptive_stalls,\
biased_latency,biased_stalls,schema_2
64,1,5,1036.00,533.00,biased,no,65,2048,1,1024,3,2
3633,57,285,1708.00,1709.00,adaptive,yes,2,2048,1,1024,3,2
16384,256,1280,4096.00,5888.00,adaptive,no,1,2048,1,1024,3,2"
is "a size that flips is printed once" \
	"$(model route --latency 2048 --stalls 1 --other 1024,3 --json 64 3633 4KiB | fields bytes flips)" \
	'[[64,false],[3633,true],[4096,false]]'
is "estimates by the factors" \
	"$(model route --latency 2048 --stalls 1 --lambda 0.5 --sigma 3 --csv 64 16KiB)" \
	"$(model route --latency 2048 --stalls 1 --other 1024,3 --csv 64 16KiB)"
is "the dual estimates by their inverses" \
	"$(model route --current biased --latency 1024 --stalls 4 --lambda 0.5 --sigma 4 --json 64 |
	fields adaptive_latency adaptive_stalls biased_latency biased_stalls)" '[[2048,1,1024,4]]'
is "the factors of the program" \
	"$(model route --latency 1200 --stalls 1 --json 64 | fields biased_latency biased_stalls)" '[[1000,5]]'
for current in adaptive biased; do
	is "equal sides: $current stays" \
		"$(model route --current $current --latency 1us --other 1us,0 --json 64 | fields routing)" \
		"[[\"$current\"]]"
done
is "a GET flips later" \
	"$(model route --get --latency 2048 --stalls 1 --other 1024,3 --json 64 64KiB | fields bytes routing)" \
	'[[64,"biased"],[32705,"adaptive"],[65536,"adaptive"]]'
# Equal at 32,768 bytes: 2048 + 512*2, 1024 + 512*4.
is "the program has fractions" "$(model route --get --variant published --latency 2048 --stalls 1 \
	--other 1024,3 --json 64 32KiB | fields bytes routing flips)" \
	'[[64,"biased",false],[32768,"adaptive",true]]'
is "the threshold says how many pass" "$(model route --latency 1us --threshold 1KiB --json 0 512 1024 1025 |
	fields bytes one_in)" '[[0,null],[512,3],[1024,2],[1025,1]]'
like "text says what it is made of" "$(model route --latency 2048 --stalls 1 --other 1024,3 64)" \
	'^adaptive is in use; adaptive: L 2048, s 1; biased: L 1024, s 3'
is "words in capitals" "$(model ROUTE --variant PAPER --current BIASED --latency 1us 64)" \
	"$(model route --current biased --latency 1us 64)"
# The bias saves p + 512 cycles and costs 1.001 p: near 512,000 packets each packet flips the decision.
run "$GPCD-sim" model route --latency 2048 --other 1024,0.2002 --csv 64 64MiB
is "very many flips: the first thousand" "$(grep -c ,yes, out)" 1000
like "very many flips: said" "$(cat err)" '^gpcd-sim model: more than 1000 flips: the rest is left out; .*SIZE'

# --- what is refused ---

fails "no action" 2 "an action is missing: message, route" "$GPCD-sim" model
fails "an action nearly" 2 "no action 'rout': message, route.*; did you mean 'route'" "$GPCD-sim" model rout
fails "no latency" 2 "no --latency: .*--latency 2us" "$GPCD-sim" model route 64
fails "a wrong latency" 2 "--latency '2y' is not a valid L: .* NIC cycles" "$GPCD-sim" model route --latency 2y
fails "a negative latency" 2 "is not a valid L: " "$GPCD-sim" model route --latency=-1
fails "wrong stalls" 2 "--stalls 'x' is not a valid S: .*0 or more" "$GPCD-sim" model route --latency 1 --stalls x
fails "a wrong variant" 2 "--variant 'papr' .*: paper or published; did you mean 'paper'" \
	"$GPCD-sim" model message --latency 1 --variant papr
fails "a wrong routing" 2 "--current 'minimal' .*: adaptive or biased" "$GPCD-sim" model route --latency 1 --current minimal
for other in 1 '1,' ',1' 1,2,3 x,1 1,y; do
	fails "a wrong state: $other" 2 "--other '$other' is not a valid L,S" \
		"$GPCD-sim" model route --latency 1 --other "$other"
done
for factor in 0 0.0009 1001 x; do
	fails "a wrong factor: $factor" 2 "--lambda '$factor' .*0.001 to 1000" \
		"$GPCD-sim" model route --latency 1 --lambda "$factor"
	fails "a wrong factor of stalls: $factor" 2 "--sigma '$factor' .*0.001 to 1000" \
		"$GPCD-sim" model route --latency 1 --sigma "$factor"
done
fails "a state that is known and estimated" 2 "--other leaves nothing to estimate" \
	"$GPCD-sim" model route --latency 1 --other 1,1 --sigma 2
for size in x 4KB 4kib KiB B 4k 4K 4b 4TiB 0x1KB 1.5KiB 1025GiB 18446744073709551616; do
	fails "a wrong size: $size" 2 "SIZE '$size' is not valid: .*up to 1024GiB" \
		"$GPCD-sim" model message --latency 1 "$size"
done
fails "a wrong threshold" 2 "--threshold '4k' is not a valid BYTES" "$GPCD-sim" model route --latency 1 --threshold 4k
for option in '--current adaptive' '--other 1,1' '--lambda 1' '--sigma 1' '--threshold 1'; do
	# shellcheck disable=SC2086 # an option and its value
	fails "of message: $option" 2 "${option% *} is for route" "$GPCD-sim" model message --latency 1 $option
done
exits 2 "a wrong size, once more" "$GPCD-sim" model message --latency 1 64 x
is "nothing on standard output" "$(wc -c <out)" 0
is "bytes may say so" "$("$GPCD-sim" model message --latency 1us 4096B 0x10B 4KiB --csv)" \
	"$("$GPCD-sim" model message --latency 1us 4096 267 4096 --csv)"
succeeds "the largest size" "$GPCD-sim" model route --latency 2us --stalls 1 1024GiB
( "$GPCD-sim" model route --latency 1us >/dev/full ) 2>err
is "a full device" $? 5

# --- help, manual ---

# Bold and underlined letters are printed twice, with a backspace in between.
manual=$(mandoc -T ascii "$top/docs/man/gpcd-sim.1" | sed 's/.\x08//g')
for option in latency stalls get variant current other lambda sigma threshold; do
	like "help: --$option" "$("$GPCD-sim" model --help)" "--$option"
	like "manual: --$option" "$manual" "--$option"
done
