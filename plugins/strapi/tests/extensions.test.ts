// What an extension of users may not open: limits, passwords, closed fields, rules of GraphQL.
import type { TestApp } from '../../../core/testing';
import { type Files, startProject, typeFile } from './project';

const FILES: Files = {
  ...typeFile('team', 'teams', { name: { type: 'string' } }),
  'src/extensions/users-permissions/strapi-server.js': `
const seen = [];
const note = ({ action, params, result }) => { seen.push(JSON.stringify([action, params, result])); };
module.exports = (plugin) => {
  const router = plugin.routes['content-api'];
  plugin.routes['content-api'] = (tools) => {
    const made = router(tools);
    made.routes.push(
      { method: 'GET', path: '/ping/:name', handler: 'user.ping', config: { prefix: '', auth: false, middlewares: ['plugin::users-permissions.rateLimit'] } },
      { method: 'GET', path: '/seen', handler: 'user.seen', config: { prefix: '', auth: false } },
    );
    return made;
  };
  plugin.controllers.user.ping = (ctx) => ctx.send({ ok: true });
  plugin.controllers.user.seen = (ctx) => ctx.send(seen);
  const auth = plugin.controllers.auth;
  plugin.controllers.auth = (tools) => ({ ...auth(tools), emailConfirmation: (ctx) => ctx.badRequest() });
  plugin.contentTypes.user.lifecycles = {
    beforeCreate(event) {
      note(event);
      if (event.params.data.username === 'other') event.params.data.password = 'Another1!';
    },
    afterCreate: note,
  };
  plugin.contentTypes.user.schema.attributes.password.minLength = 12;
  plugin.destroy = () => {};
  return plugin;
};`,
  'src/index.js': `
module.exports = {
  register({ strapi }) {
    strapi.plugin('graphql').service('extension').use({
      typeDefs: 'extend type Query { empty: String noScope: String unset: String }',
      resolvers: { Query: { empty: () => 'x', noScope: () => 'x', unset: () => 'x' } },
      resolversConfig: { 'Query.empty': { auth: {} }, 'Query.noScope': { auth: { scope: [] } } },
    });
  },
};`,
};

let app: TestApp;
beforeAll(async () => {
  const users = { jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK', ratelimit: { max: 3 } };
  app = await startProject(FILES, {
    config: { plugins: { graphql: true, 'users-permissions': { config: users } } },
  });
});
afterAll(() => app?.close());

const ask = async (query: string) => (await app.agent.post('/graphql').send({ query })).body;

it('keeps the routes of users behind a router that is a function', async () => {
  await app.agent.get('/api/users/me').expect(403);
  expect((await app.agent.get('/api/nothing')).status).toBe(404);
});

it('limits a route, whatever the spelling of its path', async () => {
  for (const path of ['/api/ping/a', '/api/PING/b', '/api/p%69ng/c']) await app.agent.get(path).expect(200);
  await app.agent.get('/api/ping/d').expect(429);
});

it('closes the field of a replaced confirmation', async () => {
  const { errors } = await ask('mutation { emailConfirmation(confirmation: "x") { jwt } }');
  expect(errors).toMatchObject([{ message: 'Not Found' }]);
});

it('shows no password to lifecycles, and takes the one that they write', async () => {
  const password = 'Passw0rd!';
  for (const username of ['kept', 'other'])
    await app.agent
      .post('/api/auth/local/register')
      .send({ username, email: `${username}@example.com`, password })
      .expect(200);
  const login = (identifier: string, secret: string) =>
    app.agent.post('/api/auth/local').send({ identifier, password: secret });
  await login('kept', password).expect(200);
  await login('other', 'Another1!').expect(200);
  const { body } = await app.agent.get('/api/seen').expect(200);
  expect(body).toHaveLength(4);
  expect(body.join()).not.toMatch(/Passw0rd|Another1|\$2|scrypt|argon/);
});

it('asks for a caller, if a root field does not say auth: false', async () => {
  for (const field of ['empty', 'noScope', 'unset'])
    expect((await ask(`{ ${field} }`)).errors).toMatchObject([{ message: 'Forbidden access' }]);
});

it('warns about changes without effect', () => {
  const logged = app.logs.map(({ message }) => String(message));
  for (const sentence of [
    /^destroy of src\/extensions.* has no effect/,
    /the attribute "password" of user in .* has no effect/,
  ])
    expect(logged).toContainEqual(expect.stringMatching(sentence));
});
