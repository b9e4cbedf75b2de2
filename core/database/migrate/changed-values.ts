// Attributes whose stored values have another type than the schema says. Pure; plan-columns.ts and plan-entries.ts count what a
// conversion loses, and make steps.
import type { Attribute, Component, ContentType, Schema } from '../../schema/model/content-type';
import { isNested } from '../../schema/model/nested';
import { targetOfSpec, type ValueSource, type ValueTarget } from './convert-value';
import type { StoredLink } from './link-place';
import { followed, relationWords } from './link-words';
import { ANY_TEXT } from './old-memory';
import { pendingRenames } from './renames';
import { entriesOf, type Reshape, reshapeEntries, reshapeLinks, type StoredEntries } from './reshape';
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

export const changedValues = (
  before: StoredModel | undefined,
  owner: ContentType | Component,
  schema: Schema,
): ChangedValues[] =>
  [...owner.attributes.values()].flatMap((attribute) => {
    const old = knownAttribute(before, owner, attribute);
    const now = storedAttribute(attribute);
    if (!old) return [];
    const { name } = attribute;
    const column = isLink(old) || isLink(now) ? null : (now.columns[0] ?? null);
    const shape = reshaped(old, attribute, schema);
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
): Pick<ChangedValues, 'source' | 'target' | 'sentence'> | null {
  const made = (reshape: Reshape, words: string) => ({
    source: JSON_SOURCE,
    target: { ...targetOfSpec({ kind: 'json' }), reshape },
    sentence: `${attribute.name} ${words}`,
  });
  if (attribute.kind === 'relation' && attribute.storage.kind === 'entry' && old.link) {
    const isElsewhere = followed(old.link.target, schema) !== attribute.target;
    if (!isElsewhere && isMany(old.link) === attribute.many) return null;
    return made(reshapeLinks(attribute.many, isElsewhere), relationWords(old.link, attribute, schema));
  }
  const entries = entriesOf(attribute);
  const reshape = entries && old.entries && reshapeEntries(old.entries, entries, schema);
  return reshape ? made(reshape, `changes from ${inWords(old.entries)} to ${inWords(entries)}`) : null;
}

const isMany = ({ relation }: StoredLink): boolean => /Many$/.test(relation);

function inWords(entries: StoredEntries | null): string {
  if (!entries || entries.zone) return 'dynamiczone';
  return `${entries.many ? 'a list of' : 'one'} ${entries.components[0]}`;
}

/** What is remembered of the values that an attribute finds: under its own name, a former name, or of a removed attribute. */
export function knownAttribute(
  before: StoredModel | undefined,
  owner: ContentType | Component,
  { name }: Pick<Attribute, 'name'>,
): StoredAttribute | undefined {
  const { attributes, gone } = before ?? {};
  const removed = attributeIn(gone, name);
  // A late rename takes no place of values that a removed attribute left.
  const rename = pendingRenames(before, owner).find(({ to, late }) => to === name && !(late && removed));
  const former = rename && (attributeIn(attributes, rename.from) ?? attributeIn(gone, rename.from));
  return attributeIn(attributes, name) ?? former ?? removed;
}

const LINKS: readonly string[] = ['relation', 'media'];
const ENTRIES: readonly string[] = ['component', 'dynamiczone'];

export const isLink = ({ kind }: Pick<StoredAttribute, 'kind'>): boolean => LINKS.includes(kind);
const isScalar = (stored: StoredAttribute): boolean => !isLink(stored) && !ENTRIES.includes(stored.kind);

function isChanged(old: StoredAttribute, now: StoredAttribute): boolean {
  if (old.kind === '' || now.kind === '') return false;
  if (!isScalar(old) && !isScalar(now)) return isLink(old) !== isLink(now);
  if (old.values === null && old.kind === ANY_TEXT) return !isText(now);
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

const isText = ({ values }: StoredAttribute): boolean =>
  values?.spec.kind === 'string' || values?.spec.kind === 'text';

function detailed({ kind, values }: StoredAttribute): string {
  if (values?.spec.kind === 'decimal') return `${kind}(${values.spec.precision},${values.spec.scale})`;
  return values?.spec.kind === 'string' ? `${kind}(${values.spec.length})` : kind;
}
