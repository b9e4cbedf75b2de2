// Deployments of one database, one after another. Plugins are disabled and enabled again, drafts are enabled later, and attributes become
// unique or get a search index. A plugin of the application writes the documents.
import { writing } from './application-plugins';
import type { Deployment } from './case';
import { localized, typeOf } from './definition-files';

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
/** Every plugin is enabled again. */
export const THIRD: Deployment = {
  before: SECOND,
  files: { ...switched, ...pointer, ...strict({ unique: true }), ...later(true), ...searched(true) },
};
