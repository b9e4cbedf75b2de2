// Cases of one database under several deployments. Plugins are disabled and enabled again, drafts are enabled later, and attributes become
// unique or get a search index. A plugin of the application writes the documents of the earlier deployments.

import { writing } from './application-plugins';
import { check, del, get, INVALID, post, put } from './build';
import type { Case, Deployment, Expectation, Step } from './case';
import { localized, typeOf } from './definition-files';
import { is, type Pattern } from './pattern';

const toTags = (relation: string, more: object = {}): object => ({
  ...{ type: 'relation', relation, target: 'api::tag.tag' },
  ...more,
});
const here = { pluginOptions: localized };
const shared = { pluginOptions: { i18n: { localized: false } } };
/** `code`, `mark` and `marks` are equal in all locales. */
const titled = {
  title: { type: 'string', ...here },
  code: { type: 'string' },
  mark: toTags('manyToOne', shared),
  marks: toTags('manyToMany', shared),
  tags: toTags('manyToMany'),
  part: { type: 'component', component: 'shared.ref', ...here },
};
const switched = typeOf('switched', titled, {
  options: { draftAndPublish: true },
  pluginOptions: localized,
});
const code = (more: object = {}): object => ({ code: { type: 'string', ...more } });
const strict = (more: object = {}): Readonly<Record<string, unknown>> => ({
  'components/shared/coded.json': {
    collectionName: 'components_shared_codeds',
    info: { displayName: 'Coded' },
    attributes: code(more),
  },
  ...typeOf('coded', {
    // Unique in each deployment: the other attributes become unique beside it.
    batch: { type: 'string', unique: true },
    ...code(more),
    part: { type: 'component', component: 'shared.coded' },
    zone: { type: 'dynamiczone', components: ['shared.coded'] },
  }),
});
const later = (draftAndPublish: boolean): Readonly<Record<string, unknown>> =>
  typeOf(
    'later',
    {
      title: { type: 'string' },
      one: toTags('manyToOne'),
      many: toTags('manyToMany'),
      only: toTags('oneToOne'),
      next: { type: 'relation', relation: 'oneToOne', target: 'api::later.later' },
      part: { type: 'component', component: 'shared.ref' },
      zone: { type: 'dynamiczone', components: ['shared.ref', 'shared.quote'] },
    },
    { options: { draftAndPublish } },
  );
const searched = (search: boolean): Readonly<Record<string, unknown>> =>
  typeOf(
    'searched',
    { name: { type: 'string', search }, body: { type: 'richtext', search }, n: { type: 'integer' } },
    { indexes: [{ attributes: ['n'] }] },
  );
/** `n` tells the documents apart. */
const BIRDS = [
  { n: 1, name: 'Reed warbler', body: 'sings in reed beds' },
  { n: 2, name: 'reed bunting', body: 'nests low' },
  { n: 3, name: 'Marsh harrier', body: 'hunts over REEDS' },
  { n: 4, name: 'BREEDING taxi', body: 'Ökologie der Ufer' },
  { n: 5, name: 'Coot', body: 'reed beds sing' },
];

const pointer = typeOf('pointer', {
  to: { type: 'relation', relation: 'manyToMany', target: 'api::switched.switched' },
});

const FIRST: Deployment = {
  files: { ...switched, ...pointer, ...strict(), ...later(false), ...searched(false) },
  extension: writing(`
    const tag = {};
    for (const name of ['a', 'b', 'c']) tag[name] = (await of('tag').create({ data: { name: 'switch ' + name } })).documentId;
    for (const title of ['kept', 'gone', 'clean']) {
      const values = (locale) => ({ title: title + locale, tags: [tag.a, tag.b], part: { label: title + locale, target: tag.a } });
      const { documentId } = await of('switched').create({
        data: { ...values(''), code: 'old', mark: tag.a, marks: [tag.a, tag.b] }, status: 'published' });
      await of('switched').update({ documentId, locale: 'fr', data: values(' fr'), status: 'published' });
      if (title !== 'clean')
        await of('switched').update({ documentId, data: { title: title + ' draft', tags: [tag.c] }, status: 'draft' });
    }
    const parted = (await of('switched').create({ data: { title: 'parted' }, status: 'published' })).documentId;
    await of('switched').update({ documentId: parted, locale: 'fr', data: { title: 'parted fr' }, status: 'published' });
    await of('switched').update({ documentId: parted, locale: 'de', data: { title: 'parted de' }, status: 'draft' });
    const drafted = (await of('switched').create({ data: { title: 'drafted' }, status: 'draft' })).documentId;
    await of('switched').update({ documentId: drafted, locale: 'de', data: { title: 'drafted de' }, status: 'published' });
    await of('pointer').create({ data: { to: [drafted] } });
    for (const one of ['x', 'twice', 'twice', ''])
      await of('coded').create({ data: { code: one, part: { code: one }, zone: [{ __component: 'shared.coded', code: one }] } });
    for (const _ of [1, 2]) await of('coded').create({ data: { part: {}, zone: [{ __component: 'shared.coded' }] } });
    let next;
    for (const title of ['one', 'two']) {
      const { documentId } = await of('later').create({ data: {
        title, next, one: tag.a, many: [tag.b, tag.a], only: title === 'one' ? tag.a : tag.b, part: { label: title, target: tag.b },
        zone: [{ __component: 'shared.ref', label: title, target: tag.c }, { __component: 'shared.quote', text: title }] } });
      next = documentId;
    }
    for (const data of ${JSON.stringify(BIRDS)}) await of('searched').create({ data });`),
};
/** A locale is removed while the drafts are hidden. The next start with locales adds it again. */
const WITHOUT_DRAFTS: Deployment = {
  before: FIRST,
  files: FIRST.files ?? {},
  config: { plugins: { 'draft-and-publish': false } },
  extension: writing("await app.container.resolve(LOCALES).remove('de', { force: true });"),
};
/** The published row of a document is removed while the rows of the other locale are hidden. */
const WITHOUT_LOCALES: Deployment = {
  before: WITHOUT_DRAFTS,
  files: FIRST.files ?? {},
  config: { plugins: { i18n: false } },
  extension: writing(`
    const [{ documentId }] = await of('switched').findMany({ filters: { title: 'parted' } });
    await of('switched').unpublish({ documentId });`),
};
const SECOND: Deployment = {
  before: WITHOUT_LOCALES,
  files: FIRST.files ?? {},
  config: { plugins: { i18n: false, 'draft-and-publish': false } },
  extension: writing(`
    const all = await of('switched').findMany({ sort: 'title' });
    if (all.map(({ title }) => title).join() !== 'clean,gone,kept') throw new Error('hidden rows are shown: ' + JSON.stringify(all));
    const [{ documentId: c }] = await of('tag').findMany({ filters: { name: 'switch c' } });
    const [clean, gone, kept] = all.map(({ documentId }) => documentId);
    await of('switched').delete({ documentId: gone });
    for (const documentId of [clean, kept])
      await of('switched').update({ documentId, data: {
        title: documentId === kept ? 'changed' : 'clean, changed', code: 'new', mark: c, marks: [c], tags: [c], part: { label: 'new' } } });`),
};
const THIRD: Deployment = {
  before: SECOND,
  files: { ...switched, ...pointer, ...strict({ unique: true }), ...later(true), ...searched(true) },
};

const named = (...tags: string[]): Pattern => tags.map((name) => ({ name: `switch ${name}` }));
const listed = (...entries: readonly Pattern[]): Pattern => entries;
const [BOTH, C] = [['a', 'b'], ['c']];
/** Values that the row had, or that were written while the plugins were disabled. */
const WRITTEN: readonly (readonly [query: string, code: string, tags: string[], marks: string[]])[] = [
  ['filters[title]=changed', 'new', C, C],
  ['filters[title]=clean, changed', 'new', C, C],
  ['filters[title]=clean, changed&status=draft', 'new', C, C],
  // All locales have the shared values that were written last.
  ['filters[title]=kept fr&locale=fr', 'new', BOTH, C],
  ['filters[title]=clean fr&locale=fr', 'new', BOTH, C],
  ['filters[title]=clean fr&locale=fr&status=draft', 'new', BOTH, C],
  // A document with changes in a draft keeps its drafts.
  ['filters[title]=kept draft&status=draft', 'old', C, BOTH],
  ['filters[title]=kept fr&locale=fr&status=draft', 'old', BOTH, BOTH],
];
const LINKED = ['one', 'many', 'only', 'next']
  .map((name, index) => `populate[${index + 2}]=${name}`)
  .join('&');
const shows = (query: string, ...titles: string[]) =>
  get(`/switcheds?${query}`, {
    data: is.both(is.length(titles.length), is.shuffled(...titles.map((title) => ({ title })))),
  });

/** The query finds the documents with these numbers: all of them, and two in the other order. */
const finds = (query: string, ...numbers: number[]): Step[] => {
  const found = numbers.map((n) => ({ n }));
  const more: Expectation = { meta: { pagination: { total: numbers.length } } };
  return [
    get(`/searcheds?${query}`, { data: is.both(is.length(found.length), is.shuffled(...found)), ...more }),
    get(`/searcheds?sort=n:desc&pagination[pageSize]=2&${query}`, {
      data: [...found].reverse().slice(0, 2),
      ...more,
    }),
    get(`/searcheds?sort=id&pagination[page]=2&pagination[pageSize]=2&${query}`, {
      data: found.slice(2, 4),
      ...more,
    }),
  ];
};

export const quireSwitchCases: readonly Case[] = [
  check(
    'quire.switches.hidden',
    {},
    [
      shows('status=published', 'changed', 'clean, changed'),
      shows('status=draft', 'kept draft', 'clean, changed', 'parted', 'drafted'),
      shows('locale=fr', 'kept fr', 'clean fr', 'parted fr'),
      shows('locale=fr&status=draft', 'kept fr', 'clean fr', 'parted fr'),
      shows('locale=de'),
      shows('locale=de&status=draft'),
      // The document lost its only shown row with the locale.
      get('/pointers?populate=to&status=draft', { data: [{ to: [{ title: 'drafted' }] }] }),
    ],
    { deploy: THIRD },
  ),
  check(
    'quire.switches.hidden',
    {},
    [
      ...WRITTEN.map(([query, code, tags, marks]) =>
        get(`/switcheds?${query}&populate[0]=tags&populate[1]=marks&populate[2]=mark`, {
          data: [
            { code, tags: named(...tags), marks: named(...marks), mark: { name: `switch ${marks[0]}` } },
          ],
        }),
      ),
      get('/switcheds?filters[title]=kept fr&locale=fr&populate=part.target', {
        data: [{ part: { label: 'kept fr', target: { name: 'switch a' } } }],
      }),
      get('/switcheds?filters[title]=clean, changed&status=draft&populate=part.target', {
        data: [{ part: { label: 'new', target: null } }],
      }),
    ],
    { deploy: THIRD, name: 'values and links' },
  ),
  check(
    'quire.switches.attached',
    {},
    ['published', 'draft'].flatMap((status) => [
      get(`/laters?sort=title&status=${status}&populate[0]=part.target&populate[1]=zone.target&${LINKED}`, {
        data: ['one', 'two'].map(
          (title): Pattern => ({
            title,
            publishedAt: status === 'draft' ? null : is.timestamp,
            one: { name: 'switch a' },
            many: named('b', 'a'),
            only: { name: title === 'one' ? 'switch a' : 'switch b' },
            next: title === 'one' ? null : { title: 'one' },
            part: { label: title, target: { name: 'switch b' } },
            zone: listed({ label: title, target: { name: 'switch c' } }, { text: title }),
          }),
        ),
      }),
      // No draft has pending changes.
      get(`/laters?publicationFilter=modified&status=${status}`, { data: [] }),
      get(`/laters?publicationFilter=unmodified&status=${status}`, { data: is.length(2) }),
    ]),
    { deploy: THIRD },
  ),
  check(
    'quire.switches.unique',
    {},
    [
      ...[
        { code: 'x' },
        { code: 'twice' },
        { part: { code: 'x' } },
        { zone: [{ __component: 'shared.coded', code: 'x' }] },
      ].map((data) => post('/codeds', data, INVALID)),
      ...['X', 'x ', ''].map((one) => post('/codeds', { code: one, part: { code: one } }, { status: 201 })),
      get('/codeds?filters[code]=twice', { data: is.length(2) }),
    ],
    { deploy: THIRD },
  ),
  check(
    'quire.switches.search',
    {},
    [
      ...finds('filters[name][$containsi]=REED', 1, 2, 4),
      ...finds('filters[name][$contains]=reed', 2),
      ...finds('filters[name][$containsi]=re', 1, 2, 4),
      ...finds('filters[name][$containsi]=reed-reed'),
      ...finds('filters[body][$containsi]=Reed B', 1, 5),
      ...finds('filters[body][$containsi]=öko', 4),
      ...finds('filters[name][$startsWith]=reed', 2),
      ...finds('filters[name][$startsWithi]=reed', 1, 2),
      ...finds('filters[name][$endsWithi]=TAXI', 4),
      ...finds('filters[name][$eqi]=REED Bunting', 2),
      ...finds('filters[name][$in][0]=Coot&filters[name][$in][1]=Reed', 5),
      ...finds('filters[name][$notContainsi]=reed', 3, 5),
      ...finds('filters[$not][name][$containsi]=reed', 3, 5),
      ...finds('filters[name][$containsi]=reed&filters[body][$containsi]=reed', 1),
      ...finds('filters[name][$containsi]=reed&filters[n][$gt]=1', 2, 4),
      ...finds('filters[$or][0][name][$containsi]=warbler&filters[$or][1][body][$containsi]=over', 1, 3),
      ...finds('filters[$or][0][n]=5&filters[$or][1][n]=3', 3, 5),
      ...finds('filters[$or][0][n]=5&filters[$or][1][name][$containsi]=reed', 1, 2, 4, 5),
      ...finds('filters[$or][0][name][$containsi]=reed&filters[$or][1][name][$containsi]=co', 1, 2, 4, 5),
      ...finds(
        'filters[$or][0][name][$containsi]=reed&filters[$or][1][name][$containsi]=harrier&filters[n][$lt]=4',
        1,
        2,
        3,
      ),
      ...finds('_q=reed', 1, 2, 3, 4, 5),
      ...finds('_q=harrier', 3),
      // A changed, a new and a removed document.
      get('/searcheds?filters[n]=2', {}, { save: { b: 'body.data.0' } }),
      get('/searcheds?filters[n]=3', {}, { save: { c: 'body.data.0' } }),
      get('/searcheds?filters[n]=4', {}, { save: { d: 'body.data.0' } }),
      put('/searcheds/{b.documentId}', { name: 'Rail' }),
      post('/searcheds', { n: 6, name: 'Reedling' }),
      ...finds('filters[name][$containsi]=reed', 1, 4, 6),
      ...finds('filters[name][$containsi]=rail', 2),
      put('/searcheds/{c.documentId}', { name: 'Bittern', body: 'booms in the marsh' }),
      ...finds('filters[name][$containsi]=harrier'),
      ...finds('filters[name][$containsi]=bittern', 3),
      ...finds('filters[body][$containsi]=booms', 3),
      del('/searcheds/{d.documentId}'),
      ...finds('filters[name][$containsi]=reed', 1, 6),
    ],
    { deploy: THIRD },
  ),
];
