#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Chips that fail: faults.c, which loads and unloads the modules itself.
exec "$BIN/faults"
