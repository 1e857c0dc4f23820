#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each command of the netlink family takes the attributes that its document lists, and no other.
. "$(dirname "$0")/../lib.sh"
spec=$(dirname "$0")/../../../docs/netlink/gpcd.yaml

# shellcheck disable=SC2016 # jq's own names
# Lines "COMMAND MODE ATTRIBUTE TYPE". TYPE is from enum netlink_attribute_type.
said()
{
	yq -r '
		{ u8: 2, u16: 3, u32: 4, u64: 5, string: 11, binary: 10, nest: 13 } as $types |
		(."attribute-sets" | map({ key: .name, value: .attributes }) | from_entries) as $sets |
		([foreach .operations.list[] as $of (0; $of.value // . + 1; { command: ., of: $of })])[] |
		.command as $command | .of as $of |
		("do", "dump") as $mode | $of[$mode].request.attributes[]? as $name |
		$sets[$of."attribute-set"] | to_entries[] | select(.value.name == $name) |
		"\($command) \($mode) \(.key + 1) \($types[.value.type])"' "$spec"
}

# A command's dump accepts the same attributes as its other mode: the kernel has one policy for
# both.
taken()
{
	"$BIN/netlink_policy" | awk '$2 == "do" { both[$1] = 1 } !($2 == "dump" && $1 in both)'
}

load clock=virtual || exit 1
said >/tmp/said
taken >/tmp/taken
succeeds "the document lists attributes of requests" test -s /tmp/said
succeeds "the kernel takes these and no other" diff /tmp/said /tmp/taken
succeeds "the modules unload" unload
done_testing
