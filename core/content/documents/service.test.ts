// Create, update, delete and clone, as plugins call them: what is stored, what is refused, what stays.

import { testDatabases } from '../../testing/databases';
import { FULL_VISIBILITY } from '../model/compiled/visibility';
import { openTestContent, type TestContent } from './testing-content';
import { ARTICLE, AUTHOR, MODEL, SETTING, TAG } from './testing-model';
import type { DocumentObject } from './write-action';

describe.each(testDatabases())('documents on %s', (client) => {
  let content: TestContent;
  const articles = () => content.documents(ARTICLE);
  const create = (data: object, populate: unknown = undefined) => articles().create({ data, populate });
  const update = (documentId: string, data: object, populate: unknown = undefined) =>
    articles().update({ documentId, data, populate });
  const everything = '*';

  const refused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    return error as Error & {
      status: number;
      details: { errors?: { path: string[]; message: string; value?: unknown }[] };
    };
  };

  beforeAll(async () => {
    content = await openTestContent({ client, files: MODEL, ignoredKeys: ['audience'] });
  });
  afterAll(() => content?.close());

  test('creates with defaults, a generated uid and its id', async () => {
    const first = await create({ title: 'Crème Brûlée' });
    expect(first).toMatchObject({ title: 'Crème Brûlée', slug: 'creme-brulee', kind: 'news', rating: null });
    expect(first.documentId).toMatch(/^[a-z][a-z0-9]{23}$/);
    expect(first).not.toHaveProperty('secret');
    const second = await create({ title: 'Crème Brûlée', kind: null });
    expect(second).toMatchObject({ slug: 'creme-brulee-1', kind: null });
    expect(second.id).toBeGreaterThan(first.id);
  });

  test.each(['', 'a/b', 'a\0b', 'a'.repeat(65), 7])('refuses the newId %j', async (newId) => {
    const create = () => articles().create({ data: { title: 'New' }, newId: newId as string });
    await expect(create).rejects.toThrow(/^newId of a new api::article\.article is .*letters, digits/);
  });

  test('updates what the body names, and updatedAt rises', async () => {
    const made = await create({ title: 'Before', rating: 3, hidden: 'x' });
    const changed = await update(made.documentId, { title: 'After' });
    expect(changed).toMatchObject({ id: made.id, title: 'After', rating: 3, createdAt: made.createdAt });
    const again = await update(made.documentId, {});
    expect(String(again?.updatedAt) > String(changed?.updatedAt)).toBe(true);
    expect(String(changed?.updatedAt) > String(made.updatedAt)).toBe(true);
  });

  test('answers null for an unknown document', async () => {
    expect(await update('nothing', { title: 'After' })).toBeNull();
    expect(await articles().delete({ documentId: 'nothing' })).toEqual({ deleted: 0 });
    expect(await articles().clone({ documentId: 'nothing' })).toBeNull();
  });

  test('collects all issues of a body', async () => {
    const error = await refused(
      create({
        title: 'ab',
        rating: 9,
        kind: 'poem',
        seo: { text: 'no title' },
        links: [{ label: 'much too long' }, 'text'],
        zone: [{ words: 'no component' }, { __component: 'shared.seo', title: 'not in this zone' }],
      }),
    );
    expect(error.message).toBe('8 errors occurred');
    expect(error.details.errors?.map(({ path }) => path.join('.'))).toEqual([
      'title',
      'rating',
      'kind',
      'seo.title',
      'links.0.label',
      'links.1',
      'zone.0.__component',
      'zone.1.__component',
    ]);
    expect(error.details.errors?.at(-1)?.message).toBe(
      'zone[1].__component must be one of the following values: shared.link, shared.quote',
    );
  });

  test.each([
    ['an absent required value', { rating: 2 }, 'title must be defined.'],
    [
      'a required value that is null',
      { title: null },
      'title must be a `string` type, but the final value was: `null`.',
    ],
    [
      'too many entries',
      { title: 'Many', links: [{}, {}, {}, {}] },
      'links field must have less than or equal to 3 items',
    ],
    [
      'a list where an object belongs',
      { title: 'List', seo: [] },
      'seo must be a `object` type, but the final value was: `[]`.',
    ],
  ])('refuses %s', async (_name, data, message) => {
    const error = await refused(create(data));
    expect(error.message).toBe(message);
    expect(error.details.errors).toHaveLength(1);
  });

  test.each([
    ['an unknown key', { nope: 1 }, { key: 'nope', path: null, source: 'body' }],
    ['the row id', { id: 1 }, { key: 'id', path: undefined, source: 'body' }],
    ['the documentId', { documentId: 'x' }, { key: 'documentId', path: undefined, source: 'body' }],
    ['a time', { createdAt: null }, { key: 'createdAt', path: 'createdAt', source: 'body' }],
    ['a key in a component', { seo: { title: 'x', nope: 1 } }, { key: 'nope', path: 'seo', source: 'body' }],
    ['a key in an entry', { links: [{ nope: 1 }] }, { key: 'nope', path: 'links', source: 'body' }],
    ['a keyword of a relation', { tags: { add: [] } }, { key: 'add', path: 'tags', source: 'body' }],
  ])('refuses %s before anything else', async (_name, data, details) => {
    const error = await refused(create({ ...data, title: 'ab' }));
    expect(error.details).toEqual(details);
  });

  test('ignores declared keys', async () => {
    await expect(
      create(JSON.parse('{ "title": "Ignored", "audience": "x", "__proto__": 1 }')),
    ).resolves.toMatchObject({ title: 'Ignored' });
  });

  test('refuses unwritable attributes like unknown ones', async () => {
    const visibility = {
      scope: 'some',
      canRead: ({ uid }: { uid: string }) => uid !== TAG,
      readable: () => true,
      writable: (_: unknown, { name }: { name: string }) => name !== 'rating',
      allows: () => true,
    };
    for (const key of ['rating', 'tags']) {
      const error = await refused(articles().create({ data: { title: 'Hidden', [key]: [] }, visibility }));
      expect(error.details).toEqual({ key, path: null, source: 'body' });
    }
  });

  test('null clears every kind of attribute', async () => {
    const tag = await content.documents(TAG).create({ data: { name: 't' } });
    const author = await content.documents(AUTHOR).create({ data: { name: 'a' } });
    const full = await create(
      {
        title: 'Full',
        rating: 3,
        tags: [tag.documentId],
        author: author.documentId,
        seo: { title: 's' },
        links: [{ label: 'l' }],
        zone: [{ __component: 'shared.quote', words: 'w' }],
      },
      everything,
    );
    expect(full).toMatchObject({
      rating: 3,
      author: { name: 'a' },
      seo: { title: 's' },
      links: [{ label: 'l' }],
    });
    expect(full.zone).toMatchObject([{ __component: 'shared.quote', words: 'w' }]);
    const empty = await update(
      full.documentId,
      { rating: null, tags: null, author: null, seo: null, links: null, zone: null },
      everything,
    );
    expect(empty).toMatchObject({ rating: null, tags: [], author: null, seo: null, links: [], zone: [] });
  });

  describe('component entries', () => {
    const entry = (document: DocumentObject | null, name: string) =>
      document?.[name] as Record<string, unknown>;
    const entries = (document: DocumentObject | null, name: string) =>
      document?.[name] as Record<string, unknown>[];
    const all = { seo: { populate: '*' }, links: true, zone: true };

    test('merge by id, keep what the body leaves out, and keep their id', async () => {
      const made = await create(
        {
          title: 'Seo',
          seo: { id: 999999, title: 'one', text: 'kept', metas: [{ label: 'a' }, { label: 'b' }] },
        },
        all,
      );
      const { id, metas } = entry(made, 'seo') as { id: number; metas: { id: number }[] };
      expect(id).not.toBe(999999);
      const merged = await update(
        made.documentId,
        { seo: { id, title: 'two', metas: [{ id: metas[1]?.id }, { label: 'c' }] } },
        all,
      );
      expect(merged?.seo).toMatchObject({
        id,
        title: 'two',
        text: 'kept',
        metas: [{ id: metas[1]?.id, label: 'b' }, { label: 'c' }],
      });
      const replaced = await update(made.documentId, { seo: { title: 'three' } }, all);
      expect(replaced?.seo).toMatchObject({ title: 'three', text: null, metas: [] });
      expect(entry(replaced, 'seo').id).not.toBe(id);
    });

    test('keep their order and identity in lists and zones', async () => {
      const made = await create(
        {
          title: 'Lists',
          links: [{ label: 'a' }, { label: 'b' }],
          zone: [
            { __component: 'shared.link', label: 'z' },
            { __component: 'shared.quote', words: 'q' },
          ],
        },
        all,
      );
      const [a, b] = entries(made, 'links');
      const [z, q] = entries(made, 'zone');
      const changed = await update(
        made.documentId,
        {
          links: [{ id: b?.id }, { label: 'new' }, { id: a?.id, label: 'A' }],
          zone: [
            { __component: 'shared.quote', id: q?.id },
            { __component: 'shared.link', id: z?.id, label: 'Z' },
          ],
        },
        all,
      );
      expect(entries(changed, 'links').map(({ label }) => label)).toEqual(['b', 'new', 'A']);
      expect(entries(changed, 'links')[2]?.id).toBe(a?.id);
      expect(entries(changed, 'zone')).toMatchObject([
        { id: q?.id, words: 'q' },
        { id: z?.id, label: 'Z' },
      ]);
    });

    test.each([
      ['of another document', { seo: { id: 987654, title: 't' } }, 'seo'],
      ['that is not a number', { seo: { id: 'abc', title: 't' } }, 'seo'],
      ['that is a fraction', { seo: { id: 1.5, title: 't' } }, 'seo'],
      ['that is an empty text', { links: [{ id: '' }] }, 'links'],
      ['inside a new entry', { seo: { metas: [{ id: 1 }] } }, 'metas'],
    ])('an id %s is refused', async (_name, data, at) => {
      const made = await create({ title: 'Mine', seo: { title: 's', metas: [{ label: 'm' }] } });
      const error = await refused(update(made.documentId, data));
      expect(error.name).toBe('ApplicationError');
      expect(error.message).toBe(`Some of the provided components in ${at} are not related to the entity`);
      const stored = await articles().findOne({ documentId: made.documentId, populate: everything });
      expect(stored).toMatchObject({ seo: { title: 's' } });
    });

    test('are stored in the order of the schema, the component last', async () => {
      const { documentId } = await create({
        title: 'Stored',
        zone: [{ label: 'x', __component: 'shared.link' }],
        links: [],
      });
      const { documentId: other } = await create({ title: 'Without' });
      const stored = (id: string) =>
        content.rows(`SELECT zone, links FROM articles WHERE document_id = '${id}'`);
      const [[zone, links] = []] = await stored(documentId);
      const text = typeof zone === 'string' ? zone : JSON.stringify(zone);
      expect(text).toMatch(
        /^\[\{"id":\d+,"label":"x","mark":null,"tags":\[\],"tag":null,"__component":"shared.link"\}\]$/,
      );
      // An empty list differs from a list that was never written.
      expect(typeof links === 'string' ? links : JSON.stringify(links)).toBe('[]');
      expect(await stored(other)).toEqual([[null, null]]);
    });

    test('hold relations in every spelling', async () => {
      const [one, two] = [
        await content.documents(TAG).create({ data: { name: '1' } }),
        await content.documents(TAG).create({ data: { name: '2' } }),
      ];
      const populate = { links: { populate: '*' } };
      const made = await create(
        {
          title: 'Inside',
          links: [
            {
              tags: { connect: [one.id, { documentId: two.documentId }] },
              tag: [one.documentId, two.documentId],
            },
          ],
        },
        populate,
      );
      const [link] = entries(made, 'links');
      expect(link).toMatchObject({ tags: [{ name: '1' }, { name: '2' }], tag: { name: '2' } });
      const changed = await update(
        made.documentId,
        { links: [{ id: link?.id, tags: { disconnect: [one.documentId] }, tag: null }] },
        populate,
      );
      expect(entries(changed, 'links')[0]).toMatchObject({ tags: [{ name: '2' }], tag: null });
    });
  });

  describe('unique values', () => {
    test('conflict with a message that names the attribute, and are released', async () => {
      const first = await create({ title: 'First', code: 'A1', links: [{ mark: 'm1' }] });
      const error = await refused(
        create({ title: 'ab', code: 'A1', links: [{ mark: 'm2' }, { mark: 'm1' }] }),
      );
      expect(error.details.errors).toEqual([
        expect.objectContaining({ path: ['title'] }),
        expect.objectContaining({ path: ['code'], message: 'This attribute must be unique', value: 'A1' }),
        expect.objectContaining({ path: ['links', '1', 'mark'], message: 'This attribute must be unique' }),
      ]);
      await update(first.documentId, { code: 'A2', links: [] });
      await expect(create({ title: 'Second', code: 'A1', links: [{ mark: 'm1' }] })).resolves.toBeDefined();
      await update(first.documentId, { title: 'Still mine' });
      expect((await refused(create({ title: 'Third', code: 'A2' }))).message).toBe(
        'This attribute must be unique',
      );
      await articles().delete({ documentId: first.documentId });
      await expect(create({ title: 'Third', code: 'A2' })).resolves.toBeDefined();
    });

    test('are exact: case and trailing spaces count, null does not', async () => {
      for (const code of ['exact', 'Exact', 'exact ', null, null]) await create({ title: 'Exact', code });
    });

    test('twice in one body are both named', async () => {
      const error = await refused(create({ title: 'Twice', links: [{ mark: 'tw' }, { mark: 'tw' }] }));
      expect(error.details.errors?.map(({ path }) => path)).toEqual([
        ['links', '0', 'mark'],
        ['links', '1', 'mark'],
      ]);
    });

    test('are held by one of fifty parallel writes', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) =>
          create({ title: 'Race', slug: `race-${index}`, code: 'race' }),
        ),
      );
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(lost).toHaveLength(49);
      for (const { reason } of lost)
        expect(reason.details.errors).toContainEqual(
          expect.objectContaining({ path: ['code'], message: 'This attribute must be unique' }),
        );
    });

    test('are generated for parallel writes without a uid', async () => {
      const made = await Promise.all(Array.from({ length: 12 }, () => create({ title: 'Same Title' })));
      expect(new Set(made.map(({ slug }) => slug)).size).toBe(12);
    });
  });

  test('keeps an order of updates on one document', async () => {
    const { documentId } = await create({ title: 'Counter' });
    const times = await Promise.all(
      Array.from({ length: 12 }, (_, index) => update(documentId, { rating: (index % 5) + 1 })),
    );
    expect(new Set(times.map((each) => each?.updatedAt)).size).toBe(12);
  });

  test('stores passwords as hashes', async () => {
    const { documentId } = await create({ title: 'Secret', secret: 'open sesame' });
    const [[secret] = []] = await content.rows(
      `SELECT secret FROM articles WHERE document_id = '${documentId}'`,
    );
    expect(String(secret)).toMatch(/^\$scrypt\$/);
  });

  test('creates a single type by updating it, once', async () => {
    const settings = content.documents(SETTING);
    const made = await settings.update({ documentId: undefined as unknown as string, data: { name: 'one' } });
    const changed = await content.documentsText(SETTING).update({ data: { name: 'two' } });
    expect(changed?.documentId).toBe(made?.documentId);
    expect((await refused(settings.create({ data: { name: 'three' } }))).name).toBe('ConflictError');
  });

  test('clones with new ids, links, and the values of the body', async () => {
    const tag = await content.documents(TAG).create({ data: { name: 'cloned' } });
    const made = await create(
      {
        title: 'Original',
        code: 'O1',
        tags: [tag.documentId],
        links: [{ label: 'l' }],
        seo: { title: 's', metas: [{ label: 'm' }] },
      },
      everything,
    );
    expect((await refused(articles().clone({ documentId: made.documentId }))).message).toBe(
      'This attribute must be unique',
    );
    const copy = await articles().clone({
      documentId: made.documentId,
      data: { code: 'O2' },
      populate: everything,
    });
    expect(copy).toMatchObject({
      title: 'Original',
      code: 'O2',
      slug: 'original-1',
      tags: [{ name: 'cloned' }],
      seo: { title: 's' },
    });
    expect(copy?.documentId).not.toBe(made.documentId);
    expect((copy?.seo as DocumentObject | undefined)?.id).not.toBe((made.seo as DocumentObject).id);
    expect((copy?.links as DocumentObject[] | undefined)?.[0]?.id).not.toBe(
      (made.links as DocumentObject[])[0]?.id,
    );
  });

  test('refuses a clone that the caller may not write, or that has changed', async () => {
    const { documentId } = await create({ title: 'Theirs' });
    const mine = { ...FULL_VISIBILITY, rowFilter: () => ({ title: 'Taken over' }) };
    const data = { title: 'Taken over' };
    expect(await articles().clone({ documentId, data, visibility: mine })).toBeNull();
    const precondition = () => {
      throw new Error('has changed');
    };
    await expect(articles().clone({ documentId, data, precondition })).rejects.toThrow('has changed');
    expect(await articles().count({ filters: data })).toBe(0);
  });

  test('several writes in one transaction are atomic', async () => {
    const before = await articles().count();
    const failing = content.documents.transaction(async () => {
      await create({ title: 'Rolled back', links: [{ label: 'x' }] });
      await create({ title: 'ab' });
    });
    await refused(failing);
    expect(await articles().count()).toBe(before);
    await content.documents.transaction(async () => {
      await create({ title: 'One', links: [{ label: 'x' }] });
      await create({ title: 'Two' });
    });
    expect(await articles().count()).toBe(before + 2);
  });

  test('a precondition refuses under the lock', async () => {
    const { documentId } = await create({ title: 'Held' });
    const precondition = () => {
      throw new Error('stale');
    };
    expect((await refused(articles().update({ documentId, data: {}, precondition }))).message).toBe('stale');
    expect((await refused(articles().delete({ documentId, precondition }))).message).toBe('stale');
  });
});
