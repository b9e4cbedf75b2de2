// One start names all mistakes of a project, with file and line.
import { coreFiles, type Files, startProject, typeFile } from './project';

const ARTICLE = {
  ...typeFile('article', 'articles', { title: { type: 'string' } }),
  ...coreFiles('article'),
};

const failure = async (files: Files): Promise<string> => {
  const error = await startProject(files).then(
    (app) => app.close(),
    (caught: unknown) => caught,
  );
  return String((error as Error | undefined)?.message);
};

it('names unknown handlers, policies, double paths and parts out of reach at once', async () => {
  const message = await failure({
    ...ARTICLE,
    'src/api/article/routes/custom.ts': `export default {
  routes: [
    { method: 'GET', path: '/a', handler: 'article.serch' },
    { method: 'GET', path: '/b', handler: 'artcle.find' },
    { method: 'GET', path: '/c', handler: 'article.find', config: { policies: ['is-ownr'] } },
    { method: 'GET', path: '/d', handler: 'article.find', config: { middlewares: ['plugin::x.y'] } },
    { method: 'GET', path: '/articles/:slug', handler: 'article.findOne' },
    { method: 'FETCH', path: '/e', handler: 'article.find' },
    { method: 'GET', path: '/f/:a/x*y', handler: 'article.find' },
    { method: 'GET', path: '/g', handler: () => 1 },
  ],
};`,
    'src/api/article/policies/is-owner.ts': 'export default () => true;',
    'src/api/article/services/live.ts': `export default ({ strapi }) => {

  const io = strapi.server.httpServer;
  return { io };
};`,
    'src/api/article/controllers/tools.js': `const { parseType } = require('@strapi/utils');
module.exports = { run: () => parseType };`,
  });
  for (const line of [
    'src/api/article/routes/custom.ts:3: GET /a → "article.serch": the controller api::article.article has no action "serch"',
    'src/api/article/routes/custom.ts:4: GET /b → "artcle.find": There is no controller "api::article.artcle"; did you mean "api::article.article"?',
    'src/api/article/routes/custom.ts:5: there is no policy "is-ownr"; did you mean "api::article.is-owner"?',
    'src/api/article/routes/custom.ts:6: the middleware "plugin::x.y" is out of reach',
    'is the path of two routes',
    'FETCH /e → method',
    'src/api/article/routes/custom.ts:9: GET /f/:a/x*y: "x*y" is no part of a path',
    'a handler that is a function needs auth: false',
    'src/api/article/services/live.ts:3: strapi.server is out of reach',
    'src/api/article/controllers/tools.js:1: parseType of @strapi/utils is out of reach',
  ])
    expect(message).toContain(line);
});

it('names syntax errors of all files', async () => {
  const message = await failure({
    ...ARTICLE,
    'src/api/article/services/a.ts': 'export default {\n  a: ,\n};',
    'src/policies/b.js': 'module.exports = (',
  });
  expect(message).toContain('src/api/article/services/a.ts:2: ');
  expect(message).toContain('src/policies/b.js:1: ');
});

it('answers 500 when a request uses a part out of reach, and logs the sentence with the route', async () => {
  const app = await startProject({
    ...ARTICLE,
    'src/api/article/controllers/live.mjs': 'export default { run() { return strapi.io.emit(1); } };',
    'src/api/article/routes/live.mjs':
      "export default { routes: [{ method: 'GET', path: '/live', handler: 'live.run', config: { auth: false } }] };",
  });
  try {
    await app.agent.get('/api/live').expect(500);
    expect(JSON.stringify(app.logs)).toContain('strapi.io is out of reach');
    expect(JSON.stringify(app.logs)).toContain('GET /api/live failed');
  } finally {
    await app.close();
  }
});

it('warns about code that does not run', async () => {
  const app = await startProject({
    ...ARTICLE,
    'src/extensions/users-permissions/strapi-server.ts': 'export default (plugin) => plugin;',
    'src/extensions/upload/content-types/file/schema.json': '{}',
    'src/extensions/shared.js': 'module.exports = 1;',
    'src/index.ts':
      'export default { bootstrap({ strapi }) { strapi.plugin("graphql")?.service("extension"); } };',
  });
  const logged = app.logs.map(({ message }) => String(message));
  for (const sentence of [
    /^src\/extensions\/users-permissions\/strapi-server\.ts does not run: write a plugin/,
    /src\/extensions\/upload\/content-types\/file\/schema\.json/,
    /^strapi\.plugin\('graphql'\) is undefined; enable the plugin "graphql": src\/index\.ts:1/,
  ])
    expect(logged).toContainEqual(expect.stringMatching(sentence));
  expect(logged.join()).not.toContain('src/extensions/shared.js');
  await app.close();
});

it('names a malformed JSON file that the code reads', async () => {
  const error = await startProject({
    ...ARTICLE,
    'src/data/countries.json': '\uFEFF{\n  "de": "Germany",\n}',
    'src/api/article/services/countries.ts':
      "import countries from '../../../data/countries.json';\nexport default () => ({ all: () => countries });",
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toMatch(
    /src\/api\/article\/services\/countries\.ts.*: src\/data\/countries\.json:2: .*JSON/,
  );
});

it('names the mistakes of an extension', async () => {
  const error = await startProject(
    {
      ...ARTICLE,
      'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
  plugin.contentTypes.user.schema.attributes.email.private = true;
  const { routes } = plugin.routes['content-api'];
  routes.push({ method: 'GET', path: '/users/me', handler: 'user.other', config: { prefix: '' } });
  routes.push({ method: 'GET', path: '/x', handler: 'user.nothing' });
  plugin.controllers.user.other = () => 1;
  return plugin;
};`,
      'src/extensions/email/strapi-server.js':
        'module.exports = (plugin) => {\n  plugin.services.sms.send = 1;\n};',
      'src/extensions/upload/strapi-server.js':
        'module.exports = (plugin) => { plugin.services.more = () => ({}); };',
      'src/extensions/i18n/strapi-server.js':
        "module.exports = (plugin) => { plugin.routes['content-api'] = () => 1; return plugin; };",
    },
    { config: { plugins: { 'users-permissions': true } } },
  ).then(
    (app) => app.close(),
    (caught: unknown) => caught,
  );
  const message = String((error as Error | undefined)?.message);
  for (const line of [
    'src/extensions/users-permissions/strapi-server.js → contentTypes.user.schema.attributes.email: cannot be made private here',
    'src/extensions/users-permissions/strapi-server.js: GET /users/me is the path of a route of users-permissions',
    'src/extensions/users-permissions/strapi-server.js:5: GET /users-permissions/x → "user.nothing": the controller plugin::users-permissions.user has no action "nothing"',
    'src/extensions/email/strapi-server.js:2: "sms" of the services of email is out of reach: Quire offers email',
    'src/extensions/upload/strapi-server.js: the function returns no plugin; return the plugin that it gets',
    'src/extensions/i18n/strapi-server.js: routes["content-api"] has no list of routes; change its member routes',
  ])
    expect(message).toContain(line);
});
