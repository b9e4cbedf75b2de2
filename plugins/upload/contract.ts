// The contract of the upload routes for the OpenAPI document. The handlers check the input themselves, with messages of their own.
import { check } from '../../core';
import { NAMED } from './folders/folder-contract';
import { FILE } from './types';

const { anything } = check;

const FILE_ANSWER = {
  $ref: FILE,
  properties: {
    // With the word `folder` of the address.
    folder: NAMED,
    isUrlSigned: { type: 'boolean' },
    related: {
      anyOf: [
        { type: 'array', items: { type: 'object', required: ['__type', 'documentId'] } },
        { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
      ],
    },
  },
};
const FILES_ANSWER = { type: 'array', items: FILE_ANSWER };
const TEXT = { type: 'string' };

/** The parts of the form. Several files and infos are several parts of one name. */
const FORM = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      items: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
    },
    fileInfo: {
      type: 'array',
      description:
        'JSON for each file: `name`, `alternativeText`, `caption`, `focalPoint`, `folder` and own attributes',
      items: TEXT,
    },
    ref: { ...TEXT, description: 'The uid of the content type that gets the files' },
    refId: { ...TEXT, description: 'A documentId, or the id of one row' },
    field: { ...TEXT, description: 'The media attribute of `ref`' },
    locale: { ...TEXT, description: 'With a documentId in `refId`' },
    status: { ...TEXT, description: 'With a documentId in `refId`' },
    path: { ...TEXT, description: 'Ignored, as in Strapi' },
  },
};

const page = { type: 'integer', minimum: 0 };
const folder = { ...TEXT, description: 'The documentId of a folder, `root` or `any`' };
const words = { sort: TEXT, fields: TEXT, populate: TEXT, _q: TEXT, folder };

export const listContract = {
  query: anything({ properties: { start: page, limit: page, ...words } }),
  answer: anything(FILES_ANSWER),
};
const PAGE = {
  type: 'object',
  properties: { page, pageSize: page, start: page, limit: page, withCount: { type: 'boolean' } },
};
export const pageContract = {
  query: anything({ properties: { pagination: PAGE, ...words } }),
  answer: anything({
    type: 'object',
    properties: {
      data: FILES_ANSWER,
      meta: { type: 'object', properties: { pagination: { type: 'object' } } },
    },
    required: ['data', 'meta'],
  }),
};
export const oneContract = {
  query: anything({ properties: { fields: TEXT, populate: TEXT, folder } }),
  answer: anything(FILE_ANSWER),
};
export const uploadContract = {
  query: anything({
    properties: {
      id: { type: 'integer', description: 'Changes or replaces this file; the answer is one file' },
    },
  }),
  body: anything(FORM),
  answer: anything({ anyOf: [FILES_ANSWER, FILE_ANSWER] }),
};
export const destroyContract = { answer: anything(FILE_ANSWER) };
