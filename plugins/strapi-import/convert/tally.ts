// Counts and complaints while one row is converted. The row is written with them, or left out with the first of its broken rules.

import { columnName } from '../source/identifiers';
import type { SourceRow } from '../source/source';
import type { ConvertedLinks } from './convert-links';
import type { Converted } from './value';

export interface Tally {
  readonly broken: readonly string[];
  readonly notes: readonly string[];
  readonly counts: {
    readonly entries: number;
    readonly links: number;
    readonly repeatedLinks: number;
    readonly lostLinks: number;
    readonly highestEntry: number;
  };
  /** The value of an attribute, by the name that Strapi gives its column. */
  valueOf(row: SourceRow, attribute: string): unknown;
  add(attribute: string, converted: Converted): void;
  links(converted: ConvertedLinks): void;
  entry(id: number): void;
  note(text: string): void;
}

const columns = new Map<string, string>();

export function columnOf(attribute: string): string {
  let column = columns.get(attribute);
  if (column === undefined) {
    column = columnName(attribute);
    columns.set(attribute, column);
  }
  return column;
}

export function createTally(): Tally {
  const broken: string[] = [];
  const notes: string[] = [];
  const counts = { entries: 0, links: 0, repeatedLinks: 0, lostLinks: 0, highestEntry: 0 };
  return {
    broken,
    notes,
    counts,
    valueOf: (row, attribute) => row[columnOf(attribute)],
    add(_attribute, converted) {
      broken.push(...converted.broken);
      if (converted.changed) notes.push(converted.changed);
    },
    links({ links, repeated, lost }) {
      counts.links += links.length;
      counts.repeatedLinks += repeated;
      counts.lostLinks += lost;
    },
    entry(id) {
      counts.entries += 1;
      counts.highestEntry = Math.max(counts.highestEntry, id);
    },
    note: (text) => void notes.push(text),
  };
}
