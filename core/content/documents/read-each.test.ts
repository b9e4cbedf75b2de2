// Several documents by their ids: each is found as in a read of it alone, now and in an earlier state, with and without taps.
import { definePlugin } from '../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../testing/create-test-app';
import { testDatabases } from '../../testing/databases';
import type { ContentTypeDefinition } from '../model/read/type-builder';
import type { PreparedRead } from './prepare-read';
import type { ReadService } from './read';

const UID = 'api::note.note';
const CONTENT: ContentTypeDefinition[] = [
  {
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: {
      text: { type: 'string' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    },
  },
  { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
];
let read: ReadService;
let tap: 'none' | 'loaded' | 'around' = 'none';
const tapping = definePlugin({
  name: 'tapping' as string,
  register(app) {
    if (tap === 'loaded')
      app.hooks.documents.loaded(async (set) => {
        for (const document of set.of(UID)) document.text = `${document.text}!`;
      });
    if (tap === 'around') app.hooks.documents.around((_call, next) => next());
    app.hooks.boot.after(() => {
      read = app.documents.read;
    });
  },
});

describe.each(testDatabases())('on %s', (database) => {
  describe.each(['none', 'loaded', 'around'] as const)('taps: %s', (taps) => {
    let app: TestApp;
    const ids: string[] = [];
    beforeAll(async () => {
      tap = taps;
      app = await createTestApp({
        contentTypes: CONTENT,
        plugins: [tapping],
        database,
      });
      const tag = await app.documents('api::tag.tag').create({ data: { name: 'red' } });
      for (const text of ['in a', 'out b', 'in c'])
        ids.push(
          (await app.documents(UID).create({ data: { text, tags: [tag.documentId] } })).documentId as string,
        );
    });
    afterAll(() => app.close());

    const prepared = (): PreparedRead => {
      const type = app.kernel.schema.types.get(UID);
      if (!type) throw new Error('no type');
      return read.prepare(
        type,
        {
          filters: { text: { $startsWith: 'in' } },
          fields: ['text'],
          populate: { tags: { fields: ['name'] } },
        },
        'findOne',
      );
    };

    it('finds what reads of one document find', async () => {
      const asked = prepared();
      const found = await read.runEach(asked, [...ids, 'missing']);
      const alone = new Map<string, string>();
      for (const id of [...ids, 'missing']) {
        const one = await read.runOne(asked, id);
        if (one) alone.set(id, one.text);
      }
      expect([...found]).toEqual([...alone]);
      expect([...found.keys()]).toEqual([ids[0], ids[2]]);
      expect(JSON.parse(found.get(ids[2] ?? '') ?? '')).toMatchObject({
        text: taps === 'loaded' ? 'in c!' : 'in c',
        tags: [{ name: 'red' }],
      });
      expect(await read.runEach(asked, [])).toEqual(new Map());
    });

    it('finds what an earlier state had', async () => {
      const asked = prepared();
      const moment = await read.moment();
      if (!moment) throw new Error('no moment');
      const [first = ''] = ids;
      await app.documents(UID).update({ documentId: first, data: { text: 'out now' } });
      expect([...(await read.runEachAt(moment, asked, ids)).keys()]).toEqual([ids[0], ids[2]]);
      moment.close();
      expect([...(await read.runEach(asked, ids)).keys()]).toEqual([ids[2]]);
      await expect(read.runEachAt(moment, asked, ids)).rejects.toThrow();
    });
  });
});
