// What the last run of `quire seed` has stored.

import { check, type Infer, type PluginState } from '../../../core';

const stored = check.record(check.object({ documentId: check.string(), hash: check.string() }));

export const seedState = {
  /** Content type and key → the document, and the hash of its data. */
  seeds: stored,
  /** Path → the document of the file, and the hash of its bytes. */
  seedFiles: stored,
};

export type SeedState = PluginState<typeof seedState>;
export type Stored = Infer<typeof stored>;
