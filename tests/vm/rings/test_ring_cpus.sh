#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Processor time of rings: ring_cpus.c, which loads and unloads the modules itself.
exec "$BIN/ring_cpus"
