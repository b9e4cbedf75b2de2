// Attributes whose stored values have another type than the schema says. Pure; plan-columns.ts and plan-entries.ts count what a
// conversion loses, and make steps.
import type { Attribute, Component, ContentType, Schema, Uid } from '../model/compiled/content-type';
import { isNested } from '../model/compiled/nested';
import { targetOfSpec, type ValueSource, type ValueTarget } from './convert-value';
import type { StoredLink } from './link-place';
import { followed, presentUid, relationWords, renamedWords } from './link-words';
import { pendingRenames } from './renames';
import {
  entriesOf,
  formerUids,
  type Reshape,
  reshapeEntries,
  reshapeLinks,
  type StoredEntries,
} from './reshape';
import { attributeIn, type StoredAttribute, type StoredModel, storedAttribute } from './stored-model';

export interface ChangedValues {
  readonly name: string;
  /** Of a content type: the column of the attribute, which has the values before. null: other columns have them (plan-moved.ts). */
  readonly column: string | null;
  /** null: the type of the column says it. */
  readonly source: ValueSource | null;
  /** null: a relation. */
  readonly target: ValueTarget | null;
  /** `day changes from string to date` */
  readonly sentence: string;
}

/** `renamed`: types whose links still name the former uid. */
export const changedValues = (
  before: StoredModel | undefined,
  owner: ContentType | Component,
  schema: Schema,
  renamed: ReadonlyMap<Uid, Uid>,
): ChangedValues[] =>
  [...owner.attributes.values()].flatMap((attribute) => {
    const { name } = attribute;
    const old = valuesBefore(before, owner, name)?.stored;
    const now = storedAttribute(attribute);
    if (!old) return [];
    const column = isLink(old) || isLink(now) ? null : (now.columns[0] ?? null);
    const shape = reshaped(old, attribute, schema, renamed);
    if (shape) return [{ name, column, ...shape }];
    if (!isChanged(old, now)) return [];
    const [from, to] = old.kind === now.kind ? [detailed(old), detailed(now)] : [old.kind, now.kind];
    const sentence = `${name} changes from ${from} to ${to}`;
    return [{ name, column, source: sourceOf(old, now), target: targetOf(attribute), sentence }];
  });

const JSON_SOURCE: ValueSource = { spec: { kind: 'json' }, hidden: false };

/** Entries, and links in entries, with another shape than before. */
function reshaped(
  old: StoredAttribute,
  attribute: Attribute,
  schema: Schema,
  renamed: ReadonlyMap<Uid, Uid>,
): Pick<ChangedValues, 'source' | 'target' | 'sentence'> | null {
  const made = (reshape: Reshape, words: string) => ({
    source: JSON_SOURCE,
    target: { ...targetOfSpec({ kind: 'json' }), reshape },
    sentence: `${attribute.name} ${words}`,
  });
  if (attribute.kind === 'relation' && attribute.storage.kind === 'entry' && old.link) {
    const isElsewhere = followed(old.link.target, schema) !== attribute.target;
    const isRenamed = attribute.target === null && renamed.size > 0;
    if (!isElsewhere && !isRenamed && isMany(old.link) === attribute.many) return null;
    const words = [relationWords(old.link, attribute, schema), isRenamed ? renamedWords(renamed) : ''];
    const sentence = words.filter(Boolean).join(' and ');
    return made(reshapeLinks(attribute.many, isElsewhere, renamed), sentence);
  }
  const entries = entriesOf(attribute);
  const known = old.kind === '' || old.kind === attribute.declaredType;
  const was = old.entries ?? (known ? entries : null);
  if (!entries || !was) return null;
  const reshape = reshapeEntries(was, entries, schema);
  return reshape ? made(reshape, entryWords(was, entries, schema)) : null;
}

const isMany = ({ relation }: StoredLink): boolean => /Many$/.test(relation);

function entryWords(old: StoredEntries, now: StoredEntries, schema: Schema): string {
  if (!old.zone || !now.zone) return `changes from ${inWords(old)} to ${inWords(now)}`;
  const { components } = schema;
  const words = [...new Set([...old.components, ...formerUids(now, schema)])].flatMap((uid) => {
    const present = presentUid(uid, components);
    if (!now.components.includes(present)) return [`no longer allows ${uid}`];
    return present === uid ? [] : [`contains ${present}, before ${uid}`];
  });
  return words.join(' and ');
}

function inWords(entries: StoredEntries): string {
  if (entries.zone) return 'dynamiczone';
  return `${entries.many ? 'a list of' : 'one'} ${entries.components[0]}`;
}

export interface ValuesBefore {
  /** The name under which the values are stored. */
  readonly name: string;
  readonly stored: StoredAttribute;
  /** The attribute was removed at an earlier start. */
  readonly removed: boolean;
}

/** The stored facts of the values that an attribute takes over: its own, those of a former name, or those of a removed attribute. */
export function valuesBefore(
  before: StoredModel | undefined,
  owner: ContentType | Component,
  name: string,
): ValuesBefore | null {
  const { attributes, gone } = before ?? {};
  const own = attributeIn(attributes, name);
  if (own) return { name, stored: own, removed: false };
  const kept = attributeIn(gone, name);
  // A late rename takes no place of values that a removed attribute left.
  const from = pendingRenames(before, owner).find(({ to, late }) => to === name && !(late && kept))?.from;
  const former = attributeIn(attributes, from ?? '');
  if (from !== undefined && former) return { name: from, stored: former, removed: false };
  const stored = from === undefined ? kept : attributeIn(gone, from);
  return stored ? { name: from ?? name, stored, removed: true } : null;
}

const LINKS: readonly string[] = ['relation', 'media'];
const ENTRIES: readonly string[] = ['component', 'dynamiczone'];

export const isLink = ({ kind }: Pick<StoredAttribute, 'kind'>): boolean => LINKS.includes(kind);
const isScalar = (stored: StoredAttribute): boolean => !isLink(stored) && !ENTRIES.includes(stored.kind);

function isChanged(old: StoredAttribute, now: StoredAttribute): boolean {
  if (old.kind === '' || now.kind === '') return false;
  if (!isScalar(old) && !isScalar(now)) return isLink(old) !== isLink(now);
  if (old.kind !== now.kind) return true;
  return old.values !== null && JSON.stringify(old.values.spec) !== JSON.stringify(now.values?.spec);
}

/** Links and entries have no form as a value of another type, except that entries are JSON. */
function sourceOf(old: StoredAttribute, now: StoredAttribute): ValueSource | null {
  if (isScalar(old) && isScalar(now)) return old.values;
  return { spec: { kind: 'json' }, hidden: isLink(old) || !isScalar(now) };
}

function targetOf(attribute: Attribute): ValueTarget | null {
  if (isNested(attribute)) return targetOfSpec({ kind: 'json' });
  return attribute.kind === 'scalar' ? attribute : null;
}

function detailed({ kind, values }: StoredAttribute): string {
  if (values?.spec.kind === 'decimal') return `${kind}(${values.spec.precision},${values.spec.scale})`;
  return values?.spec.kind === 'string' ? `${kind}(${values.spec.length})` : kind;
}
