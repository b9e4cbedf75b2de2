// Cases of one database under several deployments. Plugins are disabled and enabled again, drafts are enabled later, and attributes become
// unique or get a search index. A plugin of the application writes the documents of the earlier deployments.
import { check, del, get, post, put } from './build';
import type { Case, Deployment, Expectation, Step } from './case';
import { localized, typeOf } from './deployments';
import { is } from './pattern';

const titled = { title: { type: 'string', pluginOptions: localized } };
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
    ...code(more),
    part: { type: 'component', component: 'shared.coded' },
    zone: { type: 'dynamiczone', components: ['shared.coded'] },
  }),
});
const later = (draftAndPublish: boolean): Readonly<Record<string, unknown>> =>
  typeOf('later', { title: { type: 'string' } }, { options: { draftAndPublish } });
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

/** The plugin's code: `source` runs when the application has started. */
const writing = (source: string): string =>
  `(_extension, app) => app.hooks.boot.after(async () => { const of = (name) => app.documents('api::' + name + '.' + name); ${source} })`;

const FIRST: Deployment = {
  files: { ...switched, ...strict(), ...later(false), ...searched(false) },
  extension: writing(`
    for (const title of ['kept', 'gone']) {
      const { documentId } = await of('switched').create({ data: { title }, status: 'published' });
      await of('switched').update({ documentId, locale: 'fr', data: { title: title + ' fr' }, status: 'published' });
      await of('switched').update({ documentId, data: { title: title + ' draft' }, status: 'draft' });
    }
    for (const one of ['x', 'twice', 'twice', ''])
      await of('coded').create({ data: { code: one, part: { code: one }, zone: [{ __component: 'shared.coded', code: one }] } });
    await of('coded').create({ data: {} });
    for (const title of ['one', 'two']) await of('later').create({ data: { title } });
    for (const data of ${JSON.stringify(BIRDS)}) await of('searched').create({ data });`),
};
const SECOND: Deployment = {
  before: FIRST,
  files: FIRST.files ?? {},
  config: { plugins: { i18n: false, 'draft-and-publish': false } },
  extension: writing(`
    const all = await of('switched').findMany({ sort: 'title' });
    if (all.map(({ title }) => title).join() !== 'gone,kept') throw new Error('hidden rows are shown: ' + JSON.stringify(all));
    await of('switched').delete({ documentId: all[0].documentId });
    await of('switched').update({ documentId: all[1].documentId, data: { title: 'changed' } });`),
};
const THIRD: Deployment = {
  before: SECOND,
  files: { ...switched, ...strict({ unique: true }), ...later(true), ...searched(true) },
};

const shows = (query: string, ...titles: string[]) =>
  get(`/switcheds?${query}`, {
    data: is.both(is.length(titles.length), is.shuffled(...titles.map((title) => ({ title })))),
  });

/** Without the plugin of files, these attributes wait for it: at each level, and as the target of a relation. */
const WAITING: Deployment = {
  config: { plugins: { upload: false } },
  files: {
    'components/shared/pictured.json': {
      collectionName: 'components_shared_pictureds',
      info: { displayName: 'Pictured' },
      attributes: { label: { type: 'string' }, image: { type: 'media', required: true } },
    },
    ...typeOf('waiter', {
      name: { type: 'string' },
      cover: { type: 'media', required: true },
      file: { type: 'relation', relation: 'oneToOne', target: 'plugin::upload.file', required: true },
      part: { type: 'component', component: 'shared.pictured' },
      zone: { type: 'dynamiczone', components: ['shared.pictured'] },
    }),
  },
};
const REASON = is.matching('upload');
const WAITER = {
  name: '{mark}',
  part: { label: 'p' },
  zone: [{ __component: 'shared.pictured', label: 'z' }],
};
const issueAt = (...path: string[]): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { errors: [{ path, message: REASON }] } },
});
const cannotAsk = (query: string, key: string): Step =>
  get(`/waiters?${query}`, {
    status: 400,
    error: { name: 'ValidationError', message: REASON, details: { key, source: 'query' } },
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
      shows('status=published', 'changed'),
      shows('status=draft', 'kept draft'),
      shows('locale=fr', 'kept fr'),
      shows('locale=fr&status=draft', 'kept fr'),
      shows('locale=de'),
    ],
    { deploy: THIRD },
  ),
  check(
    'quire.switches.attached',
    {},
    ['published', 'draft'].map((status) =>
      get(`/laters?sort=title&status=${status}`, {
        data: ['one', 'two'].map((title) => ({
          title,
          publishedAt: status === 'draft' ? null : is.timestamp,
        })),
      }),
    ),
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
      ].map((data) => post('/codeds', data, { status: 400, error: { name: 'ValidationError' } })),
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
      get('/searcheds?filters[n]=4', {}, { save: { d: 'body.data.0' } }),
      put('/searcheds/{b.documentId}', { name: 'Rail' }),
      post('/searcheds', { n: 6, name: 'Reedling' }),
      ...finds('filters[name][$containsi]=reed', 1, 4, 6),
      ...finds('filters[name][$containsi]=rail', 2),
      del('/searcheds/{d.documentId}'),
      ...finds('filters[name][$containsi]=reed', 1, 6),
    ],
    { deploy: THIRD },
  ),
  check(
    'quire.switches.waiting',
    {},
    [
      post('/waiters', WAITER, { status: 201, data: is.noKeys('cover', 'file') }, { save: 'a' }),
      get('/waiters/{a.documentId}?populate=*', {
        data: is.both(is.noKeys('cover', 'file'), {
          part: is.both(is.noKeys('image'), { label: 'p' }),
          zone: [is.both(is.noKeys('image'), { label: 'z' })],
        }),
      }),
      ...['cover', 'file'].flatMap((name) => [
        post('/waiters', { ...WAITER, [name]: 1 }, issueAt(name)),
        put('/waiters/{a.documentId}', { [name]: 1 }, issueAt(name)),
        cannotAsk(`filters[${name}][id]=1`, name),
        cannotAsk(`filters[$or][0][${name}][$null]=true`, name),
        cannotAsk(`populate=${name}`, name),
        cannotAsk(`populate[0]=${name}`, name),
        cannotAsk(`populate[${name}]=true`, name),
      ]),
      put('/waiters/{a.documentId}', { part: { label: 'q', image: 1 } }, issueAt('part', 'image')),
      put(
        '/waiters/{a.documentId}',
        { zone: [{ __component: 'shared.pictured', image: 1 }] },
        issueAt('zone', '0', 'image'),
      ),
      cannotAsk('filters[part][image][id]=1', 'image'),
      cannotAsk('populate[part][populate]=image', 'image'),
      cannotAsk('populate=part.image', 'image'),
      get('/waiters/{a.documentId}?populate=part', { data: { name: '{mark}', part: { label: 'p' } } }),
    ],
    { deploy: WAITING },
  ),
];
