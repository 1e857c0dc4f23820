#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a write does to each register: kinds_written.c, which loads and unloads the modules itself.
exec "$BIN/kinds_written"
