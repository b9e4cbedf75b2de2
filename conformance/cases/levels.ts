// A content type with the same component at each place where entries can be, and short functions to write and read there.
import { entryOf, localized, typeOf } from './definition-files';
import type { Pattern } from './pattern';

const LEAF = 'shared.leaf';
const BRANCH = 'shared.branch';
const tag = { type: 'relation', target: 'api::tag.tag' };

/** The single type `focus` and documents with relations to it; a type with generated uids. */
const MORE_TYPES = {
  ...typeOf('focus', { name: { type: 'string' } }, { kind: 'singleType' }),
  ...typeOf('viewer', {
    focus: { type: 'relation', relation: 'manyToOne', target: 'api::focus.focus' },
    all: { type: 'relation', relation: 'manyToMany', target: 'api::focus.focus' },
    any: { type: 'relation', relation: 'morphToMany' },
  }),
  ...typeOf(
    'slugged',
    {
      title: { type: 'string', default: 'Without Title' },
      slug: { type: 'uid', targetField: 'title', maxLength: 15 },
      code: { type: 'uid', targetField: 'title', minLength: 5 },
    },
    { options: { draftAndPublish: true } },
  ),
  // No number fits behind the word.
  ...typeOf(
    'lettered',
    { title: { type: 'string' }, word: { type: 'uid', targetField: 'title', regex: '^[a-z]+$' } },
    { options: { draftAndPublish: true } },
  ),
  // A required list without a minimum.
  ...typeOf(
    'listed',
    {
      name: { type: 'string' },
      parts: { type: 'component', component: 'shared.strict', repeatable: true, required: true },
    },
    { options: { draftAndPublish: true } },
  ),
};

export const LEVEL_TYPES: Readonly<Record<string, unknown>> = {
  ...MORE_TYPES,
  ...entryOf('leaf', {
    word: { type: 'string', required: true, minLength: 2, maxLength: 3 },
    uq: { type: 'string', unique: true },
    on: { type: 'boolean', default: false },
    num: { type: 'integer', default: 0, min: 0, max: 5 },
    kind: { type: 'enumeration', enum: ['one', 'two'], default: 'two' },
    tag: { ...tag, relation: 'oneToOne' },
    tags: { ...tag, relation: 'oneToMany' },
  }),
  ...entryOf('branch', {
    label: { type: 'string' },
    leaf: { type: 'component', component: LEAF },
    leaves: { type: 'component', component: LEAF, repeatable: true, min: 2, max: 3 },
  }),
  ...typeOf(
    'level',
    Object.fromEntries(
      Object.entries({
        title: { type: 'string' },
        leaf: { type: 'component', component: LEAF },
        branch: { type: 'component', component: BRANCH },
        branches: { type: 'component', component: BRANCH, repeatable: true },
        zone: { type: 'dynamiczone', components: [LEAF, BRANCH] },
      }).map(([name, attribute]) => [name, { ...attribute, pluginOptions: localized }]),
    ),
    { options: { draftAndPublish: true }, pluginOptions: localized },
  ),
};

/** The places of a leaf. A number is a position in a list. */
export const PLACES = [
  'leaf',
  'branch.leaf',
  'branch.leaves.0',
  'branch.leaves.1',
  'branches.0.leaf',
  'branches.1.leaf',
  'branches.1.leaves.1',
  'zone.0',
  'zone.1',
  'zone.1.leaf',
  'zone.1.leaves.1',
] as const;

/** The lists of leaves. */
export const LISTS = ['branch.leaves', 'branches.1.leaves', 'zone.1.leaves'] as const;

/** A body with a value at one place. Other entries that the place needs are valid: `zone.1.leaf` → `{ zone: [LEAF, { leaf: value }] }`. */
export function bodyAt(place: string, value: unknown): Readonly<Record<string, unknown>> {
  const [first = '', ...rest] = place.split('.');
  return { [first]: inside(first, rest, value) };
}

function inside(above: string, [step, ...rest]: readonly string[], value: unknown): unknown {
  const list = Number(step);
  if (step === undefined) return value;
  if (Number.isNaN(list)) return { [step]: inside(step, rest, value) };
  const entry = inside(above, rest, value);
  const typed = above === 'zone' ? { __component: rest.length > 0 ? BRANCH : LEAF, ...Object(entry) } : entry;
  const filler =
    above === 'zone' ? { __component: LEAF, word: 'ok' } : above === 'leaves' ? { word: 'ok' } : {};
  const entries = Array.from({ length: list }, () => filler as unknown).concat([typed]);
  return above === 'leaves' && entries.length < 2 ? [...entries, filler] : entries;
}

/** Shows each leaf with its relations. */
export const SHOWN = [
  'populate[leaf][populate]=*',
  ...['branch', 'branches', 'zone][on][shared.branch'].flatMap((name) =>
    ['leaf', 'leaves'].map((leaf) => `populate[${name}][populate][${leaf}][populate]=*`),
  ),
  'populate[zone][on][shared.leaf][populate]=*',
].join('&');

/** A pattern for a document with this value at the place. */
export const dataAt = (place: string, pattern: Pattern): Readonly<Record<string, Pattern>> => ({
  [`data.${place}`]: pattern,
});
