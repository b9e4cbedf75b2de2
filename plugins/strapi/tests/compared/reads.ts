// Events of reads, clones, and the status of rows that the entity service shows.
import type { ComparedProject } from './compared-project';
import { api, crud, index } from './project-files';

const action = (name: string) => ({
  method: 'GET',
  path: `/read/${name}`,
  handler: `read.${name}`,
  config: { auth: false },
});

export const reads: ComparedProject = {
  name: 'reads',
  files: {
    ...api('item', {
      plural: 'items',
      attributes: {
        name: { type: 'string' },
        size: { type: 'integer', default: 3 },
        hidden: { type: 'boolean', default: false, private: true },
        pages: { type: 'relation', relation: 'manyToMany', target: 'api::page.page', inversedBy: 'items' },
      },
    }),
    ...api('page', {
      plural: 'pages',
      more: { options: { draftAndPublish: true } },
      attributes: {
        title: { type: 'string' },
        size: { type: 'integer', default: 1 },
        items: { type: 'relation', relation: 'manyToMany', target: 'api::item.item', mappedBy: 'pages' },
      },
    }),
    'src/api/item/content-types/item/lifecycles.js': `
const note = (event) => strapi.seen.push([event.action, Object.keys(event.params.where ?? {}).filter((key) => key !== 'documentId').sort(), typeof event.result === 'number' ? event.result : Array.isArray(event.result) ? event.result.length : Boolean(event.result)]);
module.exports = {
  beforeFindMany(event) {
    event.params.where = { ...event.params.where, hidden: false };
    event.state.at = 'many';
    if (event.params.where.name === 'limited') event.params.limit = 1;
    note(event);
  },
  afterFindMany(event) { note(event); for (const one of event.result) one.label = one.name + ' of ' + event.state.at; },
  beforeFindOne(event) { if (event.params.where.name === 'deep') event.params.populate = ['pages']; note(event); },
  afterFindOne(event) { note(event); if (event.result) event.result.label = 'one ' + event.result.name; },
  beforeCount(event) { event.params.where = { ...event.params.where, hidden: false }; note(event); },
  afterCount: note,
};`,
    'src/api/page/content-types/page/lifecycles.js': `
module.exports = {
  beforeCreate(event) { strapi.seen.push(['page', event.params.data.title, event.params.data.size, event.params.data.publishedAt !== undefined && event.params.data.publishedAt !== null]); },
  afterFindMany(event) { for (const page of event.result) page.words = (page.title ?? '').split(' ').length; },
};`,
    'src/api/item/controllers/read.js': `
const ITEM = 'api::item.item';
const PAGE = 'api::page.page';
const seen = () => strapi.seen.splice(0);
const kinds = (list) => list.map(({ title, publishedAt }) => [title, publishedAt !== null]);
module.exports = {
  events: () => seen(),
  async code() {
    const named = ({ name, label }) => [name, label];
    const many = await strapi.documents(ITEM).findMany({ sort: 'name' });
    const first = await strapi.documents(ITEM).findFirst({ filters: { name: 'a' } });
    const one = await strapi.documents(ITEM).findOne({ documentId: first.documentId });
    const limited = await strapi.db.query(ITEM).findMany({ where: { name: 'limited' } });
    const rows = await strapi.db.query(ITEM).findMany({ orderBy: { name: 'desc' } });
    const deep = await strapi.db.query(ITEM).findOne({ where: { name: 'deep' } });
    const entities = await strapi.entityService.findMany(ITEM, { sort: 'name', limit: 2 });
    const [, counted] = await strapi.db.query(ITEM).findWithCount({ where: { name: 'a' } });
    return { many: many.map(named), first: named(first), one: named(one), limited: limited.map(named), rows: rows.map(named), deep: [deep.label, deep.pages.length > 0], entities: entities.map(named), counted, count: await strapi.documents(ITEM).count({}), pages: (await strapi.documents(PAGE).findMany({ sort: 'title' })).map(({ title, words }) => [title, words]) };
  },
  async entity() {
    const page = await strapi.db.query(PAGE).findOne({ where: { title: 'Two words', publishedAt: { $notNull: true } } });
    const item = await strapi.db.query(ITEM).findOne({ where: { name: 'deep' } });
    const found = await strapi.entityService.findOne(PAGE, page.id, { populate: ['items'] });
    const draft = await strapi.entityService.findOne(ITEM, item.id, { populate: { pages: { sort: 'title' } } });
    const live = await strapi.entityService.findOne(ITEM, item.id, { populate: { pages: { sort: 'title' } }, status: 'published' });
    const list = await strapi.entityService.findMany(ITEM, { filters: { name: 'deep' }, populate: { pages: { sort: 'title' } } });
    const filtered = await strapi.entityService.findOne(ITEM, item.id, { populate: { pages: { filters: { publishedAt: { $notNull: true } } } } });
    const unknown = await strapi.entityService.findOne(PAGE, 99999);
    return { found: [found.publishedAt !== null, found.items.length], draft: kinds(draft.pages), live: kinds(live.pages), list: kinds(list[0].pages), filtered: kinds(filtered.pages), unknown };
  },
  async clone() {
    seen();
    const { documentId } = await strapi.documents(PAGE).findFirst({ filters: { title: 'Changed' } });
    const { entries } = await strapi.documents(PAGE).clone({ documentId, data: { title: 'Copy' } });
    return { entries: entries.map(({ title, size }) => [title, size]), events: seen().filter(([name]) => name === 'page') };
  },
};`,
    'src/api/item/routes/01-read.js': `module.exports = { routes: ${JSON.stringify(['events', 'code', 'entity', 'clone'].map(action))} };`,
    ...index({
      grants: { public: [...crud('api::item.item'), ...crud('api::page.page')] },
      register: 'strapi.seen = [];',
      bootstrap: `
    const pages = [];
    for (const title of ['One', 'Two words']) pages.push(await strapi.documents('api::page.page').create({ data: { title }, status: 'published' }));
    for (const name of ['a', 'b', 'deep', 'limited']) await strapi.documents('api::item.item').create({ data: { name, pages: name === 'deep' ? pages.map(({ documentId }) => documentId) : [] } });
    await strapi.documents('api::item.item').create({ data: { name: 'secret', hidden: true } });
    const changed = await strapi.documents('api::page.page').create({ data: { title: 'Plain', size: 8 } });
    await strapi.documents('api::page.page').update({ documentId: changed.documentId, data: { title: 'Changed' } });
    strapi.seen.length = 0;`,
    }),
  },
  requests: [
    ['GET /api/items?sort=name'],
    ['GET /api/read/events'],
    ['GET /api/items?sort=name&pagination[pageSize]=2&fields=name&filters[size]=3'],
    ['GET /api/items/{1.data.0.documentId}'],
    ['GET /api/read/events'],
    ['GET /api/items?populate=pages&filters[name]=deep'],
    ['GET /api/items/unknown'],
    ['GET /api/read/code'],
    ['POST /api/items', { data: { name: 'new' } }],
    ['PUT /api/items/{9.data.documentId}', { data: { name: 'newer' } }],
    ['GET /api/pages?sort=title'],
    ['GET /api/pages?sort=title&fields=size&pagination[limit]=1'],
    ['GET /api/read/entity'],
    ['GET /api/read/clone'],
    ['DELETE /api/items/{9.data.documentId}'],
    ['GET /api/items?filters[hidden]=true'],
  ],
};
