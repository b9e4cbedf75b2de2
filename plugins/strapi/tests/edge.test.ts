// Parts of Strapi at the edge: those that Quire offers in few words, and those out of reach, which a request meets as a 500 with a sentence.
import { type AnyPlugin, EMAIL } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { startProject, typeFile } from './project';

const USERS = 'plugin::users-permissions.user';
const FILES = {
  ...typeFile('note', 'notes', { text: { type: 'string' } }),
  'src/api/note/controllers/code.ts': `export default {
    async run(ctx) {
      const AsyncFunction = (async () => {}).constructor;
      ctx.body = { value: (await new (AsyncFunction as any)('strapi', "'use strict'; " + ctx.request.body.code)(strapi)) ?? null };
    },
  };`,
  'src/api/note/routes/code.ts':
    "export default { routes: [{ method: 'POST', path: '/run', handler: 'code.run', config: { auth: false } }] };",
};

/** The texts of mails. */
const mails: string[] = [];
const mailbox: AnyPlugin = {
  name: 'mailbox',
  register({ container }) {
    container.provide(EMAIL, {
      send: async ({ text }) => void mails.push(text),
      template: (_where, content) => (values) => ({ ...content, text: Object.values(values).join(' ') }),
    });
  },
};

describe('parts at the edge', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(FILES, {
      plugins: [mailbox],
      config: {
        server: { url: 'https://shop.example' },
        plugins: {
          'users-permissions': { config: { jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK' } },
        },
      },
    });
  });
  afterAll(() => app?.close());
  const post = (code: string) => app.agent.post('/api/run').send({ code });
  const run = async (code: string) => (await post(code).expect(200)).body.value;

  it('mails a confirmation link that works', async () => {
    const add = `strapi.plugin('users-permissions').service('user').add({
      username: 'cora', email: 'cora@example.com', password: 'Passw0rd!', confirmed: false, provider: 'local' })`;
    const id = await run(`const user = await ${add};
      await strapi.plugin('users-permissions').service('user').sendConfirmationEmail(user);
      return user.id`);
    const confirmed = `return (await strapi.db.query('${USERS}').findOne({ where: { id: ${id} } })).confirmed`;
    expect(await run(confirmed)).toBe(false);
    const [, code] = /email-confirmation\?confirmation=(\w+)/.exec(mails.at(-1) ?? '') ?? [];
    await app.agent.get(`/api/auth/email-confirmation?confirmation=${code}`).expect(302);
    expect(await run(confirmed)).toBe(true);
  });

  it.each([
    [
      "strapi.plugin('users-permissions').service('providers').connect('github')",
      /service\('providers'\) is out of reach: the plugin sign-in/,
    ],
    [
      "strapi.plugin('users-permissions').service('role').getPlugins()",
      /service\('role'\)\.getPlugins is out of reach: Quire offers find, findOne/,
    ],
    [
      "strapi.plugin('email').service('email').getProviderSettings()",
      /service\('email'\)\.getProviderSettings is out of reach: Quire offers send/,
    ],
    [
      "strapi.db.queryBuilder('api::note.note')",
      /strapi\.db\.queryBuilder is out of reach: use strapi\.documents/,
    ],
    ['strapi.db.entityManager.find()', /strapi\.db\.entityManager is out of reach: Quire offers/],
    [
      "strapi.db.query('api::note.note').load()",
      /strapi\.db\.query\('api::note\.note'\)\.load is out of reach/,
    ],
    ['strapi.entityService.wrapParams()', /strapi\.entityService\.wrapParams is out of reach/],
    ["strapi.eventHub.emit('x')", /strapi\.eventHub is out of reach/],
    ['strapi.io = 1', /strapi\.io is out of reach/],
  ])('%s is a 500 with a sentence in the log', async (code, sentence) => {
    await post(code).expect(500);
    expect(JSON.stringify(app.logs.at(-1))).toMatch(sentence);
  });

  it('names the tables of types, and fetches', async () => {
    const meta = `const { metadata } = strapi.db; const { tableName, uid } = metadata.get('api::note.note');`;
    expect(
      await run(`${meta} return [tableName, uid, metadata.has('api::no.no'), typeof strapi.fetch]`),
    ).toEqual(['notes', 'api::note.note', false, 'function']);
  });
});
