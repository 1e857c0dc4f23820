#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Decode recordings, strictly, by docs/recording.md alone; or change a member of a description.

  recording.py rows FILE              the records: time, then a value or the reason of its absence
  recording.py members FILE           names of all members of the description
  recording.py change FILE TO         for each line "NAME JSON ..." of the input, a copy TO.1, TO.2 ... whose
                                      member NAME is that, or without it (-)
"""
import json
import struct
import sys
import zlib

MAGIC = bytes.fromhex("894750520d0a1a0a")
REASONS = {1: "unknown", 2: "denied", 3: "absent", 4: "gone", 5: "refused", 6: None}


def sections(data):
    """Yield name and body of each section; all of the file must be sections."""
    assert data[:8] == MAGIC, "no recording"
    at = 8
    while at < len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        end = at + 12 + length
        assert name.isalpha() and length <= 1 << 28 and end <= len(data), "a part of a section"
        crc = struct.unpack_from("<I", data, end - 4)[0]
        assert crc == zlib.crc32(data[at:end - 4]), "a wrong checksum"
        yield name, data[at + 8:end - 4]
        at = end


class Numbers:
    """The bytes of a block, taken one by one."""

    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def byte(self):
        self.at += 1
        return self.raw[self.at - 1]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7f) << shift
            shift += 7
            if not byte & 0x80:
                assert byte or shift == 7, "a longer number than needed"
                assert value < 1 << 64, "a number of more than 64 bits"
                return value


def absences(raw, count, version):
    """Say of each record of a series why it has no value, or None."""
    which = raw.byte()
    if which == 0:
        return ["unknown"] * count
    if which == 1:
        return [None] * count
    if which == 2:
        bits = [raw.byte() for _ in range((count + 7) // 8)]
        return [None if bits[i // 8] >> i % 8 & 1 else "unknown" for i in range(count)]
    assert which == 3 and version >= 2, "a byte that says nothing"
    codes = [raw.byte() for _ in range(count)]
    assert version > 2 or max(codes) < 5, "a reason of a later version"
    return [REASONS[code] if code else None for code in codes]


def block(body, width, version):
    """Return the rows of a block."""
    count, length = struct.unpack_from("<II", body)
    raw = zlib.decompress(body[8:])
    assert 1 <= count <= 1024 and count * width <= 1 << 20 and length == len(raw)
    raw, time, rows = Numbers(raw), 0, []
    for _ in range(count):
        time += raw.number()
        rows.append([time])
    for _ in range(width):
        value = 0
        for row, why in zip(rows, absences(raw, count, version)):
            if not why:
                code = raw.number()
                value = value + (code >> 1 if code % 2 == 0 else -(code + 1 >> 1)) & 2**64 - 1
            row.append(why or value)
    assert raw.at == length, "more than the values"
    return rows


def recording(data):
    """Return the description and the rows."""
    head, rows, last = None, [], None
    for name, body in sections(data):
        assert (name == b"HEAD") == (head is None), "one description, first"
        if name == b"HEAD":
            head = json.loads(body.decode("utf-8"))
            width = sum(len(g["columns"]) * len(g["sources"]) for g in head["groups"])
        elif name == b"DATA":
            rows += block(body, width, head["version"])
        elif name == b"DONE":
            assert struct.unpack("<Q", body)[0] == len(rows), "a wrong number of records"
        last = name
    assert [r[0] for r in rows] == sorted(r[0] for r in rows), "time falls"
    return head, rows, last == b"DONE"


def members(value, path=""):
    """Yield the path of each member: "groups.0.columns.0.name"."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in items:
        yield f"{path}{name}"
        if isinstance(inner, (dict, list)):
            yield from members(inner, f"{path}{name}.")


def change(data, path, text):
    """Return the recording with another description."""
    out = MAGIC
    for name, body in sections(data):
        if name == b"HEAD":
            head = json.loads(body)
            inner = head
            *before, last = [int(p) if p.isdigit() else p for p in path.split(".")]
            for part in before:
                inner = inner[part]
            if text == "-":
                del inner[last]
            else:
                inner[last] = json.loads(text)
            body = json.dumps(head).encode()
        out += (part := struct.pack("<4sI", name, len(body)) + body) + struct.pack("<I", zlib.crc32(part))
    return out


def main(what, path, *rest):
    with open(path, "rb") as file:
        data = file.read()
    if what == "rows":
        head, rows, ended = recording(data)
        print(head["version"], head["tick"], len(rows), "ended" if ended else "open")
        for row in rows:
            print(*row)
    elif what == "members":
        print(*members(recording(data)[0]), sep="\n")
    else:
        for number, line in enumerate(sys.stdin, 1):
            with open(f"{rest[0]}.{number}", "wb") as file:
                file.write(change(data, *line.split(None, 2)[:2]))


main(*sys.argv[1:])
