#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# --wrong of links, read and top: what is beyond a limit, failed, uneven, gone or stands still.
# shellcheck source=tests/cli/links/lib.sh
. "${0%/*}/lib.sh"
unset COLUMNS

# A map without the lines of a whole link and of two tiles of another one. The far end of the latter has all.
"${GPCD%/*}/rtr" -i 4x4x4 | grep -vE '^c0-0c0s0g0.* X- |^c0-0c0s0g0l0[23]\[' >map.txt

# A millisecond with hand-made counters (test_top.sh has their derivation): input stalls of Y+ alone
# are above 0.25, credit stalls of all links above 0.1, and of Z+, 0.1059, hardly. In the sample before, no
# time has passed.
fresh g.img
links got links --wrong --csv -i 50ms -n 2 -d image:g.img --torus 16x12x24
meanwhile millisecond g.img
ended $pid
is "links --wrong: exit code" $? 0
cut -d, -f2- got | grep -v ',still,' >rows
is "the header" "$(head -n 1 rows)" "device,per,object,to,fault,value,limit,unit,reason,schema_2"
is "what is beyond a limit, by the default set" "$(grep -c . rows) $(grep link_input rows)" \
	'9 image:g.img,link,Y+,"0,1,0",link_input_stalls,0.273438,>0.25,share,packets wait at its inputs: what is ahead is full,2'
is "and just beyond" "$(grep 'Z+' rows | cut -d, -f7-9)" "link_credit_stalls,0.105938,>0.1"

cat >limits.metrics <<'END'
limit link_credit_stalls above 0.32 because "mine" ;
limit link_use below 0.07 because "idle" ;
END
mkdir -p home/gpcd/metrics/gemini
cp limits.metrics home/gpcd/metrics/gemini/zz.metrics
export XDG_CONFIG_HOME=$work/home
unset GPCD_METRICS

is "limits of one's own take the place" "$(gpcd metrics -c gemini --limits --csv 'link_*' | cut -d, -f2-4,6)" \
	"name,above,below,reason
link_use,0.95,,full: it carries all that it can
link_input_stalls,0.25,,packets wait at its inputs: what is ahead is full
link_credit_stalls,0.32,,mine
link_use,,0.07,idle"
fresh g.img
links got links --wrong -m 'link_[uc]*' -i 50ms -n 2 -d image:g.img --torus 16x12x24
meanwhile millisecond g.img
ended $pid
is "those are heeded, and -m chooses among them" "$(tail -n 3 got)" \
	"device       object  to     fault                  value  limit  reason
image:g.img  Y+      0,1,0  link_credit_stalls  0.328125  >0.32  mine
image:g.img  Z+      0,0,1  link_use              0.0678  <0.07  idle"
fresh g.img
links got links --wrong -m link_input_stalls -i 50ms -n 2 -d image:g.img --torus 16x12x24
meanwhile word g.img $((0x7fff038)) 2000000
ended $pid
like "nothing is wrong" "$(tail -n 1 got)" "^nothing is wrong: 1 device, 7 links$"
fresh g.img
links got top --wrong --batch -s names -i 50ms -n 2 -d image:g.img --torus 16x12x24
meanwhile millisecond g.img
ended $pid
is "top --wrong: rows with a fault, and why" "$(tail -n 4 got | sed '1s/  .*//; s/ *$//')" \
	"gpcd top: 1 chip, 2 links wrong
  CHIP  LINK TO     TILES   use % FAULT
  g.img Y+   0,1,0      4    16.8 packets wait at its inputs: what is ahead is f
  g.img Z+   0,0,1      8     6.8 idle"
unset XDG_CONFIG_HOME
export GPCD_METRICS=$top/lib/metrics/sets

# Time stands still, and tiles have failed.
still s.img
is "failed, uneven, and time stands still" \
	"$(gpcd -d image:s.img read --wrong -i 10ms -f map.txt)" \
	"device       object  to     fault   value  limit  reason
image:s.img  X+      1,0,0  uneven      -  -      6 tiles here, 8 at the far end
image:s.img  -       -      still       -  -      its time stands still: nothing drives it
image:s.img  X-      -      failed      -  -      8 of its 8 tiles have failed"
is "a document of JSON" "$(gpcd -d image:s.img read --wrong -i 10ms -f map.txt --json |
	jq -c '[.faults[] | [.per, .object, .fault, .value]]')" \
	'[["link","X+","uneven",null],["chip",null,"still",null],["link","X-","failed",null]]'
"${GPCD%/*}/rtr" -i 4x4x4 | grep -vE '^c0-0c0s0g0.* X[+] ' >first.txt
is "its first link has failed, and time stands still" \
	"$(gpcd -d image:s.img read --wrong -i 10ms -f first.txt --csv | cut -d, -f3-6)" \
	"per,object,to,fault
link,X+,,failed
chip,,,still"
is "top --wrong: it is the chip that stands still" "$(
	gpcd -d image:s.img top --wrong --batch -s names -n 1 -i 10ms -f first.txt 2>/dev/null |
		sed '1s/  .*//; s/ *$//')" \
	"gpcd top: 1 chip, 1 link and 1 chip wrong
  CHIP  LINK TO    TILES   use % FAULT
x s.img X+           0/8       - 8 of its 8 tiles have failed
  s.img -                no-time its time stands still: nothing drives it
x 1 failed  ! 0 uneven, here:there  / 0 short, working/all"
cp --sparse=always s.img gone.img
links got links --wrong --csv -i 50ms -n 3 -d image:gone.img -d image:s.img --torus 16x12x24
meanwhile rm gone.img
tick
ended $pid
is "a chip that goes" "$(grep ',gone,' got | cut -d, -f2- | sort -u)" \
	"image:gone.img,chip,,,gone,,,,it cannot be read: gone,2"
is "no map: it is not a tile that stands still" "$(gpcd -d image:s.img read --wrong -i 10ms --csv | cut -d, -f3-)" \
	'per,object,to,fault,value,limit,unit,reason,schema_2
chip,,,still,,,,its time stands still: nothing drives it,2'

# A device has the name that -d takes and other tables have, however long it is and ends.
long=image:$work/first/$(printf '%070d' 0).img
other=image:$work/other/$(printf '%070d' 0).img
mkdir first other
cp --sparse=always s.img "${long#image:}"
cp --sparse=always s.img "${other#image:}"
is "read --wrong: devices by the names that -d takes" \
	"$(gpcd -d "$long" -d "$other" read --wrong -i 10ms --json | jq -r '.faults[].device')" \
	"$long"$'\n'"$other"
succeeds "so its first row can be read on" gpcd -d "$(gpcd -d "$long" read --wrong -i 10ms --csv |
	sed -n '2s/^[^,]*,\([^,]*\),.*/\1/p')" info

fails "read --wrong NAME" 2 "--wrong is about metrics that have limits: name them by -m" \
	gpcd -d image:s.img read --wrong GM_TARB_PERF_OUT_FLITS
fails "links --wrong --rates" 2 "--wrong has its own columns, of all chips: leave --rates out" \
	gpcd -d image:s.img links --wrong --rates --torus 4x4x4
mkdir -p bad/gemini
echo "limit link_usage above 1 because \"x\" ;" >bad/gemini/bad.metrics
fails "a limit that is wrong" 2 "bad.metrics:1:7: no metric 'link_usage' before its limit" env \
	GPCD_METRICS="$work/bad" "$GPCD" -d image:s.img read --wrong
