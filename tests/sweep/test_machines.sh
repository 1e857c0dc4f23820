#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Machine files, what a message costs, and jobs that are predicted.
# shellcheck disable=SC2016 # the sweep runs commands in its own shell
# shellcheck source=tests/sweep/lib.sh
. "${0%/*}/lib.sh"

# A line is longer than what getline(3) begins with.
written()
{
	cat >small.machine <<-END
		name = Small
		topology = mesh:2x2
		switching = packets
		nodes = 2
		clock = 800 MHz
		chosen = link.hop, out.hop
		[link all]
		  links = 2
		  rate = 2.34375 GB/s
		  hop = 105 ns
		  buffer = 256 phits
		[out]
		  hop = 105 ns
		  buffer = 64 phits
	END
	cat >times.csv <<-END
		probe,bytes,count,delay_ns,time_ns,low_ns,high_ns
		ping,8,1,0,340,340,340
		send,8,1,0,20,19,22
		send,8,5,0,140,140,140
		delay,8,1,1000,1070,1070,1070
		ping,1000,1,0,1332,1332,1332
		ping,2000,1,0,2332.$(printf '%0120d' 0),2332,2332
	END
	printf 'num_ranks 2\nrank 0 {\n\tsend 8b to 1\n}\nrank 1 {\n\trecv 8b from 0\n}\n' >one.goal
}
in_both written
sweep gpcd-sim machine ./small.machine
sweep gpcd-sim machine ./small.machine --json
sweep gpcd-sim run --machine ./small.machine --time 200ns --threads 1
sweep gpcd-sim model predict --machine ./small.machine --place 0,2 one.goal
sweep gpcd-sim model predict --machine ./small.machine --simulate --csv one.goal
# It catches no signal: nothing interrupts it.
export SWEEP_CALM=1
sweep gpcd-sim model fit times.csv
# A machine is whole, or not there, and nothing is beside it.
SWEEP_BEFORE='rm -f fitted*' \
	SWEEP_AFTER='[ "$(ls | grep -c fitted)" = 0 ] || { [ "$(ls -d fitted*)" = fitted.machine ] &&
		[ "$(tail -n 1 fitted.machine)" = "byte = 0.5 ns/B" ]; }' \
	sweep gpcd-sim model fit --machine ./small.machine -o fitted.machine times.csv
done_sweeping
