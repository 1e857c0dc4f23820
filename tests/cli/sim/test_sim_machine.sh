#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Machines as files: the same results as by options, to the last count; errors.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim()
{
	"${GPCD%/*}/gpcd-sim" "$@"
}

# small NAME TOPOLOGY: make an installed machine of another size.
small()
{
	sed "s/^topology = .*/topology = $2/" "$GPCD_MACHINES/$1.machine" >"$1.small"
}

# the_same WHAT FILE OPTION...: the file gives the same as the options.
the_same()
{
	local what=$1 file=$2
	shift 2

	for engine in event flow; do
		sim run "$@" --engine $engine --seed 7 --time 10us --links --json >by_options
		sim run --machine "$file" --engine $engine --seed 7 --time 10us --links --json >by_file
		is "$what, $engine engine: the whole output" "$(cmp by_options by_file 2>&1)" ""
	done
	is "$what: it has counted something" "$(jq '.run[0].packets_delivered > 0' by_file)" true
}

# images DIR TO: write the registers of each image in DIR to a file in TO; times and process ids are left out
images()
{
	local image

	rm -rf "$2"
	mkdir "$2"
	for image in "$1"/*; do
		gpcd -d "image:$image" read '*' >"$2/${image##*/}"
	done
}

small gemini torus:4x4x4
small aries dragonfly:4x3x4:4
the_same "Geminis by a file" ./gemini.small --torus 4x4x4
the_same "Geminis by the name of an installed file" gemini --torus 8x8x8
the_same "Aries by a file" ./aries.small --dragonfly 4x3x4 --blue 4
the_same "an Aries's blue links are part of the file" ./aries.small --dragonfly 4x3x4:4
# --- biases: by a file as by options, with both engines; what is dearer is taken less ---
sed '/^\[routing adaptive3\]/,/^$/ s/^add = .*/add = 3 flits/' aries.small >biased.small
# biased OPTION...: a tornado on a machine
biased()
{
	sim run "$@" --routing adaptive3 --pattern tornado --load nic:0.1 --time 5us --links --json
}
biased --machine ./biased.small >by_file
is "biases by a file, and by options" "$(biased --dragonfly 4x3x4 --blue 4 --bias adaptive3:add=3 | cmp - by_file 2>&1)" ""
is "by options beside a file" "$(biased --machine ./aries.small --bias adaptive3:add=3 | cmp - by_file 2>&1)" ""
biased --machine ./aries.small >usual
run cmp -s usual by_file
is "others than usual" "$status" 1
# hops BIAS: links crossed by a tornado, whose minimal routes are full
hops()
{
	sim run --dragonfly 4x2x5 --pattern tornado --load nic:0.1 --time 20us --routing adaptive3 \
		--bias "$1" --json | jq '.run[0].packet_hops'
}
is "fewer detours, the dearer they are" \
	"$(for add in 0 64 256 1000; do hops adaptive3:shift=0,add=$add; done | jq -s '. == (sort | reverse | unique | reverse)')" \
	true
is "the default is a bias like others" "$(hops adaptive3:shift=2,add=256)" "$(hops adaptive0:add=1)"
for bias in adaptive3 adaptive3: adaptive4:add=1 valiant:add=1 adaptive3:add adaptive3:add=65536 adaptive3:shift=17 \
	adaptive3:hop=1 adaptive3:add=1,what=2 :add=1; do
	fails "--bias $bias" 2 "--bias $bias: adaptive0 to adaptive3 with shift=0-16" sim run --dragonfly 2x2x2 --bias "$bias"
done
fails "--bias on a torus" 2 'only a dragonfly has detours' sim run --torus 2x2x2 --bias adaptive3:add=1
sed 's/^hop = 16 flits/hop = many/' aries.small >bad.small
fails "a bias in words" 2 "bad.small:[0-9]+: hop 'many' is not valid: flits, 0 to 65535" sim machine ./bad.small

# --- end points: the time of a put and of a get of 64 KiB on one chip, from the keys ---
printf 'num_ranks 2\nrank 0 {\n put 65536b to 1\n}\n' >put.goal
printf 'num_ranks 2\nrank 0 {\n get 65536b from 1\n}\n' >get.goal
# by_keys NS GB/S: us until it has ended: 704 cycles of 1.25 ns, then 1,024 packets, each a turn or 76 bytes after the
# one before; the last has 12 flits there or back, and 3 the other way, through host tiles of 81 cycles
by_keys()
{
	awk -v turn="$1" -v rate="$2" 'BEGIN {
		turn = int(turn * 1300 + 0.5) / 1625; host = 76 / rate / 1.25; each = turn > host ? turn : host
		printf "%.5g", (704 + int(1023 * each + 1e-6) + 81 + 12 + 81 + 3) * 1.25 / 1000 }'
}
for keys in "6.25 15.75" "7.692 15.75" "6.25 9.6" "1.25 15.75" "4 15" "20 7.3"; do
	read -r turn rate <<<"$keys"
	sed "s/^topology = .*/topology = dragonfly:2x1x1/; s/^turn = .*/turn = $turn ns/; s/^rate = 15.75 .*/rate = $rate GB\/s/" \
		aries.small >points.small
	for goal in put get; do
		sim run --machine ./points.small --job $goal.goal --json >out
		is "a $goal where NICs take $turn ns, and hosts give $rate GB/s" \
			"$(jq '.run[0].job_us' out | awk '{ printf "%.5g", $1 }')" "$(by_keys "$turn" "$rate")"
	done
done
is "without the keys it is an Aries" "$(sed '/^\[nic\]/,/^$/d' aries.small >usual.small
	sim run --machine ./usual.small --engine event --time 5us --links --json | cmp - \
		<(sim run --machine ./aries.small --engine event --time 5us --links --json) 2>&1)" ""
sed 's/^turn = .*/turn = 1 ns/' aries.small >bad.small
fails "a turn that is too short" 2 "bad.small:[0-9]+: turn '1 ns' is not valid: a time from 1.25 ns to 1 us" sim machine ./bad.small

for machine in "gemini --torus 4x4x4" "aries --dragonfly 4x3x4 --blue 4"; do
	# shellcheck disable=SC2086 # a machine and its options
	set -- $machine
	name=$1 file=./$1.small
	shift
	rm -rf by_options by_file
	sim run "$@" --time 5us --image by_options >out
	sim run --machine "$file" --time 5us --image by_file >>out
	images by_options options
	images by_file "${name}_files"
	is "$file: register images hold the same" "$(diff -r options "${name}_files" 2>&1 | head -n 8)" ""
	like "$file: there are some" "$(find "${name}_files" -type f | wc -l)" '^[1-9][0-9]+$'
done
sed 's/^rate = 1.171875/rate = 2.34375/' gemini.small >fast.small
sim run --machine ./fast.small --time 5us --image fast >out
images fast fast_files
is "another rate is another machine" "$(diff -rq fast_files gemini_files >diffs; echo $?)" 1

fails "--machine beside --torus" 2 "one machine is enough: torus:4x4x4, or --machine gemini" \
	sim run --torus 4x4x4 --machine gemini
fails "--torus beside --machine" 2 "one machine is enough: torus:4x4x4, or --machine gemini" \
	sim run --machine gemini --torus 4x4x4
fails "--machine twice" 2 "both --machine gemini and --machine aries: choose one" sim run --machine gemini --machine aries
fails "--blue beside --machine" 2 "--blue: --machine aries says it" sim run --machine aries --blue 4
fails "--class beside --machine" 2 "--class: --machine gemini says it" sim run --machine gemini --class 1
fails "a machine that is not there" 2 "no machine 'nothing' in .*GPCD_MACHINES" sim run --machine nothing
fails "a file that is not there" 2 "^gpcd-sim run: ./nothing: No such file" sim run --machine ./nothing
fails "worms are sent by jobs" 2 "alewife: it switches worms, which jobs alone send" sim run --machine alewife
sed 's/^hop = 105 ns/hop = 105/' gemini.small >wrong.small
fails "a wrong line is named" 2 "^gpcd-sim run: ./wrong.small:13: hop '105' is not valid: a time" \
	sim run --machine ./wrong.small
sed 's/^links = 3/links = 2/' aries.small >narrow.small
fails "other tiles have no registers" 2 "have registers" \
	sim run --machine ./narrow.small --time 1us --image none
succeeds "but they are simulated" sim run --machine ./narrow.small --time 1us

is "machine: values with their units" \
	"$(sim machine xmp64 --json | jq -r '.machine[] | select(.section == "link D3" and .key == "hop").value')" "93 ns"
is "machine: chosen ones are marked" \
	"$(sim machine alewife --json | jq -r '.machine[] | select(.key == "memory-byte").from')" chosen
is "machine: what is derived" \
	"$(sim machine xmp64 --json | jq -r '.machine[] | select(.key == "all nodes") | .value + " " + .from')" "64 derived"
for name in gemini aries xmp64 alewife; do
	succeeds "machine: $name is a good one" sim machine $name
done

# A user's own machines, in the user's folders.
for folder in config home/.config; do
	mkdir -p $folder/gpcd/machines
	sed "s:^name = .*:name = $folder:" gemini.small >$folder/gpcd/machines/own.machine
done
is "machine: one's own" "$(unset GPCD_MACHINES; XDG_CONFIG_HOME='' HOME=$PWD/home sim machine own --csv | grep name, | cut -d, -f -3)" \
	",name,home/.config"
is "machine: one's own, in XDG_CONFIG_HOME" \
	"$(unset GPCD_MACHINES; XDG_CONFIG_HOME=$PWD/config HOME=$PWD/home sim machine own --csv | grep name, | cut -d, -f -3)" \
	",name,config"
fails "machine: GPCD_MACHINES alone, where it is set" 2 "no machine 'own'" \
	env XDG_CONFIG_HOME="$PWD/config" "${GPCD%/*}/gpcd-sim" machine own
fails "machine: none is named" 2 "a machine is missing" sim machine
fails "machine: a wrong file" 2 "^gpcd-sim machine: ./wrong.small:13: hop" sim machine ./wrong.small
