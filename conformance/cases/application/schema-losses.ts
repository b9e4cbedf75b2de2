// Cases of content types that change while documents are stored. A change that would lose values stops the start.

import { writing } from '../application-plugins';
import { inAnyOrder } from '../build';
import type { Case, Deployment } from '../case';
import { entryOf, typeOf } from '../definition-files';
import { entry, type Files, toTag, versioned, WRITE, zone } from './changed-types';

/** Documents whose values do not fit the second list of attributes. */
const LOSERS: readonly (readonly [
  name: string,
  before: object,
  values: string,
  after: object,
  says: string,
])[] = [
  [
    'word',
    { type: 'string' },
    `v === 'en' ? 'hello' : '7'`,
    { type: 'integer' },
    'string to integer.*1 of 4 values',
  ],
  [
    'drafted',
    { type: 'string' },
    `v === 'draft' ? 'x' : '7'`,
    { type: 'integer' },
    'string to integer.*1 of 4 values',
  ],
  [
    'french',
    { type: 'string' },
    `v === 'fr' ? 'x' : '7'`,
    { type: 'integer' },
    'string to integer.*2 of 4 values',
  ],
  ['zeros', { type: 'string' }, `'007'`, { type: 'integer' }, 'string to integer.*4 of 4 values'],
  ['impossible', { type: 'string' }, `'2024-02-30'`, { type: 'date' }, 'string to date.*4 of 4 values'],
  ['cents', { type: 'decimal', scale: 4 }, '1.2345', { type: 'decimal', scale: 2 }, 'decimal.*4 of 4 values'],
  ['part', { type: 'float' }, '1.5', { type: 'integer' }, 'float to integer.*4 of 4 values'],
  ['hash', { type: 'password' }, `'hidden-word'`, { type: 'string' }, 'password to string.*4 of 4 values'],
  ['link', { type: 'string' }, 'one', toTag('manyToOne'), 'string to relation.*4 values'],
  [
    'far',
    toTag('manyToOne'),
    'one',
    { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
    '4 of 4 links are lost',
  ],
  ['few', toTag('manyToMany'), '[one, two]', toTag('manyToOne'), '4 of 8 links are lost'],
  [
    'list',
    entry('shared.item', true),
    `[{ label: 'a' }, { label: 'b' }]`,
    entry('shared.item'),
    'a list of shared.item to one shared.item.*4 of 4 values',
  ],
  [
    'areas',
    zone('shared.item', 'shared.box'),
    `[{ __component: 'shared.item', label: 'a' }, { __component: 'shared.box', items: [{ label: 'b', size: 'x' }] }]`,
    zone('shared.box'),
    'no longer allows shared.item.*4 of 4 values',
  ],
];
const stored = (name: string, more: object = {}, info: object = {}): Files =>
  typeOf(
    name,
    { name: { type: 'string' } },
    { info: { singularName: name, pluralName: `${name}s`, displayName: name, ...info }, ...more },
  );
const loser = (place: 1 | 3): Files =>
  versioned(
    'loser',
    Object.fromEntries(LOSERS.map((each) => [each[0], each[place] as Readonly<Record<string, unknown>>])),
  );
const items = (size: string): Files => ({
  ...entryOf('item', { label: { type: 'string' }, size: { type: size } }),
  ...entryOf('box', { items: entry('shared.item', true) }),
});
const BEFORE: Deployment = {
  files: { ...items('string'), ...loser(1), ...stored('kind'), ...stored('table'), ...stored('former') },
  extension: writing(`${WRITE}
    await write('loser', (v) => ({ ${LOSERS.map(([name, , values]) => `${name}: ${values}`).join(', ')} }));
    for (const name of ['kind', 'table', 'former']) await of(name).create({ data: { name } });`),
};
const REFUSED: Deployment = {
  before: BEFORE,
  files: {
    ...items('integer'),
    ...loser(3),
    ...stored('kind', { kind: 'singleType' }),
    ...stored('table', { collectionName: 'elsewhere' }),
    ...stored('latter', { collectionName: 'formers' }),
  },
};
const SAYS: readonly string[] = [
  'would lose stored data',
  'needs your decision',
  'api::kind\\.kind: kind was "collectionType" and is "singleType"',
  'api::table\\.table: collectionName was "tables" and is "elsewhere"',
  'api::latter\\.latter: singularName was "former" and is "latter"',
  ...LOSERS.map(([name, , , , says]) => `api::loser\\.loser: ${name} [^\\n]*${says}`),
  'in stored entries of shared\\.item: size changes from string to integer; 4 of 4 values',
];

export const quireSchemaLossCases: readonly Case[] = [
  {
    rows: ['quire.changes.refused'],
    refuses: REFUSED,
    saying: inAnyOrder(SAYS),
  },
];
