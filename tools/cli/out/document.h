/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Documents of JSON in the making. What may have more than 53 bits is a string, by its type,
 * whatever its value.
 *
 * Jansson returns NULL where it has no memory for a value. Nothing may be left out in silence,
 * so all of these leave -ENOMEM in the record for such a value.
 */
#ifndef CLI_DOCUMENT_H
#define CLI_DOCUMENT_H

#include <jansson.h>
#include <stdint.h>

#include "format.h"

/**
 * document_new() - begin a document, with the number of the schema
 * @out: the record that it will be added to
 *
 * Return: a JSON object for document_end(), or NULL.
 */
json_t *document_new(struct out *out);

/**
 * document_put() - set a member of a JSON object
 * @out: the record
 * @object: the object
 * @name: name of the member
 * @value: its value, whose reference is taken over
 */
void document_put(struct out *out, json_t *object, const char *name, json_t *value);

/**
 * document_put_wide() - set a member that may have more than 53 bits, as a string
 * @out: the record
 * @object: the object
 * @name: name of the member
 * @value: its value
 */
void document_put_wide(struct out *out, json_t *object, const char *name, uint64_t value);

/**
 * document_append() - add a value to a JSON array
 * @out: the record
 * @array: the array
 * @value: the value, whose reference is taken over
 */
void document_append(struct out *out, json_t *array, json_t *value);

/**
 * document_text() - make a JSON string of any bytes, such as a file's name
 * @bytes: the bytes; those that are not UTF-8 are replaced
 *
 * Return: the string, or NULL.
 */
json_t *document_text(const char *bytes);

/**
 * document_end() - add the document to a record and free it
 * @out: the record
 * @document: the document
 * @flags: flags of json_dumps()
 */
void document_end(struct out *out, json_t *document, size_t flags);

#endif /* CLI_DOCUMENT_H */
