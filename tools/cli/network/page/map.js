// SPDX-License-Identifier: GPL-2.0-only
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

// The link with the largest share stands for a stripe of a dragonfly's chip.
function stripes(shares) {
	const most = new Map();

	for (let link = state.group * group * ports; is_shown(chip_of(link)); link++) {
		const key = chip_of(link) * net.inside + net.ports[link % ports][CLASS];
		const best = most.get(key);

		if (far_of(link) >= 0 && (best === undefined || !(shares[best] >= shares[link])))
			most.set(key, link);
	}
	return most.values();
}

const level_of = (share, top) => top > 0 ? Math.min(LEVELS - 1, Math.floor(share / top * LEVELS)) : 0;

function links_draw(sample, colours, top) {
	const shares = sample.shares[state.quantity];
	const unknown = style('--unknown'), failed = style('--failed');
	const shown = net.grid ? Array(links).keys() : stripes(shares);

	for (const link of shown) {
		context.fillStyle = Number.isNaN(shares[link]) ? unknown :
			colours[level_of(shares[link], top)];
		for (const box of boxes(link))
			context.fillRect(...box);
	}
	context.fillStyle = failed;
	sample.states.forEach((works, link) => {
		for (const [x, y, w, h] of works && is_shown(chip_of(link)) ? boxes(link) : []) {
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

const findings_now = () => findings.filter(finding =>
	finding[SAMPLE] === state.sample || finding[SAMPLE] < 0);

// Those that are drawn, with their numbers: all, or the one whose sentence is looked at.
const findings_seen = () => [...findings_now().entries()].filter(([i]) =>
	state.finding < 0 || i === state.finding);

// What waits for a root: a link has a line around it, a chip whose nodes wait a dot.
function waiting_draw(places) {
	context.strokeStyle = context.fillStyle = style('--found');
	context.lineWidth = Math.max(1, 0.04 * pitch);
	for (const [chip, port] of places) {
		if (!is_shown(chip))
			continue;
		for (const box of port < 0 ? [] : boxes(chip * ports + port))
			context.strokeRect(...box);
		if (port >= 0)
			continue;
		context.beginPath();
		context.arc(net.chips[chip][X], net.chips[chip][Y], Math.min(4, 0.08 * pitch + 1), 0, 7);
		context.fill();
	}
}

function findings_draw() {
	const seen = findings_seen();

	for (const [, finding] of seen)
		waiting_draw(finding[TREE]);
	for (const [i, finding] of seen) {
		for (const [chip, port] of finding[ROOTS].filter(place => is_shown(place[0]))) {
			const [x, y] = port < 0 ? net.chips[chip].slice(X, Y + 1) :
				link_middle(chip * ports + port);

			ring(x, y, 0.42 * pitch + 2, style('--found'), i + 1);
		}
	}
}

function marks_draw() {
	const most = most_link();

	if (most >= 0 && is_shown(chip_of(most)))
		ring(...link_middle(most), 0.28 * pitch + 2, style('--mark'));
	findings_draw();
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
	matrix_draw(colours, top);
	$('ramp').style.background = `linear-gradient(to right, ${colours.join()})`;
	$('high').textContent = percent(top);
}

// --- groups: the links between all, and inside of each, beside the chips of one ---

const matrix = $('matrix'), paper = matrix.getContext('2d');
const inner = net.classes.length - 1; // classes of links inside of a group; the last one joins groups
const columns = inner + groups, HEAD = 30, LABEL = 24, LOCAL = 40, SPACE = 10;
const side = Math.max(6, Math.min(26, Math.floor(420 / groups)));

// A column's place, and its width.
const column_box = column => column < inner ? [LABEL + column * LOCAL, LOCAL - 2] :
	[LABEL + inner * LOCAL + SPACE + (column - inner) * side, side - 1];
const cell_box = (from, column) => {
	const [x, width] = column_box(column);

	return [x, HEAD + from * side, width, side - 1];
};
const column_of = link => net.ports[link % ports][CLASS] < inner ? net.ports[link % ports][CLASS] :
	inner + group_of(far_of(link));
const cell_number = link => group_of(chip_of(link)) * columns + column_of(link);

// What is known of the links of each cell, by its number.
function cells_make(sample, q) {
	const cells = new Map();

	for (let link = 0; link < links; link++) {
		if (far_of(link) < 0)
			continue;
		const number = cell_number(link), share = sample.shares[q][link];
		const made = cells.get(number) || { link, links: 0, read: 0, sum: 0, most: NaN, failed: 0 };

		cells.set(number, made);
		made.links++;
		made.failed += sample.states[link] > 0;
		if (Number.isNaN(share))
			continue;
		made.read++;
		made.sum += share;
		if (!(made.most >= share)) {
			made.most = share;
			made.link = link;
		}
	}
	return cells;
}

function matrix_heads() {
	const step = Math.ceil(22 / side);

	paper.font = '10px sans-serif';
	paper.fillStyle = style('--dim');
	paper.textAlign = 'center';
	for (let column = 0; column < inner; column++)
		paper.fillText(net.classes[column], column_box(column)[0] + LOCAL / 2 - 1, HEAD - 5);
	paper.fillText(`${net.classes[inner]}, to group`,
		       (column_box(inner)[0] + column_box(columns - 1)[0] + side) / 2, 10);
	for (let number = 0; number < groups; number += step) {
		paper.textAlign = 'center';
		paper.fillText(number, column_box(inner + number)[0] + side / 2, HEAD - 5);
		paper.textAlign = 'right';
		paper.fillText(number, LABEL - 5, HEAD + (number + 0.5) * side + 3);
	}
}

// Where a finding's root is: a link in its cell, a chip in front of its group's row.
function root_middle([chip, port]) {
	if (port < 0)
		return [LABEL - 10, HEAD + (group_of(chip) + 0.5) * side];
	const link = chip * ports + port, [x, y, w, h] = cell_box(group_of(chip), column_of(link));

	return [x + w / 2, y + h / 2];
}

function circle(x, y, radius, colour) {
	paper.strokeStyle = colour;
	paper.lineWidth = 2;
	paper.beginPath();
	paper.arc(x, y, radius, 0, 7);
	paper.stroke();
}

function matrix_marks() {
	const most = most_link();

	paper.strokeStyle = style('--chosen');
	paper.lineWidth = 2;
	paper.strokeRect(LABEL - 2, HEAD + state.group * side - 2,
			 matrix.clientWidth - LABEL - 2, side + 3);
	if (most >= 0)
		circle(...root_middle([chip_of(most), most % ports]), 0.3 * side + 2, style('--mark'));
	for (const [, finding] of findings_seen())
		finding[ROOTS].forEach(place => circle(...root_middle(place), 0.42 * side + 1, style('--found')));
}

function matrix_draw(colours, top) {
	if (net.grid)
		return;
	const ratio = devicePixelRatio || 1, [last, width] = column_box(columns - 1);
	const size = [last + width + 6, HEAD + groups * side + 6];

	[matrix.width, matrix.height] = size.map(length => length * ratio);
	[matrix.style.width, matrix.style.height] = size.map(length => length + 'px');
	paper.setTransform(ratio, 0, 0, ratio, 0, 0);
	matrix_heads();
	for (const [number, made] of cells_make(sample_get(state.sample), state.quantity)) {
		const box = cell_box(Math.floor(number / columns), number % columns);

		paper.fillStyle = made.read ? colours[level_of(made.most, top)] : style('--unknown');
		paper.fillRect(...box);
		paper.fillStyle = style('--failed');
		if (made.failed)
			paper.fillRect(box[0], box[1] + box[3] / 2 - 1, box[2], 2);
	}
	matrix_marks();
	$('where').textContent = `Group ${state.group}`;
}

// The cell at a point of the matrix, or nothing.
function cell_at(x, y) {
	const from = Math.floor((y - HEAD) / side);

	for (let column = 0; column < columns && from >= 0 && from < groups; column++) {
		const [left, width] = column_box(column);

		if (x >= left && x < left + width)
			return cells_make(sample_get(state.sample), state.quantity).get(from * columns + column);
	}
	return undefined;
}

function cell_text(made) {
	const from = group_of(chip_of(made.link)), kind = net.ports[made.link % ports][CLASS];
	const quantity = net.quantities[state.quantity];

	return [`group ${from}` + (kind < inner ? '' : ` to group ${group_of(far_of(made.link))}`) +
		`: ${made.links} ${net.classes[kind]} ${made.links === 1 ? 'link' : 'links'}` +
		(made.failed ? `, ${made.failed} failed` : ''),
	`${quantity.name}, ${quantity.unit}`,
	made.read ? `mean ${percent(made.sum / made.read)}, most ${percent(made.most)}` : 'not read',
	made.read ? `${name_of(chip_of(made.link))} ${text_of(made.link)}` : ''].join('\n').trimEnd();
}
