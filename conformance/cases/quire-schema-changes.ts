// Cases of content types that change while documents are stored. A plugin of the application writes the documents of the earlier
// deployments. Each change that loses nothing keeps all values: in drafts, in each locale, and in entries at each depth. Other changes stop
// the start.

import { writing } from './application-plugins';
import { check, get, inAnyOrder } from './build';
import type { Case, Deployment, Step } from './case';
import { entryOf, localized, typeOf } from './definition-files';
import { is, type Pattern } from './pattern';

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Files = Readonly<Record<string, unknown>>;

const toTag = (relation: string, more: object = {}) => ({
  ...{ type: 'relation', relation, target: 'api::tag.tag' },
  ...more,
});
const entry = (component: string, repeatable = false) => ({ type: 'component', component, repeatable });
const zone = (...components: string[]) => ({ type: 'dynamiczone', components });
/** Each locale has its own values. */
const perLocale = (attributes: Attributes): object =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, one]) => [name, { ...one, pluginOptions: localized }]),
  );
const versioned = (name: string, attributes: Attributes, info: object = {}): Files =>
  typeOf(name, perLocale(attributes), {
    info: { singularName: name, pluralName: `${name}s`, displayName: name, ...info },
    options: { draftAndPublish: true },
    pluginOptions: localized,
  });
const renamedEntry = (name: string, renamedFrom: string, attributes: object): Files => ({
  [`components/shared/${name}.json`]: { info: { displayName: name, renamedFrom }, attributes },
});
/** A published document with a different draft, and another locale of it. */
const WRITE = `
  const write = async (type, values) => {
    const { documentId } = await of(type).create({ data: values('en'), status: 'published' });
    await of(type).update({ documentId, locale: 'fr', data: values('fr'), status: 'published' });
    await of(type).update({ documentId, data: values('draft'), status: 'draft' });
    return documentId;
  };
  const tags = [];
  for (const name of ['one', 'two']) tags.push((await of('tag').create({ data: { name } })).documentId);
  const [one, two] = tags;`;

const step = (gone: object): Files =>
  entryOf('step', { href: { type: 'string' }, size: { type: 'string' }, other: toTag('oneToOne'), ...gone });
const wrap = (component: string): Files =>
  entryOf('wrap', { label: { type: 'string' }, inner: entry(component, true) });
const mover = (left: Attributes): Files =>
  versioned('mover', {
    ...{ text: { type: 'string' }, code: { type: 'string' }, day: { type: 'string' } },
    ...{ amount: { type: 'decimal', scale: 2 }, flag: { type: 'boolean' }, whole: { type: 'integer' } },
    long: { type: 'biginteger' },
    ...{ body: { type: 'text' }, one: toTag('manyToOne'), many: toTag('manyToMany'), ...left },
    ...{ first: toTag('manyToOne'), some: { type: 'relation', relation: 'morphToOne' } },
    near: { type: 'relation', relation: 'manyToOne', target: 'api::restaurant.restaurant' },
    ...{ part: entry('shared.step'), parts: entry('shared.step', true), wrap: entry('shared.wrap') },
    zone: zone('shared.step', 'shared.wrap'),
  });
const watcher = (target: string): Files =>
  typeOf('watcher', {
    name: { type: 'string' },
    seen: { type: 'relation', relation: 'manyToMany', target },
    any: { type: 'relation', relation: 'morphToMany' },
  });
const paused = typeOf('paused', { name: { type: 'string' } });
const GONE = { gone: { type: 'string' } };
const LEFT: Attributes = { left: { type: 'string' } };

const FIRST: Deployment = {
  files: {
    ...step(GONE),
    ...wrap('shared.step'),
    ...mover(LEFT),
    ...watcher('api::mover.mover'),
    ...paused,
  },
  extension: writing(`${WRITE}
    const { documentId: place } = await of('restaurant').create({ data: { Name: 'near' } });
    await of('restaurant').update({ documentId: place, locale: 'fr', data: { Name: 'proche' }, status: 'published' });
    const id = await write('mover', (v) => ({
      text: v, code: '7', day: '2024-05-01', amount: 1.25, flag: true, whole: 5, long: '9007199254740993', body: 'b ' + v, left: 'l ' + v,
      one, many: [two, one], first: two, near: place, some: { __type: 'api::tag.tag', documentId: two },
      part: { href: v, size: '3', gone: 'g ' + v, other: one }, parts: [{ href: v + '1', size: '1' }, { href: v + '2' }],
      wrap: { label: v, inner: [{ href: v, size: '2', gone: 'g ' + v, other: two }] },
      zone: [
        { __component: 'shared.step', href: v, size: '4' },
        { __component: 'shared.wrap', inner: [{ href: v, size: '5', gone: 'g ' + v }] },
      ],
    }));
    await of('watcher').create({ data: { name: 'w', seen: [id], any: [
      { __type: 'api::mover.mover', documentId: id }, { __type: 'api::tag.tag', documentId: two }] } });
    await of('paused').create({ data: { name: 'kept' } });`),
};
/** Without one type, and without an attribute of a type and of a component. */
const SECOND: Deployment = {
  before: FIRST,
  files: { ...step({}), ...wrap('shared.step'), ...mover({}), ...watcher('api::mover.mover') },
};
const THIRD: Deployment = {
  before: SECOND,
  files: {
    ...renamedEntry('leap', 'shared.step', {
      url: { type: 'string', renamedFrom: 'href' },
      size: { type: 'integer' },
      other: toTag('oneToMany'),
      ...GONE,
    }),
    ...wrap('shared.leap'),
    ...versioned(
      'shifter',
      {
        title: { type: 'text', renamedFrom: 'text' },
        ...{ code: { type: 'integer' }, day: { type: 'date' }, amount: { type: 'decimal', scale: 6 } },
        ...{ flag: { type: 'integer' }, whole: { type: 'string' }, body: { type: 'richtext' }, ...LEFT },
        long: { type: 'string' },
        ...{ one: toTag('manyToMany'), marks: toTag('manyToMany', { renamedFrom: 'many' }) },
        ...{ lead: toTag('manyToOne', { renamedFrom: 'first' }) },
        sole: { type: 'relation', relation: 'morphToOne', renamedFrom: 'some' },
        around: {
          ...{ type: 'relation', relation: 'manyToOne' },
          ...{ target: 'api::restaurant.restaurant', renamedFrom: 'near' },
        },
        ...{ part: entry('shared.leap', true), parts: zone('shared.leap'), wrap: entry('shared.wrap') },
        zone: zone('shared.leap', 'shared.wrap'),
      },
      { renamedFrom: 'api::mover.mover' },
    ),
    ...watcher('api::shifter.shifter'),
    ...paused,
  },
};

const [ONE, TWO] = [{ name: 'one' }, { name: 'two' }];
const leap = (url: string, size: number | null, more: Readonly<Record<string, Pattern>> = {}): Pattern => ({
  url,
  size,
  ...more,
});
const listed = (...entries: readonly Pattern[]): Pattern => entries;
/** What a document shows of the values that the first deployment wrote for `v`. */
const SHOWN: Readonly<Record<string, (v: string) => Pattern>> = {
  'kept.renames': (v) => ({
    ...{ title: v, text: is.absent, marks: [TWO, ONE], many: is.absent, lead: TWO },
    sole: { __type: 'api::tag.tag', name: 'two' },
    around: { Name: v === 'fr' ? 'proche' : 'near' },
  }),
  'kept.types': (v) => ({
    ...{
      code: 7,
      day: '2024-05-01',
      amount: is.decimal('1.25'),
      flag: 1,
      whole: '5',
      long: '9007199254740993',
      body: `b ${v}`,
    },
    one: [ONE],
  }),
  'kept.entries': (v) => ({
    part: [leap(v, 3, { href: is.absent, other: [ONE] })],
    parts: [
      leap(`${v}1`, 1, { __component: 'shared.leap' }),
      leap(`${v}2`, null, { __component: 'shared.leap' }),
    ],
    wrap: { label: v, inner: [leap(v, 2, { other: [TWO] })] },
    zone: listed(leap(v, 4, { __component: 'shared.leap' }), {
      ...{ __component: 'shared.wrap', inner: [leap(v, 5, { other: [] })] },
    }),
  }),
  'kept.returned': (v) => ({
    left: `l ${v}`,
    part: [{ gone: `g ${v}` }],
    wrap: { inner: [{ gone: `g ${v}` }] },
    zone: listed({ gone: is.oneOf(is.absent, null) }, { inner: [{ gone: `g ${v}` }] }),
  }),
};
const POPULATED = [
  'lead',
  'sole',
  'around',
  'one',
  'marks',
  'part.other',
  'parts.other',
  'wrap.inner.other',
  'zone.other',
  'zone.inner.other',
]
  .map((path, index) => `populate[${index}]=${path}`)
  .join('&');
/** Both versions of both locales. */
const shows = (of: (v: string) => Pattern): Step[] =>
  Object.entries({
    '': 'en',
    '&status=draft': 'draft',
    '&locale=fr': 'fr',
    '&locale=fr&status=draft': 'fr',
  }).map(([query, v]) => get(`/shifters?${POPULATED}${query}`, { data: [of(v)] }));
const MORE: Readonly<Record<string, readonly Step[]>> = {
  'kept.renames': [
    get('/movers', { status: 404 }),
    get('/watchers?populate[0]=seen&populate[1]=any', {
      data: [
        {
          seen: [{ title: 'en' }],
          any: [
            { __type: 'api::shifter.shifter', title: 'en' },
            { __type: 'api::tag.tag', name: 'two' },
          ],
        },
      ],
    }),
    get('/shifters?filters[title]=en&filters[marks][name]=two', { data: is.length(1) }),
  ],
  'kept.types': [
    get(
      '/shifters?filters[code][$gt]=6&filters[day][$lt]=2024-05-02&filters[whole]=5&filters[one][name]=one',
      {
        data: is.length(1),
      },
    ),
    get('/shifters?filters[code][$gt]=7', { data: is.length(0) }),
  ],
  'kept.entries': [
    get('/shifters?filters[part][url]=en&filters[part][size][$lt]=4', { data: is.length(1) }),
    get('/shifters?filters[wrap][inner][other][name]=two', { data: is.length(1) }),
  ],
  'kept.returned': [get('/pauseds', { data: [{ name: 'kept' }] })],
};

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

export const quireSchemaChangeCases: readonly Case[] = [
  ...Object.entries(SHOWN).map(([row, of]) =>
    check(`quire.changes.${row}`, {}, [...shows(of), ...(MORE[row] ?? [])], { deploy: THIRD }),
  ),
  {
    rows: ['quire.changes.refused'],
    refuses: REFUSED,
    saying: inAnyOrder(SAYS),
  },
];
