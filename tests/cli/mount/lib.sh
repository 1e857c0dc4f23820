# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of gpcd-mount, $MOUNT, on image files.
# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"

MOUNT=${GPCD%/*}/gpcd-mount
unset GM_INTERCONNECT GPCD_GPCDR
mounts=()

# The tree of this source, not an installed one.
export GPCD_GPCDR=${top:?}/tools/gpcd-mount/gpcdr

gpcd_mount()
{
	"$MOUNT" "$@"
}

# Processes may have been killed before they unmounted.
unmount_all()
{
	local folder

	for folder in "${mounts[@]}"; do
		! mountpoint -q "$folder" || fusermount3 -uz "$folder"
	done
	finish
}
trap unmount_all EXIT

still probe.img
mkdir probe
if ! said=$(gpcd_mount -b -d image:probe.img probe 2>&1); then
	report "files of gpcd # SKIP this machine does not mount them: $said"
	exit 0
fi
fusermount3 -u probe

# mounting FOLDER ARGUMENT...: make the folder and mount on it; the pid is $server, messages go to
# mount.err
mounting()
{
	mkdir -p "$1"
	mounts+=("$PWD/$1")
	"$MOUNT" "${@:2}" "$1" 2>mount.err &
	server=$!
	children+=("$server")
	in_life "$server" mountpoint -q "$1" && return
	report "a mounted folder" "it does not come: $(cat mount.err)"
	exit 1
}

# value NAME FILE: the value of a register, as gpcd reads it
value()
{
	gpcd -d "image:$2" read --json "$1" | jq '.values[]'
}

# entries FOLDER: names of what is in it
entries()
{
	find "$1" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | xargs
}

# again FILE COMMAND...: open a file, read it, run the command, and read the same descriptor from its
# begin; print both texts
again()
{
	python3 - "$@" <<'END'
import os, subprocess, sys
fd = os.open(sys.argv[1], os.O_RDONLY)
before = os.pread(fd, 4096, 0)
subprocess.run(sys.argv[2:], check=True)
print(before.decode().strip(), os.pread(fd, 4096, 0).decode().strip())
END
}

# trouble FILE: the name of the error of reading it, or its text
trouble()
{
	python3 -c '
import errno, sys
try:
    print(open(sys.argv[1]).read().strip())
except OSError as e:
    print(errno.errorcode[e.errno])' "$1"
}
