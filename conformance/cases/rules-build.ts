// Short functions for cases of rules of permissions.
import type { Granted } from './accounts';
import type { Bench, Case } from './case';
import { exactly, type Pattern } from './pattern';

export const rule = (row: string, run: (bench: Bench) => Promise<void>, more: Partial<Case> = {}): Case => ({
  rows: [`quire.rules.${row}`],
  run,
  ...more,
});
export const ruled = (actions: readonly string[], own: object): Granted[] =>
  actions.map((action) => ({ action, ...own }));

/** Only documents of the user. */
export const OWN = { where: { owner: { id: '$user.id' } } };
export const titles = (...all: string[]): Pattern => exactly(all.map((title) => ({ title })));
