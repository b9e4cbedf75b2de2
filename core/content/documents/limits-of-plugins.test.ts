// What a tap of `request.visibility` limits: values that it presets, and row filters that are wrong.
import { definePlugin } from '../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { limitRows, withVisibility } from '../model/compiled/visibility';

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' }, tenant: { type: 'string', writable: false } },
};

let app: TestApp;
afterEach(() => app.close());

const tenancy = definePlugin({
  name: 'tenancy' as string,
  register: ({ hooks }) =>
    hooks.request.visibility((visibility, request) => {
      const tenant = request.header('x-tenant') ?? 'none';
      const limited = limitRows(visibility, { tenant }, () => ({ tenant }));
      return withVisibility(limited, { scope: limited.scope, preset: () => ({ tenant }) });
    }),
});

it('a preset sets an attribute that no body may set', async () => {
  app = await createTestApp({ contentTypes: [note], plugins: [tenancy] });
  const post = (tenant: string, data: object) =>
    app.agent.post('/api/notes').set('x-tenant', tenant).send({ data });
  const { body } = await post('a', { text: 'x' }).expect(201);
  expect(body.data.tenant).toBe('a');
  await post('a', { text: 'x', tenant: 'b' }).expect(400);
  const other = await app.agent.get('/api/notes').set('x-tenant', 'b').expect(200);
  expect(other.body.data).toEqual([]);
});

it('a wrong row filter is a 500, and the log names the plugin that made it', async () => {
  const wrong = definePlugin({
    name: 'wrong' as string,
    register: ({ hooks }) =>
      hooks.request.visibility((visibility) => limitRows(visibility, 'wrong', () => ({ tenent: 'a' }))),
  });
  const after = definePlugin({
    name: 'after' as string,
    register: ({ hooks }) =>
      hooks.request.visibility((visibility) => limitRows(visibility, 'after', () => ({ text: 'x' }))),
  });
  app = await createTestApp({ contentTypes: [note], plugins: [tenancy, wrong, after] });
  await app.agent.get('/api/notes').expect(500);
  const line = app.logs.find(({ level }) => level === 'error');
  expect(line).toMatchObject({ plugin: 'wrong' });
  expect(JSON.stringify(line)).toContain('The row filter of the plugin \\"wrong\\" for api::note.note');
});
