// Cases of what code of a project reads and writes.
import { makeUser } from '../../../conformance/cases/accounts';
import type { Bench, Case } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { project } from './project';

/** Runs a function of the project. */
async function run(
  bench: Bench,
  name: string,
  args: object,
  expected?: Pattern,
  status = 200,
): Promise<unknown> {
  const expect =
    status === 200
      ? { status, body: { result: expected ?? is.any } }
      : { status, error: (expected ?? is.any) as Pattern };
  const { body } = await bench.send({
    send: 'POST',
    path: `/books/run/${name}`,
    as: 'anonymous',
    body: args,
    expect,
  });
  return Object(body).result;
}
/** The books of the case are removed. */
const removesAll = (bench: Bench): void =>
  bench.afterwards({
    send: 'POST',
    path: '/books/run/rowDeleteMany',
    body: { where: { title: { $startsWith: bench.mark } } },
  });
const OWN = { title: { $startsWith: '{mark}' } };
const titled = (...all: string[]): Pattern => exactly(all.map((title) => ({ title })));

export const projectDataCases: readonly Case[] = [
  project('documents', {}, async (bench) => {
    removesAll(bench);
    const made = Object(
      await run(
        bench,
        'create',
        { data: { title: '{mark}', pages: 2 } },
        { title: '{mark}', pages: 2, publishedAt: null },
      ),
    );
    const { documentId } = made;
    await run(bench, 'findOne', { documentId, status: 'published' }, null);
    await run(
      bench,
      'publish',
      { documentId },
      { documentId, entries: exactly([{ title: '{mark}', publishedAt: is.timestamp }]) },
    );
    await run(bench, 'findOne', { documentId, status: 'published' }, { title: '{mark}' });
    await run(
      bench,
      'update',
      { documentId, data: { title: '{mark} two', unknown: 1 } },
      { title: '{mark} two' },
    );
    await run(bench, 'findOne', { documentId }, { title: '{mark} two', pages: 2 });
    await run(bench, 'findOne', { documentId, status: 'published' }, { title: '{mark}' });
    await run(bench, 'discard', { documentId }, { documentId, entries: exactly([{ title: '{mark}' }]) });
    await run(bench, 'findOne', { documentId }, { title: '{mark}' });
    await run(
      bench,
      'create',
      { data: { title: '{mark} live' }, status: 'published' },
      { title: '{mark} live', publishedAt: is.timestamp },
    );
    const sorted = { filters: OWN, sort: 'title:desc' };
    await run(bench, 'findMany', sorted, titled('{mark} live', '{mark}'));
    await run(bench, 'findMany', { ...sorted, limit: 1, start: 1 }, titled('{mark}'));
    await run(
      bench,
      'findMany',
      { filters: { $and: [OWN, { pages: 2 }] }, fields: ['title'] },
      exactly([is.keys('id', 'documentId', 'title')]),
    );
    await run(bench, 'findFirst', sorted, { title: '{mark} live' });
    await run(bench, 'findFirst', { filters: { title: '{mark} none' } }, null);
    await run(bench, 'count', { filters: OWN }, { count: 2 });
    await run(
      bench,
      'clone',
      { documentId, data: { title: '{mark} clone' } },
      { documentId: is.not(documentId), entries: exactly([{ title: '{mark} clone', pages: 2 }]) },
    );
    await run(bench, 'unpublish', { documentId }, { documentId });
    await run(bench, 'findOne', { documentId, status: 'published' }, null);
    await run(bench, 'remove', { documentId }, { documentId, entries: is.list });
    await run(bench, 'findOne', { documentId }, null);
    await run(bench, 'update', { documentId, data: { pages: 1 } }, null);
    await run(bench, 'create', { data: { title: 'n'.repeat(81) } }, { name: 'ValidationError' }, 400);
  }),
  project('rows', {}, async (bench) => {
    removesAll(bench);
    const uid = 'api::writer.writer';
    const writers = [];
    for (const name of ['{mark} w', '{mark} v'])
      writers.push(Object(await run(bench, 'rowCreate', { uid, data: { name } }, { name, id: is.integer })));
    bench.afterwards({
      send: 'POST',
      path: '/books/run/rowDeleteMany',
      body: { uid, where: { name: { $startsWith: bench.mark } } },
    });
    const author = writers[0].id;
    const live = Object(
      await run(
        bench,
        'rowCreate',
        { data: { title: '{mark} live', pages: 5, author } },
        { title: '{mark} live', publishedAt: is.timestamp },
      ),
    );
    const draft = Object(
      await run(
        bench,
        'rowCreate',
        { data: { title: '{mark} draft', publishedAt: null } },
        { title: '{mark} draft', publishedAt: null, pages: 1 },
      ),
    );
    // A published version has a draft, too.
    await run(bench, 'rowCount', { where: OWN }, { count: 3 });
    await run(
      bench,
      'rowFindMany',
      { where: { $and: [OWN, { publishedAt: { $notNull: true } }] } },
      exactly([{ id: live.id }]),
    );
    await run(bench, 'rowFindOne', { where: { id: draft.id } }, { title: '{mark} draft' });
    await run(
      bench,
      'rowFindOne',
      { where: { id: live.id }, select: ['title'], populate: { author: { select: ['name'] } } },
      is.keys('id', 'title', 'author'),
    );
    for (const where of [
      { author },
      { author: { id: author } },
      { author: { name: '{mark} w' } },
      { author: { $in: [author] } },
      { author: { $notNull: true } },
    ])
      await run(
        bench,
        'rowFindMany',
        { where: { $and: [OWN, where, { publishedAt: { $notNull: true } }] } },
        exactly([{ title: '{mark} live' }]),
      );
    await run(bench, 'rowFindMany', { where: { $and: [OWN, { author: writers[1].id }] } }, exactly([]));
    await run(
      bench,
      'rowFindMany',
      { where: OWN, orderBy: [{ title: 'desc' }, { id: 'asc' }], limit: 2 },
      titled('{mark} live', '{mark} live'),
    );
    await run(
      bench,
      'rowFindMany',
      { where: OWN, orderBy: { title: 'asc' }, offset: 1, limit: 1 },
      titled('{mark} live'),
    );
    // Rows without the relation come first.
    await run(
      bench,
      'rowFindMany',
      { where: OWN, orderBy: [{ author: { name: 'asc' } }, { id: 'asc' }] },
      titled('{mark} draft', '{mark} live', '{mark} live'),
    );
    await run(bench, 'rowFindPage', { where: OWN, limit: 1 }, exactly([is.length(1), 3]));
    await run(
      bench,
      'rowUpdate',
      { where: { id: draft.id }, data: { pages: 8 } },
      { pages: 8, publishedAt: null },
    );
    await run(
      bench,
      'rowUpdate',
      { where: { id: live.id }, data: { pages: 9 } },
      { pages: 9, publishedAt: is.timestamp },
    );
    await run(bench, 'rowFindMany', { where: { $and: [OWN, { pages: 9 }] } }, is.length(2));
    await run(bench, 'rowUpdate', { where: { id: 999_999_999 }, data: { pages: 9 } }, null);
    await run(bench, 'rowFindOne', { where: { title: '{mark} none' } }, null);
    await run(
      bench,
      'rowCreateMany',
      {
        data: [
          { title: '{mark} m1', publishedAt: null },
          { title: '{mark} m2', publishedAt: null },
        ],
      },
      { count: 2 },
    );
    await run(
      bench,
      'rowUpdateMany',
      { where: { title: { $startsWith: '{mark} m' } }, data: { pages: 20 } },
      { count: 2 },
    );
    await run(
      bench,
      'rowFindMany',
      { where: { pages: 20, title: { $startsWith: '{mark}' } }, orderBy: { title: 'asc' } },
      titled('{mark} m1', '{mark} m2'),
    );
    await run(bench, 'rowDeleteMany', { where: { title: { $startsWith: '{mark} m' } } }, { count: 2 });
    await run(bench, 'rowDelete', { where: { id: draft.id } }, { title: '{mark} draft' });
    await run(bench, 'rowDelete', { where: { id: live.id } }, { title: '{mark} live' });
    // Of a published row, the draft stays.
    await run(bench, 'rowFindMany', { where: OWN }, exactly([{ title: '{mark} live', publishedAt: null }]));
  }),
  project('entities', {}, async (bench) => {
    removesAll(bench);
    const made = Object(
      await run(
        bench,
        'entityCreate',
        { data: { title: '{mark}', pages: 4 } },
        { title: '{mark}', pages: 4, id: is.integer },
      ),
    );
    const { id, documentId } = made;
    await run(bench, 'entityFindOne', { id }, { title: '{mark}' });
    await run(
      bench,
      'entityFindOne',
      { id: documentId, fields: ['title'] },
      is.keys('id', 'documentId', 'title'),
    );
    await run(bench, 'entityUpdate', { id, data: { pages: 6 } }, { pages: 6, title: '{mark}' });
    await run(bench, 'entityCreate', { data: { title: '{mark} b', pages: 1 } });
    await run(bench, 'entityFindMany', { filters: OWN, sort: 'pages:asc' }, titled('{mark} b', '{mark}'));
    await run(
      bench,
      'entityFindMany',
      { filters: OWN, sort: 'pages:asc', start: 1, limit: 1 },
      titled('{mark}'),
    );
    await run(
      bench,
      'entityFindPage',
      { filters: OWN, sort: 'pages:asc', page: 2, pageSize: 1 },
      { results: titled('{mark}'), pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } },
    );
    await run(bench, 'entityCount', { filters: OWN }, { count: is.atLeast(2) });
    await run(bench, 'entityFindOne', { id: 999_999_999 }, null);
    await run(bench, 'entityDelete', { id }, { title: '{mark}' });
    // It was the published row. The draft stays.
    await run(bench, 'entityFindMany', { filters: OWN, sort: 'title' }, titled('{mark}', '{mark} b'));
    await run(bench, 'findOne', { documentId, status: 'published' }, null);
  }),
  project('transactions', {}, async (bench) => {
    removesAll(bench);
    const none = { filters: OWN };
    await run(bench, 'undone', { title: '{mark} undone' }, { message: 'undone' });
    await run(bench, 'rolledBack', { title: '{mark} back' }, { events: is.including('rollback') });
    await run(bench, 'count', none, { count: 0 });
    await run(bench, 'done', { title: '{mark} done' }, { events: exactly(['inside 1', 'commit']) });
    await run(bench, 'count', none, { count: 1 });
    await run(
      bench,
      'sql',
      { title: '{mark} done' },
      { rows: exactly([only({ title: '{mark} done', pages: 1 })]) },
    );
  }),
  project('lifecycles', {}, async (bench) => {
    removesAll(bench);
    const events = (title: string, ...names: string[]) =>
      run(bench, 'events', { title }, { events: exactly(names) });
    const draft = Object(await run(bench, 'create', { data: { title: '{mark} a counted' } }));
    bench.compare('pages', bench.mark.length + ' a counted'.length, draft.pages);
    await events('{mark} a counted', 'beforeCreate', 'afterCreate');
    await run(bench, 'update', { documentId: draft.documentId, data: { title: '{mark} b' } });
    await events('{mark} b', 'beforeUpdate', 'afterUpdate');
    await run(bench, 'publish', { documentId: draft.documentId });
    await events('{mark} b', 'beforeUpdate', 'afterUpdate', 'beforeCreate', 'afterCreate');
    await run(bench, 'update', { documentId: draft.documentId, data: { title: '{mark} c' } });
    await run(bench, 'publish', { documentId: draft.documentId });
    await events('{mark} c', 'beforeUpdate', 'afterUpdate', 'beforeCreate', 'afterCreate');
    // The published row with the former title is replaced.
    await events('{mark} b', 'beforeUpdate', 'afterUpdate', 'beforeCreate', 'afterCreate', 'afterDelete');
    await run(bench, 'create', { data: { title: '{mark} live' }, status: 'published' });
    await events('{mark} live', 'beforeCreate', 'afterCreate', 'beforeCreate', 'afterCreate');
    await run(
      bench,
      'create',
      { data: { title: '{mark} refused' } },
      { message: 'refused by a lifecycle' },
      400,
    );
    await run(bench, 'count', { filters: { title: '{mark} refused' } }, { count: 0 });
    await run(bench, 'create', { data: { title: '{mark} renamed', pages: 1 } }, { pages: 77 });
    await run(bench, 'uses', { title: '{mark} renamed' }, { uses: exactly(['create']) });
    // The routes and GraphQL run them, too.
    await bench.send({
      send: 'POST',
      path: '/books',
      body: { data: { title: '{mark} x renamed' } },
      expect: { status: 201, data: { pages: 77 } },
    });
    await run(bench, 'uses', { title: '{mark} x renamed' }, { uses: exactly(['create']) });
    await bench.send({
      send: 'POST',
      path: '/books',
      body: { data: { title: '{mark} x refused' } },
      expect: { status: 400, error: { message: 'refused by a lifecycle' } },
    });
    await run(bench, 'remove', { documentId: draft.documentId });
    await events(
      '{mark} c',
      'beforeUpdate',
      'afterUpdate',
      'beforeCreate',
      'afterCreate',
      'afterDelete',
      'afterDelete',
    );
  }),
  project('members', {}, async (bench) => {
    await run(bench, 'service', { word: 'hello' }, only({ said: 'HELLO!' }));
    await run(
      bench,
      'members',
      {},
      {
        ...{
          service: 'function',
          controller: 'function',
          api: is.including('book'),
          type: 'string',
          table: 'books',
          plugin: true,
          email: 'function',
          word: 'own',
          absent: 'fallback',
          code: 'by code',
          known: true,
        },
      },
    );
    const key = '{mark}';
    await run(bench, 'store', { key, value: { n: 1 } }, only({ before: null, after: { n: 1 }, other: null }));
    await run(bench, 'store', { key, value: 'text' }, { before: { n: 1 }, after: 'text' });
    await run(bench, 'store', { key, value: null }, { before: 'text' });
    await run(bench, 'store', { key }, { before: null, after: null });
    // The value of an environment stands before an imported one for all ("*"), in whichever order they were stored.
    const places = (body: object, found: string): Promise<unknown> => run(bench, 'places', body, { found });
    const [first, second] = ['{mark} first', '{mark} second'];
    await places(
      {
        key: first,
        sets: [
          ['*', 'all'],
          ['stage', 'own'],
        ],
        environment: 'stage',
      },
      'own',
    );
    await places(
      {
        key: second,
        sets: [
          ['stage', 'own'],
          ['*', 'all'],
        ],
        environment: 'stage',
      },
      'own',
    );
    await places({ key: first }, 'all');
    await places({ key: first, environment: 'other' }, 'all');
    await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
    const id = bench.value('userUser.id');
    await run(bench, 'users', { id }, only({ username: '{user.name}', role: '{user.name}', json: false }));
    const issued = Object(await run(bench, 'token', { id }, { jwt: is.text, claims: id as number }));
    bench.keep('issued', { token: issued.jwt });
    await bench.send({
      send: 'GET',
      path: '/users/me',
      as: 'issued',
      expect: { status: 200, body: { username: '{user.name}' } },
    });
  }),
];
