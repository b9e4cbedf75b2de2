// Compares the common configuration of this process with that of others, and says in a sentence what differs.
import type { CommonConfig } from './common-config';
import type { RunningProcess } from './process-rows';

export interface ConfigDifference {
  readonly name: string;
  readonly own: string;
  readonly other: string;
  /** The one that started last: `process 4711 on a`. */
  readonly process: string;
  readonly startedAt: string;
  /** Further processes with the value of the other. */
  readonly more: number;
}

export interface FoundDifference extends ConfigDifference {
  /** With the effect and the remedy. */
  readonly sentence: string;
}

/** One for each name and each other value. A name that only one of two processes has is no difference. */
export function findDifferences(
  entries: readonly CommonConfig[],
  own: RunningProcess,
  others: readonly RunningProcess[],
): readonly FoundDifference[] {
  return entries.flatMap((entry) => {
    const { name, alone } = entry;
    const value = own.config[name];
    if (value === undefined) return [];
    const values = new Set(others.flatMap(({ config }) => config[name] ?? []));
    return [...values].flatMap((other) => {
      const [first, ...more] = others.filter(({ config }) => config[name] === other);
      if (first === undefined || (other === value && other !== alone)) return [];
      const difference = {
        name,
        own: value,
        other,
        process: nameOf(first),
        startedAt: new Date(first.started).toISOString(),
        more: more.length,
      };
      return [{ ...difference, sentence: sentenceOf(difference, entry, nameOf(own)) }];
    });
  });
}

function sentenceOf(
  { name, own, other, process, startedAt, more }: ConfigDifference,
  { hashed = false, effect, remedy }: CommonConfig,
  here: string,
): string {
  const shown = (value: string): string => (hashed ? `a value with the fingerprint ${value}` : `"${value}"`);
  const others = more === 0 ? '' : `, like ${more} more`;
  const facts =
    own === other
      ? `Only one process may have the value ${shown(own)} of \`${name}\`, but two on this database have it: this one (${here}) and ${process}, which started at ${startedAt}${others}.`
      : `Two processes on this database differ in \`${name}\`: this one (${here}) has ${shown(own)}; ${process}, which started at ${startedAt}, has ${shown(other)}${others}.`;
  return `${facts} ${effect} ${remedy}`;
}

const nameOf = ({ pid, host }: RunningProcess): string => `process ${pid} on ${host}`;
