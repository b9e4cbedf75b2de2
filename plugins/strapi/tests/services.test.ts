// Services of Strapi's plugins in the code of a project: users and their tokens, locales, files.
import type { TestApp } from '../../../core/testing';
import { startProject, typeFile } from './project';

const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
const USERS = 'plugin::users-permissions.user';

const FILES = {
  ...typeFile('note', 'notes', { text: { type: 'string' } }),
  'src/api/note/controllers/account.ts': `
    const users = () => strapi.plugin('users-permissions').service('user');
    const jwt = () => strapi.plugins['users-permissions'].services.jwt;
    export default {
      async signUp(ctx) {
        const { username, email, password } = ctx.request.body;
        const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'authenticated' } });
        const values = await users().ensureHashedPasswords({ username, email, password, confirmed: true, provider: 'local', role: role.id });
        const user = await users().add(values);
        ctx.send({ jwt: jwt().issue({ id: user.id }), user });
      },
      async logIn(ctx) {
        const { identifier, password } = ctx.request.body;
        const user = await strapi.db.query('${USERS}').findOne({ where: { email: identifier } });
        if (!user || !user.password || !(await users().validatePassword(password, user.password)))
          return ctx.badRequest('Invalid identifier or password');
        const { password: _, ...shown } = user;
        return { jwt: jwt().issue({ id: user.id }, { expiresIn: '1h' }), shown };
      },
      async whoAmI(ctx) {
        const token = await jwt().getToken(ctx);
        ctx.body = token && { id: token.id, keys: Object.keys(token).sort() };
      },
      async run(ctx) {
        const AsyncFunction = (async () => {}).constructor;
        ctx.body = { value: (await new (AsyncFunction as any)('strapi', 'ctx', ctx.request.body.code)(strapi, ctx)) ?? null };
      },
      async store(ctx) {
        const service = strapi.plugin('upload').service('upload');
        const [file] = await service.upload({ data: { fileInfo: { caption: 'Cap' } }, files: ctx.request.files.picture });
        const found = await service.findOne(file.id);
        const removed = await service.remove(file);
        ctx.body = { file, found: found.id === file.id, removed: removed.id === file.id, gone: await service.findOne(file.id) };
      },
    };`,
  'src/api/note/routes/account.ts': `
    const open = { auth: false };
    export default { routes: ['signUp', 'logIn', 'whoAmI', 'run', 'store'].map((name) =>
      ({ method: 'POST', path: '/' + name.toLowerCase(), handler: 'account.' + name, config: open })) };`,
};

const plugins = (upload: string, more: object = {}) => ({
  'users-permissions': { config: { jwtSecret: SECRET, ratelimit: { enabled: false }, ...more } },
  i18n: { config: { locales: ['en', 'fr'] } },
  upload: { config: { providerOptions: { folder: upload } } },
});

const password = 'Passw0rd!';
const ann = { username: 'ann', email: 'ann@example.com', password };

describe('services of plugins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(FILES, { config: { plugins: plugins('uploads') } });
  });
  afterAll(() => app?.close());
  const post = (path: string, body: object, token?: string) => {
    const request = app.agent.post(`/api/${path}`);
    return (token === undefined ? request : request.set('authorization', `Bearer ${token}`)).send(body);
  };
  const run = async (code: string) => (await post('run', { code }).expect(200)).body.value;

  it('has no object for plugins that Quire does not offer, and lists the others', async () => {
    // Strapi has these always. GraphQL is disabled here.
    const names = ['email', 'users-permissions', 'i18n', 'upload'];
    expect(await run('return Object.keys(strapi.plugins)')).toEqual(names);
    const missing =
      "[strapi.plugin('documentation'), strapi.plugins.documentation, strapi.plugin('constructor'), strapi.plugin('graphql'), strapi.api('constructor')]";
    expect(await run(`return ${missing}.map((one) => typeof one)`)).toEqual(Array(5).fill('undefined'));
    const failed = await run(
      "try { strapi.service('plugin::documentation.a') } catch (error) { return error.message }",
    );
    expect(failed).toContain("strapi.plugin('documentation') is out of reach: Quire offers email, ");
  });

  it('adds users, checks passwords and issues tokens that work', async () => {
    const { body } = await post('signup', ann).expect(200);
    expect(body.user).toMatchObject({ username: 'ann', role: { type: 'authenticated' } });
    expect(JSON.stringify(body)).not.toMatch(/password|scrypt/);
    await post('auth/local', { identifier: 'ann', password }).expect(200);
    expect((await post('whoami', {}, body.jwt).expect(200)).body).toEqual({
      id: body.user.id,
      keys: ['exp', 'iat', 'id'],
    });
    const refused = await post('login', { identifier: ann.email, password: 'wrong' }).expect(400);
    expect(refused.body.error.message).toBe('Invalid identifier or password');
    const entered = await post('login', { identifier: ann.email, password }).expect(200);
    expect(entered.body).toMatchObject({ shown: { email: ann.email } });
    expect(entered.body.shown).not.toHaveProperty('password');
    const me = app.agent.get('/api/users/me').set('authorization', `Bearer ${entered.body.jwt}`);
    expect((await me.expect(200)).body.username).toBe('ann');
  });

  it('keeps the password when code writes a row back, and changes no user without an id', async () => {
    await post('signup', { username: 'cat', email: 'cat@example.com', password }).expect(200);
    const same = { identifier: 'cat', password };
    const users = "strapi.plugin('users-permissions').service('user')";
    const row = `const u = await strapi.db.query('${USERS}').findOne({ where: { username: 'cat' } });`;
    for (const write of [
      `await ${users}.edit(u.id, { username: 'cat', password: u.password })`,
      `await strapi.db.query('${USERS}').update({ where: { id: u.id }, data: { password: u.password } })`,
      `await strapi.documents('${USERS}').update({ documentId: u.documentId, data: { password: u.password } })`,
    ])
      await run(`${row} ${write}`);
    await post('auth/local', same).expect(200);
    const handle = await run(`${row} return u.password`);
    await post('auth/local', { identifier: 'cat', password: handle }).expect(400);
    expect(handle).toMatch(/[\w-]{30}/);
    expect(await run(`return ${users}.edit(undefined, { username: 'hacked' })`)).toBeNull();
    expect(await run(`return ${users}.fetchAuthenticatedUser(undefined)`)).toBeNull();
    await post('run', { code: `return ${users}.remove({ id: undefined })` }).expect(500);
    await post('run', { code: `return ${users}.remove({})` }).expect(500);
    await post('auth/local', same).expect(200);
    await run(`await ${users}.remove({ username: 'cat' })`);
  });

  it('ends tokens of code with a new password, and signs valid ones afterwards', async () => {
    const before = await post('login', { identifier: ann.email, password }).expect(200);
    const id = (await run(
      `return (await strapi.db.query('${USERS}').findOne({ where: { username: 'ann' } })).id`,
    )) as number;
    const edited = await run(
      `return strapi.plugin('users-permissions').service('user').edit(${id}, { password: 'Other1234' })`,
    );
    expect(edited).toMatchObject({ username: 'ann' });
    await post('whoami', {}, before.body.jwt).expect(401);
    const after = await post('login', { identifier: ann.email, password: 'Other1234' }).expect(200);
    expect((await post('whoami', {}, after.body.jwt).expect(200)).body.id).toBe(id);
    const facts = await run(`
      const { user, jwt } = strapi.plugin('users-permissions').services;
      const other = jwt.issue({ purpose: 'invite', to: 'bea' }, { expiresIn: '1h' });
      return {
        invited: (await jwt.verify(other)).to,
        wrong: await jwt.verify(other + 'x').catch((error) => error.message),
        option: await Promise.resolve().then(() => jwt.issue({ id: 1 }, { algorithm: 'none' })).catch((error) => error.name),
        all: (await user.fetchAll({ filters: { username: 'ann' } })).length,
        one: (await user.fetch(${id}, { populate: ['role'] })).role.type,
        mine: (await user.fetchAuthenticatedUser(${id})).username,
        count: await user.count(),
        forged: await user.validatePassword('Other1234', 'Other1234'),
        blocked: await user.edit(${id}, { blocked: true }).then(() => jwt.verify(jwt.issue({ id: ${id} }))).catch((error) => error.message),
        removed: (await user.remove({ id: ${id} })).username,
        left: await user.count(),
      };`);
    expect(facts).toEqual({
      invited: 'bea',
      wrong: 'Invalid token.',
      option: 'OutOfReach',
      all: 1,
      one: 'authenticated',
      mine: 'ann',
      count: 1,
      forged: false,
      blocked: 'Invalid token.',
      removed: 'ann',
      left: 0,
    });
  });

  it('names the locales', async () => {
    const facts = await run(`
      const { locales } = strapi.plugin('i18n').services;
      return [await locales.getDefaultLocale(), (await locales.findByCode('fr')).code, (await locales.find()).length,
        await locales.create({ code: 'de', name: 'German' }).then(async () => { await locales.setDefaultLocale({ code: 'de' }); return locales.getDefaultLocale(); }),
        await locales.setDefaultLocale({ code: 'en' }).then(async () => (await locales.delete(await locales.findByCode('de'))) ?? null),
        await locales.count(), (await locales.setIsDefault(await locales.find())).map(({ isDefault }) => isDefault)];`);
    expect(facts).toEqual(['en', 'fr', 2, 'de', null, 2, [true, false]]);
  });

  it('stores and removes files of a request', async () => {
    const { body } = await app.agent
      .post('/api/store')
      .attach('picture', Buffer.from('hello'), { filename: 'hello.txt', contentType: 'text/plain' })
      .expect(200);
    expect(body).toMatchObject({
      file: { name: 'hello.txt', ext: '.txt', mime: 'text/plain', caption: 'Cap' },
      found: true,
      removed: true,
      gone: null,
    });
  });
});

it('issues tokens of sessions in refresh mode, also where code does not wait', async () => {
  const app = await startProject(FILES, {
    config: { plugins: plugins('uploads', { jwtManagement: 'refresh' }) },
  });
  try {
    const { body } = await app.agent.post('/api/signup').send(ann).expect(200);
    const me = app.agent.post('/api/whoami').set('authorization', `Bearer ${body.jwt}`);
    expect((await me.expect(200)).body).toEqual({ id: body.user.id, keys: ['id', 'sessionId'] });
  } finally {
    await app.close();
  }
});
