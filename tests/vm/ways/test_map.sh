#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Registers that are mapped: map.c, which loads and unloads the modules itself.
exec "$BIN/map"
