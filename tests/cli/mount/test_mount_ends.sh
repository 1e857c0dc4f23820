#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-mount: how it begins and ends, and what it says when it cannot.
# shellcheck source=tests/cli/mount/lib.sh
. "${0%/*}/lib.sh"

still a.img

# --- signals ---

for signal in INT TERM HUP; do
	mkdir -p m
	mounts+=("$PWD/m")
	# A shell makes processes in the background ignore SIGINT.
	env --default-signal=INT,HUP "$MOUNT" -d image:a.img m 2>mount.err &
	server=$!
	children+=("$server")
	in_life "$server" mountpoint -q m
	exec {held}<m/class/gni/gpcdr0/metricsets/nic/metrics
	kill -$signal "$server"
	ended "$server"
	is "SIG$signal ends it well, though a file is open" $? 0
	is "SIG$signal: the folder is empty again" "$(mountpoint -q m || ls m)" ""
	is "SIG$signal: the open file cannot be read" "$(cat <&$held 2>&1 | grep -c 'not connected')" 1
	exec {held}>&-
done

# --- in the background ---

mounts+=("$PWD/b")
mkdir b
exits 0 "in the background: returns" gpcd_mount -b -d image:a.img -l rdma b
is "in the background: says nothing" "$(cat out err)" ""
succeeds "in the background: the files are there" test -r b/class/infiniband/gpcd0/node_type
fusermount3 -u b
is "and can be unmounted" "$(entries b)" ""
exits 3 "in the background: an error is an exit code" gpcd_mount -b -d image:none.img b
mkdir -p full/folder
exits 2 "also one of mounting" gpcd_mount -b -d image:a.img full
like "which is said" "$(cat err)" 'full: not empty: name an empty folder to mount on'

# --- errors ---

fails "no folder" 2 'a folder to mount on is missing, or -- COMMAND' gpcd_mount -d image:a.img
fails "a folder that is none" 2 'a\.img: no folder: name an empty one' gpcd_mount -d image:a.img a.img
fails "a folder that is not there" 2 'none: No such file or directory: make an empty folder' gpcd_mount -d image:a.img none
fails "two folders" 2 'm2: one folder only; a command follows .--' gpcd_mount -d image:a.img m m2
fails "a background for a command" 2 'background: a command is waited for' gpcd_mount -b -d image:a.img -- true
fails "no such device" 3 'image:none\.img: no such device: see .gpcd list' gpcd_mount -d image:none.img m
fails "a pattern that nothing matches" 3 'image:none\*: no such device' gpcd_mount -d 'image:none*' m
echo >conf
fails "an image that is none" 3 'no device or image of this version' gpcd_mount -d image:conf m
fails "no such layout" 2 "gpcdr, cxi or rdma; did you mean 'rdma'" gpcd_mount -d image:a.img -l rdm m
fails "a map that is not there" 2 'nomap: No such file' gpcd_mount -d image:a.img -f nomap m
echo 'metric x per nic unit "" help "" = rate(NONE);' >bad.metrics
mkdir -p sets/gemini && mv bad.metrics sets/gemini
GPCD_GPCDR=sets fails "a set that is wrong has its place" 2 "sets/gemini/bad\.metrics:1:[0-9]*: a gemini has no register 'NONE'" \
	gpcd_mount -d image:a.img m
GPCD_GPCDR=/var/empty fails "no sets" 2 'no sets of metrics for gemini' gpcd_mount -d image:a.img -l gpcdr m
is "nothing is mounted after all that" "$(mountpoint -q m || ls m)" ""
