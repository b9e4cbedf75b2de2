import type { PluginCommandInput } from '../../../core';
import { createTokenApp, type TokenApp } from './token-app';

let it_: TokenApp;
beforeAll(async () => {
  it_ = await createTokenApp();
});
afterAll(() => it_.app.close());

async function quireToken(words: string, flags: PluginCommandInput['flags'] = {}) {
  const lines: string[] = [];
  const command = it_.app.kernel.commands.get('token');
  const code = await command?.run({
    words: words.split(' ').filter(Boolean),
    flags,
    print: (line) => lines.push(line),
    ask: async () => '',
  });
  return { code, lines };
}

it('creates a token whose secret is the last line, and lists, regenerates and revokes it', async () => {
  const { get } = it_;
  const made = await quireToken('create', {
    name: 'site',
    type: 'custom',
    action: 'api::article.article.find, api::tag.tag.find',
    lifespan: '30d',
  });
  const secret = made.lines.at(-1) ?? '';
  expect(made.code).toBe(0);
  expect((await get('/api/articles', secret)).status).toBe(200);
  expect((await get('/api/tags', secret)).status).toBe(200);
  expect((await get('/api/authors', secret)).status).toBe(403);

  const listed = await quireToken('list');
  expect(listed.lines).toHaveLength(1);
  expect(listed.lines[0]).toMatch(
    /^site {2}custom \(api::article\.article\.find, api::tag\.tag\.find\) {2}expires 20/,
  );
  expect(listed.lines[0]).not.toContain(secret);

  const renewed = (await quireToken('regenerate site')).lines.at(-1) ?? '';
  expect((await get('/api/articles', secret)).status).toBe(401);
  expect((await get('/api/articles', renewed)).status).toBe(200);
  expect((await quireToken('revoke site')).lines).toEqual(['revoked the token site']);
  expect((await get('/api/articles', renewed)).status).toBe(401);
});

it('explains for a used name how its token gets a new secret', async () => {
  const flags = { name: 'twice', type: 'read-only' };
  await quireToken('create', flags);
  await expect(quireToken('create', { ...flags, name: ' twice ' })).rejects.toThrow(
    /--name: the token "twice" already exists; "quire token regenerate twice" gives it a new secret/,
  );
  await quireToken('revoke twice');
  expect((await quireToken('create', flags)).code).toBe(0);
});

it.each<[string, PluginCommandInput['flags'], string | number]>([
  ['', {}, 2],
  ['create', {}, 2],
  ['revoke', {}, 2],
  ['list all', {}, 2],
  ['revoke other', {}, 'the token "other"'],
  ['create', { name: 'x', type: 'all' }, 'expected read-only, full-access, custom'],
  ['create', { name: 'x', type: 'read-only', lifespan: 'long' }, 'expected a lifespan like 30d'],
  ['create', { name: 'x', type: 'custom' }, '--action: is missing: a custom token needs at least one action'],
  ['create', { name: 'x' }, '--type: is missing: read-only, full-access, custom'],
  ['create', { type: 'read-only' }, '--name: is missing'],
  ['create api::tag.tag.fnd', { name: 'x', type: 'custom' }, 'did you mean "api::tag.tag.find"?'],
])('token %s %p: prints the usage or the mistake', async (words, flags, expected) => {
  if (typeof expected === 'number') expect((await quireToken(words, flags)).code).toBe(expected);
  else await expect(quireToken(words, flags)).rejects.toThrow(expected);
});
