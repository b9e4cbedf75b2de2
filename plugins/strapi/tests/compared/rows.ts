// `strapi.db.query` and `strapi.entityService`, each action with one piece of code.
import type { ComparedProject, ComparedRequest } from './compared-project';
import { api, index } from './project-files';

const BOOK = "strapi.db.query('api::book.book')";
const SQL = 'strapi.db.connection';
const PAGES = `${SQL}('books').where({ title: 'Dune' }).first('pages').then((row) => row.pages)`;
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
  // SQL: tables and columns of values have the same names.
  `return await ${SQL}('books').where('pages', '>', 100).orderBy('title').select('title', 'pages')`,
  `const all = await ${SQL}.raw('SELECT title FROM books WHERE pages > ? ORDER BY title', [100]); const found = all.rows ?? (Array.isArray(all[0]) ? all[0] : all); return found.map((one) => one.title)`,
  `return [await ${SQL}.schema.hasTable('books'), await ${SQL}.schema.hasTable('boks'), (await strapi.db.getConnection('writers').orderBy('name').pluck('name')), Number((await ${SQL}('books').count('* as n').first()).n)]`,
  `return await strapi.db.transaction(async ({ trx }) => { await ${SQL}('books').transacting(trx).where({ title: 'Dune' }).update({ pages: 1 }); throw new Error('back'); }).catch(async (error) => [error.message, await ${PAGES}])`,
  `return await strapi.db.transaction(async ({ trx }) => { await trx('books').where({ title: 'Dune' }).update({ pages: 2 }); const { pages } = await ${BOOK}.findOne({ where: { title: 'Dune' } }); await trx.raw('UPDATE books SET pages = pages + 611 WHERE title = ?', ['Dune']); return pages; })`,
  `return await ${PAGES}`,
  `const seen = []; const value = await strapi.db.transaction(async ({ commit, onCommit, onRollback }) => { onCommit(() => seen.push('commit')); onRollback(() => seen.push('rollback')); await ${BOOK}.create({ data: { title: 'Early' } }); await commit(); return 'done'; }); return [value, seen, await ${BOOK}.count({ where: { title: 'Early' } })]`,
  `const seen = []; const value = await strapi.db.transaction(async ({ rollback, onRollback }) => { onRollback(() => seen.push('rollback')); await ${BOOK}.create({ data: { title: 'Gone' } }); await rollback(); return 'kept'; }); return [value, seen, await ${BOOK}.count({ where: { title: 'Gone' } })]`,
  `const one = await strapi.db.transaction(); await one.get()('books').where({ title: 'Dune' }).update({ pages: 3 }); await one.rollback(); const two = await strapi.db.transaction(); await two.get()('books').where({ title: 'Emma' }).update({ pages: 475 }); await two.commit(); return [await ${PAGES}, (await ${BOOK}.findOne({ where: { title: 'Emma' } })).pages]`,
  `return await strapi.db.transaction(async () => { const inner = await strapi.db.transaction(); await ${SQL}('books').transacting(inner.get()).where({ title: 'Emma' }).update({ pages: 474 }); await inner.rollback(); await inner.commit(); return (await ${BOOK}.findOne({ where: { title: 'Emma' } })).pages; })`,
  `return await ${SQL}.transaction(async (trx) => { await trx('books').where({ title: 'Dune' }).update({ pages: 4 }); throw new Error('no'); }).catch(async (error) => [error.message, await ${PAGES}])`,
  `return [await ${SQL}.transaction(async (trx) => { await trx('books').where({ title: 'Dune' }).update({ pages: 614 }); return trx('books').where({ title: 'Dune' }).first('pages'); }), await ${PAGES}]`,
  `const trx = await ${SQL}.transaction(); await trx('books').where({ title: 'Dune' }).update({ pages: 612 }); const before = trx.isCompleted(); await trx.commit(); return [before, trx.isCompleted(), await ${PAGES}]`,
  `const ended = await ${SQL}.transaction((trx) => { trx('books').where({ title: 'Dune' }).update({ pages: 5 }).then(() => trx.rollback(new Error('mine'))); }).catch((error) => error.message); return [ended, await ${PAGES}]`,
  `return await ${SQL}.transaction((trx) => { trx('books').where({ title: 'Dune' }).first('pages').then(({ pages }) => trx.commit(pages)); })`,
  `return (await ${BOOK}.findMany({ where: { $not: { title: 'Dune' }, pages: { $notNull: true, $between: [100, 500] } }, orderBy: { title: 'asc' } })).map((one) => one.title)`,
  `const role = strapi.plugin('users-permissions').service('role'); const can = (...names) => ({ 'api::book': { controllers: { book: Object.fromEntries(names.map((name) => [name, { enabled: true }])) } } });
    await role.createRole({ name: 'Editor', description: 'Edits', permissions: can('find') });
    const { id, type, nb_users } = (await role.find()).find(({ name }) => name === 'Editor');
    const allowed = async () => { const { find, create } = (await role.findOne(id)).permissions['api::book'].controllers.book; return [find.enabled, create.enabled]; };
    const before = await allowed(); await role.updateRole(id, { description: 'Writes', permissions: can('create') });
    const { description } = await role.findOne(id); const after = await allowed();
    const others = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
    await role.deleteRole(id, others.id);
    return [type, nb_users, before, description, after, await role.findOne(id).catch((error) => [error.name, error.message])]`,
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
