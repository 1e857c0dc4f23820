#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Decode a page of --html, strictly, without the page's own script.

  page.py sums FILE     JSON: title, samples (from, to, sums of counts and of shares by quantity), findings
  page.py link FILE CHIP PORT   a line a sample: share and count of each quantity, or "none"
  page.py apart FILE    whatever the page asks of others: nothing, one hopes
"""
import base64
import html.parser
import json
import re
import sys

EMPTY = {"meta", "input", "link", "img", "br", "i"}


class Page(html.parser.HTMLParser):
    """Elements must be closed in their order; scripts and styles are kept."""

    def __init__(self, text):
        super().__init__()
        self.open, self.scripts, self.asked = [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        if tag not in EMPTY - {"i"}:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append((dict(attrs), ""))
        self.asked += [f"{tag} {name}={value}" for name, value in attrs if name in ("src", "href", "data", "action")]
        if tag in ("link", "img", "iframe", "object", "embed"):
            self.asked.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> in {self.open}"
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            attrs, before = self.scripts[-1]
            self.scripts[-1] = (attrs, before + data)


def numbers(text):
    value = shift = 0
    for byte in base64.b64decode(text, validate=True):
        value |= (byte & 0x7f) << shift
        shift += 7
        if not byte & 0x80:
            yield value
            value = shift = 0
    assert not shift, "a part of a number"


def sample_of(network, attrs, text):
    links, left = len(network["chips"]) * len(network["ports"]), numbers(text)
    values = []
    for _ in network["quantities"]:
        values.append([])
        for _ in range(links):
            share = next(left)
            values[-1].append(((share - 1) / network["share"], next(left)) if share else None)
    states, link = {}, 0
    for _ in range(next(left)):
        link += next(left)
        states[link] = next(left)
    assert next(left, None) is None, "more numbers than links"
    return {"from": float(attrs["data-from"]), "to": float(attrs["data-to"]), "values": values, "states": states,
            "most": [float(word) for word in attrs["data-most"].split()]}


def main(verb, path, *words):
    text = open(path, encoding="utf-8").read()
    page = Page(text)
    network, = [json.loads(text) for attrs, text in page.scripts if attrs.get("id") == "network"]
    samples = [sample_of(network, attrs, text) for attrs, text in page.scripts if attrs.get("class") == "sample"]
    findings = [json.loads(text) for attrs, text in page.scripts if attrs.get("class") == "finding"]
    if verb == "apart":
        print("\n".join(page.asked + re.findall(r"https?:[^ ]*|url\([^)]*\)|@import|import\(|fetch\(|XMLHttp", text)))
    elif verb == "link":
        chip = [each[0] for each in network["chips"]].index(words[0])
        port = [each[0] for each in network["ports"]].index(words[1])
        link = chip * len(network["ports"]) + port
        for sample in samples:
            print(" ".join("none" if one is None else f"{one[0]:.6g} {one[1]}"
                           for one in (values[link] for values in sample["values"])))
    else:
        for sample in samples:
            known = [[one for one in values if one] for values in sample["values"]]
            assert all(abs(max((one[0] for one in values), default=0) - most) < 2e-6 + 1e-5 * most
                       for values, most in zip(known, sample["most"])), "another most"
            sample["counts"] = [sum(one[1] for one in values) for values in known]
            sample["known"] = [len(values) for values in known]
            sample["failed"] = len(sample["states"])
            del sample["values"], sample["states"]
        print(json.dumps({"title": network["title"], "samples": samples, "findings": findings}))


main(*sys.argv[1:])
