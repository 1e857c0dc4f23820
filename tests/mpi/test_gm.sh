#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# libgm on images without a simulator: known counts, unreadable devices, ranks that die, wrong
# arguments.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

machine here
images=$PWD/here

# state N MODE [ARGUMENT]: output in ./out; ranks count in their images
state()
{
	local count=$1

	shift
	GM_FEED="$images/rank-%r" ranks "$count" "$GM_BIN/state" "$@" >out 2>err
	status=$?
	[ "$status" -eq 0 ] || report "state $*" "status $status: $(head -n 3 err)"
}

# counted N [FIRST [STEP [TIMES]]]: the table that results when rank R counted TIMES * (1000 * (R + 1) +
# C) on counter C of each of a link's tiles: eight, along Y four. Sorted by x, y, z.
counted()
{
	awk -v ranks="$1" -v first="${2:-0}" -v step="${3:-1}" -v times="${4:-1}" 'BEGIN {
		split("X+ X- Y+ Y- Z+ Z- HH", link)
		for (x = 0; x < 4; x++) for (y = 0; y < 2; y++) for (z = 0; z < 2; z++) {
			rank = x + 4 * (y + 2 * z)
			if (rank >= ranks || rank < first || (rank - first) % step)
				continue
			printf "(%d, %d, %d)\n", x, y, z
			for (i = 1; i <= 7; i++) {
				printf "%s", link[i]
				for (c = 0; c < 6; c++)
					printf " %d", times * (link[i] ~ /Y/ ? 4 : 8) * (1000 * (rank + 1) + c)
				print ""
			}
		}
	}'
}

# counts FILE: a table without far coordinates and speeds
counts()
{
	awk '/^[(#]/ { print; next } { print $1, $6, $7, $8, $9, $10, $11 }' "$1"
}

for count in 1 2 3 7 16; do
	state "$count" table
	is "$count ranks: the table, to the count" "$(counts out)" "$(counted "$count")"
done
is "far coordinates, speeds, columns: Fig. 4" "$(head -n 4 out)" "\
(0, 0, 0)
X+ (1, 0, 0)     9.38         8000         8008         8016         8024         8032         8040
X- (3, 0, 0)     9.38         8000         8008         8016         8024         8032         8040
Y+ (0, 1, 0)     9.38         4000         4004         4008         4012         4016         4020"
state 3 table head
like "heading" "$(head -n 1 out)" '^# DEST_COORD$'
like "heading: when, and what it took" "$(cat out)" $'\n# cost: clock [0-9]+ ns, barrier [0-9]+ ns, read [0-9]+ ns'
is "heading: the same table" "$(grep -v '^#' out >table && counts table)" "$(counted 3)"
state 3 table json
is "JSON: the same counts" "$(jq -r '.geminis[] | "(\(.coord | map(tostring) | join(", ")))",
	(.links[] | "\(.direction) \(.counters | [.vc0_phits, .vc1_phits, .vc0_pkts, .vc1_pkts,
		.inq_stalls, .outq_stalls] | map(tostring) | join(" "))")' out)" "$(counted 3)"

state 3 write file
is "a file" "$(counts file)" "$(counted 3)"
state 3 write missing/file
like "a file in no folder: the error at all ranks" "$(cat out)" '^-2: rank 0: missing/file: .*No such file'
state 16 many
is "states at once: a table each" "$(grep '^# state' out | paste -sd,)" "# state 3,# state 2,# state 1,# state 0"
for i in 0 1 2 3; do
	is "states at once: state $i has what came since its own sample" \
		"$(sed -n "/^# state $i\$/,/^# state [^$i]/p" out | grep -v '^#' >table && counts table)" \
		"$(counted 16 0 1 $((4 - i)))"
done
state 7 part
is "a smaller communicator: its ranks' Geminis" "$(counts out)" "$(counted 7 1 2)"
GM_TABLES=$PWD/threads state 4 threads
is "threads: as many tables as there should be" "$(compgen -G 'threads.*.*' | wc -l)" 40
is "threads: each to the count" "$(for table in threads.*.*; do counts "$table" | cksum; done | uniq)" \
	"$(counted 4 | cksum)"
state 3 misuse
is "misuse is refused" "$(cat out)" refused
GM_WRITE=$images/rank-1 state 2 wrap 1
is "a counter that wraps" "$(counts out)" "$(counted 2)"
for count in 1 2 3 7 16; do
	state "$count" skew
	is "$count ranks, clocks that differ: samples are on rank 0's" "$(cat out)" "one clock"
done

# --- what it takes ---

# most EXPRESSION: the largest value at any rank; $4 is its present memory, $6 its peak
most()
{
	awk "/^rank/ { if ($1 > most) most = $1 } END { print most + 0 }" out
}
state 16 cost
like "what a sample took" "$(cat out)" 'clock [0-9]+ barrier [0-9]+ read [0-9]+ aggregate [0-9]+ gather [0-9]+'
# shellcheck disable=SC2016 # awk's
large=$(most '$6') beyond=$(most '$6 - $4')
is "16 ranks: memory beyond what a rank holds: a piece of the file, 64 KiB, and little else" \
	"$((beyond > 65536 && beyond < 100000))" 1
printing=$(sed -n 's/^printing held //p' out)
is "16 ranks: rank 0 holds the table once while it prints" \
	"$((printing >= 16 * 392 && printing < 2 * 16 * 392))" 1
state 2 cost
# shellcheck disable=SC2016
small=$(most '$6')
is "16 ranks need as much as 2, but for what malloc() rounds" "$((large - small < 4096))" 1
ranks 16 "$GM_BIN/bench" 1 >bench 2>err
is "the benchmark: exit code" $? 0
for what in 'the table' JSON; do
	bytes=$(sed -n "s/^10,000 Geminis: held by $what *\([0-9]*\) bytes/\1/p" bench)
	is "10,000 Geminis: $what: 392 bytes each, and all below 4,000,000 bytes" \
		"$((bytes >= 3920000 && bytes < 4000000))" 1
done

# A chip cleared in between is named by its coordinate; the others' counts follow, later its own
# too.
GM_WRITE=$images/rank-1 state 3 reset 1
is "a chip that was reset: reported once" "$(grep '^#' out | cut -d: -f1-2)" "# (1, 0, 0): rank 1"
is "the rest prints, and later all" "$(grep -c '^(' out)" 5
state 3 torn 1
is "a sweep amid an update: reported once" "$(grep '^#' out)" "# (1, 0, 0): rank 1: image:$images/rank-1: \
its counters were being updated throughout a sweep: take other samples"
is "the rest prints, and later all" "$(grep -c '^(' out)" 5
is "the rest is as if nothing was" "$(sed -n '/^#/,$p' out | sed 1,9d >table && counts table)" "$(counted 3)"
state 3 gone 2
is "a chip that goes: reported by rank and coordinate, each time" \
	"$(grep '^#' out | cut -d: -f1-2 | sort | uniq -c | xargs)" "2 # (2, 0, 0): rank 2"
is "the rest prints" "$(grep -c '^(' out)" 4
machine again
images=$PWD/again
ranks 3 "$GM_BIN/state" between "truncate -s 0 $images/rank-1" >out 2>err
is "an image that is made shorter: the job goes on" $? 0
is "an image that is made shorter: reported" "$(grep '^#' out)" "# (1, 0, 0): rank 1: image:$images/rank-1: \
the image file was made shorter, or cannot be read: make it anew"
is "an image that is made shorter: the rest prints" "$(grep -c '^(' out)" 2
rm -r again
machine again

"$GPCD_SIM" job --torus "$torus" --nodes "$first_nics" --image again \
	sh -c 'echo $$ >driven && exec sleep infinity' 2>job.err &
driver=$!
children+=("$driver")
eventually [ -s driven ]
children+=("$(<driven)")
kill -KILL "$driver"
wait "$driver" 2>/dev/null
ranks 3 "$GM_BIN/state" table >out 2>err
is "images whose simulator was killed: reported, not taken for idle chips" \
	"$(grep -c '^# ([012], 0, 0): rank [012]: image:.*: its driver died' out)" 3
machine again

# --- what cannot be read ---

ping()
{
	ranks 3 "$GM_BIN/gm-measure" ping "$@"
}
# init: the error that all ranks get, in the last one's words
init()
{
	ranks 3 "$GM_BIN/state" init 2>err
}
head -c 5000 "$GM_INTERCONNECT" >cut.txt
like "no interconnect file: all ranks get the same error" "$(GM_INTERCONNECT=missing init)" \
	'^-2: rank 0: missing: No such file.*GM_INTERCONNECT'
like "one that is cut off in a line: likewise" "$(GM_INTERCONNECT=cut.txt init)" \
	'^-74: rank 0: cut.txt: line 71: '
like "no device at all: likewise" "$(GM_DEVICE=image:none init)" \
	'^-19: rank 0: image:none: No such file.*GM_DEVICE'
GM_INTERCONNECT=missing fails "no interconnect file" 3 'gm-measure ping: rank 0: missing: No such file.*GM_INTERCONNECT' \
	ping
GM_INTERCONNECT=cut.txt fails "one that is cut off in a line" 3 'gm-measure ping: rank 0: cut.txt: line 71: ' ping
GM_INTERCONNECT=/dev/null fails "an empty one" 3 '\(0, 0, 0\): rank 0: /dev/null has no line about it' ping
head -n 40 "$GM_INTERCONNECT" >first
GM_INTERCONNECT=first ping >out 2>err
is "one that ends early: no failure" $? 0
is "one that ends early: the first Gemini is there" "$(grep '^(' out)" "(0, 0, 0)"
is "one that ends early: the others by rank and coordinate" "$(grep '^#' out | cut -d: -f1-3)" "\
# (1, 0, 0): rank 1: first has no line about it
# (2, 0, 0): rank 2: first has no line about it"
head -n 30 "$GM_INTERCONNECT" >first
GM_INTERCONNECT=first ping >out 2>err
is "one that ends amid a Gemini: the links that it lacks" "$(grep '^# (0' out)" "\
# (0, 0, 0): the interconnect file has 6 of 8 tiles of X-: failed?
# (0, 0, 0): the interconnect file has 0 of 4 tiles of Y+: failed?
# (0, 0, 0): the interconnect file has 0 of 4 tiles of Y-: failed?"
is "one that ends amid a Gemini: the others" "$(grep -o '^[XYZH]. ' out | paste -sd ' ')" "X+  X-  Z+  Z-  HH "
GM_INTERCONNECT=first ping --json >out 2>err
is "one that ends amid a Gemini, JSON" "$(jq -c '.geminis[0].links[] | select(.lost > 0) |
	[.direction, .far, .tiles, .lost, .counters.vc0_phits]' out | paste -sd ' ')" \
	'["X-",[3,0,0],6,2,0] ["Y+",null,0,4,null] ["Y-",null,0,4,null]'
grep -v '^[^ ]*\[(1,0,0)\]' "$GM_INTERCONNECT" >lacks
GM_INTERCONNECT=lacks ping >out 2>err
is "one that lacks a Gemini" "$(grep '^[(#]' out | cut -d: -f1-3)" "\
(0, 0, 0)
# (1, 0, 0): rank 1: lacks has no line about it
(2, 0, 0)"
rm again/rank-1
ping >out 2>err
is "a rank without a device: no failure" $? 0
like "a rank without a device: is reported" "$(cat out)" '# rank 1: image:.*/again/rank-1: No such file'
is "a rank without a device: the others print" "$(grep -c '^(' out)" 2
# Rank 0 has a device, the others' devices do not exist.
cat >some <<-'END'
	#!/bin/sh
	[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] || export GM_DEVICE=image:none
	exec "$@"
END
chmod +x some
ranks 4 ./some "$GM_BIN/gm-measure" ping >out 2>err
is "ranks of a node without the same device: no failure" $? 0
is "ranks of a node without the same device: the lowest reports it" "$(grep '^[(#]' out)" "\
(0, 0, 0)
# rank 1: image:none: No such file or directory: see GM_DEVICE"
echo nonsense >again/rank-1
ping >out 2>err
like "a device that is none: is reported" "$(cat out)" '# rank 1: image:.*/again/rank-1: '
GM_DEVICE=image:none fails "no device at all" 3 'gm-measure ping: rank 0: image:none: No such file.*GM_DEVICE' ping
ping --output missing/file >out 2>err
is "gm-measure ping: no such folder: exit code" $? 3
like "gm-measure ping: no such folder: is reported" "$(cat err)" 'gm-measure ping: rank 0: missing/file: .*No such file'
ping --output file --json
is "gm-measure ping --output --json" "$(jq -c '[.schema, (.geminis | length)]' file)" "[1,2]"
like "gm-measure ping --head" "$(ping --head 2>err | head -n 1)" '^# DEST_COORD$'

# --- arguments ---

# wrong WHAT-IT-SAYS ARGUMENT...: only rank 0 prints it, and what to do
wrong()
{
	local said=$1

	shift
	fails "gm-measure ping $*" 2 "gm-measure ping: .*$said" ping "$@"
}
wrong "--bytes '0' is not a valid N: of a message, as in 64, 4KiB, 1MiB" --bytes 0
wrong "'2GiB' is not a valid" --bytes 2GiB
wrong "'1kB' is not a valid" --bytes 1kB
wrong "'4k' is not a valid N: of a message, as in 64, 4KiB, 1MiB" --bytes 4k
wrong "'1M' is not a valid" --bytes 1M
wrong "'' is not a valid" --bytes ''
wrong "'0' is not a valid" --count 0
wrong "--op 'push' is not a valid OP: mpi, put or get" --op push
wrong "--pattern 'nobody' is not a valid NAME: uniform, .* or shuffle" --pattern nobody
wrong "did you mean 'tornado'" --pattern Tornaod
wrong "rank 3: the job has 0 to 2: see mpirun" --to 3
wrong "'-1' is not a valid" --from -1
wrong "two ranks a Gemini would be 4, the job has 3: see mpirun -n, --torus" --pattern tornado
wrong "in a pattern all ranks send" --pattern tornado --from 1
wrong "only a --pattern is laid over it" --torus 2x2
wrong "'8x' is not a valid" --torus 8x
wrong "unrecognized option '--frobnicate'" --frobnicate
like "gm-measure ping: an unknown option that is near" "$(ping --patern hot 2>&1)" "did you mean '--pattern'"
wrong "unexpected argument 'word': it takes options only" word
fails "gm-measure ping: a pattern that does not fit" 2 'gm-measure ping: pattern tornado: not for this --torus' \
	ranks 4 "$GM_BIN/gm-measure" ping --pattern tornado
is "gm-measure ping: said once" "$(ping --bytes 0 2>&1 | grep -c 'is not a valid')" 1
like "gm-measure ping --help" "$(ping --help)" '--pattern=NAME'
like "gm-measure ping --help: --op" "$(ping --help)" 'mpi: messages \(default\)'
is "gm-measure ping --help: said once" "$(ping --help | grep -c '^Usage')" 1
like "gm-measure ping --version" "$(ping --version)" '^gm-measure [0-9]'

# --- the clock ---

for count in 1 2 3 7 16; do
	ranks "$count" "$GM_BIN/clock" >out 2>err
	is "clock, $count ranks: exit code" $? 0
	while IFS= read -r line; do
		case $line in
		"ok "*) report "clock, $count ranks: ${line#ok * - }" ;;
		"not ok "*) report "clock, $count ranks: ${line#not ok * - }" "see above" ;;
		"#"*) echo "$line" ;;
		esac
	done <out
	like "clock, $count ranks: it has checked" "$(cat out)" '(^|'$'\n'')ok '
done

# --- a rank that dies ---

images=$PWD/here
for count in 2 3 7 16; do
	ranks "$count" "$GM_BIN/state" die 1 >out 2>err
	ends_badly "$count ranks, one dies" $?
	like "$count ranks, one dies: after its sample" "$(cat err)" 'rank 1 has sampled, and dies'
done
