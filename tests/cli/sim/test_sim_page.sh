#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim replay --html and run --html: the page has what was counted, findings, and asks nobody for anything. A browser
# shows it in tests/cli/sim/browser.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=${GPCD%/*}/gpcd-sim

# page VERB FILE ...
page()
{
	python3 "$top/tests/cli/helpers/page.py" "$@"
}

# A PUT of 64 B from 0,0,0 to 1,0,0: its request is 32 phits over X+, its response 3 over the other's X-.
echo '0 2 64 put' >one
"$sim" run --torus 2x2x2 --messages one --record one.gpr --every 100ns >/dev/null
"$sim" replay one.gpr --html one.html >/dev/null
is "the page asks for nothing" "$(page apart one.html)" ""
page sums one.html >counted.json
is "the title is the run's" "$(jq -r .title counted.json)" "torus:2x2x2: messages of one"
is "a sample from each record to the next, in ns" "$(jq -c '[.samples[] | [.from, .to]]' counted.json)" \
	'[[0,100],[100,200],[200,300],[300,400],[400,500],[500,512.5]]'
is "what was sent over all links" "$(jq '[.samples[].counts[0]] | add' counted.json)" 35
# counted CHIP PORT: phits that this link carried
counted()
{
	page link one.html "$@" | awk '{ phits += $2 } END { print phits }'
}
is "the request is the sender's" "$(counted 'c0-0c0s0g0 (0,0,0)' X+)" 32
is "the response is the other chip's, which goes on round the ring" "$(counted 'c0-0c1s0g0 (1,0,0)' X+)" 3

# Counts against the table of the same recording: of links, not of hosts.
for machine in '--torus 4x3x2' '--torus 4x1x4' '--mesh 3x3' '--hypercube 4' '--dragonfly 4x3x5'; do
	# shellcheck disable=SC2086
	"$sim" run $machine --load 0.8 --time 4us --record a.gpr >/dev/null
	"$sim" replay a.gpr --json --html a.html >a.json
	is "$machine: counts are the recording's" "$(page sums a.html | jq -c '[[.samples[].counts] | transpose[] | add]')" \
		"$(jq -c '[.sources[] | select(.source | endswith(" HH") | not)] |
			[([.[] | .vc0_phits + .vc1_phits] | add), ([.[].inq_stalls] | add), ([.[].credit_stalls] | add)]' a.json)"
	is "$machine: and asks for nothing" "$(page apart a.html)" ""
done

# A share of stalls is of the cycles of all tiles of a link: of X there are eight, of Y four.
"$sim" run --torus 4x4x4 --load 0.9 --time 4us --record l.gpr >/dev/null
"$sim" replay l.gpr --html l.html >/dev/null
# tiles LINK: by how many a link's stalls are divided, with 800 cycles in a sample
tiles()
{
	page link l.html 'c0-0c0s0g0 (0,0,0)' "$1" | awk '$4 { printf "%.0f\n", $4 / $3 / 800 }' | sort -u
}
is "tiles of a link" "$(tiles X+) $(tiles Y+) $(tiles Z+)" "8 4 8"
"$sim" run --dragonfly 4x3x5 --time 1us --record n.gpr >/dev/null
"$sim" replay n.gpr --html n.html >/dev/null
is "an Aries has one name" "$(grep -o '^\["0,2,3[^"]*"' n.html)" '["0,2,3"'

# A link fails in the third of four samples.
"$sim" run --torus 4x4x4 --time 4us --at '2us fail 0,0,0:X+' --record f.gpr >/dev/null
"$sim" replay f.gpr --html f.html >/dev/null
is "failed links, both ways" "$(page sums f.html | jq -c '[.samples[].failed]')" '[0,0,2,2]'

printf '# seen\n\n3\tc0-0c0s0g0\tX+\tA link <b>failed</b>, as "said".\n3\t0,0,1\t-\tA chip.\n' >found
"$sim" replay f.gpr --html g.html --findings found >/dev/null
is "findings: sample, chip, link, sentence" "$(page sums g.html | jq -c .findings)" \
	'[[2,"A link <b>failed</b>, as \"said\".",[[0,0]],[]],[2,"A chip.",[[16,-1]],[]]]'
is "a sentence is no part of the page's language" "$(grep -c '<b>' g.html)" 0
# wrong WHAT LINE
wrong()
{
	printf '%b\n' "$2" >bad
	echo old >b.html
	fails "findings: $1" "$3" "bad:1: $1.*: a line is SAMPLE, CHIP, LINK or -, SENTENCE" \
		"$sim" replay f.gpr --html b.html --findings bad
	is "findings: $1: the old page stays" "$(cat b.html*)" old
}
wrong "the page has no sample '0'" '0\t0,0,0\t-\tx' 2
wrong "the network has no chip '9,0,0'" '1\t9,0,0\t-\tx' 2
wrong "the chip has no link 'W'" '1\t0,0,0\tW\tx' 2
wrong "fewer than four fields after '1'" '1\t0,0,0\t-' 2
# An error that only the end shows does not cost the page.
printf '4\t0,0,0\t-\tx\n5\t0,0,0\t-\ty\n' >bad
fails "findings: a sample too many" 2 "bad:2: the page has no sample '5': a line is SAMPLE" \
	"$sim" replay f.gpr --html b.html --findings bad
is "findings: a sample too many: the page has those before" "$(page sums b.html | jq -c .findings)" '[[3,"x",[[0,-1]],[]]]'
# A pipe can be read only once, at the end.
"$sim" replay f.gpr --html p.html --findings - <found >/dev/null
is "findings from a pipe" "$(cmp p.html g.html)" ""
fails "findings from a pipe, wrong" 2 "-:1: fewer than four fields" \
	"$sim" replay f.gpr --html b.html --findings - <<<bad
succeeds "findings from a pipe, wrong: the page is there" page sums b.html
fails "findings: no such file" 2 'none: No such file' "$sim" replay f.gpr --html b.html --findings none
fails "findings without a page" 2 'findings goes with --html' "$sim" replay f.gpr --findings found

# The simulation writes the same page as a recording of it: load and stalls by tile, also of Y, whose links have four.
for machine in '--torus 4x3x2' '--torus 4x4x4 --fail 0,0,0:Y+' '--torus 4x4' '--hypercube 4' '--dragonfly 4x3x5 --blue 2'; do
	# shellcheck disable=SC2086
	"$sim" run $machine --load 0.8 --time 4us --every 500ns --record r.gpr --html r.html >/dev/null
	"$sim" replay r.gpr --html s.html >/dev/null
	is "run $machine: the page of its recording" "$(cmp r.html s.html)" ""
	is "run $machine: with eight windows" "$(page sums r.html | jq '.samples | length')" 8
done
# times of a page
times()
{
	page sums "$1" | jq -c '[.samples[] | [.from, .to]]'
}
"$sim" run --torus 4x4x4 --load 0.5 --time 20us --html r.html >/dev/null
is "a twentieth of the time is a window" "$(times r.html | jq -c '[length, .[0], .[19]]')" '[20,[0,1000],[19000,20000]]'
"$sim" run --torus 4x4x4 --load 0.5 --time 20us --html r.html --every 15us >/dev/null
is "windows of --every" "$(times r.html)" '[[0,15000],[15000,20000]]'
"$sim" run --torus 4x4x4 --load 0.5 --time 20us --engine flow --html r.html >/dev/null
is "the flow engine: one window" "$(times r.html)" '[[0,20000]]'
is "it has traffic" "$(page sums r.html | jq '.samples[0].counts[0] > 1000')" true
mkdir '<'
printf '0 2 64 put\n' >'</script><b>&"'
"$sim" run --torus 2x2x2 --messages '</script><b>&"' --html r.html >/dev/null
is "a name is no part of the page's language" "$(page sums r.html | jq -r .title; grep -c '<b>' r.html)" \
	'torus:2x2x2: messages of </script><b>&"
0'
is "a run without time, in windows of 1 us" "$(times r.html)" '[[0,512.5]]'
fails "run: windows of nothing" 2 'every goes with --record or --html' "$sim" run --every 1us
fails "run: a page in no folder" 5 'missing/r.html: No such file' "$sim" run --torus 2x2x2 --time 1us --html missing/r.html
fails "run: a page on a full device" 5 'No space left' "$sim" run --torus 2x2x2 --time 1us --html /dev/full
fails "worms have no page" 2 'html: this machine switches worms' "$sim" run --machine xmp64 --job one --html r.html

# What is no map.
"$sim" run --torus 2x2x2 --time 2us --record t.gpr --tiles >/dev/null
fails "tiles" 2 "t.gpr: its sources are not the links.*the group 'links' of .gpcd-sim run --record" \
	"$sim" replay t.gpr --html t.html
fails "the recording itself" 2 'f.gpr' "$sim" replay f.gpr --html f.gpr
fails "a page on a full device" 5 'No space left' "$sim" replay f.gpr --html /dev/full
fails "a page in no folder" 5 'missing/a.html: No such file' "$sim" replay f.gpr --html missing/a.html
(ulimit -f 1 && exec "$sim" replay f.gpr --html cut.html >/dev/null 2>&1)
is "a page that is cut off is not there" "$(ls cut.html* 2>/dev/null)" ""
