/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON documents, added to a record as they are made. A member whose type may have more than 53
 * bits is always a string.
 */
#ifndef CLI_DOCUMENT_H
#define CLI_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

struct out;

/* A document that is being added; errors are the record's. */
struct document {
	struct out *out;
	bool indented; /* a line for each value; otherwise the document is one line */
	bool filled; /* the innermost object or array has a value */
	unsigned int depth; /* of the innermost object or array */
	uint32_t arrays; /* bit by depth: it is an array */
};

/* Begin a document, which is an object, with the number of the schema. */
void document_begin(struct document *document, struct out *out, bool indented);

/* Close the document. */
void document_end(struct document *document);

/*
 * The following functions add a value: with a name to an object, with NULL to an array. The name
 * may have any bytes, as unicode_escape() shows them.
 */

/* Begin an object or an array, which document_close() ends. */
void document_object(struct document *document, const char *name);
void document_array(struct document *document, const char *name);

/* End the innermost object or array. */
void document_close(struct document *document);

/* Add text of any bytes, such as a file's name; bytes that are not UTF-8 are replaced. */
void document_text(struct document *document, const char *name, const char *bytes);

/* Add the first @length bytes of a text. */
void document_part(struct document *document, const char *name, const char *bytes, size_t length);

/* Add a number that may have more than 53 bits, as a string. */
void document_wide(struct document *document, const char *name, uint64_t number);

/* Add a whole number. */
void document_number(struct document *document, const char *name, int64_t number);

/* Likewise; it is given in decimal digits, as strtoll(3) reads them. */
void document_digits(struct document *document, const char *name, const char *digits);

/* Add a number with 15 digits. JSON has no number that is not finite: null takes its place. */
void document_real(struct document *document, const char *name, double number);

/* Likewise; it is given as text that strtod(3) reads. */
void document_decimal(struct document *document, const char *name, const char *decimal);

void document_bool(struct document *document, const char *name, bool value);
void document_null(struct document *document, const char *name);

#endif /* CLI_DOCUMENT_H */
