#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# `make install` into the running system, and a user of it without a build tree.
. "$(dirname "$0")/../lib.sh"

top=$PWD
succeeds "make install" make --no-print-directory install BUILD="${GPCD%/gpcd}" prefix=/usr/local
cd "$(mktemp -d)" || exit

is "the command is found and starts" \
	"$(env -i PATH=/usr/local/bin:/usr/bin bash -c 'command -v gpcd && gpcd --version' | head -n 1)" \
	/usr/local/bin/gpcd
succeeds "a program links with -lgpcd alone" \
	cc -o fig1 "$top/docs/examples/fig1.c" -lgpcd
succeeds "make install-gm" make --no-print-directory -C "$top" install-gm BUILD="${GPCD%/gpcd}" prefix=/usr/local
for mpi in openmpi mpich; do
	is "gm-measure.$mpi is found and starts" \
		"$(env -i PATH=/usr/local/bin:/usr/bin "gm-measure.$mpi" --version | cut -d ' ' -f 1)" gm-measure
done
load clock=virtual traffic=0
is "and finds the library when it runs" "$(./fig1 | wc -l)" 288
unload
succeeds "there is a group gpcd" getent group gpcd
done_testing
