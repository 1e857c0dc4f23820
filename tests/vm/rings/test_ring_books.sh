#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Budgets that rings share: ring_books.c, which loads and unloads the modules itself.
exec "$BIN/ring_books"
