// Cases of the routes of a project: paths, permissions, policies, middlewares, answers and core actions.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, made, post, put } from '../../../conformance/cases/build';
import type { Case, Expectation, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { BOOK, project } from './project';

const open = (path: string, expect: Expectation, more: Partial<Step> = {}): Step =>
  get(`/books/${path}`, expect, { as: 'anonymous', ...more });
const params = (values: { readonly [key: string]: Pattern }): Expectation => ({
  status: 200,
  body: { params: only(values) },
});
const book = (data: object = {}) => made('/books', { title: '{mark}', ...data });

export const projectRouteCases: readonly Case[] = [
  project('routes', {}, async (bench) => {
    await bench.send(open('number/17', params({ id: '17' })));
    await bench.send(open('number/x', { status: 404 }));
    await bench.send(open('files/a/b.txt', { status: 200 }));
    await bench.send(open('maybe/x', params({ id: 'x' })));
    await bench.send(open('maybe', { status: 200 }));
    await bench.send(open('open', { status: 200 }));
    await bench.send(post('/writers', { name: '{mark}' }, { status: 201 }, { save: 'w' }));
    await bench.send({ send: 'DELETE', path: '/writers/{w.documentId}', expect: { status: [404, 405] } });
    await bench.send({ send: 'DELETE', path: '/lobby', expect: { status: [404, 405] } });
    for (const path of ['/closeds', '/plains', '/articles']) await bench.send(get(path, { status: 404 }));
    await bench.send(get('/lobby', { data: { text: is.text } }));
    bench.afterwards({
      send: 'POST',
      path: '/books/run/rowDelete',
      body: { uid: 'api::writer.writer', where: { documentId: '{w.documentId}' } },
    });
  }),
  project('permissions', {}, async (bench) => {
    await borrowUser(bench, 'opener', [`${BOOK}.open`]);
    await borrowUser(bench, 'reader', ['api::writer.writer.find']);
    await borrowUser(bench, 'stater', [`${BOOK}.state`]);
    const asked = (path: string, as: string, status: number): Step =>
      get(`/books/${path}`, { status }, { as });
    for (const [path, as, status] of [
      ['needs', 'opener', 200],
      ['needs', 'reader', 403],
      ['needs', 'anonymous', 403],
      ['scoped', 'reader', 200],
      ['scoped', 'opener', 403],
      ['open', 'anonymous', 200],
    ] as const)
      await bench.send(asked(path, as, status));
    await bench.send(get('/books/needs', { body: { user: '{openerUser.username}' } }, { as: 'opener' }));
    // A route that is open to everyone knows no user.
    await bench.send(get('/books/open', { body: { user: null } }, { as: 'opener' }));
    const state = {
      user: '{staterUser.username}',
      role: is.text,
      strategy: 'users-permissions',
      handler: 'book.state',
    };
    await bench.send(get('/books/state', { body: only(state) }, { as: 'stater' }));
    await bench.send(get('/books/state', { body: { user: null, strategy: 'api-token' } }));
  }),
  project('steps', { a: book(), b: book({ title: '{mark} b' }) }, async (bench) => {
    for (const [word, status] of [
      ['yes', 200],
      ['nothing', 200],
      ['later', 200],
      ['no', 403],
      ['text', 403],
    ] as const)
      await bench.send(open(`policy/${word}`, { status }));
    await bench.send(open('policy/yes?k=no', { status: 403, error: { name: 'PolicyError' } }));
    await bench.send(
      open('steps', {
        status: 200,
        headers: { 'x-marked': 'yes' },
        body: { steps: exactly(['own', 'mark', 'global']) },
      }),
    );
    await bench.send(open('query?given=5&other=6', { body: { query: only({ replaced: '5' }) } }));
    const all = 'filters[title][$startsWith]={mark}&sort=title';
    await bench.send(
      get(`/books?${all}`, { list: ['a', 'b'], meta: { own: true, pagination: { total: 2, pageSize: 25 } } }),
    );
    await bench.send(
      get(`/books?${all}&first=1`, {
        list: ['a'],
        meta: { own: true, pagination: { total: 2, pageSize: 1 } },
      }),
    );
    await bench.send({
      send: 'DELETE',
      path: '/books/{a.documentId}',
      expect: { status: 403, error: { name: 'PolicyError' } },
    });
    for (const alias of ['a', 'b'])
      bench.afterwards({
        send: 'POST',
        path: '/books/run/remove',
        body: { documentId: bench.value(`${alias}.documentId`) },
      });
  }),
  project('answers', {}, async (bench) => {
    const error = (
      status: number,
      name: string,
      message: string,
      details: Pattern = is.any,
    ): Expectation => ({ status, body: { data: null, error: { status, name, message, details } } });
    const expected: readonly (readonly [string, Expectation])[] = [
      ['bad', error(400, 'BadRequestError', 'wrong', only({ key: 'k' }))],
      ['missing', error(404, 'NotFoundError', 'Not Found')],
      ['denied', error(403, 'ForbiddenError', 'no')],
      ['created', { status: 201, body: only({ made: true }) }],
      ['sent', { status: 202, body: only({ sent: true }) }],
      ['returned', { status: 200, body: only({ returned: true }) }],
      ['text', { status: 200, headers: { 'content-type': is.matching('^text/plain') } }],
      ['nothing', { status: 404 }],
      ['thrown', error(400, 'ApplicationError', 'it failed', only({ key: 'k' }))],
      ['invalid', error(400, 'ValidationError', 'not valid')],
      ['gone', { status: 410, error: { message: 'it is gone' } }],
      ['busy', error(429, 'TooManyRequestsError', 'later')],
      ['status', { status: 204, empty: true }],
    ];
    for (const [name, expect] of expected) await bench.send(open(`answer/${name}`, expect));
    const { text } = await bench.send(open('answer/text', { status: 200 }));
    bench.compare('the text', 'words', text);
    await bench.send({
      ...{ send: 'POST', path: '/books/answer/raw', body: { a: 1 } },
      expect: { status: 200, body: only({ text: '{"a":1}' }) },
    });
  }),
  project('core', {}, async (bench) => {
    const removes = (alias: string, run: object): void =>
      bench.afterwards({
        send: 'POST',
        path: '/books/run/rowDelete',
        body: { ...run, where: { documentId: bench.value(`${alias}.documentId`) } },
      });
    await bench.send(post('/writers', { name: '{mark}' }, { status: 201 }, { save: 'w' }));
    removes('w', { uid: 'api::writer.writer' });
    const data = {
      title: '{mark}',
      pages: 3,
      secret: 'hidden',
      author: '{w.documentId}',
      link: { label: 'l' },
    };
    await bench.send(
      post(
        '/books',
        data,
        { status: 201, data: { title: '{mark}', pages: 3, secret: is.absent, publishedAt: is.timestamp } },
        { save: 'a' },
      ),
    );
    bench.afterwards({
      send: 'POST',
      path: '/books/run/remove',
      body: { documentId: bench.value('a.documentId') },
    });
    const one = (query: string, data_: Pattern): Step =>
      get(`/books/{a.documentId}${query}`, { data: data_, meta: { own: 'one' } });
    await bench.send(one('', { title: '{mark}', author: is.absent, link: is.absent, secret: is.absent }));
    await bench.send(
      one('?populate=*', { author: { name: '{mark}' }, link: { label: 'l' }, secret: is.absent }),
    );
    await bench.send(one('?fields=pages', is.keys('id', 'documentId', 'pages')));
    await bench.send(
      get('/books/unknown00000000000000000', { status: 404, error: { message: 'no such book' } }),
    );
    await bench.send(get('/books/{a.documentId}?populate=nothing', { status: 400 }));
    await bench.send(get('/books?filters[secret]=hidden', { status: 400 }));
    await borrowUser(bench, 'reader', [`${BOOK}.findOne`, `${BOOK}.find`]);
    await bench.send(
      get(
        '/books/{a.documentId}?populate=author',
        { data: { title: '{mark}', author: is.absent } },
        { as: 'reader' },
      ),
    );
    await bench.send({ ...one('?populate=link', { author: is.absent, link: { label: 'l' } }), as: 'reader' });
    const where = { title: 'other' };
    await borrowUser(bench, 'ruled', [
      { action: `${BOOK}.findOne`, where },
      { action: `${BOOK}.find`, where },
    ]);
    await bench.send(get('/books/{a.documentId}', { status: 404 }, { as: 'ruled' }));
    await bench.send(get('/books?filters[title]={mark}', { list: [] }, { as: 'ruled' }));
    await bench.send(put('/books/{a.documentId}', { pages: 4 }, { data: { pages: 4 } }));
    await bench.send(put('/books/unknown00000000000000000', { pages: 4 }, { status: 404 }));
    await bench.send(post('/books', { pages: 1 }, { status: 400 }));
    await bench.send(post('/books', { title: 'x', nothing: 1 }, { status: 400 }));
    // A service of the project replaces the core one.
    await bench.send(
      get('/writers?filters[name]={mark}', {
        data: exactly([{ name: '{mark}!' }]),
        meta: { pagination: { total: 1 } },
      }),
    );
    await bench.send(
      get('/writers/{w.documentId}?populate=books', {
        data: { name: '{mark}', books: is.including({ title: '{mark}' }) },
      }),
    );
    await bench.send(put('/lobby', { text: '{mark}' }, { data: { text: '{mark}' } }));
    await bench.send(get('/lobby', { data: { text: '{mark}' } }));
  }),
];
