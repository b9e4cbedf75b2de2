// A follow-up that calls documents() is part of the write, without a declaration: both are stored, or neither.

import { definePlugin } from '../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { testDatabases } from '../../testing/databases';

const NOTE = 'api::note.note';
const LINE = 'api::line.line';
const type = (singularName: string) => ({
  info: { singularName, pluralName: `${singularName}s` },
  attributes: { text: { type: 'string' as const } },
});

describe.each(testDatabases())('a follow-up that writes another document on %s', (database) => {
  let app: TestApp;
  let fails = false;
  beforeAll(async () => {
    const logging = definePlugin({
      name: 'logging',
      register: (own) =>
        own.hooks.documents.prepare((action) => {
          if (action.type.uid !== NOTE) return;
          action.followUps.push({
            name: 'log',
            async run() {
              await own.documents(LINE).create({ data: { text: 'written' } });
              if (fails) throw new Error('boom');
            },
          });
        }),
    });
    app = await createTestApp({
      contentTypes: [type('note'), type('line')],
      plugins: [logging],
      database,
      config: { database: { pool: { min: 0, max: 1 }, poolWait: 1_000 } },
    });
  });
  afterAll(() => app.close());
  const counts = async () => [await app.documents(NOTE).count(), await app.documents(LINE).count()];

  it('stores both', async () => {
    await app.agent
      .post('/api/notes')
      .send({ data: { text: 'a' } })
      .expect(201);
    expect(await counts()).toEqual([1, 1]);
  });

  it('stores neither after an error', async () => {
    const before = await counts();
    fails = true;
    await app.agent
      .post('/api/notes')
      .send({ data: { text: 'b' } })
      .expect(500);
    expect(await counts()).toEqual(before);
  });
});
