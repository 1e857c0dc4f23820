#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: network interfaces that come and go, thousands of them, and many at once.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"
# shellcheck source=tests/cli/nics/tree.sh
. "${top:?}/tests/cli/nics/tree.sh"

# A dictionary and metrics that are read in no time.
mkdir -p few own/cxi
ln -s "$GPCD_METRICS"/{gemini,aries} own
cat >few/cxi.counters <<'END'
driver = cxi
source = cxi
family = telemetry
many_{0-19} counter 56 bytes A part of what arrived
END
echo 'metric nic_rx_bytes per nic unit "B" help "bytes" = delta(many_*);' >own/cxi/few.metrics
export GPCD_DICTIONARY=$PWD/few GPCD_METRICS=$PWD/own
printf '%s\n' 'fresh = 0s' 'interval = 1h' 'device = cxi:*' >conf

cat >population.py <<'END'
"""Make interfaces of Slingshot, and no others: each has the counters of a list, and one of its own."""
import os, shutil, sys

top = os.environ["GPCD_NICS_ROOT"] + "/sys/class/cxi"

def populate(first, last, names):
    shutil.rmtree(top, ignore_errors=True)
    for number in range(first, last + 1):
        folder = "%s/cxi%d/device/telemetry/" % (top, number)
        os.makedirs(folder)
        for name in [*names, "own_%d" % number]:
            with open(folder + name, "w") as file:
                print(number, file=file)

if __name__ == "__main__":
    populate(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
END

# --- thousands that come and go, each with a list of its own ---

cat >churn.py <<'END'
import os, sys, urllib.request
from population import populate, top

def others(turn):
    for number in range(50 * turn, 50 * turn + 50):
        folder = "%s/cxi%d" % (top, number + 50)
        os.rename("%s/cxi%d" % (top, number), folder)
        os.rename("%s/device/telemetry/own_%d" % (folder, number), "%s/device/telemetry/own_%d" % (folder, number + 50))

def memory():
    with open("/proc/%s/status" % sys.argv[2]) as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))

wrong = 0
populate(0, 49, ["many_0"])
for turn in range(86):
    others(turn)
    with urllib.request.urlopen("http://127.0.0.1:%s/metrics" % sys.argv[1]) as page:
        states = [line[-1] for line in page.read().decode().split("\n") if line.startswith("gpcd_up{")]
    wrong += states != ["1"] * 50
    if turn == 20:
        before = memory()
print(wrong, memory() - before)
END
# Under the sanitizers, memory that was freed is used again at once.
export ASAN_OPTIONS=${ASAN_OPTIONS-}:quarantine_size_mb=1
serving -c conf
read -r wrong more < <(bounded python3 churn.py "$port" "$server")
is "86 times 50 others, each with another list: all are up each time" "$wrong" 0
is "3,250 lists later: no more memory, but for 4 MiB" "$((more < 4096))" 1
threads=$(awk '/^Threads:/ { print $2 }' "/proc/$server/status")
is "its unit allows a thread for each" \
	"$((threads <= $(sed -n 's/^TasksMax=//p' "$top/tools/gpcd-exporter/gpcd-exporter.service")))" 1
kill "$server"
ended "$server"

# --- many at once ---

# once: a page of all, with fewer descriptors than there are files
once()
{
	(ulimit -n 256 && exec "$EXPORTER" -d 'cxi:*' --textfile page >out 2>err)
}

# totals: what each interface has received, as the page has it
totals()
{
	sed -nE 's/^gpcd_nic_rx_bytes_total\{device="cxi:cxi([0-9]+)"\} /\1 /p' page | sort -n
}

# twenty_of NUMBER...: what they have received: their number, twenty times
twenty_of()
{
	awk 'BEGIN { for (i = 1; i < ARGC; i++) print ARGV[i], 20 * ARGV[i] }' "$@"
}

python3 population.py 1 64 many_{0..19}
once
is "64 interfaces, 1,280 files and 256 descriptors" "$? $(cat err)" "0 "
is "each has its value" "$(totals)" "$(twenty_of {1..64})"
rm "$(cxi_folder cxi7)"/telemetry/*
once
is "one that has no counters: exit code" $? 3
like "is one line" "$(cat err)" '^gpcd-exporter: cxi:cxi7: down: empty: [^'$'\n'']*$'
is "and costs no other its value" "$(totals)" "$(twenty_of {1..6} {8..64})"
