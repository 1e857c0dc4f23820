#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: labels that a scheduler's prolog and epilog give the devices of a node.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

monitoring=$top/tools/gpcd-exporter/monitoring
still a.img
still b.img --chip aries --nic-addr 2
export GPCD_LABELS=$work/run/labels

# job NUMBER SCRIPT: what Slurm does, with an environment of its own
job()
{
	env -i GPCD_LABELS="$GPCD_LABELS" SLURM_JOB_ID="$1" SLURM_JOB_USER=ann SLURM_JOB_ACCOUNT="${account-}" \
		"$monitoring/slurm-$2"
}

# labelled [ACCEPT]: the labels on a page, without their order
labelled()
{
	scrape "$@" >page
	sed -n 's/^gpcd_labels_info\(.*\) 1$/\1/p' page | sort
}

printf '%s\n' 'fresh = 0s' "labels = $GPCD_LABELS" >conf
serving -c conf -d image:a.img -d image:b.img
is "no folder, no labels" "$(labelled)" ""
is "which is said once" "$(labelled; grep -c "$GPCD_LABELS: no labels: No such file or directory" serve.err)" 1
exits 0 "--check takes it for good" exporter -c conf -d image:a.img --check
is "nor is anything wrong" "$(number 'gpcd_up{device="image:a.img"}')" 1

account=physics job 7 prolog
is "a prolog labels each device at once" "$(labelled)" \
	'{device="image:a.img",account="physics",job="7",user="ann"}
{device="image:b.img",account="physics",job="7",user="ann"}'
is "it leaves no other file" "$(ls -A "$GPCD_LABELS")" node@7
is "OpenMetrics, too" "$(labelled application/openmetrics-text | wc -l)" 2
job 8 prolog
is "a second job beside it, without an account" "$(labelled | grep 'a.img')" \
	'{device="image:a.img",account="physics",job="7",user="ann"}
{device="image:a.img",job="8",user="ann"}'
is "a family is there once" "$(grep -c '^# TYPE gpcd_labels_info gauge' page)" 1
job 7 epilog
is "an epilog takes its own away" "$(labelled | grep 'a.img')" '{device="image:a.img",job="8",user="ann"}'
echo 'rack="r1"' >"$GPCD_LABELS/image:b.img"
is "a device's own file comes first" "$(labelled)" \
	'{device="image:a.img",job="8",user="ann"}
{device="image:b.img",rack="\"r1\""}'
exits 0 "an epilog without a prolog" job 9 epilog
rm "$GPCD_LABELS/image:b.img"
job 8 epilog
is "without jobs no labels" "$(labelled)" ""

GPCD_LABELS=/dev/null/x exits 0 "a prolog that cannot write succeeds: another would drain the node" job 10 prolog
like "it says why" "$(cat err)" "cannot create directory"

ln -s /etc/hostname "$GPCD_LABELS/node@link"
printf 'job=1' >"$GPCD_LABELS/node@half"
is "what is not to be trusted is no label" "$(labelled; labelled)" ""
is "each is named once" "$(grep -c ': ignored: ' serve.err)" 2
like "with the reason" "$(cat serve.err)" "$GPCD_LABELS/node@link: ignored: a symbolic link"
exits 3 "--check fails for them" exporter -c conf -d image:a.img --check
rm "$GPCD_LABELS"/node@*
exits 0 "but not without files" exporter -c conf -d image:a.img --check

# --- another folder ---

mkdir other
echo job=11 >other/node
printf '%s\n' 'fresh = 0s' 'labels = other' >conf
kill -HUP "$server"
succeeds "a configuration with another folder" eventually grep -q 'read again$' serve.err
is "has its labels" "$(labelled | wc -l)" 2
printf '%s\n' 'fresh = 0s' >conf
kill -HUP "$server"
# nothing: no device has labels
nothing()
{
	[ -z "$(labelled)" ]
}
succeeds "one without has none" eventually nothing
is "totals go on" "$(grep -c 'totals from 0' serve.err)" 0
