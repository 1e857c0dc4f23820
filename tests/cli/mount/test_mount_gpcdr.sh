#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A reader of gpcdr's sets, as strict as samplers are: it opens the files once, reads them again and
# again from their begin, and gives up on any line that it does not expect.
# shellcheck source=tests/cli/mount/lib.sh
. "${0%/*}/lib.sh"

still g.img
still a.img --chip aries --nic-addr 2
"${GPCD%/*}/rtr" --interconnect 2x2x2 >map
cat >sampler.py <<'END'
import os, re, sys, time

root = sys.argv[1] + "/devices/virtual/gni/gpcdr%s/metricsets/%s/metrics"
directions = [a + b for a in "XYZ" for b in "+-"]
links = "traffic packets inq_stall credit_stall sendlinkstatus recvlinkstatus".split()
tiles = ["0%d%d" % (row, column) for row in range(5) for column in range(8)]
wanted = {
    "0": {
        "links": [name + ":" + link for name in links for link in directions],
        "nic": "totaloutput_optA totalinput fmaout bteout_optA bteout_optB totaloutput_optB".split(),
    },
    "1": {
        "linktraffic": ["traffic:" + tile for tile in tiles],
        "linkstalled": ["stalled:" + tile for tile in tiles],
        "linksendstatus": ["sendlinkstatus:" + tile for tile in tiles],
        "linkrecvstatus": ["recvlinkstatus:" + tile for tile in tiles],
        "nic": "totaloutput totalinput fmaout bteout".split(),
    },
}

def sample(fd, lines):
    text = os.pread(fd, 4096, 0).decode()
    head, *rest = text.splitlines()
    word, stamp, unit = head.split(" ")
    if (word, unit) != ("timestamp", "ms") or abs(int(stamp) / 1000 - time.time()) > 60:
        sys.exit("bad time: " + head)
    if len(text) >= 4096 or not text.endswith("\n"):
        sys.exit("longer than a page")
    values = []
    for line, name in zip(rest, lines, strict=True):
        words = line.split(" ")
        if len(words) != 3 or words[0] != name or not re.fullmatch("[0-9]+", words[1]):
            sys.exit("not as expected, %s: %s" % (name, line))
        values.append(int(words[1]))
    return values

for device, sets in wanted.items():
    if sorted(os.listdir(root.rsplit("/", 2)[0] % device)) != sorted(sets):
        sys.exit("other sets")
    for name, lines in sets.items():
        fd = os.open(root % (device, name), os.O_RDONLY)
        before = sample(fd, lines)
        for i in range(20):
            after = sample(fd, lines)
            if any(b > a for b, a in zip(before, after)):
                sys.exit("a value falls")
            before = after
        for line, value in zip(lines, before):
            print(device, name, line, value)
END
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || sed -i 's/, strict=True//' sampler.py
mounting m -d image:g.img -d image:a.img -f map
python3 sampler.py m >sampled 2>err
is "a sampler reads all sets of both chips" "$? $(cat err)" "0 "
is "so many lines" "$(wc -l <sampled)" $((36 + 6 + 4 * 40 + 4))

# line DEVICE SET NAME
line()
{
	awk -v key="$*" '$1 " " $2 " " $3 == key { print $4 }' sampled
}

is "an Aries: what arrived at a tile" "$(line 1 linktraffic traffic:023)" \
	"$(gpcd -d image:a.img read --json 'AR_RTR_2_3_INQ_PRF_INCOMING_FLIT_VC?' | jq '[.values[] | tonumber] | add * 20 / 3 | round')"
is "an Aries: how long it waited" "$(line 1 linkstalled stalled:047)" \
	"$(gpcd -d image:a.img read --json AR_RTR_4_7_INQ_PRF_ROWBUS_STALL_CNT | jq '.values[] | tonumber * 1.25 | round')"
is "a Gemini: all flits that left the NIC" "$(line 0 nic totaloutput_optB)" $((16 * $(value GM_TARB_PERF_OUT_FLITS g.img)))

# names DIRECTION: the counters of phits of its tiles, by the map
names()
{
	sed -nE "s/^c0-0c0s0g0l(.)(.)\[\(0,0,0\)\] ${1/+/[+]} .*/GM_\1_\2_TILE_PERFORMANCE_COUNTERS_[01]/p" map
}
for direction in X+ X- Y+ Y- Z+ Z-; do
	is "a Gemini: what arrived over link $direction" "$(line 0 links traffic:$direction)" \
		"$(names $direction | xargs "$GPCD" -d image:g.img read --json | jq '[.values[]] | add * 3')"
	is "a Gemini: its lanes" "$(line 0 links sendlinkstatus:$direction)" "$((3 * $(names $direction | wc -l)))"
done
kill "$server"
ended "$server"

# --- a simulated network ---

"${GPCD%/*}/gpcd-sim" run --torus 2x2x2 --load 0.2 --time 10us --image net >/dev/null
mounting s -d 'image:net/*' -f map
is "each NIC of a simulated network is a device" "$(entries s/class/gni | wc -w)" "$(entries net | wc -w)"
# Devices are in the order of the files' names: the sixth is the second NIC of chip c0-0c0s2g0.
third=$(find net -name '*n1' | sort -V | sed -n 3p)
tile=$(sed -nE "s/^${third:4:-2}l(.)(.)\[.*\] X- .*/GM_\1_\2_TILE_PERFORMANCE_COUNTERS_[01]/p" map)
is "and its traffic is what the simulator counted" "$(awk '$1 == "traffic:X-" { print $2 }' s/class/gni/gpcdr5/metricsets/links/metrics)" \
	"$(xargs "$GPCD" -d "image:$third" read --json <<<"$tile" | jq '[.values[]] | add * 3')"
kill "$server"
ended "$server"
