// The content types of an export or an import, in their order. A type whose documents are found by others comes after these: a role before
// its permissions. Then by name.

import { type App, type ContentType, type ImportPart, refuseInput } from '../../core';
import { partsOf } from './model-text';

/** Words beside content types. */
const OTHERS = ['files', 'settings'];

export interface Choice {
  has(name: string): boolean;
  /** By `--only` or `--replace`. */
  names(name: string): boolean;
  /** By `--exclude`. */
  leaves(name: string): boolean;
}

export const NO_CHOICE: Choice = { has: () => false, names: () => false, leaves: () => true };

/** Types whose documents have bytes. */
export const typesOfFiles = (app: App): readonly string[] =>
  [...partsOf(app).values()].filter(({ store }) => store !== undefined).map(({ name }) => name);

/**
 * `only` and `exclude` as the command line has them: of `known`, which are content types and parts of plugins. Unknown words are refused.
 * With a type of `ofFiles` come its files.
 */
export function readChoice(
  known: readonly string[],
  ofFiles: readonly string[],
  only: string | boolean | undefined,
  exclude: string | boolean | undefined,
): Choice {
  const [wanted, left] = [listOf(only), listOf(exclude) ?? []];
  const all = [...known, ...OTHERS];
  const unknown = [...(wanted ?? []), ...left].filter((name) => !all.includes(name));
  if (unknown.length > 0) refuseInput(`Unknown: ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  if (wanted?.some((name) => ofFiles.includes(name))) wanted.push('files');
  return {
    has: (name) => (wanted === null || wanted.includes(name)) && !left.includes(name),
    names: (name) => wanted?.includes(name) === true && !left.includes(name),
    leaves: (name) => left.includes(name),
  };
}

const listOf = (given: string | boolean | undefined): string[] | null =>
  typeof given === 'string' ? given.split(',').map((name) => name.trim()) : null;

export function orderedTypes(
  { schema }: Pick<App, 'schema'>,
  parts: ReadonlyMap<string, ImportPart>,
): ContentType[] {
  const ordered: ContentType[] = [];
  const add = (type: ContentType, above: readonly ContentType[]): void => {
    if (ordered.includes(type) || above.includes(type)) return;
    for (const name of parts.get(type.uid)?.sameBy ?? []) {
      const attribute = type.attributes.get(name);
      const target = attribute?.kind === 'relation' ? schema.types.get(attribute.target ?? '') : undefined;
      if (target) add(target, [...above, type]);
    }
    ordered.push(type);
  };
  const names = [...schema.types.keys()].sort();
  const isFirst = (uid: string): boolean => parts.get(uid)?.sameBy !== undefined;
  for (const uid of [...names.filter(isFirst), ...names.filter((each) => !isFirst(each))]) {
    const type = schema.types.get(uid);
    if (type) add(type, []);
  }
  return ordered;
}
