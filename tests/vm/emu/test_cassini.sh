#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A chip without a router: cassini.c, which loads and unloads the modules itself, and the command.
. "$(dirname "$0")/../lib.sh"

status=0
"$BIN/cassini" || status=1

load chip=cassini1 clock=virtual || exit 1
like "gpcd list: the chip, its NIC address" "$("$GPCD" list --csv)" '/dev/gpcd0,cassini1,'
is "gpcd list: it has no legacy interface" "$("$GPCD" info --csv | grep -c legacy)" 0

succeeds "gpcd_pmu loads" insmod "$MODULES/gpcd_pmu.ko"
cd "$(mktemp -d)" || exit
perf stat -x , -e gpcd0/link_out_bytes/,gpcd0/link_in_packets/,gpcd0/link_out_paused/,gpcd0/host_reads/ -a \
	sh -c 'echo 1000000000 >/sys/class/gpcd_emu/gpcd_emu0/advance' 2>counts
cat counts
is "perf stat: what the registers have counted" "$(cut -d , -f 1 counts | paste -sd ' ')" \
	"$("$GPCD" read --csv hni_sts_tx_ok_octets hni_rx_ok_opt hni_tx_paused_0 parbs_tarb_pi_non_posted_pkts |
		tail -n 1 | cut -d, -f9- | tr , ' ')"
is "perf stat: each is something" "$(awk -F , '$1 > 1000' counts | wc -l)" 4
succeeds "gpcd_pmu unloads" rmmod gpcd_pmu

succeeds "gpcd write: a gauge of a shared word" "$GPCD" write lpe_sts_load_stats_ptlte_max_0 7
succeeds "gpcd write: the counter beside it" "$GPCD" write lpe_sts_load_stats_ptlte_load_0 8
is "gpcd read: both" "$("$GPCD" read --csv lpe_sts_load_stats_ptlte_max_0 lpe_sts_load_stats_ptlte_load_0 | tail -n 1 |
	cut -d, -f9-)" 7,8
is "gpcd read: by their addresses" "$("$GPCD" read --csv 0x9803026 0x9803020 | tail -n 1 | cut -d, -f9-)" 7,8
like "gpcd metrics: its driver's" "$("$GPCD" metrics --csv)" 'cassini1,nic_tx_bytes,'
succeeds "the modules unload" unload
done_testing && exit $status
