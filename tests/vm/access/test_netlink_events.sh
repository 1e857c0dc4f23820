#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Events by netlink: netlink_events.c, which loads and unloads the modules itself.
exec "$BIN/netlink_events"
