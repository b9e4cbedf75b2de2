// A plugin sets values before they are saved: in documents.prepare, with action.set. Each other way throws.
import { definePlugin } from '../../kernel/app/plugin';
import type { PluginHooks } from '../../kernel/app/plugin-hooks';
import { createTestApp, type TestApp } from '../../testing';
import type { WriteAction } from './write-action';

const open: TestApp[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

async function appWith(tap: (hooks: PluginHooks) => void) {
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'page', pluralName: 'pages' },
        attributes: {
          title: { type: 'string', required: true },
          code: { type: 'string', writable: false, maxLength: 8 },
          seo: { type: 'component', component: 'shared.seo' },
          tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
        },
      },
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    ],
    components: { 'shared.seo': { info: {}, attributes: { text: { type: 'string' } } } },
    plugins: [definePlugin({ name: 'own', register: (app) => tap(app.hooks) })],
    config: { server: { logs: { level: 'error' } } },
  });
  open.push(app);
  return app;
}

const titleOf = ({ data }: WriteAction): string => Object(data).title ?? '';
const isPage = ({ type, operation }: WriteAction): boolean =>
  type.uid === 'api::page.page' && ['create', 'update', 'clone'].includes(operation);

describe('action.set', () => {
  it('sets scalars, components and relations, also ones that a body cannot set', async () => {
    let tag = '';
    const { agent } = await appWith((hooks) =>
      hooks.documents.prepare((action) => {
        if (!isPage(action)) return;
        action.set('code', titleOf(action).slice(0, 3).toUpperCase());
        action.set('seo', { text: `About ${titleOf(action)}` });
        action.set('tags', [tag]);
      }),
    );
    tag = (await agent.post('/api/tags').send({ data: { name: 'new' } })).body.data.documentId;
    const body = { data: { title: 'water', seo: { text: 'of the client' } } };
    const { documentId, ...created } = (await agent.post('/api/pages?populate=*').send(body).expect(201)).body
      .data;
    const expected = { title: 'water', code: 'WAT', seo: { text: 'About water' }, tags: [{ name: 'new' }] };
    expect(created).toMatchObject(expected);
    await agent
      .put(`/api/pages/${documentId}`)
      .send({ data: { title: 'stone' } })
      .expect(200);
    const read = await agent.get(`/api/pages/${documentId}`).expect(200);
    expect(read.body.data).toMatchObject({ title: 'stone', code: 'STO' });
    await agent
      .post('/api/pages')
      .send({ data: { title: 'x', code: 'mine' } })
      .expect(400);
  });

  it('is checked like a body', async () => {
    const { agent } = await appWith((hooks) =>
      hooks.documents.prepare((action) => {
        if (isPage(action)) action.set('code', titleOf(action));
      }),
    );
    const { body } = await agent
      .post('/api/pages')
      .send({ data: { title: 'longer than eight' } })
      .expect(400);
    expect(body.error).toMatchObject({ name: 'ValidationError', details: { errors: [{ path: ['code'] }] } });
  });
});

type Wrong = readonly [title: string, tap: (hooks: PluginHooks) => void, message: string];

// Each tap changes what it must not, as JavaScript without types would.
const WRONG: readonly Wrong[] = [
  [
    'an unknown attribute',
    (hooks) => hooks.documents.prepare((action) => action.set('kode', 'x')),
    'api::page.page has no attribute of this name; known: title, code',
  ],
  [
    'action.set in documents.validate',
    (hooks) => hooks.documents.validate((action) => action.set('code', 'x')),
    'action.set("code") comes too late',
  ],
  [
    'action.set in documents.writing',
    (hooks) => hooks.documents.writing(({ action }) => action.set('code', 'x')),
    'action.set("code") comes too late',
  ],
  [
    'a change of the body in documents.prepare',
    (hooks) => hooks.documents.prepare((action) => void Reflect.set(Object(action.data), 'title', 'x')),
    'action.data is read-only; to set "title"',
  ],
  [
    'a change inside the body in documents.writing',
    (hooks) =>
      hooks.documents.writing(({ action }) => void Reflect.set(Object(action.data).seo, 'text', 'x')),
    'action.data is read-only; to set "text"',
  ],
  [
    'a removed key of the body',
    (hooks) => hooks.documents.validate((action) => void Reflect.deleteProperty(Object(action.data), 'seo')),
    'action.data is read-only',
  ],
  [
    'a replaced body',
    (hooks) => hooks.documents.prepare((action) => void Object.assign(action, { data: { title: 'x' } })),
    'A plugin replaced action.data',
  ],
];

it.each(WRONG)(
  '%s is an error that names the remedy, and nothing is stored',
  async (_title, tap, message) => {
    const { agent, logs } = await appWith(tap);
    await agent
      .post('/api/pages')
      .send({ data: { title: 'a', seo: { text: 'b' } } })
      .expect(500);
    const text = JSON.stringify(logs).replaceAll('\\"', '"');
    expect(text).toContain(message);
    expect((await agent.get('/api/pages')).body.data).toEqual([]);
  },
);

it('throws for operations without a body', async () => {
  let operation = '';
  const { agent, logs } = await appWith((hooks) =>
    hooks.documents.prepare((action) => {
      if (action.operation === operation) action.set('code', 'x');
    }),
  );
  const { documentId } = (await agent.post('/api/pages').send({ data: { title: 'a' } })).body.data;
  operation = 'delete';
  await agent.delete(`/api/pages/${documentId}`).expect(500);
  expect(JSON.stringify(logs)).toContain('the operation delete stores no body');
});
