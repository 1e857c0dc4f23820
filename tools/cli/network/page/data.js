// SPDX-License-Identifier: GPL-2.0-only
'use strict';
const $ = id => document.getElementById(id);
const net = JSON.parse($('network').textContent);
const [NAME, X, Y, FAR] = [0, 1, 2, 3]; // of a chip
const [PORT, CLASS, PLACE, DOWN, SINGLE] = [0, 1, 2, 3, 4]; // of a port
const [SAMPLE, SAID, ROOTS, TREE] = [0, 1, 2, 3]; // of a finding
const LEVELS = 24, NAMED = 8, KEPT = 4;
const ports = net.ports.length, links = net.chips.length * ports;
// The map shows all chips, or one group's.
const group = net.group || net.chips.length, groups = net.chips.length / group;
const samples = [...document.querySelectorAll('script.sample')].map(element => ({
	element, from: +element.dataset.from, to: +element.dataset.to,
	most: element.dataset.most.split(' ').map(Number),
}));
const findings = [...document.querySelectorAll('script.finding')].map(element =>
	JSON.parse(element.textContent));
const dark = matchMedia('(prefers-color-scheme: dark)');
// Tables go below a map that is wide; a small map is enlarged to what there is room for.
$('view').style.flexBasis = Math.max(620, net.width) + 'px';
const zoom = Math.min(2, Math.max(1, Math.min($('view').clientWidth / net.width,
	0.72 * innerHeight / (net.height + 16))));
const state = { sample: 0, quantity: 0, chip: -1, group: 0, finding: -1, scale: 'all',
	timer: 0 };

function make(tag, text, attributes = {}) {
	const element = document.createElement(tag);

	if (text !== undefined)
		element.textContent = text;
	for (const [name, value] of Object.entries(attributes))
		element.setAttribute(name, value);
	return element;
}

function button(text, act) {
	const element = make('button', text, { type: 'button' });

	element.addEventListener('click', act);
	return element;
}

// --- samples ---

const decoded = new Map();

// Numbers are up to 2^53: counts of a sample, not of a counter since it began.
function numbers(text) {
	const bytes = atob(text);
	let at = 0;

	return () => {
		let number = 0, unit = 1, byte;

		do {
			byte = bytes.charCodeAt(at++);
			number += (byte & 127) * unit;
			unit *= 128;
		} while (byte & 128);
		return number;
	};
}

function sample_decode(index) {
	const next = numbers(samples[index].element.textContent);
	const sample = { shares: [], counts: [], states: new Uint8Array(links) };

	for (let q = 0; q < net.quantities.length; q++) {
		const shares = new Float64Array(links).fill(NaN), counts = new Float64Array(links);

		for (let link = 0; link < links; link++) {
			const share = next();

			if (!share)
				continue;
			shares[link] = (share - 1) / net.share;
			counts[link] = next();
		}
		sample.shares.push(shares);
		sample.counts.push(counts);
	}
	for (let left = next(), link = 0; left > 0; left--) {
		link += next();
		sample.states[link] = next();
	}
	return sample;
}

function sample_get(index) {
	if (!decoded.has(index)) {
		if (decoded.size >= KEPT)
			decoded.delete(decoded.keys().next().value);
		decoded.set(index, sample_decode(index));
	}
	return decoded.get(index);
}

// --- words ---

function percent(share) {
	const value = 100 * share;

	if (Number.isNaN(value))
		return 'not read';
	return value > 0 && value < 0.001 ? '< 0.001 %' : Number(value.toPrecision(3)) + ' %';
}

function time_unit() {
	const end = samples[samples.length - 1].to;

	return [['h', 3.6e12, 4 * 3.6e12], ['min', 6e10, 24e10], ['s', 1e9, 1e9], ['ms', 1e6, 1e6],
		['us', 1e3, 1e3], ['ns', 1, 0]].find(unit => end >= unit[2]);
}

function when(sample) {
	const [unit, size] = time_unit(), since = net.since ? ' since ' + net.since : '';
	const shown = time => Number((time / size).toPrecision(6));

	return `${state.sample + 1} of ${samples.length}: ${shown(sample.from)} to ` +
		`${shown(sample.to)} ${unit}${since}`;
}

const name_of = chip => net.chips[chip][NAME];
const far_of = link => net.chips[Math.floor(link / ports)][FAR + link % ports];
const chip_of = link => Math.floor(link / ports);
const group_of = chip => Math.floor(chip / group);
const is_shown = chip => group_of(chip) === state.group;
const text_of = link => `${net.ports[link % ports][PORT]} to ${name_of(far_of(link))}`;
