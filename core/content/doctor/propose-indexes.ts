// Indexes for slow reads: lines of the log that carry compared attributes → lines for schema files. Each statement gets the index
// that finds its rows: attributes compared for equality, then those of the order, or else one range.
import type { ComparedColumns } from '../../database/database';
import { SLOW_READ } from '../../database/run/slow-log';
import { indexColumns } from '../model/compile/declared-indexes';
import type { ContentType, Schema } from '../model/compiled/content-type';

export interface IndexProposal {
  readonly type: string;
  /** The file of the type, or the plugin that adds it. */
  readonly source: string;
  readonly attributes: readonly string[];
  readonly reads: number;
  /** Together, in milliseconds. */
  readonly milliseconds: number;
  readonly longest: number;
  /** The statement of the longest read. */
  readonly sql: string;
}

export interface SlowRead {
  readonly milliseconds: number;
  readonly sql: string;
  readonly compared: readonly ComparedColumns[];
}

/** A line of the log as JSON; null: another line. */
export function slowReadOf(line: string): SlowRead | null {
  if (!line.includes(SLOW_READ)) return null;
  try {
    const fields = JSON.parse(line.slice(line.indexOf('{'))) as Partial<SlowRead>;
    const { milliseconds, sql, compared } = fields;
    if (typeof milliseconds !== 'number' || typeof sql !== 'string') return null;
    return { milliseconds, sql, compared: Array.isArray(compared) ? compared.filter(isCompared) : [] };
  } catch {
    return null;
  }
}

const isCompared = (given: unknown): given is ComparedColumns => {
  const { type, equal, range, sort } = Object(given) as Record<string, unknown>;
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((name) => typeof name === 'string');
  return typeof type === 'string' && [equal, range, sort].every(isList);
};

/** The proposals with the most time first. `hasIndex`: do the first columns of an index of the type agree with these, after its axes? */
export function proposeIndexes(
  reads: Iterable<SlowRead>,
  schema: Schema,
  hasIndex: (type: ContentType, columns: readonly string[]) => boolean,
): IndexProposal[] {
  const proposals = new Map<string, IndexProposal>();
  for (const { compared, milliseconds, sql } of reads)
    for (const each of compared) {
      const type = schema.types.get(each.type);
      const attributes = type ? attributesOf(each, type) : [];
      if (!type || attributes.length === 0 || hasIndex(type, columnsOf(type, attributes) ?? [])) continue;
      const key = `${type.uid} ${attributes.join()}`;
      const known = proposals.get(key);
      const isLongest = milliseconds > (known?.longest ?? -1);
      proposals.set(key, {
        type: type.uid,
        source: type.source,
        attributes,
        reads: (known?.reads ?? 0) + 1,
        milliseconds: (known?.milliseconds ?? 0) + milliseconds,
        longest: isLongest ? milliseconds : (known?.longest ?? 0),
        sql: isLongest ? sql : (known?.sql ?? ''),
      });
    }
  return [...proposals.values()].sort((a, b) => b.milliseconds - a.milliseconds);
}

/** As many of the attributes, in this order, as one index can have. */
function attributesOf({ equal, range, sort }: ComparedColumns, type: ContentType): string[] {
  const ordered = sort.length > 0 ? sort : range.slice(0, 1);
  const chosen: string[] = [];
  for (const name of [...equal, ...ordered]) {
    if (chosen.includes(name) || isOfAxis(type, name)) continue;
    if (columnsOf(type, [...chosen, name])) chosen.push(name);
    else if (!equal.includes(name)) break;
  }
  return chosen;
}

const columnsOf = (type: ContentType, names: readonly string[]): readonly string[] | null => {
  const found = indexColumns(names, type);
  return Array.isArray(found) ? found : null;
};

const isOfAxis = (type: ContentType, name: string): boolean => type.scalars.get(name)?.axis !== undefined;
