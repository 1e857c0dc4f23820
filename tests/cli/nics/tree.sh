# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# A tree of files, in ./root of a test's folder, that stands for /sys and /run. The network interfaces
# of this machine are not seen.

# shellcheck disable=SC2154 # top is of lib.sh
export GPCD_DICTIONARY=$top/lib/dictionary/files
export GPCD_NICS_ROOT=$work/root
mkdir -p "$GPCD_NICS_ROOT"

# entries FAMILY: the names of a family of cxi.counters, with what in braces may stand there
entries()
{
	awk -v family="$1" '$1 == "family" { here = $3 == family }
		here && $1 !~ /^#/ && $2 ~ /^(counter|gauge|saturating)$/ { print $1 }' \
		"$GPCD_DICTIONARY/cxi.counters"
}

# items FAMILY: the names of all counters and gauges of a family, one a line
items()
{
	local entry

	# The shell writes {0-7} as {0..7}.
	entries "$1" | sed -E 's/\{([0-9]+)-([0-9]+)\}/{\1..\2}/g' | while read -r entry; do
		eval "printf '%s\n' $entry"
	done
}

# cxi_folder NAME: where its files are
cxi_folder()
{
	echo "$GPCD_NICS_ROOT/sys/class/cxi/$1/device"
}

# cxi NAME [FILE=TEXT...]: make a Slingshot NIC that has counted nothing; files are of its properties
cxi()
{
	local folder property item

	folder=$(cxi_folder "$1")
	mkdir -p "$folder/telemetry" "$folder/properties"
	for property in cassini_version=1.1 link=1 speed=200000 nid=0x42 "${@:2}"; do
		echo "${property#*=}" >"$folder/properties/${property%%=*}"
	done
	items telemetry >items
	while read -r item; do
		echo 0 >"$folder/telemetry/$item"
	done <items
}

# counts NAME COUNTER=VALUE...: write counters of a Slingshot NIC
counts()
{
	local folder pair

	folder=$(cxi_folder "$1")/telemetry
	for pair in "${@:2}"; do
		echo "${pair#*=}" >"$folder/${pair%%=*}"
	done
}

# property NAME FILE=TEXT: write a property of a Slingshot NIC
property()
{
	echo "${2#*=}" >"$(cxi_folder "$1")/properties/${2%%=*}"
}

# folder NAME COUNTER=VALUE...: make or change a folder of counters, for counters:NAME. The end of
# its name is the name of a driver.
folder()
{
	local pair

	mkdir -p "$1"
	for pair in "${@:2}"; do
		echo "${pair#*=}" >"$1/${pair%%=*}"
	done
}
