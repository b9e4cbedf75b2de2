// Cases of content types that change while documents are stored. A plugin of the application writes the documents of the earlier
// deployments. Each change that loses nothing keeps all values: in drafts, in each locale, and in entries at each depth.

import { writing } from '../application-plugins';
import { check, get } from '../build';
import type { Case, Deployment, Step } from '../case';
import { entryOf, typeOf } from '../definition-files';
import { is, type Pattern } from '../pattern';
import { type Attributes, entry, type Files, toTag, versioned, WRITE, zone } from './changed-types';

const renamedEntry = (name: string, renamedFrom: string, attributes: object): Files => ({
  [`components/shared/${name}.json`]: { info: { displayName: name, renamedFrom }, attributes },
});
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
      text: v, code: '7', day: '2024-05-01', amount: 1.25, flag: true, whole: 5, body: 'b ' + v, left: 'l ' + v,
      long: '9007199254740993', one, many: [two, one], first: two, near: place, some: { __type: 'api::tag.tag', documentId: two },
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
    ...{ code: 7, day: '2024-05-01', amount: is.decimal('1.25'), flag: 1, body: `b ${v}` },
    ...{ whole: '5', long: '9007199254740993', one: [ONE] },
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

export const quireSchemaChangeCases: readonly Case[] = [
  ...Object.entries(SHOWN).map(([row, of]) =>
    check(`quire.changes.${row}`, {}, [...shows(of), ...(MORE[row] ?? [])], { deploy: THIRD }),
  ),
];
