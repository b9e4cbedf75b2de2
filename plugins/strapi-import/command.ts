// `quire import-strapi SOURCE`: the flags. import-from.ts does the work, and is loaded with the first call.

import type { App, PluginCommand } from '../../core';

export const importCommand = (app: App): PluginCommand => ({
  name: 'import-strapi',
  description: 'Imports the documents, users, files and locales of a Strapi 5.',
  usage: ['quire import-strapi SOURCE [OPTIONS]'],
  example: 'quire import-strapi ../shop/.tmp/data.db --dry-run',
  flags: {
    'dry-run': { type: 'boolean', description: 'Reads and checks everything, and writes nothing.' },
    timezone: {
      type: 'string',
      value: 'ZONE',
      description: 'The zone of the Strapi process, for MySQL and PostgreSQL. Default: UTC.',
    },
    files: {
      type: 'string',
      value: 'DIR',
      description: 'The folder public/uploads of Strapi, whose files are copied to the storage.',
    },
    only: { type: 'string', value: 'UID,…', description: 'Imports these content types only.' },
    report: { type: 'string', value: 'FILE', description: 'Writes the whole report as JSON.' },
    strict: { type: 'boolean', description: 'Stops at the first row that would be left out.' },
    'into-non-empty': {
      type: 'boolean',
      description: 'Adds the missing documents to an application with content.',
    },
  },
  explains: true,
  run: (input) => load().importFrom(app, input),
});

const load = (): typeof import('./import-from') => require('./import-from');
