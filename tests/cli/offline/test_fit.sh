#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim model fit: parameters from the times of probes, worked out by hand, and invalid tables.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

head=probe,bytes,count,delay_ns,time_ns,low_ns,high_ns

# o_s = 20, o_r = 50, L = 100, g = 30, G = 0.5; a single send takes 19 to 22.
cat >good.csv <<END
$head
ping,8,1,0,340,340,340
send,8,1,0,20,19,22
send,8,5,0,140,140,140
delay,8,1,1000,1070,1070,1070
ping,1000,1,0,1332,1332,1332
ping,2000,1,0,2332,2332,2332
END
is "by hand" "$("$GPCD-sim" model fit --csv good.csv | cut -d, -f -5)" "\
parameter,value,low,high,unit
o_s,20.0000,19.0000,22.0000,ns
o_r,50.0000,48.0000,51.0000,ns
L,100.0000,97.0000,103.0000,ns
g,30.0000,29.5000,30.2500,ns
G,0.5000,0.5000,0.5000,ns/B"
is "from standard input" "$("$GPCD-sim" model fit <good.csv)" "$("$GPCD-sim" model fit good.csv)"
is "from standard input, by its name" "$("$GPCD-sim" model fit - <good.csv)" "$("$GPCD-sim" model fit good.csv)"
is "JSON" "$("$GPCD-sim" model fit --json good.csv | jq -c '[.parameters[] | .value]')" "[20,50,100,30,0.5]"

# refuses WHAT LINE PATTERN: the error in the table ./bad.csv
refuses()
{
	fails "$1" 2 "^gpcd-sim model fit: bad.csv:$2: $3" "$GPCD-sim" model fit bad.csv
}

printf '' >bad.csv
refuses "an empty file" 1 'it is empty'
echo probe,bytes >bad.csv
refuses "another heading" 1 "the heading is $head"
while IFS='	' read -r line said; do
	printf '%s\nping,8,1,0,340,340,340\n%s\n' $head "$line" >bad.csv
	refuses "a line '$line'" 3 "$said"
done <<'END'
ping,8,1,0,340,340	a line has seven columns
ping,8,1,0,340,340,340,1	a line has seven columns
pong,8,1,0,340,340,340	a probe is send, ping or delay
ping,-8,1,0,340,340,340	bytes: a number
ping,8,0,0,340,340,340	count: 1 to 2\^20
ping,8,1,x,340,340,340	delay_ns: a number
ping,8,1,0,nan,340,340	times are numbers of ns
ping,8,1,0,-1,-2,3	a time is not below 0
ping,8,1,0,340,341,342	a time is not below 0, and lies within its interval
ping,8,1,0,340,330,339	a time is not below 0, and lies within its interval
ping,8,1,5,340,340,340	delay_ns: 0, but of `delay'
END
printf '%s\nping,8,1,0,340,340,340\0,1\n' $head >bad.csv
refuses "a byte 0" 2 'a byte 0'
grep -v ^delay good.csv >bad.csv
fails "a probe is missing" 2 "bad.csv: probes \`ping' and \`delay' of the smallest size are missing" \
	"$GPCD-sim" model fit bad.csv
sed 's/^delay,8,1,1000/delay,8,1,300/' good.csv >bad.csv
fails "a delay that is too short" 2 "shorter than a \`ping'" "$GPCD-sim" model fit bad.csv
fails "no such file" 2 'missing.csv: No such file' "$GPCD-sim" model fit missing.csv
fails "two files" 2 "unexpected argument 'bad.csv': one FILE is enough" "$GPCD-sim" model fit good.csv bad.csv
fails "a model that is near" 2 "no action 'fitt': .*did you mean 'fit'" "$GPCD-sim" model fitt
fails "an option that is near" 2 "did you mean '--json'" "$GPCD-sim" model fit --jsn
"$GPCD-sim" model fit good.csv >/dev/full 2>err
is "a full disk: exit code" $? 5
like "a full disk: said" "$(cat err)" 'No space left'

# A machine with these end points: its network and everything else stay.
export GPCD_MACHINES=${top:?}/lib/hardware/files
succeeds "a machine is written" "$GPCD-sim" model fit --machine alewife -o fitted.machine good.csv
is "its end points, by hand" "$(sed -n '/^\[host\]/,$ { s/^\(send\|recv\|gap\|latency\|byte\) = //p }' fitted.machine | paste -sd ,)" \
	"20 ns,50 ns,30 ns,100 ns,0.5 ns/B"
is "they are not chosen" "$(grep '^chosen' fitted.machine | grep -c 'host.\(send\|recv\|gap\|latency\|byte\)')" 0
is "all else stays" "$(grep -vE '^(send|recv|gap|latency|byte|chosen) ?=' fitted.machine)" \
	"$("$GPCD-sim" model fit --machine ./fitted.machine -o again.machine good.csv >again && grep -vE "^(send|recv|gap|latency|byte|chosen) ?=" again.machine)"
"${GPCD%/*}/gpcd-sim" machine ./fitted.machine --csv | grep -v '^host' >fitted.csv
"${GPCD%/*}/gpcd-sim" machine alewife --csv | grep -v '^host' >alewife.csv
is "so do links and topology" "$(cat fitted.csv)" "$(cat alewife.csv)"
sed 's/^delay,.*/delay,8,1,1000,1010,1010,1010/' good.csv >below.csv
is "an o_r below 0 is printed" "$("$GPCD-sim" model fit --csv below.csv | sed -n 's/^o_r,//p' | cut -d, -f 1)" -10.0000
succeeds "in a machine" "$GPCD-sim" model fit --machine alewife -o below.machine below.csv
is "it is 0" "$(grep ^recv below.machine)" "recv = 0 ns"
fails "a machine, and nowhere to write it" 2 '--machine goes with --output' "$GPCD-sim" model fit --machine alewife good.csv
fails "standard output is taken" 2 '--output -: name a file' "$GPCD-sim" model fit --machine alewife -o - good.csv
fails "an unknown machine" 2 "no machine 'alewif'" "$GPCD-sim" model fit --machine alewif -o x.machine good.csv
succeeds "and nothing is written" test ! -e x.machine
