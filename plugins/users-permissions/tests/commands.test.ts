// The commands `quire role` and `quire user create`.
import type { TestApp } from '../../../core/testing';
import { createUsersApp, PASSWORD } from './app';

let app: TestApp;
beforeAll(async () => {
  app = await createUsersApp();
});
afterAll(() => app.close());

async function run(name: string, words: string[], flags: Record<string, string | boolean> = {}) {
  const lines: string[] = [];
  const command = app.kernel.commands.get(name);
  const print = (line: string) => void lines.push(line);
  const code = await command?.run({ words, flags, print, ask: async () => PASSWORD });
  return { code, text: lines.join('\n') };
}

const FIND = 'api::article.article.find';

it('grants, lists and revokes permissions, which take effect at once', async () => {
  expect((await app.agent.get('/api/articles')).status).toBe(403);
  expect(await run('role', ['grant', 'public', FIND])).toEqual({ code: 0, text: `granted ${FIND}` });
  expect((await app.agent.get('/api/articles')).status).toBe(200);
  expect((await run('role', ['grant', 'public', FIND])).text).toBe(`${FIND}: already granted`);
  expect((await run('role', ['list', 'public'])).text).toContain(FIND);
  expect((await run('role', ['revoke', 'public', FIND])).text).toBe(`revoked ${FIND}`);
  expect((await app.agent.get('/api/articles')).status).toBe(403);
});

it('names an unknown role or action', async () => {
  await expect(run('role', ['grant', 'public', 'api::article.article.fnid'])).rejects.toThrow(
    /did you mean "api::article.article.find"/,
  );
  await expect(run('role', ['grant', 'public', 'api::article.find'])).rejects.toThrow(
    /does not exist; did you mean "api::article.article.find"/,
  );
  await expect(run('role', ['grant', 'public', 'api::articel.*'])).rejects.toThrow(
    /no action begins with "api::articel\."; did you mean "api::article.\*"/,
  );
  await expect(run('role', ['grant', 'missing', FIND])).rejects.toThrow(/the role "missing"/);
});

it('lists every action with its description and plugin', async () => {
  const { text } = await run('role', ['list'], { actions: true });
  expect(text).toMatch(/^api::article\.article\.find {2}.+ \(rest\)$/m);
  expect(text).toMatch(/^plugin::users-permissions\.user\.me {2}.+ \(users-permissions\)$/m);
});

it('creates roles and users', async () => {
  expect((await run('role', ['create', 'editor'], { name: 'Editors' })).code).toBe(0);
  expect((await run('user', ['create', 'erna', 'Erna@example.com'], { role: 'editor' })).code).toBe(0);
  await app.agent
    .post('/api/auth/local')
    .send({ identifier: 'erna@example.com', password: PASSWORD })
    .expect(200);
  await expect(run('user', ['create', 'erna', 'e2@example.com'])).rejects.toThrow(
    /the username is already taken/,
  );
});

it.each([
  ['role', []],
  ['role', ['grant']],
  ['user', ['create']],
  ['user', ['remove', 'x', 'y']],
])('prints the usage of %s %j', async (name, words) => {
  expect((await run(name, words)).code).toBe(2);
});
