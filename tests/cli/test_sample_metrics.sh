#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Metrics in place of registers: read, sample, links.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still a.img --coord 0,0,0
export GPCD_DEVICE=image:a.img
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
setup=GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
address=0x2001380

# Metrics of our own, with known values.
mkdir -p own/gemini
cat >own/gemini/mine.metrics <<EOF
metric now per chip unit "B" help "what the counter says" = value($counter) * 3 / 4;
metric went per nic unit "B" help "how far it went" = delta($counter) * 3;
metric size per chip unit "B" help "a mean" = delta($counter) / delta(GM_TARB_PERF_OUT_PKTS);
metric speed per chip unit "B/s" help "a rate" = rate($counter);
metric tile_now per tile unit "" help "of a tile" = value(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0);
metric link_now per link unit "phits" help "of a link" = value(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0);
metric link_size per link unit "B" help "a mean of a link" =
	delta(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0)
	/ delta(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_2);
EOF
installed=$GPCD_METRICS
export GPCD_METRICS=$PWD/own
word a.img $address 1002

# --- read ---

is "a number, in JSON" "$(gpcd read --json now | jq -c .values)" '{"now":751.5}'
is "a number, in CSV" "$(gpcd read --csv now | cut -d, -f9-)" $'now\n751.5'
like "a number with its unit, in text" "$(gpcd read now)" '^now +751.5  B$'
is "registers, then metrics" "$(gpcd read --csv now $counter | head -n 1 | cut -d, -f9-)" \
	"$counter,now"
is "metrics come in the order of their dictionary, each once" \
	"$(gpcd read -i 1ms --csv speed now -m size now | head -n 1 | cut -d, -f9-)" now,size,speed
is "a set" "$(gpcd read -i 1ms --json mine --torus 2x2x2 | jq '.values | length')" $((4 + 48 + 14))
is "per tile: a value each, by its name" \
	"$(gpcd read --json tile_now | jq '.values["tile_now:0,0"]')" 1002
is "per tile: a name with a comma is quoted" \
	"$(gpcd read --csv tile_now | head -n 1 | grep -o '"tile_now:5,7"')" '"tile_now:5,7"'
is "links: the sum over links is that over tiles" \
	"$(gpcd read --json link_now --torus 2x2x2 | jq -c '.values | [length, add]')" \
	"$(gpcd read --json 'GM_*_TILE_PERFORMANCE_COUNTERS_0' | jq -c '.values | [7, add + 0.0]')"

fails "a metric of two readings wants their interval" 2 \
	'^gpcd read: speed is made of two readings: .* -i 1s' gpcd read now speed
is "why there is no number, in JSON" \
	"$(gpcd read -i 1ms --json size speed now | jq -cS '[.values, .exceptions, .status]')" \
	'[{"now":751.5,"size":null,"speed":null},{"size":"zero","speed":"no-time"},"part"]'
is "no number is an empty field of CSV" \
	"$(gpcd read -i 1ms --csv size speed | tail -n 1 | cut -d, -f7-)" part,2,,
like "why there is no number, in text" "$(gpcd read -i 1ms size)" '^size +zero$'

# --- names ---

is "a glob that registers have means registers" \
	"$(GPCD_METRICS=$installed gpcd read --json 'GM_TARB_*PKTS' | jq -r '.values | keys[0]')" \
	GM_TARB_PERF_BTE_PKTS
is "-m means metrics, even if registers match" \
	"$(gpcd read -i 1ms --json -m 's*e*' | jq -r '.values | keys | join(" ")')" "size speed"
fails "a metric nearly" 2 "no register and no metric 'spede': .*; did you mean 'speed'" \
	gpcd read spede
fails "a register nearly" 2 "no register 'GM_TARB_PERF_OUT_PKT' .* did you mean" \
	gpcd read GM_TARB_PERF_OUT_PKT
fails "-m takes no registers" 2 "no set of metrics, no metric '$counter'" gpcd read -m $counter
fails "links need a map" 2 'image:a.img: link_now: its links need --interconnect' gpcd read link_now
mkdir none
GPCD_METRICS=none fails "without files of metrics a name is a register's" 2 \
	"no register 'now'" gpcd read now
echo 'metric bad' >own/gemini/wrong.metrics
fails "a wrong file is said where one is looked at" 2 'wrong.metrics:[12]:' gpcd read now
exits 0 "and hinders no register" gpcd read $counter
rm own/gemini/wrong.metrics

# --- sample ---

# begin ARGUMENT...: start sampling into ./samples, and wait until it has begun
begin()
{
	rm -f samples
	"$GPCD" sample -i 10ms --json "$@" 2>err >samples &
	sampler=$!
	children+=("$sampler")
	eventually test -s samples
}

# end: end sampling; its exit code is $status
end()
{
	kill -INT "$sampler"
	wait "$sampler"
	status=$?
}

# The counter grows by 333 while it is sampled.
begin went $counter
word a.img $address 1335
eventually grep -q '"went":999' samples
end
is "sample: it ends well" "$status" 0
is "sample: deltas add up" "$(jq -s 'map(.values.went) | add' samples)" 999
is "sample: the register beside it is its value" \
	"$(tail -n 1 samples | jq ".values.$counter")" 1335
is "sample: the first sample has a number" "$(head -n 1 samples | jq .values.went)" 0
is "sample: a metric of one reading needs no first one" \
	"$(gpcd sample -n 2 -i 1ms --json now 2>/dev/null | jq -c .values | paste -sd ' ')" \
	'{"now":1001.25} {"now":1001.25}'
is "sample: --delta is about registers" \
	"$(gpcd sample --delta -n 1 -i 1ms --json now $counter 2>/dev/null | jq -c .values)" \
	"{\"$counter\":0,\"now\":1001.25}"
fails "sample: metrics alone have no delta" 2 'a metric has no delta' gpcd sample --delta -n 1 now
fails "sample: registers that have no delta" 2 'is no counter' gpcd sample --delta -n 1 now $setup

begin went
gpcd write $counter 5
eventually grep -q '"went":"epoch"' samples
end
is "sample: no number across epochs" \
	"$(jq -c 'select(.exceptions.went) | .values.went' samples)" null

# --- links ---

links()
{
	gpcd links --torus 2x2x2 -i 1ms -n 1 "$@" 2>err
}
is "links -m: a row a link" "$(links -m link_now --csv | cut -d, -f13 | paste -sd ' ')" \
	"direction X+ X- Y+ Y- Z+ Z- HH"
is "links -m: columns" "$(links -m link_now -m link_size --csv | head -n 1 | cut -d, -f9-)" \
	device,x,y,z,direction,link_now,link_size
is "links -m: numbers" "$(links -m link_now --json | jq '[.links[].values.link_now] | add')" \
	"$(gpcd read --json 'GM_*_TILE_PERFORMANCE_COUNTERS_0' | jq '.values | add + 0.0')"
is "links -m: why there is none" \
	"$(links -m link_size --json | jq -c '.links[0] | [.direction, .values, .exceptions]')" \
	'["X+",{"link_size":null},{"link_size":"zero"}]'
is "links -m: CSV leaves it empty, and the row is part" \
	"$(links -m link_now -m link_size --csv | sed -n 2p | cut -d, -f7,15)" part,
like "links -m: text" "$(links -m link_size)" $'\nX\\+ +zero\n'
is "links -m: a set stands for its metrics per link" \
	"$(links -m mine --csv | head -n 1 | cut -d, -f14-)" link_now,link_size
fails "links -m: another metric" 2 'now is no metric per link' gpcd links --torus 2x2x2 -m now
fails "links -m: --rates" 2 'leave it out' gpcd links --torus 2x2x2 -m link_now --rates
fails "links -m: a --chip that the map lacks" 2 'not in the map' \
	gpcd links --torus 2x2x2 -m link_now --chip 7,7,7 -n 1

# --- many chips: some share what their metrics are computed from, others have links of other tiles ---

"${GPCD%/*}/gpcd-sim" run --torus 2x2x4 --traffic uniform:0.3 --time 5us --image still >run.txt
"${GPCD%/*}/rtr" -i 2x2x4 | grep -vE '^c.-0c0s0g0l02|^c0-0c0s1g1l0[01]' >some
unset GPCD_DEVICE
# values DEVICE: of its links and of a register, by its name
values()
{
	gpcd -d "$1" sample -i 1ms -n 1 --csv --long -f some link_now $counter 2>err |
		cut -d , -f 2-5,7- | grep link_now
}
for image in still/*n0; do
	values "image:$image"
done >wanted
is "the numbers of each are those of it alone" "$(values 'image:still/*n0')" "$(cat wanted)"
is "so many" "$(grep -c . wanted)" $((16 * 7))
