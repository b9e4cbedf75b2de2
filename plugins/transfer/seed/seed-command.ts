// `quire seed DIR`: the flags and the report. Exit codes: 0 stored, 1 entries were left out, 2 nothing was stored.

import { resolve } from 'node:path';
import { type App, type PluginCommand, Refusal, refuseInput } from '../../../core';
import { EXIT } from '../progress';
import type { SeedState } from './seed-state';

export const seedCommand = (app: App, state: SeedState): PluginCommand => ({
  name: 'seed',
  description: 'Stores the documents and files of a folder; a second run changes nothing.',
  usage: ['quire seed DIR'],
  example: 'quire seed seeds',
  explains: true,
  async run({ words, print }) {
    const [folder, ...more] = words;
    try {
      if (folder === undefined || more.length > 0)
        return refuseInput('Expected one word: the folder of the seeds.');
      await app.start();
      const { readSeeds, runSeed } = loadSeeds();
      const path = resolve(folder);
      const { types, files, taken, notes } = await runSeed(app, state, path, readSeeds(app, path));
      for (const [uid, { created, updated, unchanged }] of Object.entries(types))
        print(`${uid}: ${created} created, ${updated} updated, ${unchanged} unchanged`);
      if (files > 0) print(`${files} files stored`);
      for (const sentence of [...taken, ...notes]) print(sentence);
      return taken.length > 0 ? EXIT.failed : EXIT.ok;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      for (const sentence of error.sentences) print(sentence);
      return EXIT.refused;
    }
  },
});

const loadSeeds = (): typeof import('./read-seeds') & typeof import('./run-seed') => ({
  ...require('./read-seeds'),
  ...require('./run-seed'),
});
