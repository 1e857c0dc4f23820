// SPDX-License-Identifier: GPL-2.0-only
'use strict';
(() => {
const $ = id => document.getElementById(id);
const net = JSON.parse($('network').textContent);
const [NAME, X, Y, FAR] = [0, 1, 2, 3]; // of a chip
const [PORT, CLASS, PLACE, DOWN, SINGLE] = [0, 1, 2, 3, 4]; // of a port
const LEVELS = 24, NAMED = 8, KEPT = 4;
const ports = net.ports.length, links = net.chips.length * ports;
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
const state = { sample: 0, quantity: 0, chip: -1, scale: 'all', timer: 0 };

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
const text_of = link => `${net.ports[link % ports][PORT]} to ${name_of(far_of(link))}`;

// --- the map ---

const canvas = $('links'), context = canvas.getContext('2d');
const pitch = net.pitch, half = 0.25 * pitch, gap = 0.035 * pitch, stripe = 0.28 * pitch;
const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// A track from a chip, as [x, y, width, height]; into: the end of one that comes from an edge.
function track(chip, port, length, into) {
	const [, x, y] = net.chips[chip], sign = net.ports[port][DOWN] ? -1 : 1;
	const from = (into ? -sign : sign) * (half + gap), to = from + Math.sign(from) * length;
	const low = Math.min(from, to), thick = 0.15 * pitch, side = sign * 0.09 * pitch - thick / 2;

	return net.ports[port][PLACE] ? [x + side, y - low - length, thick, length] :
		[x + low, y + side, length, thick];
}

function square(chip, port) {
	const [, x, y] = net.chips[chip], [, , place, down, single] = net.ports[port];
	const part = 2 * half / net.inside, width = part - (net.inside > 1 ? 0.5 : 0);

	return [x - half + (place - 2) * part, single || !down ? y - half : y + gap / 4, width,
		(single ? 2 * half : half - gap / 4)];
}

// Where a link of a grid is drawn: one box, or two at the edges of a plane.
function boxes(link) {
	const chip = Math.floor(link / ports), port = link % ports, far = far_of(link);
	const place = net.ports[port][PLACE], length = pitch - 2 * (half + gap);

	if (far < 0)
		return [];
	if (!net.grid)
		return [stripe_box(chip, net.ports[port][CLASS])];
	if (place > 1)
		return [square(chip, port)];
	const [, x, y] = net.chips[chip], [, fx, fy] = net.chips[far];
	const sign = net.ports[port][DOWN] ? -1 : 1;
	const step = place ? (y - fy) * sign : (fx - x) * sign;

	if (Math.abs(step - pitch) < pitch / 2)
		return [track(chip, port, length, false)];
	return [track(chip, port, length / 2, false), track(far, port, length / 2, true)];
}

function stripe_box(chip, kind) {
	const [, x, y] = net.chips[chip];

	return [x + (kind - 1.5) * stripe, y - 1.5 * stripe, stripe - 0.5, 3 * stripe];
}

function top_of() {
	const q = state.quantity;

	if (state.scale === 'full')
		return 1;
	if (state.scale === 'now')
		return samples[state.sample].most[q];
	return samples.reduce((most, sample) => Math.max(most, sample.most[q]), 0);
}

// Mix two colours "#rrggbb"; part of the other one.
function mix(colour, other, part) {
	const parts = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));

	return `rgb(${parts(colour).map((value, i) =>
		Math.round(value + part * (parts(other)[i] - value))).join()})`;
}

function ramp() {
	const colours = net.quantities[state.quantity].ramp;

	// On a dark page more is lighter, and nothing is nearly the page's colour.
	return dark.matches ? [...colours].reverse().map((colour, i) =>
		mix(colour, style('--unknown'), 0.8 * (1 - i / (LEVELS - 1)) ** 2)) : colours;
}

// The link that stands for a stripe of a dragonfly's chip: that of the most.
function stripes(shares) {
	const most = new Map();

	for (let link = 0; link < links; link++) {
		const key = Math.floor(link / ports) * net.inside + net.ports[link % ports][CLASS];
		const best = most.get(key);

		if (far_of(link) >= 0 && (best === undefined || !(shares[best] >= shares[link])))
			most.set(key, link);
	}
	return most.values();
}

function links_draw(sample, colours, top) {
	const shares = sample.shares[state.quantity];
	const unknown = style('--unknown'), failed = style('--failed');
	const shown = net.grid ? Array(links).keys() : stripes(shares);

	for (const link of shown) {
		const level = top > 0 ? Math.min(LEVELS - 1, Math.floor(shares[link] / top * LEVELS)) : 0;

		context.fillStyle = Number.isNaN(shares[link]) ? unknown : colours[level];
		for (const box of boxes(link))
			context.fillRect(...box);
	}
	context.fillStyle = failed;
	sample.states.forEach((works, link) => {
		for (const [x, y, w, h] of works ? boxes(link) : []) {
			const thin = works === 1 ? 0.35 : 0;

			if (w > h)
				context.fillRect(x, y + thin * h, w, h * (1 - 2 * thin));
			else
				context.fillRect(x + thin * w, y, w * (1 - 2 * thin), h);
		}
	});
}

function ring(x, y, radius, colour, text) {
	for (const [width, stroke] of [[5, style('--page')], [2.2, colour]]) {
		context.lineWidth = width;
		context.strokeStyle = stroke;
		context.beginPath();
		context.arc(x, y, radius, 0, 7);
		context.stroke();
	}
	if (text === undefined)
		return;
	context.font = 'bold 12px sans-serif';
	context.lineWidth = 3;
	context.strokeStyle = style('--page');
	context.strokeText(text, x + radius, y - radius + 4);
	context.fillStyle = colour;
	context.fillText(text, x + radius, y - radius + 4);
}

function link_middle(link) {
	const [[x, y, w, h]] = boxes(link);

	return [x + w / 2, y + h / 2];
}

function most_link() {
	const shares = sample_get(state.sample).shares[state.quantity];
	let most = -1;

	for (let link = 0; link < links; link++) {
		if (shares[link] > 0 && far_of(link) >= 0 && !(most >= 0 && shares[most] >= shares[link]))
			most = link;
	}
	return most;
}

const findings_now = () => findings.filter(finding => finding[0] === state.sample);

function marks_draw() {
	const most = most_link();

	if (most >= 0)
		ring(...link_middle(most), 0.28 * pitch + 2, style('--mark'));
	findings_now().forEach(([, chip, port], i) => {
		const [x, y] = port < 0 ? net.chips[chip].slice(X, Y + 1) :
			link_middle(chip * ports + port);

		ring(x, y, 0.42 * pitch + 2, style('--found'), i + 1);
	});
	if (state.chip >= 0)
		ring(net.chips[state.chip][X], net.chips[state.chip][Y], 0.58 * pitch,
		     style('--chosen'));
}

function map_draw() {
	const ratio = devicePixelRatio || 1, top = top_of(), colours = ramp();

	canvas.width = net.width * zoom * ratio;
	canvas.height = (net.height + 16) * zoom * ratio;
	canvas.style.width = net.width * zoom + 'px';
	canvas.style.height = (net.height + 16) * zoom + 'px';
	context.setTransform(zoom * ratio, 0, 0, zoom * ratio, 0, 0);
	context.fillStyle = style('--chip');
	for (const [, x, y] of net.grid ? net.chips : [])
		context.fillRect(x - half, y - half, 2 * half, 2 * half);
	links_draw(sample_get(state.sample), colours, top);
	marks_draw();
	$('ramp').style.background = `linear-gradient(to right, ${colours.join()})`;
	$('high').textContent = percent(top);
}

// --- tables ---

function row(cells, tag) {
	const line = make('tr');

	for (const cell of cells)
		line.append(cell instanceof Node ? cell : make(tag, cell));
	return line;
}

function cell(content) {
	const element = make('td');

	element.append(content);
	return element;
}

function head(words, each) {
	const names = net.quantities.map(quantity =>
		make('th', quantity.name, { colspan: each.length }));
	const first = row([...words.map(() => ''), ...names], 'th');
	const second = row([...words, ...net.quantities.flatMap(quantity =>
		each.map(word => word || quantity.counted))], 'th');

	return [first, second];
}

function counters_show(sample) {
	const table = make('table');

	table.append(...head(['link', 'to'], ['share', '']));
	for (let port = 0; port < ports; port++) {
		const link = state.chip * ports + port, far = far_of(link);

		if (far < 0)
			continue;
		const line = row([net.ports[port][PORT],
			cell(button(name_of(far), () => choose(far))),
			...net.quantities.flatMap((quantity, q) => [percent(sample.shares[q][link]),
				Number.isNaN(sample.shares[q][link]) ? '' :
					sample.counts[q][link].toLocaleString('en')])], 'td');

		line.className = sample.states[link] === 2 ? 'gone' : '';
		table.append(line);
	}
	$('counters').replaceChildren(table);
}

function chip_show() {
	const sample = sample_get(state.sample);

	$('hint').hidden = state.chip >= 0;
	if (state.chip < 0) {
		$('name').textContent = 'No chip is chosen';
		$('counters').replaceChildren();
		return;
	}
	$('name').replaceChildren(make('a', name_of(state.chip), { href: '#' + address() }));
	counters_show(sample);
}

function total(sample, q, kind) {
	const sum = { links: 0, failed: 0, sum: 0, most: 0 };

	for (let link = 0; link < links; link++) {
		const share = sample.shares[q][link];

		if (kind < net.classes.length && net.ports[link % ports][CLASS] !== kind)
			continue;
		sum.failed += sample.states[link] > 0;
		if (Number.isNaN(share))
			continue;
		sum.links++;
		sum.sum += share;
		sum.most = Math.max(sum.most, share);
	}
	return sum;
}

function totals_show() {
	const sample = sample_get(state.sample), table = make('table');

	table.append(...head(['links of', 'read', 'failed'], ['mean', 'most']));
	for (let kind = 0; kind <= net.classes.length; kind++) {
		const sums = net.quantities.map((quantity, q) => total(sample, q, kind));

		if (kind < net.classes.length && !sums[0].links && !sums[0].failed)
			continue;
		table.append(row([net.classes[kind] || 'all', sums[0].links, sums[0].failed,
			...sums.flatMap(sum => [percent(sum.links ? sum.sum / sum.links : 0),
				percent(sum.most)])], 'td'));
	}
	$('totals').replaceChildren(table);
}

function findings_show() {
	$('findings').hidden = !findings.length;
	$('said').replaceChildren(...findings_now().map(([, chip, , text]) => {
		const item = make('li');

		item.append(button(text, () => choose(chip)));
		return item;
	}));
}

// --- what is chosen ---

function address() {
	const parts = new URLSearchParams({ sample: state.sample + 1, quantity: state.quantity + 1 });

	if (state.chip >= 0)
		parts.set('chip', name_of(state.chip));
	return parts.toString();
}

function show() {
	map_draw();
	chip_show();
	totals_show();
	findings_show();
	$('time').value = state.sample;
	$('when').textContent = when(samples[state.sample]);
	[...$('quantities').children].forEach((element, i) =>
		element.setAttribute('aria-checked', i === state.quantity));
	try {
		history.replaceState(null, '', '#' + address());
	} catch {
		// A page inside of another one has no address of its own.
	}
}

function address_take() {
	const parts = new URLSearchParams(location.hash.slice(1));
	const chip = net.chips.findIndex(each => each[NAME] === parts.get('chip'));
	const within = (name, count) => Math.min(Math.max(0, (parts.get(name) || 1) - 1 | 0), count - 1);

	state.sample = within('sample', samples.length);
	state.quantity = within('quantity', net.quantities.length);
	state.chip = chip;
	show();
}

function choose(chip) {
	state.chip = chip;
	show();
	if (chip < 0)
		return;
	const map = $('map'), x = net.chips[chip][X] * zoom, y = net.chips[chip][Y] * zoom;

	if (x < map.scrollLeft || x > map.scrollLeft + map.clientWidth ||
	    y < map.scrollTop || y > map.scrollTop + map.clientHeight)
		map.scrollTo(x - map.clientWidth / 2, y - map.clientHeight / 2);
}

function sample_go(index) {
	state.sample = Math.min(Math.max(0, index), samples.length - 1);
	show();
}

function play() {
	if (state.timer)
		clearInterval(state.timer);
	state.timer = state.timer ? 0 :
		setInterval(() => sample_go((state.sample + 1) % samples.length), 500);
	$('play').textContent = state.timer ? 'stop' : 'play';
}

// Go from the chosen chip to the nearest one in a direction.
function chip_step(right, up) {
	if (state.chip < 0)
		return choose(0);
	const [, x, y] = net.chips[state.chip];
	let best = -1, least = Infinity;

	net.chips.forEach(([, cx, cy], chip) => {
		const ahead = (cx - x) * right - (cy - y) * up;
		const aside = Math.abs((cx - x) * up) + Math.abs((cy - y) * right);

		if (ahead > 0.5 && ahead + 3 * aside < least)
			[best, least] = [chip, ahead + 3 * aside];
	});
	return best < 0 ? undefined : choose(best);
}

// --- pointer ---

function chip_at(event) {
	const area = canvas.getBoundingClientRect();
	const x = (event.clientX - area.left) / zoom, y = (event.clientY - area.top) / zoom;

	return net.chips.findIndex(([, cx, cy]) =>
		Math.abs(cx - x) <= pitch / 2 && Math.abs(cy - y) <= pitch / 2);
}

function tip_text(chip) {
	const sample = sample_get(state.sample), q = state.quantity, lines = [];

	for (let port = 0; port < ports; port++) {
		const link = chip * ports + port;

		if (far_of(link) >= 0)
			lines.push([sample.shares[q][link], `${text_of(link)}: ${sample.states[link] === 2 ?
				'failed' : percent(sample.shares[q][link])}`]);
	}
	lines.sort((one, other) => (other[0] || 0) - (one[0] || 0));
	return [name_of(chip), net.quantities[q].name + ', ' + net.quantities[q].unit,
		...lines.slice(0, NAMED).map(line => line[1])].join('\n');
}

canvas.addEventListener('mousemove', event => {
	const chip = chip_at(event), tip = $('tip'), map = $('map');

	tip.hidden = chip < 0;
	if (chip < 0)
		return;
	tip.textContent = tip_text(chip);
	const right = map.scrollLeft + map.clientWidth - tip.offsetWidth;

	tip.style.left = Math.max(0, Math.min((net.chips[chip][X] + pitch) * zoom, right)) + 'px';
	tip.style.top = (net.chips[chip][Y] + pitch) * zoom + 'px';
});
canvas.addEventListener('mouseleave', () => { $('tip').hidden = true; });
canvas.addEventListener('click', event => choose(chip_at(event)));

// --- search ---

function search() {
	const text = $('search').value.trim().toLowerCase(), found = [];

	for (let chip = 0; chip < net.chips.length && text && found.length < NAMED; chip++) {
		if (name_of(chip).toLowerCase().includes(text))
			found.push(chip);
	}
	$('matches').replaceChildren(...found.map(chip => {
		const item = make('li');

		item.append(button(name_of(chip), () => found_take(chip)));
		return item;
	}));
	if (text && !found.length)
		$('matches').append(make('li', 'no such chip'));
	$('matches').hidden = !text;
	return found;
}

function found_take(chip) {
	$('matches').hidden = true;
	choose(chip);
	canvas.focus();
}

$('search').addEventListener('input', search);
$('search').addEventListener('keydown', event => {
	if (event.key === 'Enter' && search().length)
		found_take(search()[0]);
	if (event.key === 'ArrowDown' && $('matches').querySelector('button'))
		$('matches').querySelector('button').focus();
	if (event.key === 'Escape')
		$('matches').hidden = true;
});

// --- keys ---

const keys = {
	',': () => sample_go(state.sample - 1),
	'.': () => sample_go(state.sample + 1),
	' ': play,
	'/': () => $('search').focus(),
	'm': () => most_link() >= 0 && choose(Math.floor(most_link() / ports)),
	'Escape': () => choose(-1),
	'ArrowRight': () => chip_step(1, 0),
	'ArrowLeft': () => chip_step(-1, 0),
	'ArrowUp': () => chip_step(0, 1),
	'ArrowDown': () => chip_step(0, -1),
};

document.addEventListener('keydown', event => {
	const number = +event.key - 1, own = event.target.closest('input, select, button, a');

	if (event.ctrlKey || event.altKey || event.metaKey || event.target === $('search') ||
	    (own && (event.key === ' ' || event.key.startsWith('Arrow'))))
		return;
	if (net.quantities[number] && !own) {
		state.quantity = number;
		show();
	} else if (keys[event.key]) {
		keys[event.key]();
		event.preventDefault();
	}
});

// --- the beginning ---

document.title = net.title;
$('title').textContent = net.title;
net.quantities.forEach((quantity, i) => {
	const element = button(quantity.name, () => {
		state.quantity = i;
		show();
	});

	element.setAttribute('role', 'radio');
	element.title = quantity.unit;
	$('quantities').append(element);
});
$('labels').setAttribute('viewBox', `0 0 ${net.width} ${net.height + 16}`);
$('labels').setAttribute('width', net.width * zoom);
$('labels').setAttribute('height', (net.height + 16) * zoom);
$('labels').innerHTML = net.labels;
if (!samples.length) {
	$('when').textContent = 'no sample was taken';
	return;
}
$('time').max = samples.length - 1;
$('time').addEventListener('input', event => sample_go(+event.target.value));
$('before').addEventListener('click', () => sample_go(state.sample - 1));
$('after').addEventListener('click', () => sample_go(state.sample + 1));
$('play').addEventListener('click', play);
$('scale').addEventListener('change', event => {
	state.scale = event.target.value;
	show();
});
dark.addEventListener('change', show);
addEventListener('hashchange', address_take);
address_take();
document.documentElement.dataset.ready = Math.round(performance.now());
})();
