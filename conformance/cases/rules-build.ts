// Short functions for cases of rules of permissions.
import type { Granted } from './accounts';
import type { Bench, Case } from './case';
import { is, type Pattern } from './pattern';

export const rule = (
  row: string,
  run: (bench: Bench) => Promise<void>,
  { given = {}, ...more }: Partial<Case> = {},
): Case => ({ rows: [`quire.rules.${row}`], given, run, ...more });
export const of = (name: string, ...verbs: string[]): string[] =>
  verbs.map((verb) => `api::${name}.${name}.${verb}`);
export const ruled = (actions: readonly string[], own: object): Granted[] =>
  actions.map((action) => ({ action, ...own }));

/** Only documents of the user. */
export const OWN = { where: { owner: { id: '$user.id' } } };
export const titles = (...all: string[]): Pattern =>
  is.both(
    is.length(all.length),
    all.map((title) => ({ title })),
  );
