#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study xmp64: tables, worked out by hand where times are exact; other machines, pictures, errors.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# xmp64 ARGUMENT...: run it with few random permutations and runs
xmp64()
{
	study xmp64 --permutations 20 --runs 5 "$@"
}

# once ARGUMENT...: run it with one of each, for what does not depend on their number
once()
{
	study xmp64 --permutations 1 --runs 1 "$@"
}

# rows COMMAND NAME [ARGUMENT...]: a table as CSV, without its heading and the column of the schema
rows()
{
	"$1" --table "$2" --csv "${@:3}" | sed '1d; s/,2$//'
}

# table NAME [ARGUMENT...]
table()
{
	rows xmp64 "$@"
}

# --- single messages and the barrier ---

# o_s + o_r = 46.667, in and out 0.333; then 3 flits after the header, 7.667 each on a chip, 20 each
# beyond.
is "Table 1, by hand" "$(table table1 | xargs)" "0,70.001 1,200.000 2,293.000 3,386.000 4,479.000"
# 2 * 70.001 + 4 * 200; with one link four cores queue in the first dimension beyond the chip, for 4 flits
# of 20 ns each, and do not meet afterwards; the last core has 6 messages waiting.
is "the barrier, by hand" "$(table barrier)" "\
all at once,4,940.002,940.002,940.002
all at once,1,1060.002,940.002,1180.002
core 0 last,4,280.002,280.002,280.002"
sed 's/^links = 4/links = 1/' "$GPCD_MACHINES/xmp64.machine" >one.machine
is "a machine with one link" "$(table barrier --machine ./one.machine | head -n 1)" \
	"all at once,1,1060.002,940.002,1180.002"
sed 's/^hop = 93 ns/hop = 193 ns/' "$GPCD_MACHINES/xmp64.machine" >far.machine
is "a machine with longer hops" "$(table table1 --machine ./far.machine | tail -n 1)" 4,879.000

# --- clocks ---

xmp64 --table clocks --json >clocks.json
is "exact clocks have no error" "$(jq -c '[.clocks[] | select(.clocks == "exact") | [.error_mean_ns, .error_most_ns]]' clocks.json)" \
	"[[0,0],[0,0]]"
is "they have none with one link either" \
	"$(table clocks --machine ./one.machine | grep ^exact | cut -d, -f 5,6 | xargs)" "0.000000,0.000000 0.000000,0.000000"
is "seeded clocks without drift and jitter have none" "$(table clocks --drift 0 --jitter 0 | cut -d, -f 5,6 | sort -u)" \
	"0.000000,0.000000"
is "nor does the barrier" "$(table clocks --code 0 --drift 0 --jitter 0 | grep ^seeded | cut -d, -f 7- | sort -u)" \
	"940.002,940.002,940.002,0.000"
is "an instruction before each of six sends" \
	"$(table clocks --drift 0 --jitter 0 | grep ^seeded | cut -d, -f 7 | sort -u)" 1000.002
is "each ns of code is six in the barrier" \
	"$(table code --drift 0 --jitter 0 | awk -F, '{ print $2 - 6 * $1, $5 }' | sort -u)" "940 0.0"
is "averages make seeded ones better" "$(jq '[.clocks[] | select(.clocks == "seeded") | .error_mean_ns] | .[1] < .[0]' clocks.json)" true
is "drift alone is an error" "$(table clocks --jitter 0 --drift 1000 | grep ^seeded | awk -F, '$5 > 0.1' | wc -l)" 2
is "averages take 40 messages more" "$(jq '[.clocks[] | .sync_ns] | .[0] == 4700.01 and .[1] > .[0]' clocks.json)" true
is "the same seed, the same clocks" "$(table clocks --seed 7)" "$(table clocks --seed 7)"
succeeds "another seed, other clocks" test "$(table clocks --seed 7)" != "$(table clocks --seed 8)"
is "the offset does not matter" "$(table clocks --offset 0 --jitter 0)" "$(table clocks --offset 0s --jitter 0ns)"

# --- permutations ---

# Four cores of a chip share the only link in each dimension, which each holds for 35 flits of 20 ns: the
# first comes after 47 + 4 * 93 + 34 * 20.
is "a complement, by hand" "$(table permutations | grep ^complement)" "complement,64,0,4.0000,2149.000,1099.000,3199.000"
is "its histogram" "$(table fig7 | awk -F, '$4 { print $2 ":" $4 }' | xargs)" "1050:16 1750:16 2450:16 3150:16"
is "transposes: where messages go" "$(table hops | awk -F, '/^transpose/ { print $1 ":" $2 ":" $3 }' | xargs)" \
	"transpose:1:16 transpose:2:16 transpose:3:16 transpose:4:8 transpose-chips:2:32 transpose-chips:4:16"
is "who would send to itself" "$(table permutations | awk -F, '$1 != "random" { print $1 ":" $3 }' | xargs)" \
	"shuffle:2 transpose:8 transpose-chips:16 complement:0 reverse:8"
is "random ones: all messages" "$(table permutations | awk -F, '$1 == "random" { print $2 + $3 }')" $((20 * 64))
is "each is in the histogram" "$(table fig9 | awk -F, '{ sum += $4 } END { print sum }')" \
	"$(table permutations | awk -F, '$1 == "random" { print $2 }')"
is "the other transpose stands in its figure, too" "$(table fig6 | cut -d, -f 1 | uniq | xargs)" "transpose-chips transpose"
# With 1 byte there are 4 flits, which follow each other by 80 ns: 479 + 120 in the mean.
is "Fig. 4: its sizes" "$(rows once fig4 | cut -d, -f 1 | xargs)" "1 2 4 8 16 32 64 128 256 512 1024"
is "Fig. 4: a complement of 1 byte, by hand" "$(rows once fig4 | head -n 1 | cut -d, -f 5)" 599.000
is "--bytes" "$(table permutations --bytes 1 | grep ^complement | cut -d, -f 5)" 599.000

# --- schedules ---

is "schedules: the barrier" "$(table schedules | head -n 1)" barrier,384,1,940.002,,,
is "schedules: clocks" "$(table schedules | grep ^clocks-pairs)" "clocks-pairs,$((32 * 6 * 5)),1,4700.010,,,"
# Four links: no core waits for another.
is "schedules: a complement, by hand" "$(table schedules | grep ^complement)" "complement,64,32,1099.000,,,"
: "${GPCD_SIM:=${GPCD%/*}/gpcd-sim}"
"$GPCD_SIM" program permutation --algorithm random --ranks 64 --bytes 32 --seed 5 -o random.goal
is "schedules: the program that gpcd-sim writes" \
	"$(table schedules --seed 5 | grep ^random | cut -d, -f 2)" "$(grep -c send random.goal)"
mkdir -p measured odd
{
	echo rank,time_ns,low_ns,high_ns
	printf '%d,100,90,110\n' {0..63}
	echo slowest,123.5,101,150.25
} >measured/barrier.csv
is "--measured: side by side" "$(table schedules --measured measured | head -n 2 | xargs)" \
	"barrier,384,1,940.002,123.5,101.0,150.2 clocks-pairs,960,1,4700.010,,,"
# unlike SED PATTERN: a file changed by sed is refused
unlike()
{
	sed "$1" measured/barrier.csv >odd/barrier.csv
	fails "measured: $1" 2 "^gpcd-study xmp64: odd/barrier.csv: $2" \
		study xmp64 --table schedules --measured odd
}
unlike 1d 'the first line is not rank,time_ns,low_ns,high_ns'
unlike 2d 'it has not 64 ranks'
unlike "\$d" "there is no line \`slowest'"
unlike '1!d' "there is no line \`slowest'"
unlike 's/123.5/99/' "the line \`slowest' is not a time within its interval"
unlike 's/123.5/-1/' "the line \`slowest' is not a time"
unlike 's/,150.25//' "the line \`slowest' is not a time"
unlike 's/150.25/150.25,1/' "the line \`slowest' is not a time"
: >odd/barrier.csv
fails "measured: an empty file" 2 "there is no line \`slowest'" study xmp64 --table schedules --measured odd
rm odd/barrier.csv
fails "measured: nothing" 2 '--measured odd: no file of a schedule there' \
	study xmp64 --table schedules --measured odd

table pairs >four
is "one pair, one link: as the permutations" "$(sed -n 's/^shuffle,1,1,\([0-9.]*\),.*/\1/p' four)" \
	"$(table permutations | awk -F, '$1 == "shuffle" { printf "%.1f\n", $5 }')"
is "four pairs share one link" "$(awk -F, '$3 == 1 { mean[$1, $2] = $4; name[$1] }
	END { for (i in name) slower += mean[i, 4] > 2 * mean[i, 1]; print slower }' four)" 6
is "one byte and eight, at the file's rate: as Fig. 4" \
	"$(table short | awk -F, '$2 == 20 && $1 == "complement" { print $3, $4 }')" "599.0 949.0"

# --- verdicts, formats ---

table verdicts >claims
is "what was put in" "$(grep -c '^"\?Table 1.*,input,' claims)" 6
is "what does not follow" "$(grep -c ',does not follow,' claims)" 5
like "what differs: by how much" "$(grep 'clocks, mean' claims)" '990 ns,(same|differs by \+[01][.0-9]* %),'
like "masses are judged by a test" "$(grep 'over 1 to 4 links' claims)" 'same,,,"chi-square [0-9.]*, 3 degrees, p 0\.'
is "the figure of the barrier is not rounded away" "$(table verdicts --machine ./far.machine | grep -c '^"\?Table 1.*differs by')" 4
once >text
is "text: all tables" "$(awk '!before { print } { before = length }' text | grep -c '^[A-Z]')" 17
is "text: bars" "$(grep -c '^complement .*  ########################################$' text)" 4
is "CSV: no bars" "$(once --table fig7 --csv | head -n 1)" "permutation,from_ns,to_ns,messages,percent,schema_2"
once --json >all.json
is "JSON: all tables" "$(jq -r 'keys_unsorted - ["schema"] | join(" ")' all.json)" \
	"verdicts chosen table1 barrier clocks code short pairs schedules permutations hops fig4 fig5 fig6 fig7 fig8 fig9"
is "what is chosen: keys of the machine" "$(jq -r '[.chosen[] | select(.of == "host") | .key] | join(" ")' all.json)" \
	"send recv gap receive"
once --tables folder --table table1 >out
is "--tables: a file a table" "$(cd folder && echo ./*)" \
	"$(jq -r 'keys - ["schema"] | map("./" + . + ".csv") | join(" ")' all.json)"
is "--tables: the same table" "$(cat folder/table1.csv)" "$(once --table table1 --csv)"
is "--tables: histograms too" "$(cat folder/fig7.csv)" "$(once --table fig7 --csv)"

# --- pictures ---

once --table table1 --svg picture.svg >out
is "a picture: Figs. 4 to 9" "$(grep -o "class='head'>Fig. [0-9]" picture.svg | sort -u | grep -o '[0-9]$' | xargs)" "4 5 6 7 8 9"
is "a picture: bars of a complement" "$(grep -c '<title>.* ns: 25 %' picture.svg)" 4
is "a picture: what its colours mean" "$(grep -oE '>(on a chip|[1-4] links?)<' picture.svg | tr -d '\n')" \
	">on a chip<>1 link<>2 links<>3 links<>4 links<"
succeeds "a picture is XML" xmllint --noout picture.svg
is "the table is printed, too" "$(grep -c 479.000 out)" 1
fails "a picture that cannot be written" 5 'none/picture.svg: No such file' \
	once --svg none/picture.svg
fails "a picture on standard output" 2 'a picture needs a file' study xmp64 --svg -

# --- what is refused ---

# wrong PATTERN ARGUMENT...
wrong()
{
	fails "refused: $2 ${3-}" 2 "^gpcd-study xmp64: $1" study xmp64 "${@:2}"
}
wrong "--permutations '0' is not a valid N" --permutations 0
wrong "--permutations '1000001' is not a valid N: .*1 to 1000000" --permutations 1000001
wrong "--runs '-1' is not a valid N" --runs -1
wrong "--bytes '64KB' is not a valid N" --bytes 64KB
wrong "--bytes '65537' is not a valid N: .*64KiB" --bytes 65537
wrong "--offset '101s' is not a valid TIME: .*100s" --offset 101s
wrong "--drift '1001' is not a valid PPM: .*1000" --drift 1001
wrong "--drift 'nan' is not a valid PPM" --drift nan
wrong "--jitter '2us' is not a valid TIME: .*1us" --jitter 2us
wrong "--seed 'x' is not a valid N" --seed x
wrong "--table 'fig10' is not a valid NAME: verdicts, .* or fig9" --table fig10
wrong "'fig5': there are options alone" fig5
wrong "no machine 'xmp65'" --machine xmp65
wrong "--machine gemini: the tables need a wormhole hypercube:4" --machine gemini
wrong "--machine alewife: the tables need" --machine alewife
sed 's/^topology = .*/topology = hypercube:5/' "$GPCD_MACHINES/xmp64.machine" >five.machine
wrong "--machine ./five.machine: the tables need a wormhole hypercube:4" --machine ./five.machine
sed 's/^links = 4/links = 5/' "$GPCD_MACHINES/xmp64.machine" >bad.machine
wrong "./bad.machine:[0-9]*: " --machine ./bad.machine
fails "both machines" 2 "machine" study xmp64 --machine xmp64 --machine ./one.machine
succeeds "the largest values" study xmp64 --table clocks --runs 2 --offset 100s --drift 1000 --jitter 1us \
	--seed 18446744073709551615
( "$GPCD-study" xmp64 --table table1 >/dev/full ) 2>err
is "a full device" $? 5
is "a reader that closes the pipe: nothing is said" "$("$GPCD-study" xmp64 --table table1 2>&1 | true)" ""

# --- help, manual ---

manual=$(mandoc -T ascii "${top:?}/docs/man/gpcd-study.1" | sed 's/.\x08//g')
for option in machine permutations bytes runs offset drift jitter seed measured svg table tables; do
	like "help: --$option" "$(study xmp64 --help)" "--$option"
	like "manual: --$option" "$manual" "--$option"
done
