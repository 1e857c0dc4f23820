#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# top, as text.
# shellcheck source=tests/cli/links/lib.sh
. "${0%/*}/links/lib.sh"
unset COLUMNS

rtr()
{
	"${GPCD%/*}/rtr" "$@"
}

# top FILE ARGUMENT...: start it in the background, with output to FILE; its pid is $pid. It has taken
# its first reading; each tick is a screen.
top()
{
	ticking "$GPCD" top --batch -i 50ms "${@:2}" >"$1" 2>err
	tick
}

# screen FILE PATTERN: the screen in FILE that has a line with PATTERN
screen()
{
	awk -v RS= -v pattern="$2" '$0 ~ pattern { print; exit }' "$1"
}

# --- numbers ---

# Tiles of X+: 2 3 10 11 24 25 32 33, together 140. In a millisecond 420,000 phits of 3 bytes, of
# 9.375 GB/s; 700,000 and 840,000 cycles of stalls in 8 tiles of 800,000; and so on.
fresh g.img
top links -d image:g.img --torus 16x12x24 -s names
meanwhile millisecond g.img
kill -INT $pid
ended $pid
is "SIGINT after samples: exit code" $? 0
is "a closing line" "$(cat err)" 'gpcd top: 2 samples, 0 periods missed, 0 torn'
screen "links" 1[.]260 >got
like "the title" "$(head -n 1 got)" '^gpcd top: 1 chip, 7 links  R 1 root, v 0 hurt +by names  0[.]05s  [0-9:]{8}$'
is "the names of columns" "$(sed -n 2p got)" \
	"  CHIP  LINK TO     TILES    GB/S   %PEAK  %INPUT %CREDIT TO 100% OF PEAK"
cat >wanted <<'END'
  g.img X+   1,0,0      8   1.260    13.4    10.9    13.1
  g.img X-   15,0,0     8   1.548    16.5    13.4    16.1
  g.img Y+   0,1,0      4   1.575    16.8    27.3    32.8
  g.img Y-   0,11,0     4   1.413    30.1    24.5    29.4
  g.img Z+   0,0,1      8   1.017     6.8     8.8    10.6
  g.img Z-   0,0,23     8   1.071    11.4     9.3    11.2
R g.img HH              8   2.268    21.8    19.7    23.6
END
is "links" "$(tail -n +3 got | cut -c 1-57 | sed 's/ *$//')" "$(cat wanted)"
is "the last bar is the last sample, in digits where there is no UTF-8" \
	"$(tail -n +3 got | rev | cut -c 1 | rev | xargs)" "1 1 1 3 0 1 2"

# Causes are looked for anew in each sample.
fresh g.img
top roots -d image:g.img --torus 16x12x24
meanwhile millisecond g.img
meanwhile millisecond g.img 2
kill -INT $pid
ended $pid
is "each sample has its roots" "$(grep -c '^R g.img HH .* 2[.]268 ' roots)" 2

fresh g.img
top tiles -d image:g.img --torus 16x12x24 --tiles
meanwhile millisecond g.img
kill -TERM $pid
ended $pid
is "SIGTERM after samples: exit code" $? 0
screen tiles 0[.]423 >got
is "tiles: as many" "$(wc -l <got)" 50
# Tile 42, of Y-: 126,000 phits and 252,000 cycles. Tile 0, of Z+, counts nothing.
is "tiles: the greatest use first" "$(sed -n 3p got | cut -c 1-49)" \
	"  g.img 5,2  Y-     0.378    32.3    26.2    31.5"
is "tiles: the smallest last" "$(tail -n 1 got | cut -c 1-49)" \
	"  g.img 0,0  Z+     0.000     0.0     0.0     0.0"

fresh g.img
top bytes -d image:g.img
meanwhile millisecond g.img
kill -TERM $pid
ended $pid
screen bytes 0[.]423 >got
like "no map: tiles, by bytes" "$(head -n 1 got)" '1 chip, 48 tiles +by bytes'
is "no map: the greatest first, and no peak" "$(sed -n 3p got | cut -c 1-49)" \
	"  g.img 5,7         0.423 no-peak    29.4    35.2"
like "no map: a full bar is the most bytes" "$(sed -n 2p got)" '%CREDIT TO 0[.]423 GB/S$'
like "no map: its bar" "$(sed -n 3p got)" ' 9$'

# --- maps ---

rtr -i 4x4x4 >whole
# X- of the first Gemini has failed, X+ has 6 tiles and its other end 8; Z+ has 6 at both ends.
awk '
/^[^>]*\(0,0,0\)\] X- / { next }
/^[^>]*\(0,0,0\)\] X\+ / && x++ < 2 { next }
/^[^>]*\(0,0,0\)\] Z\+ / && z++ < 2 { next }
/^[^>]*\(0,0,1\)\] Z- / && f++ < 2 { next }
{ print }' whole >map
run gpcd -d image:g.img top --batch -i 10ms -n 1 -f map -s marks
is "marks: failed, uneven, short, sound" "$(sed -n '3,6p' out | cut -c 1-24)" \
	"x g.img X-           0/8
! g.img X+   1,0,0   6:8
/ g.img Z+   0,0,1   6/8
  g.img Y+   0,1,0     4"
is "marks: how many" "$(tail -n 1 out)" "x 1 failed  ! 1 uneven, here:there  / 1 short, working/all"
still far.img --coord 1,0,0
run gpcd -d image:far.img top --batch -i 10ms -n 1 -f map -s marks
is "the other end of both" "$(sed -n '3,4p' out | cut -c 1-26)" \
	"! far.img X-   0,0,0   8:6
  far.img X+   2,0,0     8"
still at.img --coord 3,0,0
run gpcd -d image:at.img top --batch -i 10ms -n 1 -f map -s marks
is "the other end of a failed link" "$(sed -n 3p out | cut -c 1-25)" "! at.img X+   0,0,0   8:0"

still one.img --coord 0,0,0
run gpcd -d image:one.img top --batch -i 10ms -n 2 --torus 1x1x1
is "rings of one chip" "$status $(grep -cE '^  one.img [XYZ][+-] +0,0,0 ' out)" "0 12"

still aries.img -c aries
run gpcd -d image:aries.img top --batch -i 10ms -n 1 --dragonfly 4x2x2 -s names
is "an Aries: its links" "$(tail -n +3 out | cut -c 13-31)" \
	"green 1 0,0,1     1
green 2 0,0,2     1
green 3 0,0,3     1
black 1 0,1,0     3
blue 1  1,0,0     1
ptile             8"
run gpcd -d image:g.img -d image:aries.img top --batch -i 10ms -n 1 --torus 4x4x4 --tiles
like "chips of both types: tiles" "$(head -n 1 out)" '2 chips, 88 tiles'
still none.img --coord 9,9,9
run gpcd -d image:none.img top --batch -i 10ms -n 1 --torus 4x4x4
is "a chip that the map lacks: exit code" "$status" 2
like "a chip that the map lacks: said" "$(cat err)" 'image:none.img: its links: not in the map'
is "a chip that the map lacks: no links" "$(sed -n 3p out)" "  none"

# --- form ---

run gpcd -d image:g.img top --batch -i 10ms -n 3 --torus 4x4x4
is "-n" "$status $(grep -c '^gpcd top' out) $(grep -c '^$' out)" "0 3 2"
COLUMNS=120 run gpcd -d image:g.img top --batch -i 10ms -n 1 --torus 4x4x4
is "COLUMNS" "$(sed -n 1p out | wc -c) $(grep -c ' AT ' out)" "121 1"
COLUMNS=x run gpcd -d image:g.img top --batch -i 10ms -n 1 --torus 4x4x4
is "COLUMNS that is no number" "$(sed -n 1p out | wc -c)" 81
cp --sparse=always g.img torn.img
word torn.img $((0x7fff040)) 1
run gpcd -d image:torn.img top --batch -i 10ms -n 2 --torus 4x4x4
like "torn" "$(grep -c ' torn  *torn  *torn  *torn$' out) $(tail -n 1 err)" \
	'^14 gpcd top: 2 samples, [0-9]+ periods missed, 2 torn$'

# --- changes during the run ---

living b.img --coord 1,1,1
fresh g.img
top meanwhile -d image:g.img -d image:b.img --torus 16x12x24
tick
kill "$driver"
ended "$driver"
tick
succeeds "a chip that goes: its rows say so" grep -qE '^  b.img X\+ .* gone( |$)' meanwhile
like "a chip that goes: the title says so" "$(grep gone meanwhile | head -n 1)" '2 chips \(1 gone\), 14 links'
like "a chip that goes: said" "$(cat err)" 'image:b.img: its chip is gone'
meanwhile millisecond g.img
succeeds "a chip that goes: the other is read on" grep -q 1.260 meanwhile
kill -INT $pid
ended $pid
is "a chip that goes: exit code at the end" $? 3
is "a chip that goes: said once" "$(grep -c gone err)" 1

# Its driver no longer advances time, which shows against the machine's clock.
living c.img
"$GPCD" top --batch -i 50ms -d image:c.img >killed 2>err &
pid=$!
children+=("$pid")
eventually test -s killed
kill -KILL "$driver"
ended $pid
is "the only chip's driver is killed: exit code" $? 3
like "the only chip's driver is killed: said" "$(cat err)" 'image:c.img: abandoned'

fresh g.img
top epoch -d image:g.img --torus 4x4x4
meanwhile gpcd -d image:g.img write GM_0_0_TILE_PERFORMANCE_COUNTERS_0 1
succeeds "a new epoch: no number, and it says why" grep -q ' epoch  *epoch  *epoch  *epoch' epoch
kill -INT $pid
ended $pid

"$GPCD" -d image:g.img top --batch -i 10ms 2>err | head -n 4 >text
codes=("${PIPESTATUS[@]}")
is "a closed pipe: exit code" "${codes[0]}" 5
# A pipe holds 65,536 bytes: head(1) goes while the first screen, of 60 chips, is being written.
for i in {1..60}; do
	ln -s g.img "many$i.img"
done
"$GPCD" -d 'image:many*' top --batch -i 10ms -n 1 2>err | head -n 1 >text
codes=("${PIPESTATUS[@]}")
is "a pipe closed within the first sample: exit code, and no word of 0 samples" \
	"${codes[0]} $(cat text err)" "5 $(cat text)"
like "a pipe closed within the first sample: what was read" "$(cat text)" '60 chips, 2880 tiles'
( "$GPCD" -d image:g.img top --batch -i 10ms >/dev/full ) 2>err
is "a full disk: exit code" $? 5
like "a full disk: said" "$(tail -n 1 err)" 'standard output: No space left'

# --- a chip that comes back ---

# With another epoch and counters far ahead: taken as a rate, 1.5 TB/s.
fresh g.img
living d.img --coord 1,1,1
top back -d image:g.img -d image:d.img --torus 4x4x4 -s names
# Its driver decides how long its chip has run between two screens.
counted()
{
	tick
	grep -qE '^  d[.]img X\+ .* [0-9]+[.][0-9]' back
}
eventually counted
kill "$driver"
ended "$driver"
tick
tick
tick
rm d.img
tick
tick
still d.img --coord 1,1,1
for address in 0x2001380 0x2001388; do
	word d.img $address $((1 << 36))
done
tick
tick
tick
succeeds "it comes back: its rows say why there is no number yet" \
	grep -qE '^  d[.]img X\+ .* no-time( |$)' back
kill -INT $pid
ended $pid
is "it comes back: exit code" $? 0
is "it comes back: both are said" "$(grep -c 'image:d.img: its chip is gone$' err) $(
	grep -c 'image:d.img: it is back$' err)" "1 1"
# The words in place of its numbers, each once, from its first number on: it lived, went away, and
# stands still. Its driver may have been kept waiting before.
is "it comes back: gone, then no number, none that is false" "$(grep -E '^  d[.]img X\+ ' back |
	grep -oE ' (gone|-|no-time|[0-9]+[.][0-9]{3})( |$)' | sed 's/[0-9.]\+/number/' | sed -n '/number/,$p' | uniq | xargs)" \
	"number gone - no-time"
like "it comes back: its history has a gap" "$(grep -E '^  d[.]img X\+ ' back | tail -n 1)" \
	' no-time +[0-9]?[0-9 ]*$'

# An image file is replaced by another one, whose chip counts anew.
fresh g.img
top replaced -d image:g.img --torus 4x4x4
fresh new.img
word g.img 0x2001380 $((1 << 36))
meanwhile mv new.img g.img
tick
tick
meanwhile millisecond g.img
succeeds "a file that is replaced: the new one is read" grep -q ' 1[.]260 ' replaced
kill -INT $pid
ended $pid
is "a file that is replaced: no word, no false rate, exit code" \
	"$? $(grep -c g.img err) $(grep -cE '^  g[.]img .* [1-9][0-9]{2,}[.][0-9]{3}' replaced)" "0 0 0"

# A chip at another coordinate is another chip: its rows would lead elsewhere.
fresh g.img
still other.img
top other -d image:g.img -d image:other.img --torus 4x4x4
tick
still moved.img --coord 1,0,0
mv moved.img other.img
tick
succeeds "another chip: its rows say so" grep -qE '^ +other.img X\+ .* another chip' other
kill -INT $pid
ended $pid
is "another chip: exit code" $? 3
like "another chip: said" "$(cat err)" 'image:other.img: another chip has its place: start anew'

# With --wait all devices may be missing.
living e.img
top waiting -d image:e.img --wait
tick
kill "$driver"
ended "$driver"
tick
tick
is "--wait: a screen without any chip" "$(grep -cE '^  e[.]img .* gone( |$)' waiting)" 96
living e.img
tick
succeeds "--wait: goes on when none is left, until one is back" grep -q 'it is back' err
kill -INT $pid
ended $pid
is "--wait: exit code" $? 0

# --- metrics ---

mkdir own
cp -r "$GPCD_METRICS"/gemini "$GPCD_METRICS"/aries own
cat >own/gemini/own.metrics <<'END'
metric link_phits per link unit "phits" help "of VC0" = delta(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0);
metric link_now per link unit "" help "what they are" = value(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0);
metric tile_half per tile unit "share" help "half of what it can carry" = rate(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0) * 3 / peak / 2;
metric whole per chip unit "B" help "of a chip" = value(GM_0_0_TILE_PERFORMANCE_COUNTERS_0);
END
fresh g.img
fresh g2.img
GPCD_METRICS=$PWD/none run gpcd top --batch -n 1 -d image:g.img -d image:g2.img
is "no metrics of two chips: said once" "$(cat err)" \
	"gpcd top: no metrics of gemini in $PWD/none/gemini: GPCD_METRICS names another folder"
rm g2.img
export GPCD_METRICS=$PWD/own
top metrics -d image:g.img --torus 16x12x24 -m own -s names
meanwhile millisecond g.img
kill -INT $pid
ended $pid
screen metrics 'X[+] .* [1-9][0-9.e+]* +[1-9]' >got
is "-m: the names of columns" "$(sed -n 2p got)" "  CHIP  LINK TO     TILES phits phits        now TO 100% OF PEAK"
# A third of the phits of X+ is of VC0. Its registers were 0 before.
like "-m: numbers of a link" "$(sed -n 3p got)" '^  g[.]img X\+   1,0,0      8     1[.]4e\+05    1[.]4e\+05 '
for key in link_now link_phits; do
	run gpcd -d image:g.img top --batch -i 10ms -n 1 --torus 4x4x4 -m own -s $key
	like "--sort $key: the title" "$(sed -n 1p out)" " by $key "
done
run gpcd -d image:g.img top --batch -i 10ms -n 1 --torus 4x4x4 -m own
like "-m: the first is what rows are sorted by, and the history is of" "$(sed -n '1,2p' out)" \
	'by link_phits .*TO 0 phits$'
run gpcd -d image:g.img top --batch -i 10ms -n 1 --torus 4x4x4 -m tile_half
like "-m: metrics per tile alone: tiles" "$(sed -n '1,2p' out)" \
	'48 tiles +by tile_half .* half % TO 100% OF PEAK$'
run gpcd -d image:g.img top --batch -i 10ms -n 1 --torus 4x4x4 -m 'link_*'
is "-m: a glob, what fits in 80 columns" "$(sed -n 2p out | tr -s ' ')" \
	" CHIP LINK TO TILES phits phits now bytes GB/S use % TO 0 phits"
COLUMNS=140 run gpcd -d image:g.img top --batch -i 10ms -n 1 --torus 4x4x4 -m 'link_*'
like "-m: a wider screen has more" "$(sed -n 2p out | tr -s ' ')" \
	'now bytes GB/S use % packet_size B input_stalls % credit_stalls % TO'
run gpcd -d image:g.img -d image:aries.img top --batch -i 10ms -n 1 --tiles -m tile_half
like "-m: a metric that one type of chip has" "$status $(sed -n 1p out)" '^0 gpcd top: 2 chips, 88 tiles '
fails "-m: an unknown metric with a near name" 2 "no metric 'link_phit': see .gpcd metrics'; did you mean 'link_phits'?" \
	gpcd -d image:g.img top --batch -n 1 -m link_phit
fails "metrics: a near name" 2 "no chip has .* 'link_phit': see .gpcd metrics'; did you mean 'link_phits'?" \
	gpcd metrics link_phit
fails "-m: of a chip" 2 'whole is no metric per link or per tile: see .gpcd metrics., and .gpcd stat.' \
	gpcd -d image:g.img top --batch -n 1 -m whole
fails "-m: links without a map" 2 'link_now: its links need --interconnect, --torus or --dragonfly' \
	gpcd -d image:g.img top --batch -n 1 -m link_now
fails "--sort: a metric that -m does not name" 2 '^gpcd top: --sort link_use: neither a key nor a metric per link of -m$' \
	gpcd -d image:g.img top --batch -n 1 --torus 4x4x4 -m own -s link_use
for i in {1..17}; do
	echo "metric link_$i per link unit \"\" help \"x\" = value(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0);"
done >own/gemini/many.metrics
fails "-m: too many" 2 'more than 16 metrics per link, per tile or per NIC: name fewer' \
	gpcd -d image:g.img top --batch -n 1 --torus 4x4x4 -m many
echo 'metric x per link = ' >own/gemini/many.metrics
fails "-m: a wrong file: the place" 2 'own/gemini/many.metrics:1:19: ' gpcd -d image:g.img top --batch -n 1
rm own/gemini/many.metrics

# --- chips whose links have other tiles ---

"${GPCD%/*}/gpcd-sim" run --torus 2x2x4 --traffic uniform:0.3 --time 5us --image still >run.txt
rtr -i 2x2x4 | grep -vE '^c.-0c0s0g0l02|^c0-0c0s1g1l0[01]' >some
# shown DEVICE: what top shows of its links
shown()
{
	gpcd -d "$1" top --batch -i 1ms -n 1 -f some -m link_now -s names 2>err |
		tail -n +3 | cut -c 1-45 | grep -v ' failed '
}
for image in still/*n0; do
	shown "image:$image"
done >wanted
is "many chips: the numbers of each alone" "$(shown 'image:still/*n0')" "$(cat wanted)"
is "these differ" $(($(awk '{ print $NF }' wanted | sort -u | wc -l) > 50)) 1

# --- causes of congestion ---

COLUMNS=120 "${GPCD%/*}/gpcd-sim" run --torus 4x4x4 --pattern hot --hot 27 --share 0.3 --load 1 --pace 0.0005 \
	--time 1s --image net >run.txt 2>&1 &
sim=$!
children+=("$sim")
eventually [ -e net/c3-0c1s3g1n0 ]
# congested: a screen marks NICs of the chip (1,3,0) as a root, and others' nodes as hurt
congested()
{
	COLUMNS=120 gpcd -d 'image:net/*n0' top --batch --torus 4x4x4 -n 1 -i 100ms >got 2>err &&
		grep -q '^R .*c1-0c1s0g1n0 1,3,0 *HH ' got && grep -q '^v .* HH ' got
}
succeeds "a root, and hurt nodes" eventually congested
is "the title counts them" "$(head -n 1 got | grep -oE '[Rv] [0-9]+' | xargs)" "R $(grep -c '^R ' got) v $(grep -c '^v ' got)"
gpcd -d 'image:net/*n0' top --batch -n 1 -i 100ms >got 2>err
is "without a map none" "$(grep -cE '^[Rv] | root' got)" 0
kill "$sim"

# --- what is wrong ---

fails "no terminal" 2 '^gpcd top: standard input and output are no terminal: use --batch$' \
	gpcd -d image:g.img top
fails "a wrong key" 2 "--sort 'usee' is not a valid KEY: use, stalls, bytes, marks or names; did you mean 'use'" \
	gpcd top -s usee
fails "two keys" 2 'both --sort use and --sort bytes' gpcd top -s use -s bytes
fails "a wrong interval" 2 "--interval '1y' is not a valid TIME" gpcd top -i 1y
fails "too short an interval for a terminal" 2 '--interval below 100ms: use --batch' gpcd top -i 50ms
fails "a word too many" 2 "unexpected argument 'word'" gpcd top word
fails "no name of a file" 3 "^gpcd top: image:: the name of a file is missing, as in image:g0.img$" \
	gpcd -d image: top --batch
fails "no such image" 3 'image:nothing: no such file' gpcd -d image:nothing top --batch
fails "no such map" 2 'nothing: No such file' gpcd -d image:g.img top --batch -f nothing
run gpcd -d image:nothing -d image:g.img top --batch -i 10ms -n 1
is "one of two is missing: the other is shown, and the exit code" \
	"$status $(grep -c '1 chip, 48 tiles' out)" "3 1"
