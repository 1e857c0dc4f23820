#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# noise: how much measurements vary, from tables of text.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# lines WORD...: a line each
lines()
{
	printf '%s\n' "$@"
}

# fields FILTER ARGUMENT...: filter the rows with jq
fields()
{
	local filter=$1

	shift
	study noise --json "$@" 2>err | jq -c "[.noise[] | $filter]"
}

# --- the numbers ---

# Quartiles of 10 values have the ranks 3.25, 5.5 and 7.75; the interval is from the second to the
# ninth value and covers 1 - 2 * 11 / 1024.
seq 1 10 >ten
is "CSV" "$(study noise --csv ten)" \
"file,column,group,n,missing,mean,min,whisker_low,q1,median,q3,whisker_high,max,outliers,qcd,median_low,median_high,low_rank,high_rank,coverage,schema_2
ten,1,,10,0,5.5,1,1,3.25,5.5,7.75,10,10,0,0.409090909090909,2,9,2,9,0.978515625,2"
is "JSON" "$(fields '[.file, .n, .qcd, .low_rank, .coverage]' ten)" \
	'[["ten",10,0.409090909090909,2,0.978515625]]'
is "text" "$(study noise ten | tr -s ' ')" \
"column n whisker_low q1 median q3 whisker_high outliers qcd median_low median_high
1 10 1 3.25 5.5 7.75 10 0 0.409091 2 9"
is "nothing is said where all is well" "$(study noise ten 2>&1 >/dev/null)" ""

lines 1 2 3 4 5 6 100 >seven
is "an outlier" "$(fields '[.whisker_high, .max, .outliers, .median_high]' seven)" '[[6,100,1,100]]'
lines 10 20 30 40 50 60 >six
is "6 values have an interval" "$(fields '[.low_rank, .high_rank, .coverage]' six)" '[[1,6,0.96875]]'
head -n 5 six >five
is "5 have none" "$(fields '[.median, .median_low, .low_rank, .coverage]' five)" '[[30,null,null,null]]'
is "5 have none: it is said" "$(cat err)" \
	"gpcd-study noise: 1 of 1 rows: below 6 values a median has no 95 % interval"
head -n 1 six >one
is "one value is its own median, and has no quartiles" \
	"$(fields '[.n, .min, .median, .max, .q1, .q3, .whisker_low, .qcd]' one)" '[[1,10,10,10,null,null,null,null]]'
is "one value, as text" "$(study noise one 2>/dev/null | tail -n 1 | tr -s ' ')" "1 1 - - 10 - - 0 - - -"

# --- tables ---

cat >pings.csv <<'EOF'
# two sizes, in turn
size,time_us,latency_ns,note
8,1.0,700,a
64,2.0,720,b
8,3.0,,c
64,6.0,740,d

8,5e0,+710,"e, ""late"""
EOF
is "by column: times and counts" "$(fields '[.column, .n, .missing, .median]' -c time_us -c latency_ns pings.csv)" \
	'[["time_us",5,0,3],["latency_ns",4,1,715]]'
is "all columns of numbers, and no text" "$(fields .column pings.csv)" '["size","time_us","latency_ns"]'
is "by group" "$(fields '[.column, .group, .n, .median]' --by size pings.csv)" \
	'[["time_us","8",3,3],["time_us","64",2,4],["latency_ns","8",2,705],["latency_ns","64",2,730]]'
is "by a column of text" "$(fields .group --by NOTE -c time_us pings.csv)" '["a","b","c","d","e, \"late\""]'
is "columns by a glob" "$(fields .column -c '*_[UN]S' pings.csv)" '["time_us","latency_ns"]'
is "a glob leaves out text, and the column of groups" "$(fields .column -c '*' --by size pings.csv | jq -c unique)" \
	'["latency_ns","time_us"]'
cat >latency.csv <<'EOF'
ticks,GB/s,packets,GB,s
10,5,4,x,1
0,5,2,x,1
30,5,0,x,1
,5,3,x,1
7,5,2,x,1
EOF
is "a quotient of counters; none by 0, nor without one of them" \
	"$(fields '[.column, .n, .missing, .min, .median, .max]' -c ticks/packets latency.csv)" \
	'[["ticks/packets",3,2,0,2.5,3.5]]'
is "a quotient beside a column" "$(fields '[.column, .median]' -c packets -c Ticks/PACKETS latency.csv)" \
	'[["packets",2],["Ticks/PACKETS",2.5]]'
is "a name with a slash is a name first" "$(fields '[.column, .median]' -c GB/s latency.csv)" '[["GB/s",5]]'
is "a quotient of such a name" "$(fields '[.column, .n, .median]' -c GB/s/packets latency.csv)" \
	'[["GB/s/packets",4,2.08333333333333]]'
is "a quotient by group" "$(fields '[.group, .median]' --by packets -c ticks/s latency.csv)" \
	'[["4",10],["2",3.5],["0",30]]'
sed 's/,/\t/g' pings.csv >pings.tsv
grep -v '^8.*late' pings.csv | sed 's/,,/,-,/; s/,/  /g' >pings.txt
sed 's/$/\r/; 1s/^/\xef\xbb\xbf/' pings.csv >pings.dos
is "tabs" "$(fields '[.column, .n, .median]' pings.tsv)" "$(fields '[.column, .n, .median]' pings.csv)"
is "the mark and the ends of lines of other systems" "$(fields '[.column, .n, .median]' pings.dos)" \
	"$(fields '[.column, .n, .median]' pings.csv)"
is "blanks" "$(fields '[.column, .n, .missing, .median]' pings.txt)" '[["size",4,0,36],["time_us",4,0,2.5],["latency_ns",3,1,720]]'
printf 'a 1 2\nb 3 4' >bare
is "without names, or a last end of line" "$(fields '[.column, .median]' bare)" '[["2",2],["3",3]]'
is "columns without names, by number" "$(fields '[.group, .median]' -c 3 --by 1 bare)" '[["a",2],["b",4]]'
is "files side by side, a column at a time" "$(fields '[.file, .column]' pings.csv -c '*s' pings.txt)" \
	'[["pings.csv","time_us"],["pings.txt","time_us"],["pings.csv","latency_ns"],["pings.txt","latency_ns"]]'
like "text names files where there are several" "$(study noise ten seven | tr -s ' ')" 'seven 1 7 1 2.5'
is "standard input" "$(study noise --csv - <ten)" "$(study noise --csv ten | sed 's/^ten/standard input/')"
is "a pipe" "$(seq 1 10 | study noise --csv -)" "$(study noise --csv - <ten)"

# --- gpcd's own output ---

counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
living g.img -i 1ms
gpcd -d image:g.img sample --csv --delta -i 2ms -n 7 "$counter" >delta.csv 2>/dev/null
is "samples: counters, and neither times nor epochs" "$(fields '[.column, .n]' delta.csv)" "[[\"$counter\",7]]"
is "differences: nothing to say" "$(cat err)" ""
# A driver counts nothing while other load keeps it from running: wait until it has.
counted()
{
	gpcd -d image:g.img sample --csv -i 2ms -n 3 "$counter" >raw.csv
	[ "$(cut -d, -f 9 raw.csv | sort -u | wc -l)" -eq 4 ]
}
eventually counted
fields .n raw.csv >out
like "counters that only grow: said" "$(cat err)" "raw.csv: counters that only grow: take samples by --delta or --rate"
lines time {1..10} | study noise --csv - >table.csv
is "a table of gpcd: not its schema" "$(fields .column table.csv | jq -c '[length, .[0], .[-1]]')" '[17,"n","coverage"]'
if [ -x "${GPCD%/*}/gpcd-sim" ]; then
	"${GPCD%/*}/gpcd-sim" run --torus 4x4x4 --load 0.3 --time 50us --record run.rec --every 5us >out 2>err
	fails "a recording" 2 "run.rec: a recording: take gpcd-sim replay run.rec --table samples --delta --csv" \
		study noise run.rec
	"${GPCD%/*}/gpcd-sim" replay run.rec --table samples --delta --csv 2>err |
		study noise --by source --json - 2>err >out
	is "a recording's samples, as that says" "$(jq '[.noise[].group] | unique | length > 100' out)" true
fi

# --- plots ---

lines 0 10 20 30 40 50 60 >even
# Places 0 to 59: quartiles 15 and 45 at 14.75 and 44.25, the median at 29.5.
is "a box: 60 places from 0 to 60" "$(study noise --plot even | sed -n '6p')" \
	"1                         <--------------[==============M=============]-------------->"
is "a box without an interval" "$(head -n 5 even | study noise --plot - 2>/dev/null | sed -n '6p')" \
	"1                         |--------------[==============M=============]--------------|"
study noise --plot seven >out
like "outliers are counted" "$(cat out)" '> \+1'
lines 7 7 7 7 7 7 | study noise --plot - >out
like "values that are all alike" "$(cat out)" $'  6.3 +7.7\n1 +M'
succeeds "a picture" study noise --svg n.svg --by size pings.csv
succeeds "a picture can be drawn" rsvg-convert -o n.png n.svg
is "a picture: a notched box a row" "$(grep -c '<polygon' n.svg)" 4
is "a picture: what it is of" "$(sed -n "s/.*class='title'>\(.*\)<.*/\1/p" n.svg)" "Noise of pings.csv, by size"
{
	echo put_time_ns
	seq 1000000.1 0.1 1000001
} >close.csv
study noise --svg close.svg close.csv >out
is "a picture: names are words" "$(sed -n "s/.*class='head'>\(.*\)<.*/\1/p" close.svg)" "put time ns"
is "a picture: round numbers, none twice" "$(sed -n "s/.*class='small mid'>\(.*\)<.*/\1/p" close.svg | paste -sd ' ')" \
	"1,000,000.2 1,000,000.4 1,000,000.6 1,000,000.8 1,000,001.0"
printf 'a&<b,\xff\n1,2\n3,4\n' >odd.csv
study noise --svg odd.svg odd.csv >out 2>err
succeeds "a picture of odd names" rsvg-convert -o odd.png odd.svg
is "values far apart, and hardly apart" \
	"$(lines 1e15 1e15 1000000000000000.1 1e15 -1e200 1e200 | study noise --svg far.svg - >out && rsvg-convert -o far.png far.svg && echo ok)" ok

# --- what is wrong ---

: >empty
fails "an empty file" 2 "empty: no values: it has no line with any" study noise empty
lines '# nothing' '' >comments
fails "a file of comments" 2 "comments: no values" study noise comments
lines time >names
fails "names alone" 2 "names: no values: no column that is wanted has a number" study noise names
lines time fast slow >words
fails "text alone" 2 "words: no values" study noise words
lines time 1 2 nan >wrong
fails "NaN" 2 "wrong:4: column 'time': 'nan' is not a number" study noise wrong
lines nan 1 >wrong
fails "NaN at the beginning is no name" 2 "wrong:1: column '1': 'nan' is not a number" study noise wrong
for bad in inf 1e999 -1e201 0x10 1.5us 1,5 1..5 --1 e5; do
	lines '"time"	x' "1	1" "$bad	1" >wrong
	fails "no number: $bad" 2 "wrong:3: column 'time': '$bad' is not a number: decimal, 0.5 or 1e-6" study noise wrong
done
fails "text in a column that was named" 2 "pings.csv:3: column 'note': 'a' is not a number" study noise -c note pings.csv
fails "a missing column" 2 "'tme_us': pings.csv has no such column: it has size, time_us, latency_ns, note; did you mean 'time_us'" \
	study noise -c tme_us pings.csv
fails "a quotient of a missing column" 2 "'ticks/s2': latency.csv has no such column" study noise -c ticks/s2 latency.csv
fails "a quotient of text" 2 "latency.csv:2: column 'GB': 'x' is not a number" study noise -c ticks/GB latency.csv
fails "a quotient by text" 2 "latency.csv:2: column 'GB': 'x' is not a number" study noise -c GB/ticks latency.csv
lines 'a b' '1e200 0.5' >wrong
fails "a quotient that is too large" 2 "wrong:2: 'a/b' is beyond 1e200" study noise -c a/b wrong
fails "a glob that fits nothing" 2 "'x\*': pings.csv has no such column" study noise -c 'x*' pings.csv
fails "no such column to group by" 2 "--by 'mode': pings.csv has no such column" study noise --by mode pings.csv
fails "a column that the second file lacks" 2 "ten has no such column" study noise -c time_us pings.csv ten
lines 'a,b' '1,2' '3' >ragged
fails "a field too few" 2 "ragged:3: this line has 1 fields, and the first one has 2" study noise ragged
lines 'a,b' '1,"2' >quoted
fails "an open quotation mark" 2 "quoted:2: a quotation mark is not closed" study noise quoted
lines 'a,b' '1,"2"3' >quoted
fails "text after a quotation mark" 2 "quoted:2: a quotation mark is not closed, or has text after it" study noise quoted
printf '1\n2\0\n' >binary
fails "a file that is no text" 2 "binary:2: a control character: this is no text" study noise binary
printf '1\r2\n' >binary
fails "a return amid a line" 2 "binary:1: a carriage return amid a line" study noise binary
still big.img
fails "a register image" 2 "big.img:1: a control character" study noise big.img
head -c 17M /dev/zero | tr '\0' 1 >long
fails "a line without end" 2 "long:1: a line of more than 16 MiB" study noise long
fails "a file that is not there" 2 "none: No such file" study noise none
fails "a folder" 2 ".: Is a directory" study noise .
fails "no file" 2 "which measurements. FILE, or - for standard input" study noise
fails "a plot of CSV" 2 "--plot: it is text" study noise --plot --csv ten
mapfile -t many < <(printf -- '-ctime\n%.0s' {1..65})
fails "too many columns" 2 "--column: 64 names at most: a glob is one" study noise "${many[@]}" ten
fails "two groupings" 2 "both --by a and --by b" study noise --by a --by b ten
exits 5 "a picture that cannot be written" study noise --svg no/n.svg ten
cp ten same
fails "a picture in place of what it is drawn of" 2 'same: it is the file that is read: name another one' \
	study noise --svg same ten same
succeeds "which stays" cmp ten same
is "a picture that cannot be written: nothing is printed" "$(cat out)" ""
( "$GPCD-study" noise ten >/dev/full ) 2>err
is "a full device" $? 5
like "a full device: said" "$(cat err)" "^gpcd-study noise: standard output: No space left on device"
( "$GPCD-study" noise --plot --svg full.svg ten >/dev/full ) 2>err
is "a full device: no plot either" "$? $(wc -l <err)" "5 1"
succeeds "a full device: no picture" test ! -e full.svg
exits 5 "a picture to a full device" study noise --svg /dev/full ten
