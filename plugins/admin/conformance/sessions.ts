// Cases of the login of the admin, its sessions and its page.
import { makeUser, permissionTree } from '../../../conformance/cases/accounts';
import { get } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { exactly, is, only } from '../../../conformance/cases/pattern';
import { served } from '../../../conformance/cases/served';
import { asks, BASE, enter, forbidden, login, looks, OPEN, PAGE, person, roleOf } from './build';

const over = { status: 401, error: { name: 'UnauthorizedError', message: is.matching('session has ended') } };
const model = (as: string | null, expect: Step['expect'] & {}, more: Partial<Step> = {}): Step =>
  looks('/model', as, expect, more);
export const adminSessionCases: readonly Case[] = [
  served('quire.admin.login', {}, async (bench) => {
    await makeUser(bench, 'opener', [OPEN]);
    await makeUser(bench, 'other', ['api::sheet.sheet.find']);
    const { headers } = await bench.send(
      login('opener', { status: 200, headers: { 'cache-control': 'no-store' } }),
    );
    if (
      !/^quire-dev=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/.test(
        headers['set-cookie'] ?? '',
      )
    )
      bench.fail('the cookie of a session', 'HttpOnly, SameSite=Strict, two weeks', headers['set-cookie']);
    const refused = await bench.send(login('other', forbidden('plugin::admin.app.open')));
    if ('set-cookie' in refused.headers)
      bench.fail('a refused login sets a cookie', undefined, refused.headers['set-cookie']);
    const body = (more: object) => ({ identifier: '{opener.email}', password: '{opener.password}', ...more });
    for (const more of [
      { password: 'wrong' },
      { identifier: 'nobody' },
      { password: '' },
      { identifier: undefined },
      { colour: 'red' },
    ])
      await bench.send(asks('POST', '/login', null, body(more), { status: 400 }));
    await bench.send(asks('POST', '/login', null, body({ identifier: '{opener.name}' }), { status: 200 }));
    for (const site of ['cross-site', 'same-site', 'none'])
      await bench.send(login('opener', forbidden('Quire-Admin'), { headers: { 'sec-fetch-site': site } }));
    await bench.send({
      ...login('opener', forbidden('Quire-Admin')),
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    await bench.send(login('opener', forbidden('HTTPS'), { headers: { host: 'cms.conform.test' } }));
    for (const path of ['/welcome', '/welcome/look']) {
      await bench.send(asks('POST', path, null, { secret: 's'.repeat(43) }, { status: 410 }));
      await bench.send(asks('POST', path, null, { secret: 'short' }, { status: 400 }));
      await bench.send({ ...asks('POST', path, null, { secret: 's'.repeat(43) }, forbidden()), headers: {} });
    }
  }),
  served('quire.admin.session', {}, async (bench) => {
    await person(bench, 'user');
    await enter(bench, 'user', 'second');
    await person(bench, 'other');
    const one = {
      id: is.integer,
      address: is.text,
      agent: is.string,
      createdAt: is.timestamp,
      usedAt: is.timestamp,
    };
    await bench.send(
      looks(
        '/sessions',
        'user',
        {
          status: 200,
          data: is.shuffled(only({ ...one, current: true }), only({ ...one, current: false })),
        },
        { save: { list: 'body.data' } },
      ),
    );
    const list = bench.value('list') as readonly { id: number; current: boolean }[];
    const ids = {
      own: list.find(({ current }) => current)?.id,
      second: list.find(({ current }) => !current)?.id,
    };
    const end = (id: unknown, as: string, status: number): Step =>
      asks('DELETE', `/sessions/${id}`, as, undefined, { status });
    await bench.send(end(ids.second, 'other', 404));
    await bench.send(end('x', 'user', 400));
    await bench.send(end(0, 'user', 400));
    await bench.send(model('second', { status: 200 }));
    await bench.send(end(ids.second, 'user', 204));
    await bench.send(end(ids.second, 'user', 404));
    await bench.send(model('second', over));
    await bench.send(looks('/sessions', 'user', { data: exactly([{ id: ids.own ?? 0, current: true }]) }));
    const out = await bench.send(asks('POST', '/logout', 'user', undefined, { status: 204 }));
    if (!/^quire-dev=; Max-Age=0;/.test(out.headers['set-cookie'] ?? ''))
      bench.fail('a logout clears the cookie', 'Max-Age=0', out.headers['set-cookie']);
    await bench.send(model('user', over));
    await enter(bench, 'user');
    const block = (blocked: boolean): Step => ({
      send: 'PUT',
      path: '/users/{userUser.id}',
      body: { blocked },
    });
    await bench.send(block(true));
    await bench.send(model('user', { status: 401 }));
    await bench.send(block(false));
    await enter(bench, 'user');
    const role = await roleOf(bench, 'user');
    const permissions = (...actions: string[]): Step => ({
      ...{ send: 'PUT', path: `/users-permissions/roles/${role}` },
      body: { name: '{user.name}', permissions: permissionTree(actions) },
    });
    await bench.send(permissions('api::sheet.sheet.find'));
    await bench.send(model('user', over));
    await bench.send(permissions(OPEN));
    await enter(bench, 'user');
    await bench.send(model('user', { status: 200 }));
    await bench.send({ send: 'PUT', path: '/users/{userUser.id}', body: { password: 'Another-1' } });
    await bench.send(model('user', over));
  }),
  served('quire.admin.own-page', { s: { at: '/sheets', data: { title: '{mark}' } } }, async (bench) => {
    await person(bench, 'user', ['api::sheet.sheet.find', 'api::sheet.sheet.create']);
    const cookie = { cookie: '{userCookie}' };
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'quire-admin': '1' },
      { 'quire-admin': '0', 'sec-fetch-site': 'same-origin' },
      { 'quire-admin': '1', 'sec-fetch-site': 'cross-site' },
      { 'quire-admin': '1', origin: 'http://evil.conform.test' },
      { 'quire-admin': '1', origin: 'null' },
    ];
    for (const headers of wrong) {
      await bench.send({ ...model(null, { status: [401, 403] }), headers: { ...cookie, ...headers } });
      await bench.send({
        send: 'POST',
        path: '/sheets',
        as: 'anonymous',
        body: { data: { title: 'x' } },
        headers: { ...cookie, ...headers },
        expect: { status: 403 },
      });
    }
    await bench.send({ ...model(null, over), headers: { ...PAGE, cookie: `quire-dev=${'a'.repeat(43)}` } });
    await bench.send({ ...model(null, over), headers: PAGE });
    await bench.send({
      ...model(null, { status: 200 }),
      headers: { ...PAGE, cookie: 'other=1; {userCookie}; another=2' },
    });
    // The cookie counts for the API, too.
    await bench.send({ ...get('/sheets', { has: ['s'] }), as: 'anonymous', headers: { ...PAGE, ...cookie } });
    bench.keep('wrong', { token: 'nothing' });
    await bench.send({ ...model(null, { status: 401 }), as: 'wrong', headers: { ...PAGE, ...cookie } });
  }),
  served('quire.admin.pages', {}, async (bench) => {
    const page = (path: string, expect: Step['expect']): Step => ({
      send: 'GET',
      from: 'root',
      path,
      as: 'anonymous',
      headers: { accept: 'text/html' },
      ...(expect ? { expect } : {}),
    });
    const html = {
      status: 200,
      headers: {
        'content-type': is.matching('^text/html'),
        'content-security-policy': is.matching('frame-src[^;]*https://site\\.conform\\.test'),
      },
    };
    for (const path of ['/admin/', '/admin/types/api::sheet.sheet']) {
      const { text } = await bench.send(page(path, html));
      if (!text.includes('The suite')) bench.fail('the page has its name', 'The suite', text.slice(0, 200));
    }
    for (const path of [
      '/admin/files/none.js',
      '/admin/files/..%2f..%2fpackage.json',
      '/admin/x/none/none/index.mjs',
    ])
      await bench.send(page(path, { status: 404 }));
    await bench.send({
      send: 'GET',
      from: 'root',
      path: `${BASE}/none`,
      as: 'anonymous',
      headers: PAGE,
      expect: { status: [401, 404] },
    });
  }),
];
