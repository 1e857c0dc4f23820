#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Processors that rings take time of: ring_cpus.c, which loads and unloads the modules itself.
exec "$BIN/ring_cpus"
