// Which changes of the schema can be split into two steps. A renamed attribute gets a column of its own, which triggers keep equal to the
// former one. Additions and removals need nothing else. Every other change would break processes with the former schema.
import type { PairForm } from '../../database/column-pairs';
import type { ContentType, ScalarAttribute, Schema } from '../model/compiled/content-type';
import type { PairedAttribute } from './expansion';
import type { Memory } from './memory';
import { type PendingRename, pendingRenames } from './renames';
import {
  attributeIn,
  modelOf,
  type StoredAttribute,
  type StoredModel,
  storedAttribute,
} from './stored-model';

export interface Pairing {
  readonly pairs: readonly PairedAttribute[];
  /** One sentence for each rename that cannot be split. */
  readonly refusals: readonly string[];
}

export function pairAttributes(schema: Schema, { models }: Pick<Memory, 'models'>): Pairing {
  const pairs: PairedAttribute[] = [];
  const refusals: string[] = [];
  for (const type of schema.types.values()) {
    const before = models.get(type.uid);
    for (const rename of pendingRenames(before, type)) {
      const made = before && pairOf(type, before, rename);
      if (typeof made === 'string')
        refusals.push(`${type.uid}: the attribute ${rename.from} is renamed to ${rename.to}; ${made}`);
      else if (made) pairs.push(made);
    }
  }
  return { pairs, refusals };
}

/** A text: why the rename cannot be split. null: the columns stay. */
function pairOf(
  type: ContentType,
  before: StoredModel,
  { from, to, late, replaces }: PendingRename,
): PairedAttribute | string | null {
  const attribute = type.attributes.get(to);
  const old = attributeIn(before.attributes, from);
  if (!attribute || !old || late) return `${to} exists already`;
  if (replaces) return `values of an earlier attribute ${to} are stored. Remove them with --only first`;
  const now = storedAttribute(attribute);
  if (old.columns.length === 1 && old.columns[0] === now.columns[0] && old.kind === now.kind) return null;
  const form = formOf(old, now);
  const [former, next] = [old.columns[0], now.columns[0]];
  if (!form || !former || !next || former === next)
    return `${words(old)} and ${words(now)} cannot be kept equal`;
  if (old.rules?.unique || (attribute as Partial<ScalarAttribute>).unique)
    return 'processes with different schemas would not see its unique values';
  if (attribute.common.search) return 'it has a search index ("search": true)';
  const isShared = (axis: string): boolean => before.type?.shared?.[axis]?.includes(from) ?? false;
  if (type.axes.some(({ axis, shared }) => shared.has(to) !== isShared(axis.name)))
    return 'the values are shared by the rows of a document before or after it, and not both';
  return { type: type.uid, table: type.table, from, to, former, next, name: to, form };
}

const words = ({ kind, columns }: StoredAttribute): string =>
  columns.length === 1 ? `values of the type ${kind}` : 'links';

const TEXTS = new Set(['string', 'text', 'richtext']);
const LONGEST_TEXT = Number.MAX_SAFE_INTEGER;

function formOf(old: StoredAttribute, now: StoredAttribute): PairForm | null {
  const [was, is] = [old.values, now.values];
  if (old.columns.length !== 1 || now.columns.length !== 1 || old.table || now.table) return null;
  if (old.link || now.link) return null;
  if (old.kind === now.kind && same(old, now)) return { kind: 'same' };
  if (!was || !is || was.hidden || is.hidden || !TEXTS.has(now.kind)) return null;
  if (old.kind === 'integer') return { kind: 'digits' };
  if (!TEXTS.has(old.kind)) return null;
  const longest = lengthOf(was.spec);
  if (lengthOf(is.spec) < longest) return null;
  return longest === LONGEST_TEXT ? { kind: 'same' } : { kind: 'longer', longest };
}

const same = (old: StoredAttribute, now: StoredAttribute): boolean =>
  JSON.stringify([old.values, old.entries]) === JSON.stringify([now.values, now.entries]);

const lengthOf = (spec: { readonly kind: string; readonly length?: number }): number =>
  spec.kind === 'string' ? (spec.length ?? 0) : LONGEST_TEXT;

/** The memory as if each rename was done, and left the former attribute behind. */
export function expandedModels(memory: Memory, schema: Schema, pairs: readonly PairedAttribute[]): Memory {
  const models = new Map(memory.models);
  for (const { type: uid, from, to } of pairs) {
    const type = schema.types.get(uid);
    const model = type && modelOf(models, type);
    if (!model) continue;
    const { [from]: former, ...attributes } = model.attributes;
    if (!former) continue;
    models.set(uid, {
      ...model,
      attributes,
      gone: { ...model.gone, [from]: former },
      renamed: { ...model.renamed, [to]: from },
    });
  }
  return { ...memory, models };
}
