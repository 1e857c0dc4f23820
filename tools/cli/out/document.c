// SPDX-License-Identifier: GPL-2.0-only
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "document.h"
#include "format.h"
#include "out.h"
#include "unicode.h"

/* --- strings --- */

/* Add a character as a part of a JSON string; only control characters below ' ' are escaped. */
static void string_character(struct out *out, const char *bytes, size_t length)
{
	static const char hex[] = "0123456789ABCDEF", names[] = "btn\0fr";
	const unsigned char first = *bytes;

	if (first == '"' || first == '\\') {
		out_byte(out, '\\');
		out_byte(out, first);
	} else if (first >= ' ') {
		out_bytes(out, bytes, length);
	} else if (first >= '\b' && first <= '\r' && names[first - '\b']) {
		out_byte(out, '\\');
		out_byte(out, names[first - '\b']);
	} else {
		out_string(out, "\\u00");
		out_byte(out, hex[first >> 4]);
		out_byte(out, hex[first & 15]);
	}
}

/* Add what stands for a byte that is not UTF-8. */
typedef void string_invalid_fn(struct out *out, unsigned char byte);

static void replace_invalid(struct out *out, unsigned char byte)
{
	(void)byte;
	out_string(out, UNICODE_REPLACEMENT);
}

/* The backslash is escaped in its turn. */
static void escape_invalid(struct out *out, unsigned char byte)
{
	out_add(out, "\\\\x%02x", byte);
}

static void document_string(struct out *out, const char *bytes, size_t length,
			    string_invalid_fn *invalid)
{
	const char *end = bytes + length;
	size_t next;

	out_byte(out, '"');
	if (unicode_is_plain(bytes, length)) {
		out_bytes(out, bytes, length);
		bytes = end;
	}
	for (; bytes < end; bytes += next ? next : 1) {
		next = unicode_length(bytes);
		if (next && next <= (size_t)(end - bytes))
			string_character(out, bytes, next);
		else
			invalid(out, *bytes);
	}
	out_byte(out, '"');
}

/* --- structure --- */

static void document_line(const struct document *document)
{
	out_byte(document->out, '\n');
	out_blanks(document->out, 2 * document->depth);
}

/* Add what precedes a value. */
static void begin_value(struct document *document, const char *name)
{
	struct out *out = document->out;

	if (document->filled)
		out_byte(out, ',');
	if (document->indented)
		document_line(document);
	document->filled = true;
	if (!name)
		return;
	document_string(out, name, strlen(name), escape_invalid);
	out_string(out, document->indented ? ": " : ":");
}

static void open_value(struct document *document, bool array)
{
	out_byte(document->out, array ? '[' : '{');
	document->depth++;
	document->arrays &= ~(1U << document->depth);
	document->arrays |= (uint32_t)array << document->depth;
	document->filled = false;
}

void document_object(struct document *document, const char *name)
{
	begin_value(document, name);
	open_value(document, false);
}

void document_array(struct document *document, const char *name)
{
	begin_value(document, name);
	open_value(document, true);
}

void document_close(struct document *document)
{
	bool array = document->arrays >> document->depth & 1;

	document->depth--;
	if (document->indented && document->filled)
		document_line(document);
	out_byte(document->out, array ? ']' : '}');
	document->filled = true;
}

void document_begin(struct document *document, struct out *out, bool indented)
{
	*document = (struct document) { .out = out, .indented = indented };
	open_value(document, false);
	document_number(document, "schema", FORMAT_SCHEMA);
}

void document_end(struct document *document)
{
	document_close(document);
	out_byte(document->out, '\n');
}

/* --- values --- */

void document_text(struct document *document, const char *name, const char *bytes)
{
	document_part(document, name, bytes, strlen(bytes));
}

void document_part(struct document *document, const char *name, const char *bytes, size_t length)
{
	begin_value(document, name);
	document_string(document->out, bytes, length, replace_invalid);
}

void document_wide(struct document *document, const char *name, uint64_t number)
{
	begin_value(document, name);
	out_byte(document->out, '"');
	out_number(document->out, number);
	out_byte(document->out, '"');
}

void document_number(struct document *document, const char *name, int64_t number)
{
	begin_value(document, name);
	if (number < 0)
		out_byte(document->out, '-');
	out_number(document->out, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void document_null(struct document *document, const char *name)
{
	begin_value(document, name);
	out_string(document->out, "null");
}

void document_bool(struct document *document, const char *name, bool value)
{
	begin_value(document, name);
	out_string(document->out, value ? "true" : "false");
}

/* Count the decimal digits at the beginning. */
static size_t digits_length(const char *text)
{
	size_t length = 0;

	while (text[length] >= '0' && text[length] <= '9')
		length++;
	return length;
}

/* Digits without zeros before them, and few enough for an int64_t, are printed as they are. */
void document_digits(struct document *document, const char *name, const char *digits)
{
	size_t length = digits_length(digits);

	if (digits[length] || !length || length > 18 || (*digits == '0' && length > 1)) {
		document_number(document, name, strtoll(digits, NULL, 10));
		return;
	}
	begin_value(document, name);
	out_bytes(document->out, digits, length);
}

/* Readers take a number for a real one if it has a point or an exponent. */
static void document_digits_of(struct out *out, double number)
{
	char text[32], *exponent, *digits;

	snprintf(text, sizeof(text), "%.*g", DBL_DIG, number);
	exponent = strchr(text, 'e');
	if (!exponent) {
		out_string(out, text);
		out_string(out, strchr(text, '.') ? "" : ".0");
		return;
	}
	/* "1e+06" is "1e6", and "1e-06" "1e-6". */
	out_bytes(out, text, exponent + 1 - text);
	if (exponent[1] == '-')
		out_byte(out, '-');
	digits = exponent + 2;
	out_string(out, digits + strspn(digits, "0"));
}

void document_real(struct document *document, const char *name, double number)
{
	if (!isfinite(number)) {
		document_null(document, name);
		return;
	}
	begin_value(document, name);
	document_digits_of(document->out, number);
}

/*
 * Check for a decimal that a double gives back digit by digit, and that is printed without an
 * exponent: at most 15 digits, and at least 0.0001.
 */
static bool is_exact(const char *digits, size_t whole, size_t fraction)
{
	size_t zeros;

	if (!whole || !fraction || whole + fraction > DBL_DIG || digits[whole + 1 + fraction])
		return false;
	if (*digits != '0')
		return true;
	zeros = strspn(digits + 2, "0");
	return whole == 1 && zeros < 4 && zeros < fraction;
}

void document_decimal(struct document *document, const char *name, const char *decimal)
{
	const char *digits = decimal + (*decimal == '-');
	size_t whole = digits_length(digits);
	size_t fraction = digits[whole] == '.' ? digits_length(digits + whole + 1) : 0;

	if (!is_exact(digits, whole, fraction)) {
		document_real(document, name, strtod(decimal, NULL));
		return;
	}
	while (fraction > 1 && digits[whole + fraction] == '0')
		fraction--;
	begin_value(document, name);
	out_bytes(document->out, decimal, digits + whole + 1 + fraction - decimal);
}
