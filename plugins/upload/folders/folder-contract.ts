// The contract of the routes of folders: what they take, and the answers for the OpenAPI document.
import { check } from '../../../core';
import { FOLDER } from '../types';

const { anyOf, anything, array, integer, object, oneOf, optional, string } = check;

const TEXT = { type: 'string' };
/** A folder in the answer for another document; null: it is in none. */
export const NAMED = {
  type: ['object', 'null'],
  properties: { id: { type: 'integer' }, documentId: TEXT, name: TEXT },
  required: ['id', 'documentId', 'name'],
};
const FOLDER_ANSWER = { $ref: FOLDER, properties: { parent: NAMED } };
const DATA = (data: object) =>
  anything({ type: 'object', properties: { data, meta: { type: 'object' } }, required: ['data'] });

const page = { type: 'integer', minimum: 0 };
const name = string({ min: 1, max: 255 });
const parent = anyOf('the documentId of a folder, or null', string({ min: 1, max: 100 }), oneOf(null));

export const foldersContract = {
  query: anything({
    properties: {
      sort: TEXT,
      fields: TEXT,
      _q: TEXT,
      pagination: {
        type: 'object',
        properties: { page, pageSize: page, start: page, limit: page, withCount: { type: 'boolean' } },
      },
    },
  }),
  answer: DATA({ type: 'array', items: FOLDER_ANSWER }),
};
export const folderContract = {
  answer: DATA({
    ...FOLDER_ANSWER,
    properties: { ...FOLDER_ANSWER.properties, path: { type: 'array', items: NAMED } },
  }),
};
export const createContract = {
  body: object({ data: object({ name, parent: optional(parent) }) }),
  answer: DATA(FOLDER_ANSWER),
};
export const updateContract = {
  body: object({ data: object({ name: optional(name), parent: optional(parent) }) }),
  answer: DATA(FOLDER_ANSWER),
};
export const removeContract = {
  query: anything({
    properties: {
      folders: { ...page, description: 'The number of folders inside that the request deletes, too' },
      files: { ...page, description: 'The number of files inside that the request deletes, too' },
    },
  }),
};
export const moveContract = {
  body: object({
    data: object({
      files: array(integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { min: 1, max: 1_000 }),
      folder: parent,
    }),
  }),
  answer: DATA({ type: 'array', items: { type: ['object', 'null'] } }),
};
