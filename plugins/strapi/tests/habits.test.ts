// What the code of many projects does: documents are written back as they were read, templates are mailed, signatures are made of the text of
// a body, versions of all locales are published.
import { type AnyPlugin, EMAIL } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { startProject, typeFile } from './project';

const POST = 'api::post.post';
const localized = { pluginOptions: { i18n: { localized: true } } };
const FILES = {
  ...typeFile('tag', 'tags', { name: { type: 'string' }, note: { type: 'string', private: true } }),
  ...typeFile(
    'post',
    'posts',
    {
      title: { type: 'string', ...localized },
      words: { type: 'integer', ...localized },
      code: { type: 'string' },
      secret: { type: 'string', private: true },
      seo: { type: 'component', component: 'shared.seo', ...localized },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    },
    { options: { draftAndPublish: true }, ...localized },
  ),
  'src/components/shared/seo.json': JSON.stringify({
    info: { displayName: 'Seo' },
    attributes: { title: { type: 'string' } },
  }),
  'src/api/post/content-types/post/lifecycles.ts': `
    export default {
      beforeCreate(event) {
        const { data } = event.params;
        data.words = String(data.title).split(' ').length;
        data.code = data.code ?? 'new';
        event.state = { title: data.title };
      },
      afterCreate({ state, result }) { if (!result.publishedAt) strapi.seen = [result.locale, state.title]; },
    };`,
  'src/api/post/services/post.ts': `
    import { factories } from '@strapi/strapi';
    export default factories.createCoreService('${POST}', () => ({ async create(params) { return super.create(params); } }));`,
  'src/api/post/controllers/post.ts': `
    import { factories } from '@strapi/strapi';
    import * as utils from '@strapi/utils';
    import { createHash } from 'node:crypto';
    export default factories.createCoreController('${POST}', () => ({
      async run(ctx) {
        const AsyncFunction = (async () => {}).constructor;
        const { code } = ctx.request.body;
        ctx.body = { value: (await new (AsyncFunction as any)('strapi', 'ctx', 'utils', code)(strapi, ctx, utils)) ?? null };
      },
      hook(ctx) {
        const raw = ctx.request.body[Symbol.for('unparsedBody')];
        ctx.body = { raw, body: ctx.request.body };
      },
    }));`,
  'src/api/post/routes/post.ts': `
    import { factories } from '@strapi/strapi';
    export default factories.createCoreRouter('${POST}');`,
  'src/api/post/routes/code.ts': `
    export default { routes: ['run', 'hook'].map((name) =>
      ({ method: 'POST', path: '/' + name, handler: 'post.' + name, config: { auth: false } })) };`,
};

const mails: Readonly<Record<string, unknown>>[] = [];
const mailbox: AnyPlugin = {
  name: 'mailbox',
  register({ container }) {
    container.provide(EMAIL, {
      send: async (mail) => void mails.push({ ...mail }),
      template: (_where, content) => () => content,
    });
  },
};

describe('habits of projects', () => {
  let app: TestApp;
  beforeAll(async () => {
    const plugins = { 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } };
    app = await startProject(FILES, { plugins: [mailbox], config: { plugins } });
  });
  afterAll(() => app?.close());
  const post = (code: string) => app.agent.post('/api/run').send({ code });
  const run = async (code: string) =>
    (await post(`const D = strapi.documents; ${code}`).expect(200)).body.value;

  it('shows the text of a body', async () => {
    const { body } = await app.agent
      .post('/api/hook')
      .set('content-type', 'application/json')
      .send('{ "a":  1 }')
      .expect(200);
    expect(body).toEqual({ raw: '{ "a":  1 }', body: { a: 1 } });
  });

  it('mails a template with values of its data', async () => {
    const mail = `{ to: 'ann@example.com' }, {
      subject: 'Order <%= order.number %>', text: 'For <%= user %>, <%= unknown %>', html: '<b><%= order.total %></b>',
    }, { order: { number: 7, total: null }, user: 'Ann' }`;
    await run(`await strapi.plugin('email').service('email').sendTemplatedEmail(${mail})`);
    expect(mails).toMatchObject([
      { to: 'ann@example.com', subject: 'Order 7', text: 'For Ann, <%= unknown %>', html: '<b></b>' },
    ]);
  });

  it('stores what the schema knows of documents that code has read', async () => {
    const stored = await run(`
      const tag = await D('api::tag.tag').create({ data: { name: 'a', unknown: 1, createdBy: 1 } });
      const made = await D('${POST}').create({
        data: { title: 'One two', seo: { title: 's', unknown: 2 }, tags: [tag], id: 77 }, populate: '*' });
      const { words, ...found } = await D('${POST}').findOne({ documentId: made.documentId, populate: '*' });
      const back = await D('${POST}').update({ documentId: made.documentId, data: { ...found, secret: 'x' }, populate: '*' });
      const row = await strapi.db.query('${POST}').update({ where: { id: made.id }, data: { ...back, title: 'Two' } });
      return [words, back.seo.title, back.tags.map(({ name }) => name), back.secret, row.title, row.secret]`);
    expect(stored).toEqual([2, 's', ['a'], 'x', 'Two', 'x']);
    const data = { title: 'Three', unknown: 1 };
    const { body } = await app.agent.post('/api/posts').send({ data }).expect(400);
    expect(body.error.message).toBe('Invalid key unknown');
    const seo = { title: 'a', other: 1 };
    const inner = await app.agent.post('/api/posts').send({ data: { seo } }).expect(400);
    expect(inner.body.error.message).toBe('Invalid key other at seo');
  });

  it('runs the lifecycles of a new row for a new locale', async () => {
    const shown = await run(`
      const { documentId, code } = await D('${POST}').create({ data: { title: 'Four', code: 'kept' } });
      const fr = await D('${POST}').update({ documentId, locale: 'fr', data: { title: 'Quatre mots en tout' } });
      return [fr.words, fr.code, strapi.seen]`);
    expect(shown).toEqual([4, 'kept', ['fr', 'Quatre mots en tout']]);
  });

  it('returns the entries of operations in several locales', async () => {
    const entries = await run(`
      const { documentId } = await D('${POST}').create({ data: { title: 'E' } });
      await D('${POST}').update({ documentId, locale: 'fr', data: { title: 'F' } });
      const of = async (action, params) => (await D('${POST}')[action]({ documentId, ...params })).entries
        .map(({ title, publishedAt }) => title + (publishedAt ? ' live' : '')).sort().join();
      return [
        await of('publish', { locale: '*' }), await of('unpublish', { locale: 'fr' }), await of('unpublish', { locale: 'fr' }),
        await of('discardDraft', { locale: '*' }), await of('publish', { locale: ['en', 'fr'] }),
        await of('unpublish', { locale: '*' }), await of('publish', {}), await of('delete', { locale: '*' }),
        await of('delete', {}), await of('clone', {}),
      ]`);
    expect(entries).toEqual([
      'E live,F live',
      'F live',
      '',
      'E',
      'E live,F live',
      'E live,F live',
      'E live',
      'E,E live,F',
      '',
      '',
    ]);
  });

  it('cleans documents for an unknown caller: relations stay, private values do not', async () => {
    const clean = await run(`
      const data = { title: 'C', secret: 's', tags: [{ id: 1, name: 'a', note: 'n' }] };
      return strapi.contentAPI.sanitize.output(data, strapi.contentType('${POST}'), { auth: ctx.state.auth })`);
    expect(clean).toEqual({ title: 'C', tags: [{ id: 1, name: 'a' }] });
  });

  it('checks values with schemas of yup, and works on lists', async () => {
    const [refused, mapped] = await run(`
      const refusal = Object.assign(new Error('stars is wrong'), { name: 'ValidationError', inner: [], path: 'lines[0].stars', value: 7 });
      const schema = { async validate(value, { strict, abortEarly }) { if (value > 5) throw refusal; return [value, strict, abortEarly]; } };
      const validate = utils.validateYupSchema(schema, { strict: false });
      const refused = await validate(7).catch(({ name, message, details }) => ({ name, message, details }));
      const double = (value) => value * 2;
      return [refused, [await validate(3), await utils.async.map([1, 2], double), await utils.async.pipe(double, double)(2)]]`);
    expect(mapped).toEqual([[3, false, false], [2, 4], 8]);
    expect(refused).toEqual({
      name: 'ValidationError',
      message: 'stars is wrong',
      details: {
        errors: [
          { path: ['lines', '0', 'stars'], message: 'stars is wrong', name: 'ValidationError', value: 7 },
        ],
      },
    });
  });

  it('has the environment as a member, and keeps the status of errors of the server', async () => {
    expect(await run(`return [strapi.config.environment, strapi.config.get('nothing', 1)]`)).toEqual([
      'test',
      1,
    ]);
    const { body } = await post(`ctx.throw(503, 'secret')`).expect(503);
    expect(body.error).toEqual({
      status: 503,
      name: 'ServiceUnavailableError',
      message: 'Service Unavailable',
    });
  });
});
