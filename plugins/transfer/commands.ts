// `quire export` and `quire import`: the flags. The work is loaded with the first call.

import type { App, PluginCommand } from '../../core';
import type { LeftOut } from './run/left-out';

const CHOICE = {
  only: {
    type: 'string',
    value: 'NAMES',
    description:
      'Takes these only: uids of content types, files, settings, parts of plugins such as history.',
  },
  exclude: { type: 'string', value: 'NAMES', description: 'Leaves these out.' },
  report: { type: 'string', value: 'FILE', description: 'Writes the report as JSON.' },
} as const;

const TABLE = {
  type: {
    type: 'string',
    value: 'NAME',
    description: 'Takes the documents of this content type, as CSV or JSON lines.',
  },
  csv: { type: 'boolean', description: 'With --type: CSV. The default.' },
  jsonl: { type: 'boolean', description: 'With --type: one JSON object per line.' },
  locale: { type: 'string', value: 'LOCALE', description: 'With --type: the locale of columns without @.' },
  status: { type: 'string', value: 'STATUS', description: 'With --type: draft, or published (the default).' },
} as const;

export const exportCommand = (app: App, leftOut: LeftOut): PluginCommand => ({
  name: 'export',
  description: 'Writes documents, files, users and settings to one archive.',
  usage: ['quire export FILE|- [OPTIONS]', 'quire export FILE|- --type NAME [--fields FIELDS] [OPTIONS]'],
  example: 'quire export shop.tar.gz --exclude plugin::users-permissions.user',
  flags: {
    ...CHOICE,
    ...TABLE,
    fields: {
      type: 'string',
      value: 'FIELDS',
      description: 'With --type: these columns only, such as title,title@fr,author.name.',
    },
    since: {
      type: 'string',
      value: 'TIME',
      description: 'Takes documents that were changed at this time or later.',
    },
    secrets: {
      type: 'boolean',
      description:
        'Takes secrets, too: hashes of passwords, API tokens, webhooks, preview links, second factors, linked accounts.',
    },
    encrypt: {
      type: 'boolean',
      description:
        'Encrypts the archive. QUIRE_ARCHIVE_KEY has the passphrase; without it, the command asks.',
    },
  },
  explains: true,
  run: (input) => loadExport().exportTo(app, leftOut, input),
});

export const importCommand = (app: App): PluginCommand => ({
  name: 'import',
  description: 'Puts the documents of an archive into this application, all or none.',
  usage: ['quire import FILE [OPTIONS]', 'quire import FILE --type NAME [--key ATTRIBUTE] [OPTIONS]'],
  example: 'quire import shop.tar.gz --dry-run',
  flags: {
    ...CHOICE,
    ...TABLE,
    map: { type: 'string', value: 'PAIRS', description: 'With --type: title=Name,author.email=Author.' },
    skip: { type: 'string', value: 'HEADERS', description: 'With --type: headers that are not read.' },
    key: {
      type: 'string',
      value: 'ATTRIBUTE',
      description: 'With --type: updates the documents that have the same value.',
    },
    atomic: { type: 'boolean', description: 'With --type: writes all records or none.' },
    'dry-run': { type: 'boolean', description: 'Reads and checks everything, and writes nothing.' },
    merge: {
      type: 'boolean',
      description: 'Adds documents, and replaces those that are older than in the archive.',
    },
    'source-wins': { type: 'boolean', description: 'With --merge: replaces newer documents, too.' },
    replace: {
      type: 'string',
      value: 'NAMES',
      description: 'Takes these content types and parts only, and removes their documents and rows first.',
    },
  },
  explains: true,
  run: (input) => loadImport().importFrom(app, input),
});

const loadExport = (): typeof import('./export-to') => require('./export-to');
const loadImport = (): typeof import('./import-from') => require('./import-from');
