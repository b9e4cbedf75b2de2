// A tap of `documents.loaded` that reads documents. For the answer of a write, these reads are in the transaction. A pool of one connection
// is enough.

import { definePlugin } from '../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { testDatabases } from '../../testing/databases';

const UID = 'api::note.note';
const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' } },
};
let fails = false;
const events: unknown[] = [];
const counting = definePlugin({
  name: 'counting' as string,
  register(app) {
    app.hooks.documents.loaded(async (set) => {
      const total = await app.documents(UID).count();
      for (const document of set.of(UID)) document.total = total;
      if (fails) throw new Error('boom');
    });
    app.hooks.documents.committed(({ document }) => void events.push(document?.total));
  },
});

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      contentTypes: [note],
      plugins: [counting],
      database,
      config: { database: { pool: { min: 0, max: 1 }, poolWait: 1_000 } },
    });
  });
  afterAll(() => app.close());

  it('counts what the write has written', async () => {
    events.length = 0;
    const created = await app.agent.post('/api/notes').send({ data: { text: 'a' } });
    expect(created.body.data).toMatchObject({ text: 'a', total: 1 });
    const { documentId } = created.body.data;
    const updated = await app.agent.put(`/api/notes/${documentId}`).send({ data: { text: 'b' } });
    expect(updated.body.data).toMatchObject({ text: 'b', total: 1 });
    expect(await app.documents(UID).clone({ documentId, data: {} })).toMatchObject({ total: 2 });
    expect(events).toEqual([1, 1, 2]);
  });

  it('an error of the tap rolls the write back', async () => {
    const before = await app.documents(UID).count();
    fails = true;
    await app.agent
      .post('/api/notes')
      .send({ data: { text: 'lost' } })
      .expect(500);
    fails = false;
    expect(await app.documents(UID).count()).toBe(before);
  });
});
