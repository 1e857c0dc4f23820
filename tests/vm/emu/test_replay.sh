#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Replay a recording into an emulated chip, by its back door: the chip's values, time and epochs then
# equal the recorded ones.
. "$(dirname "$0")/../lib.sh"
cd "$(mktemp -d)" || exit

counters='GM_0_0_TILE_PERFORMANCE_COUNTERS_*'

# shown COLUMNS [DEVICE]: columns of the chip's present reading
shown()
{
	"$GPCD" -d "${2-gpcd0}" read --csv "$counters" | tail -n 1 | cut -d, -f"$1"
}

load chips=1 clock=virtual traffic=0 || exit 1

# Two readings, and after a write, which begins an epoch, a third one.
"$GPCD" emulate --image a.img --advance 1s --once
"$GPCD" -d image:a.img record -o r.gpr -i 10ms -n 2 "$counters" 2>/dev/null
"$GPCD" -d image:a.img write GM_0_0_TILE_PERFORMANCE_COUNTERS_0 12345
"$GPCD" -d image:a.img record -o r.gpr --append -i 10ms -n 1 "$counters" 2>/dev/null
epoch=$(shown 4)
"$GPCD" replay r.gpr --into /dev/gpcd_emu0 --speed max
is "it ends well" $? 0
is "the counters equal the last reading" "$(shown 9-)" "$(shown 9- image:a.img)"
is "so is the time" "$(shown 3)" 1000000000
is "an epoch begins with it, and one where it did" $(($(shown 4) - epoch)) 2
is "a write in between is made good" \
	"$("$GPCD" -d gpcd0 write GM_0_0_TILE_PERFORMANCE_COUNTERS_1 7
	"$GPCD" replay r.gpr --into /dev/gpcd_emu0 --speed max && shown 9-)" "$(shown 9- image:a.img)"

# A recording of that chip is the same again.
"$GPCD" -d gpcd0 record -o again.gpr -i 10ms -n 1 "$counters" 2>/dev/null
is "a recording of the replay" "$("$GPCD" replay --csv again.gpr | tail -n 1 | cut -d, -f9-)" \
	"$("$GPCD" replay --csv r.gpr | tail -n 1 | cut -d, -f9-)"

succeeds "the modules unload" unload
done_testing
