// A tap of `documents.prepare` that holds something learns that the write was refused.
import { definePlugin } from '../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../testing/create-test-app';

const NOTE = 'api::note.note';

describe('a refused write runs its refusals once', () => {
  let app: TestApp;
  let held = 0;
  let isRefused = false;
  beforeAll(async () => {
    const holding = definePlugin({
      name: 'holding',
      register: ({ hooks }) => {
        hooks.documents.prepare(({ refusals }) => {
          held += 1;
          refusals.push(() => (held -= 1));
        });
        hooks.documents.prepare(() => {
          if (isRefused) throw new Error('refused by a tap');
        });
      },
    });
    app = await createTestApp({
      contentTypes: [
        {
          info: { singularName: 'note', pluralName: 'notes' },
          attributes: { text: { type: 'string', unique: true, maxLength: 10 } },
        },
      ],
      plugins: [holding],
    });
    await app.documents(NOTE).create({ data: { text: 'taken' } });
  });
  beforeEach(() => {
    held = 0;
    isRefused = false;
  });
  afterAll(() => app.close());
  const notes = () => app.documents(NOTE);

  const refused: Readonly<Record<string, () => Promise<unknown>>> = {
    'a delete of no document': () => notes().delete({ documentId: 'absent' }),
    'an update of no document': () => notes().update({ documentId: 'absent', data: { text: 'a' } }),
    'a body with a wrong type': () => notes().create({ data: { text: 7 } }),
    'a long value': () => notes().create({ data: { text: 'a'.repeat(11) } }),
    'a taken value': () => notes().create({ data: { text: 'taken' } }),
    'an error of another tap': () => {
      isRefused = true;
      return notes().create({ data: { text: 'b' } });
    },
    'items that are stored together': () =>
      notes().createMany({ items: [{ data: { text: 'c' } }, { data: { text: 'taken' } }] }),
  };
  it.each(Object.keys(refused))('%s', async (name) => {
    await refused[name]?.().catch(() => undefined);
    expect(held).toBe(0);
  });

  it('but not a stored one', async () => {
    await notes().create({ data: { text: 'stored' } });
    expect(held).toBe(1);
  });

  it('and only the refused ones of items that are stored one by one', async () => {
    const items = [{ data: { text: 'd' } }, { data: { text: 'taken' } }, { data: { text: 7 } }];
    const { items: results } = await notes().createMany({ items, atomic: false });
    expect(results.map(({ error }) => error === null)).toEqual([true, false, false]);
    expect(held).toBe(1);
  });
});
