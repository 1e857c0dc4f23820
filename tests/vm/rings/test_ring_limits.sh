#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Limits of rings: ring_limits.c, which loads and unloads the modules itself.
exec "$BIN/ring_limits"
