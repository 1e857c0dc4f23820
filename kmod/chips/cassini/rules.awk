# SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
# Make rules of the catalogue (cassini.h) of a dictionary's lines that have a position, as
# gpcd-dictionary(5) describes them: of lines that are the same for all variants (of=common), or of
# what a variant has in the other lines.
#
#	awk -v of=cassini1 -f rules.awk cxi.counters

function fail(what)
{
	print FILENAME ":" FNR ": " what >"/dev/stderr"
	exit failed = 1
}

# variant(): what the wanted variant has of a list, one for all or one for each
function variant(list,  part)
{
	return split(list, part, "/") == 1 ? part[1] : part[wanted]
}

# name_split(): text[0], group[1], text[1], ...; a number's group has its first one and how many
function name_split(name)
{
	for (groups = 0; match(name, /\{[^}]*\}/); groups++) {
		text[groups] = substr(name, 1, RSTART - 1)
		group[groups + 1] = substr(name, RSTART + 1, RLENGTH - 2)
		name = substr(name, RSTART + RLENGTH)
	}
	text[groups] = name
	combinations = 1
	for (g = 1; g <= groups; g++) {
		count[g] = 0
		if (group[g] ~ /^[0-9]+-[0-9]+$/) {
			split(group[g], range, "-")
			first[g] = range[1]
			count[g] = range[2] - range[1] + 1
		} else {
			combinations *= split(group[g], list, ",")
		}
	}
}

# words_choose(): word[] of each group for a combination, the last group's word changing first
function words_choose(combination,  g, n)
{
	for (g = groups; g; g--) {
		if (count[g])
			continue
		n = split(group[g], list, ",")
		word[g] = list[combination % n + 1]
		combination = int(combination / n)
	}
}

# meaning_of(): the meaning for the chosen words; letters stand for numbers
function meaning_of(meaning,  g, letters)
{
	letters = "NMK"
	for (g = 1; g <= groups; g++) {
		if (count[g]) {
			word[g] = substr(letters, 1, 1)
			letters = substr(letters, 2)
		}
		gsub("\\{" g "\\}", word[g], meaning)
	}
	gsub(/\{\}/, word[1], meaning)
	gsub(/"/, "\\\"", meaning)
	return meaning == "" ? "what it counts is not public" : meaning
}

# rule_print(): the rule of the chosen words
function rule_print(address,  name, dims, last, at, g, n)
{
	name = text[0]
	last = ""
	for (g = 1; g <= groups; g++) {
		name = name (count[g] ? "#" : word[g]) text[g]
		if (!count[g])
			continue
		n++
		dims = dims ", GPCD_FROM(" first[g] ", " count[g] ", " stride[n] ")"
		last = last " + " count[g] - 1 " * " stride[n]
	}
	split(address, at, ".")
	block = toupper(name)
	sub(/_.*/, "", block)
	beside = "BESIDE(" at[1] ")" (last == "" ? "" : " && BESIDE(" at[1] last ")")
	printf "\tITEM(%s, %s, %d, %s, \"%s\",\n\t     %s, %s, %s, %s, \"%s\"%s),\n", block, at[1], at[2],
	       beside, name, toupper(kind), unit, width, inferred ? "GPCD_RULE_INFERRED" : "0",
	       meaning_of(meaning), dims
}

# strides_take(): the numbers after an address, 8 bytes by default
function strides_take(position,  part, n)
{
	stride[1] = stride[2] = stride[3] = 8
	for (n = split(position, part, "+"); n > 1; n--)
		stride[n - 1] = part[n]
	return part[1]
}

function rules_print(position,  c)
{
	if (split(strides_take(position), addresses, ",") != combinations)
		fail("another number of addresses than of names: " combinations)
	for (c = 0; c < combinations; c++) {
		words_choose(c)
		rule_print(addresses[c + 1])
	}
}

# take(): the next word of the line, without its quotes
function take(  taken)
{
	if (match($0, /^"[^"]*"/))
		taken = substr($0, 2, RLENGTH - 2)
	else if (match($0, /^[^ \t]+/))
		taken = substr($0, 1, RLENGTH)
	$0 = substr($0, RLENGTH + 1)
	sub(/^[ \t]+/, "")
	return taken
}

/^[ \t]*(#|$)/ { next }
$2 == "=" {
	for (i = 3; $1 == "variants" && i <= NF; i++)
		if ($i == of)
			wanted = i - 2
	next
}
{
	name_split(take())
	kind = take()
	widths = take()
	unit = toupper(take())
	gsub(/ /, "_", unit)
	position = /^@/ ? substr(take(), 2) : ""
	if (position == "" || (of == "common") == (position widths ~ /\//))
		next
	width = variant(widths)
	position = variant(position)
	if (width == "-")
		next
	inferred = sub(/^inferred:[ \t]*/, "")
	meaning = $0
	rules_print(position)
}
END {
	if (!failed && of != "common" && !wanted)
		fail("no variant '" of "'")
	exit failed
}
