// Cases of values that belong to a disabled plugin: links that name a locale, and attributes with files. A deployment without the plugin
// hides these values. A change of their document keeps them, and a later deployment with the plugin shows them again.

import { writing } from '../application-plugins';
import { check, get, post, put } from '../build';
import type { Case, Deployment, Expectation, Step } from '../case';
import { typeOf } from '../definition-files';
import { is, type Pattern } from '../pattern';

/** Without the plugin of files, these attributes wait for it: at each level, and as the target of a relation. */
const pictured = (required: boolean): Readonly<Record<string, unknown>> => ({
  'components/shared/pictured.json': {
    collectionName: 'components_shared_pictureds',
    info: { displayName: 'Pictured' },
    attributes: { label: { type: 'string' }, image: { type: 'media', required } },
  },
  ...typeOf('waiter', {
    name: { type: 'string' },
    cover: { type: 'media', required },
    file: { type: 'relation', relation: 'oneToOne', target: 'plugin::upload.file', required },
    part: { type: 'component', component: 'shared.pictured' },
    zone: { type: 'dynamiczone', components: ['shared.pictured'] },
  }),
});
const WAITING: Deployment = { config: { plugins: { upload: false } }, files: pictured(true) };
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

const keeper = typeOf('keeper', {
  name: { type: 'string' },
  many: { type: 'relation', relation: 'manyToMany', target: 'api::restaurant.restaurant' },
  part: { type: 'component', component: 'shared.pin' },
});
/** Two documents: the keeper names locales in its links, the waiter shows files. */
const STORED: Deployment = {
  files: { ...keeper, ...pictured(false) },
  extension: writing(`
    const place = {};
    for (const name of ['en', 'fr', 'any']) {
      const { documentId } = await of('restaurant').create({ data: { Name: name } });
      await of('restaurant').update({ documentId, locale: 'fr', data: { Name: name + ' fr' } });
      place[name] = documentId;
    }
    const links = [{ documentId: place.en, locale: 'en' }, { documentId: place.fr, locale: 'fr' }, place.any];
    await of('keeper').create({ data: { name: 'k', many: links, part: { label: 'p', places: links } } });
    const { documentId } = await app.documents('plugin::upload.file').create({
      data: { name: 'kept.txt', hash: 'kept', ext: '.txt', mime: 'text/plain', size: 1, url: '/uploads/kept.txt', provider: 'local' } });
    const entry = (label) => ({ label, image: documentId });
    await of('waiter').create({ data: { name: 'kept', cover: documentId, file: documentId, part: entry('p'),
      zone: [{ __component: 'shared.pictured', ...entry('z') }, { __component: 'shared.pictured', ...entry('gone') }] } });`),
};
/** Each list of links loses one link and gets another. The entries with files change; one is new, and one is removed. */
const CHANGED: Deployment = {
  before: STORED,
  files: STORED.files ?? {},
  config: { plugins: { i18n: false, upload: false } },
  extension: writing(`
    const [keeper] = await of('keeper').findMany({ populate: 'part' });
    const [any] = await of('restaurant').findMany({ filters: { Name: 'any' } });
    const added = await of('restaurant').create({ data: { Name: 'added' } });
    const change = { connect: [added.documentId], disconnect: [any.documentId] };
    await of('keeper').update({
      documentId: keeper.documentId, data: { many: change, part: { id: keeper.part.id, places: change } } });
    const [{ documentId, part, zone }] = await of('waiter').findMany({ populate: ['part', 'zone'] });
    const moved = { __component: 'shared.pictured', id: zone[0].id, label: 'moved' };
    await of('waiter').update({ documentId, data: { name: 'changed', part: { id: part.id, label: 'changed' },
      zone: [{ __component: 'shared.pictured', label: 'new' }, moved] } });`),
};
const AGAIN: Deployment = { before: CHANGED, files: STORED.files ?? {} };
const needs: Case['needs'] = ['upload'];
const placed = (...all: string[]): Pattern => {
  const list = all.map((Name) => ({ Name }));
  const links = is.both(is.length(list.length), is.shuffled(...list));
  return [{ name: 'k', many: links, part: { label: 'p', places: links } }];
};
const keepers = (expect: Pattern, query = ''): Step =>
  get(`/keepers?populate[0]=many&populate[1]=part.places${query}`, { data: expect });

export const quireDisabledPluginCases: readonly Case[] = [
  check('quire.switches.hidden', {}, [keepers(placed('en', 'added'))], {
    deploy: CHANGED,
    needs,
    name: 'links that name a locale',
  }),
  check(
    'quire.switches.hidden',
    {},
    [keepers(placed('en', 'fr fr', 'added')), keepers(placed('en', 'fr fr'), '&locale=fr')],
    { deploy: AGAIN, needs, name: 'links that name a locale, shown again' },
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
  check(
    'quire.switches.waiting',
    {},
    [
      get('/waiters?populate[0]=cover&populate[1]=file&populate[2]=part.image&populate[3]=zone.image', {
        data: [
          {
            ...{ name: 'changed', cover: { name: 'kept.txt' }, file: { name: 'kept.txt' } },
            part: { label: 'changed', image: { name: 'kept.txt' } },
            zone: [
              { label: 'new', image: null },
              { label: 'moved', image: { name: 'kept.txt' } },
            ],
          },
        ],
      }),
    ],
    { deploy: AGAIN, needs, name: 'the plugin is enabled again' },
  ),
];
