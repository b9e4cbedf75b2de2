// `strapi.db.query` and `strapi.entityService`, each action with one piece of code.
import type { ComparedProject, ComparedRequest } from './compared-project';
import { api, index } from './project-files';

const BOOK = "strapi.db.query('api::book.book')";
const ENTITY = 'strapi.entityService';
const UID = "'api::book.book'";

/** Values, without ids: they differ. */
const CODE: readonly string[] = [
  `return (await ${BOOK}.findMany({ orderBy: { title: 'asc' } })).map((one) => one.title)`,
  `return (await ${BOOK}.findMany({ where: { pages: { $gt: 100 } }, orderBy: [{ pages: 'desc' }], limit: 2 })).map((one) => [one.title, one.pages])`,
  `return (await ${BOOK}.findMany({ where: { $or: [{ title: 'Emma' }, { title: { $containsi: 'du' } }] }, orderBy: 'title' })).map((one) => one.title)`,
  `return (await ${BOOK}.findMany({ where: { author: { name: 'Jane' } }, select: ['title'], orderBy: { title: 'desc' }, populate: { author: { select: ['name'] } } })).map((one) => [one.title, one.author.name])`,
  `return (await ${BOOK}.findOne({ where: { title: 'Dune' }, populate: true })).author.name`,
  `return await ${BOOK}.findOne({ where: { title: 'None' } })`,
  `return await ${BOOK}.count({ where: { pages: { $lt: 300 } } })`,
  `const [list, total] = await ${BOOK}.findWithCount({ orderBy: { title: 'asc' }, limit: 1, offset: 1 }); return [list.map((one) => one.title), total]`,
  `const made = await ${BOOK}.create({ data: { title: 'New', pages: 5, author: (await strapi.db.query('api::writer.writer').findOne({ where: { name: 'Jane' } })).id }, populate: ['author'] }); return [made.title, made.author.name, typeof made.id]`,
  `const one = await ${BOOK}.update({ where: { title: 'New' }, data: { pages: 6, author: null }, populate: ['author'] }); return [one.title, one.pages, one.author]`,
  `return await ${BOOK}.update({ where: { title: 'Absent' }, data: { pages: 6 } })`,
  `return await ${BOOK}.updateMany({ where: { pages: { $lt: 10 } }, data: { pages: 11 } })`,
  `return (await ${BOOK}.delete({ where: { title: 'New' } })).title`,
  `return await ${BOOK}.deleteMany({ where: { title: { $in: ['None', 'Absent'] } } })`,
  `const { count } = await ${BOOK}.createMany({ data: [{ title: 'M1', pages: 1 }, { title: 'M2', pages: 2 }] }); return count`,
  `return (await ${ENTITY}.findMany(${UID}, { filters: { pages: { $gte: 200 } }, sort: { title: 'asc' }, populate: ['author'] })).map((one) => [one.title, one.author?.name])`,
  `const one = await ${BOOK}.findOne({ where: { title: 'Emma' } }); const same = await ${ENTITY}.findOne(${UID}, one.id, { populate: { author: true }, fields: ['title'] }); return [same.title, same.author.name, 'pages' in same]`,
  `const one = await ${ENTITY}.create(${UID}, { data: { title: 'Ent', pages: 3 } }); const two = await ${ENTITY}.update(${UID}, one.id, { data: { pages: 4 } }); return [one.title, two.pages]`,
  `const one = await ${BOOK}.findOne({ where: { title: 'Ent' } }); return (await ${ENTITY}.delete(${UID}, one.id)).title`,
  `return await ${ENTITY}.count(${UID}, { filters: { title: { $startsWith: 'M' } } })`,
  `const page = await ${ENTITY}.findPage(${UID}, { sort: 'title', page: 1, pageSize: 2 }); return [page.results.map((one) => one.title), page.pagination]`,
  `return await strapi.db.transaction(async () => { await ${BOOK}.create({ data: { title: 'Lost' } }); throw new Error('back'); }).catch((error) => error.message)`,
  `return await ${BOOK}.count({ where: { title: 'Lost' } })`,
  `return (await ${BOOK}.findMany({ where: { $not: { title: 'Dune' }, pages: { $notNull: true, $between: [100, 500] } }, orderBy: { title: 'asc' } })).map((one) => one.title)`,
  `return (await ${BOOK}.findMany({ where: { author: null }, orderBy: { title: 'asc' } })).map((one) => one.title)`,
  `const jane = await strapi.db.query('api::writer.writer').findOne({ where: { name: 'Jane' }, populate: { books: { orderBy: { title: 'asc' } } } }); return jane.books.map((one) => one.title)`,
];

export const rows: ComparedProject = {
  name: 'rows',
  files: {
    ...api('book', {
      plural: 'books',
      attributes: {
        title: { type: 'string' },
        pages: { type: 'integer' },
        author: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'api::writer.writer',
          inversedBy: 'books',
        },
      },
    }),
    ...api('writer', {
      plural: 'writers',
      attributes: {
        name: { type: 'string' },
        books: { type: 'relation', relation: 'oneToMany', target: 'api::book.book', mappedBy: 'author' },
      },
    }),
    'src/api/book/controllers/run.js': `
const work = [${CODE.map((code) => `async () => { ${code}; }`).join(',\n  ')}];
module.exports = { async run(ctx) { ctx.body = { value: (await work[Number(ctx.params.at)]()) ?? null }; } };`,
    'src/api/book/routes/run.js': `
module.exports = { routes: [{ method: 'GET', path: '/run/:at', handler: 'run.run', config: { auth: false } }] };`,
    ...index({
      bootstrap: `
    const { id } = await strapi.db.query('api::writer.writer').create({ data: { name: 'Jane' } });
    const frank = await strapi.db.query('api::writer.writer').create({ data: { name: 'Frank' } });
    for (const [title, pages, author] of [['Emma', 474, id], ['Dune', 612, frank.id], ['Sanditon', 90, id], ['Poems', null, null]])
      await ${BOOK}.create({ data: { title, pages, author } });`,
    }),
  },
  requests: CODE.map((_code, at): ComparedRequest => [`GET /api/run/${at}`]),
};
