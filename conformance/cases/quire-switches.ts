// Cases of one database under several deployments. Plugins are disabled and enabled again, drafts are enabled later, and attributes become
// unique. A plugin of the application writes the documents of the earlier deployments.
import { check, get, post } from './build';
import type { Case, Deployment } from './case';
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

/** The plugin's code: `source` runs when the application has started. */
const writing = (source: string): string =>
  `(_extension, app) => app.hooks.boot.after(async () => { const of = (name) => app.documents('api::' + name + '.' + name); ${source} })`;

const FIRST: Deployment = {
  files: { ...switched, ...strict(), ...later(false) },
  extension: writing(`
    for (const title of ['kept', 'gone']) {
      const { documentId } = await of('switched').create({ data: { title }, status: 'published' });
      await of('switched').update({ documentId, locale: 'fr', data: { title: title + ' fr' }, status: 'published' });
      await of('switched').update({ documentId, data: { title: title + ' draft' }, status: 'draft' });
    }
    for (const one of ['x', 'twice', 'twice', ''])
      await of('coded').create({ data: { code: one, part: { code: one }, zone: [{ __component: 'shared.coded', code: one }] } });
    await of('coded').create({ data: {} });
    for (const title of ['one', 'two']) await of('later').create({ data: { title } });`),
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
  files: { ...switched, ...strict({ unique: true }), ...later(true) },
};

const shows = (query: string, ...titles: string[]) =>
  get(`/switcheds?${query}`, {
    data: is.both(is.length(titles.length), is.shuffled(...titles.map((title) => ({ title })))),
  });

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
];
