// SPDX-License-Identifier: GPL-2.0-only
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

function finding_look(i) {
	state.finding = i;
	map_draw();
}

// While the pointer is over a sentence, or it has the focus, its marks are drawn alone.
function sentence(finding, i) {
	const element = button(finding[SAID], () => choose(finding[ROOTS][0][0]));

	for (const event of ['mouseenter', 'focus'])
		element.addEventListener(event, () => finding_look(i));
	for (const event of ['mouseleave', 'blur'])
		element.addEventListener(event, () => finding_look(-1));
	return element;
}

function findings_show() {
	$('findings').hidden = !findings.length;
	state.finding = -1;
	$('said').replaceChildren(...findings_now().map((finding, i) => {
		const item = make('li'), placed = finding[ROOTS].length;

		item.className = placed ? '' : 'placeless';
		item.append(placed ? sentence(finding, i) : finding[SAID]);
		return item;
	}));
}

// --- what is chosen ---

function address() {
	const parts = new URLSearchParams({ sample: state.sample + 1, quantity: state.quantity + 1 });

	if (state.chip >= 0)
		parts.set('chip', name_of(state.chip));
	else if (groups > 1)
		parts.set('group', state.group + 1);
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
	state.group = chip < 0 ? within('group', groups) : group_of(chip);
	show();
}

function choose(chip) {
	state.chip = chip;
	state.group = chip < 0 ? state.group : group_of(chip);
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

// Show another group: the chip in the same place of it, if one is chosen.
function group_go(step) {
	const next = Math.min(Math.max(0, state.group + step), groups - 1);

	state.chip += state.chip < 0 ? 0 : (next - state.group) * group;
	state.group = next;
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
		return choose(state.group * group);
	const [, x, y] = net.chips[state.chip];
	let best = -1, least = Infinity;

	net.chips.forEach(([, cx, cy], chip) => {
		const ahead = (cx - x) * right - (cy - y) * up;
		const aside = Math.abs((cx - x) * up) + Math.abs((cy - y) * right);

		if (is_shown(chip) && ahead > 0.5 && ahead + 3 * aside < least)
			[best, least] = [chip, ahead + 3 * aside];
	});
	return best < 0 ? undefined : choose(best);
}

// --- pointer ---

function chip_at(event) {
	const area = canvas.getBoundingClientRect();
	const x = (event.clientX - area.left) / zoom, y = (event.clientY - area.top) / zoom;

	return net.chips.findIndex(([, cx, cy], chip) =>
		is_shown(chip) && Math.abs(cx - x) <= pitch / 2 && Math.abs(cy - y) <= pitch / 2);
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

matrix.addEventListener('mousemove', event => {
	const made = cell_at(event.offsetX, event.offsetY), tip = $('pair');

	tip.hidden = !made;
	if (!made)
		return;
	tip.textContent = cell_text(made);
	tip.style.left = event.offsetX + 16 + 'px';
	tip.style.top = event.offsetY + 16 + 'px';
});
matrix.addEventListener('mouseleave', () => { $('pair').hidden = true; });
matrix.addEventListener('click', event => {
	const made = cell_at(event.offsetX, event.offsetY);

	choose(made ? chip_of(made.link) : -1);
});

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
	'[': () => group_go(-1),
	']': () => group_go(1),
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

function titles_set() {
	document.title = net.title;
	$('title').textContent = net.title;
	$('key').textContent = net.key;
	net.quantities.forEach((quantity, i) => {
		const element = button(quantity.name, () => {
			state.quantity = i;
			show();
		});

		element.setAttribute('role', 'radio');
		element.title = quantity.unit;
		$('quantities').append(element);
	});
	for (const element of document.querySelectorAll('.finds'))
		element.hidden = !findings.length;
	for (const element of document.querySelectorAll('.grouped'))
		element.hidden = groups < 2;
}

function labels_set() {
	$('labels').setAttribute('viewBox', `0 0 ${net.width} ${net.height + 16}`);
	$('labels').setAttribute('width', net.width * zoom);
	$('labels').setAttribute('height', (net.height + 16) * zoom);
	$('labels').innerHTML = net.labels;
}

function begin() {
	titles_set();
	labels_set();
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
}

begin();
