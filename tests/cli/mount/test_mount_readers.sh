#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Readers of gpcd-mount's files: those that keep a file open, many at once, and those of a device that
# goes.
# shellcheck source=tests/cli/mount/lib.sh
. "${0%/*}/lib.sh"

still a.img
"${GPCD%/*}/rtr" --interconnect 2x2x2 >map
flits=GM_TARB_PERF_OUT_FLITS
tile=0x2001380

# set_to VALUE [REGISTER]
set_to()
{
	gpcd -d image:a.img write "${2:-$flits}" "$1"
}

# --- a file that is kept open ---

mounting m -d image:a.img -l rdma
in=m/class/infiniband/gpcd0/ports/1
set_to 1000
is "a reader from 0 gets a new value" "$(again $in/hw_counters/$flits "$GPCD" -d image:a.img write $flits 2000)" "1000 2000"
is "a text that is read in pieces is one text" "$(
	python3 - $in/hw_counters/$flits "$GPCD" <<'END'
import os, subprocess, sys
fd = os.open(sys.argv[1], os.O_RDONLY)
text = os.pread(fd, 2, 0)
subprocess.run([sys.argv[2], "-d", "image:a.img", "write", "GM_TARB_PERF_OUT_FLITS", "77777"], check=True)
while piece := os.pread(fd, 2, len(text)):
    text += piece
print(text.decode().strip())
END
)" 2000
is "a value of full width" "$(set_to $(((1 << 48) - 1)); cat $in/hw_counters/$flits)" $(((1 << 48) - 1))
is "0 is a value too" "$(set_to 0; cat $in/hw_counters/$flits)" 0

# --- many readers ---

set_to 12345
cat >readers.py <<'END'
import os, sys, threading
path, count, times = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
files = sorted(os.listdir(path))
wrong = []
def read(start):
    fd = os.open(path + "/GM_TARB_PERF_OUT_FLITS", os.O_RDONLY)
    for i in range(times):
        if os.pread(fd, 4096, 0) != b"12345\n":
            wrong.append(i)
        with open(path + "/" + files[(start + i) % len(files)]) as file:
            int(file.read())
threads = [threading.Thread(target=read, args=(37 * i,)) for i in range(count)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(wrong))
END
is "twenty readers at once" "$(bounded python3 readers.py $in/hw_counters 20 50)" 0
pids=()
for _ in {1..4}; do
	bounded python3 readers.py $in/hw_counters 4 50 >>readers.out &
	pids+=($!)
done
wait "${pids[@]}"
is "of several processes" "$(sort readers.out | uniq -c | xargs)" "4 0"
kill "$server"
ended "$server"

# --- samplers: they find the files, open them once, and read them again and again ---

sampler=$top/tests/cli/helpers/sampler.py
still w.img
while read -r layout device; do
	mounting "$layout" -d image:w.img -l "$layout"
	run bounded python3 "$sampler" "$layout" 5
	is "$layout: a sampler reads all files, five times" "$status $(cat err)" "0 "
	sed -n "s/^$device \(GM_.*\)/\1/p" out >sampled
	cut -d ' ' -f 1 sampled | xargs "$GPCD" -d image:w.img read --json |
		jq -r '.values | to_entries[] | "\(.key) \(.value)"' | sort >wanted
	is "$layout: its values are gpcd's" "$(sort sampled | diff wanted - | head -n 2 | xargs)" ""
	is "$layout: they are hundreds" "$(($(wc -l <sampled) > 500))" 1
	kill "$server"
	ended "$server"
done <<'END'
cxi cxi0
rdma gpcd0
END

# --- wraps ---

# A write by gpcd would begin another epoch.
word a.img $tile $(((1 << 48) - 100))
mounting g -d image:a.img -f map
links=g/class/gni/gpcdr0/metricsets/links/metrics
is "sets of a Gemini" "$(entries g/class/gni/gpcdr0/metricsets)" "links nic"
before=$(awk '/^traffic/ { sum += $2 } END { printf "%.0f", sum }' $links)
word a.img $tile 100
is "a counter that wraps goes on" "$(awk -v before="$before" '/^traffic/ { sum += $2 } END { printf "%.0f", sum - before }' $links)" 600
is "a set that is kept open is read anew" "$(again $links true |
	tr ' ' '\n' | grep -c '^traffic')" 12
kill "$server"
ended "$server"

# --- a device that goes ---

living l.img
mounting l -d image:l.img -l cxi
in=l/class/cxi/cxi0/device
# shellcheck disable=SC2016 # the inner shell's variables
moved=(timeout "$hang" sh -c 'first=$(cut -d@ -f1 "$1"); while [ "$(cut -d@ -f1 "$1")" = "$first" ]; do sleep 0.01; done'
	sh "$in/telemetry/$flits")
again $in/telemetry/$flits "${moved[@]}" >both
like "a device that is driven moves" "$(cat both)" '^[0-9]+@[0-9.]+ [0-9]+@'
is "its values grow" "$(tr '@' ' ' <both | awk '{ print ($3 > $1) }')" 1
exec {held}<$in/telemetry/$flits
kill "$driver"
ended "$driver"
is "a device that goes: each register" "$(trouble $in/telemetry/$flits)" ENODEV
is "what is said of it" "$(trouble $in/port/link)" ENODEV
is "a file that was open before" "$(cat <&$held 2>&1 | grep -o 'No such device')" "No such device"
exec {held}>&-
is "its files stay" "$(($(entries $in/telemetry | wc -w) > 500))" 1
kill "$server"
ended "$server"
is "and the program ends well" $? 0

living k.img
mounting k -d image:k.img -l rdma -f map
kill -KILL "$driver"
ended "$driver" 2>/dev/null
is "what drove it was killed: no old value" "$(trouble k/class/infiniband/gpcd0/ports/1/hw_counters/$flits)" ENODEV
is "nor of a metric" "$(trouble k/class/infiniband/gpcd0/ports/1/counters/port_xmit_data)" ENODEV
kill "$server"
ended "$server"

still s.img
mounting s -d image:s.img -l rdma
truncate -s 4096 s.img
is "an image that was made shorter" "$(trouble s/class/infiniband/gpcd0/ports/1/hw_counters/$flits)" EIO
is "does not end the program" "$(cat s/class/infiniband/gpcd0/node_type)" "1: CA"
kill "$server"
ended "$server"
is "which then ends well" $? 0
