#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The generic netlink family: netlink.c, which loads and unloads the modules itself.
exec "$BIN/netlink"
