// Deployments of one database, one after another. Plugins are disabled and enabled again, drafts are enabled later, and attributes become
// unique or get a search index. A plugin of the application writes the documents.
import { writing } from '../application-plugins';
import type { Deployment } from '../case';
import { entryOf, localized, typeOf } from '../definition-files';

const toTags = (relation: string, more: object = {}): object => ({
  ...{ type: 'relation', relation, target: 'api::tag.tag' },
  ...more,
});
const here = { pluginOptions: localized };
const shared = { pluginOptions: { i18n: { localized: false } } };
const toPointer = (relation: string): object => ({
  type: 'relation',
  relation,
  target: 'api::pointer.pointer',
});
const toSwitched = (relation: string, mappedBy?: string): object => ({
  ...{ type: 'relation', relation, target: 'api::switched.switched' },
  ...(mappedBy === undefined ? {} : { mappedBy }),
});
/** `code`, `mark` and `marks` are equal in all locales. */
const titled = {
  title: { type: 'string', ...here },
  code: { type: 'string' },
  mark: toTags('manyToOne', shared),
  marks: toTags('manyToMany', shared),
  tags: toTags('manyToMany'),
  part: { type: 'component', component: 'shared.ref', ...here },
  sole: { ...toPointer('oneToOne'), inversedBy: 'soleOf' },
  pair: { ...toPointer('oneToOne'), inversedBy: 'pairOf' },
  pointers: { ...toPointer('manyToMany'), inversedBy: 'back' },
};
const switched = typeOf('switched', titled, {
  options: { draftAndPublish: true },
  pluginOptions: localized,
});
const code = (more: object = {}): object => ({ code: { type: 'string', ...more } });
/** `more`: of the attributes that become unique later. `old`: of one that is unique at first and at last. */
const strict = (more: object = {}, old: object = more): Readonly<Record<string, unknown>> => ({
  'components/shared/coded.json': {
    collectionName: 'components_shared_codeds',
    info: { displayName: 'Coded' },
    attributes: code(more),
  },
  ...typeOf('coded', {
    // Unique in each deployment: the other attributes become unique beside it.
    batch: { type: 'string', unique: true },
    ...code(more),
    old: { type: 'string', ...old },
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

/** The links of this type name locales and statuses. The type itself has neither. */
const pointer = {
  ...entryOf('pointed', {
    label: { type: 'string' },
    to: toSwitched('oneToMany'),
    one: toSwitched('oneToOne'),
  }),
  ...typeOf('pointer', {
    name: { type: 'string' },
    to: toSwitched('manyToMany'),
    one: toSwitched('manyToOne'),
    part: { type: 'component', component: 'shared.pointed' },
    back: toSwitched('manyToMany', 'pointers'),
    soleOf: toSwitched('oneToOne', 'sole'),
    pairOf: toSwitched('oneToOne', 'pair'),
  }),
};

const FIRST: Deployment = {
  files: { ...switched, ...pointer, ...strict({}, { unique: true }), ...later(false), ...searched(false) },
  extension: writing(`
    const tag = {};
    for (const name of ['a', 'b', 'c']) tag[name] = (await of('tag').create({ data: { name: 'switch ' + name } })).documentId;
    const { documentId: target } = await of('pointer').create({ data: { name: 'target' } });
    const links = { kept: { sole: target, pair: target, pointers: [target] } };
    for (const title of ['kept', 'gone', 'clean', 'rival']) {
      const values = (locale) => ({ title: title + locale, tags: [tag.a, tag.b], part: { label: title + locale, target: tag.a }, ...links[title] });
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
    await of('pointer').create({ data: { name: 'drafted', to: [drafted] } });
    const [clean, kept] = (await of('switched').findMany({ filters: { title: ['clean', 'kept'] }, sort: 'title' })).map(({ documentId }) => documentId);
    const aside = [{ documentId: kept, locale: 'fr' }, clean, { documentId: kept, status: 'draft' }, { documentId: clean, locale: 'fr', status: 'draft' }];
    for (const [name, to] of [['aside', aside], ['alike', [{ documentId: clean, locale: 'en', status: 'published' }, clean]]])
      await of('pointer').create({ data: { name, to, one: to[0], part: { label: name, to, one: to[0] } } });
    for (const [index, one] of ['x', 'twice', 'twice', ''].entries())
      await of('coded').create({ data: { batch: 'b' + index, old: 'o' + index, code: one, part: { code: one }, zone: [{ __component: 'shared.coded', code: one }] } });
    for (const _ of [1, 2]) await of('coded').create({ data: { part: {}, zone: [{ __component: 'shared.coded' }] } });
    // More documents than two pages of the program that claims their values.
    for (let n = 0; n < 410; n += 10)
      await Promise.all(Array.from({ length: 10 }, (_, index) => of('coded').create({ data: { code: 'many ' + (n + index) } })));
    let next;
    for (const title of ['one', 'two']) {
      const { documentId } = await of('later').create({ data: {
        title, next, one: tag.a, many: [tag.b, tag.a], only: title === 'one' ? tag.a : tag.b, part: { label: title, target: tag.b },
        zone: [{ __component: 'shared.ref', label: title, target: tag.c }, { __component: 'shared.quote', text: title }] } });
      next = documentId;
    }
    for (const data of ${JSON.stringify(BIRDS)}) await of('searched').create({ data });`),
};
const FILES = { ...FIRST.files, ...strict() };
/** A locale is removed while the drafts are hidden. The next start with locales adds it again. */
const WITHOUT_DRAFTS: Deployment = {
  before: FIRST,
  files: FILES,
  config: { plugins: { 'draft-and-publish': false } },
  extension: writing("await app.container.resolve(LOCALES).remove('de', { force: true });"),
};
/** The published row of a document is removed while the rows of the other locale are hidden. */
const WITHOUT_LOCALES: Deployment = {
  before: WITHOUT_DRAFTS,
  files: FILES,
  config: { plugins: { i18n: false } },
  extension: writing(`
    const [{ documentId }] = await of('switched').findMany({ filters: { title: 'parted' } });
    await of('switched').unpublish({ documentId });`),
};
const SECOND: Deployment = {
  before: WITHOUT_LOCALES,
  files: FILES,
  config: { plugins: { i18n: false, 'draft-and-publish': false } },
  extension: writing(`
    const all = await of('switched').findMany({ sort: 'title' });
    if (all.map(({ title }) => title).join() !== 'clean,gone,kept,rival') throw new Error('hidden rows are shown: ' + JSON.stringify(all));
    // A link of an entry that names a hidden locale or a hidden draft is hidden.
    for (const [title, count] of [['kept', 0], ['clean', 2]]) {
      const found = await of('pointer').findMany({ filters: { part: { to: { title } } }, populate: { part: { populate: 'to' } } });
      if (found.length !== count) throw new Error('wrong pointers to ' + title + ': ' + JSON.stringify(found));
    }
    const [{ documentId: c }] = await of('tag').findMany({ filters: { name: 'switch c' } });
    const [clean, gone, kept, rival] = all.map(({ documentId }) => documentId);
    await of('switched').delete({ documentId: gone });
    for (const documentId of [clean, kept])
      await of('switched').update({ documentId, data: {
        title: documentId === kept ? 'changed' : 'clean, changed', code: 'new', mark: c, marks: [c], tags: [c], part: { label: 'new' } } });
    const { documentId: born } = await of('switched').create({ data: { title: 'born', tags: [c], part: { label: 'born', target: c } } });
    await of('switched').clone({ documentId: born, data: { title: 'cloned' } });
    const pointed = async (name) => (await of('pointer').findMany({ filters: { name }, populate: ['to', 'one', 'part.to', 'part.one'] }))[0];
    const aside = await pointed('aside');
    const shown = JSON.stringify([aside, aside.part].map(({ to, one }) => [to.map(({ title }) => title), one]));
    if (shown !== '[[["clean, changed"],null],[["clean, changed"],null]]') throw new Error('hidden links are shown: ' + shown);
    const to = { connect: [born], disconnect: [clean] };
    await of('pointer').update({ documentId: aside.documentId, data: { to, part: { id: aside.part.id, to: { set: [born] } } } });
    const alike = await pointed('alike');
    const set = { to: { set: [clean, born] } };
    await of('pointer').update({ documentId: alike.documentId, data: { ...set, part: { id: alike.part.id, ...set } } });
    const { documentId: target } = await pointed('target');
    await of('switched').update({ documentId: rival, data: { sole: target } });
    await of('pointer').update({ documentId: target, data: { pairOf: clean, back: [clean] } });
    const coded = await of('coded').findMany({ sort: 'batch', filters: { batch: { $notNull: true } } });
    for (const [index, old] of ['o5', 'o0'].entries()) await of('coded').update({ documentId: coded[index].documentId, data: { old } });`),
};
/** Every plugin is enabled again. */
export const THIRD: Deployment = {
  before: SECOND,
  files: { ...switched, ...pointer, ...strict({ unique: true }), ...later(true), ...searched(true) },
};
