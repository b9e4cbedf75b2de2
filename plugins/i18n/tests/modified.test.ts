// Which drafts count as modified, after writes from every side and in all locales.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { doneBy, openApp, requester, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const shared = { pluginOptions: { i18n: { localized: false } } };
const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});
const TYPES = [
  type(
    'book',
    {
      title: { type: 'string', ...localized },
      price: { type: 'integer' },
      genres: relation('manyToMany', 'genre', shared),
      best: relation('manyToOne', 'genre', shared),
      writer: relation('manyToOne', 'writer', { inversedBy: 'books', ...localized }),
      fans: relation('manyToMany', 'writer', { inversedBy: 'likes', ...localized }),
      shelf: relation('manyToOne', 'shelf', { inversedBy: 'holds', ...localized }),
      shelves: relation('manyToMany', 'shelf', { inversedBy: 'lists', ...localized }),
      place: relation('oneToOne', 'shelf', { inversedBy: 'best', ...localized }),
    },
    { ...localized, options: { draftAndPublish: true } },
  ),
  type('genre', { name: { type: 'string' } }),
  type(
    'writer',
    {
      name: { type: 'string' },
      books: relation('oneToMany', 'book', { mappedBy: 'writer' }),
      likes: relation('manyToMany', 'book', { mappedBy: 'fans' }),
    },
    { options: { draftAndPublish: true } },
  ),
  // A type without drafts: its body names the version that it links.
  type('shelf', {
    holds: relation('oneToMany', 'book', { mappedBy: 'shelf' }),
    lists: relation('manyToMany', 'book', { mappedBy: 'shelves' }),
    best: relation('oneToOne', 'book', { mappedBy: 'place' }),
  }),
];

describe.each(testDatabases())('modified drafts on %s', (database) => {
  let app: TestApp;
  let book: string;
  let genre: string;
  let writer: string;

  const call = requester(() => app);
  const done = doneBy(call);
  const publish = (query: string) => done('post', `books/${book}/actions/publish?${query}`);
  const save = (query: string, data: object) => done('put', `books/${book}?${query}`, data);
  const link = (query: string, data: object) => done('put', `writers/${writer}?${query}`, data);
  const list = async (filter: string, status = 'draft'): Promise<string> => {
    const query = `status=${status}&publicationFilter=${filter}&locale=*&sort=locale&filters[documentId]=${book}`;
    return (await done('get', `books?${query}`)).map(({ locale }: { locale: string }) => locale).join(' ');
  };

  beforeAll(async () => {
    app = await openApp(undefined, { database, contentTypes: TYPES, components: {} });
    genre = (await done('post', 'genres', { name: 'g' })).documentId;
  });
  beforeEach(async () => {
    writer = (await done('post', 'writers', { name: 'w' })).documentId;
    book = (await done('post', 'books', { title: 'en', price: 1 })).documentId;
    await save('locale=fr', { title: 'fr' });
  });
  afterAll(async () => {
    expect(await examine(app.kernel)).toEqual([]);
    await app.close();
  });

  it.each<[what: string, modified: string, deeds: () => Promise<unknown>[] | Promise<unknown>]>([
    ['nothing was done', '', async () => undefined],
    ['one was saved', 'fr', () => save('locale=fr&status=draft', { title: 'x' })],
    ['a shared value was saved', 'en fr', () => save('status=draft', { price: 2 })],
    ['a shared list was saved', 'en fr', () => save('status=draft', { genres: [genre] })],
    ['a shared link was saved', 'en fr', () => save('status=draft', { best: genre })],
    ['a shared list was published', '', () => save('', { genres: [genre] })],
    [
      'one was saved, and a shared value published from the other',
      'fr',
      async () => {
        await save('locale=fr&status=draft', { title: 'x' });
        await save('', { price: 2 });
      },
    ],
    [
      'one was saved, and a shared list published from the other',
      'fr',
      async () => {
        await save('locale=fr&status=draft', { title: 'x' });
        await save('', { genres: [genre] });
      },
    ],
    [
      'both were saved, and one published by its action',
      'fr',
      async () => {
        await save('locale=fr&status=draft', { title: 'x' });
        await save('status=draft', { title: 'y', price: 3 });
        await publish('locale=en');
      },
    ],
    [
      'all were saved and published',
      '',
      async () => {
        await save('locale=fr&status=draft', { title: 'x', price: 4 });
        await publish('locale=*');
      },
    ],
    [
      'one was saved and discarded',
      '',
      async () => {
        await save('locale=fr&status=draft', { title: 'x' });
        await done('post', `books/${book}/actions/discard-draft?locale=fr`);
      },
    ],
    [
      'one was discarded, and a shared value published from the other',
      '',
      async () => {
        await save('locale=fr&status=draft', { title: 'x' });
        await done('post', `books/${book}/actions/discard-draft?locale=fr`);
        await save('', { price: 2 });
      },
    ],
    [
      'one was discarded, and a shared value saved in the other',
      'en fr',
      async () => {
        await save('locale=fr&status=draft', { title: 'x' });
        await done('post', `books/${book}/actions/discard-draft?locale=fr`);
        await save('status=draft', { genres: [genre] });
      },
    ],
    [
      'one was published again after a save',
      '',
      async () => {
        await save('status=draft', { title: 'x' });
        await save('', { title: 'y' });
      },
    ],
    ['a writer was linked in a draft', 'en', () => link('status=draft', { books: [book] })],
    ['a writer was linked in drafts of a list', 'en', () => link('status=draft', { likes: [book] })],
    ['a writer was linked and published', '', () => link('', { books: [book], likes: [book] })],
    [
      'a writer was linked in the other locale',
      'fr',
      () => link('status=draft', { books: [{ documentId: book, locale: 'fr' }] }),
    ],
    [
      'a writer was taken away in a draft',
      'en',
      async () => {
        await link('', { books: [book] });
        await link('status=draft', { books: { disconnect: [book] } });
      },
    ],
    [
      'a writer was taken out of a list in a draft',
      'en',
      async () => {
        await link('', { likes: [book] });
        await link('status=draft', { likes: [] });
      },
    ],
    [
      'a writer was linked again in a draft',
      '',
      async () => {
        await link('', { books: [book], likes: [book] });
        await link('status=draft', { books: [book], likes: [book] });
      },
    ],
    [
      'a draft with a new writer was published',
      '',
      async () => {
        await link('status=draft', { books: [book] });
        await publish('locale=en');
      },
    ],
  ])('when %s: %s', async (_, modified, deeds) => {
    await deeds();
    const unmodified = ['en', 'fr'].filter((locale) => !modified.includes(locale)).join(' ');
    expect(await list('modified')).toBe(modified);
    expect(await list('unmodified')).toBe(unmodified);
    expect(await list('modified', 'published')).toBe(modified);
  });

  describe.each(['holds', 'lists', 'best'])('a type without drafts writes %s', (side) => {
    let shelf: string;
    const write = (data: object) => done('put', `shelfs/${shelf}`, { [side]: data });
    const named = (words: object) => ({ documentId: book, ...words });
    const publishedAt = async () => (await call('get', `books/${book}?locale=en`)).body.data.publishedAt;
    beforeEach(async () => {
      shelf = (await done('post', 'shelfs', {})).documentId;
    });

    it.each<[what: string, modified: string, deed: () => Promise<unknown>]>([
      ['both versions', '', () => write({ connect: [named({})] })],
      ['the draft', 'en', () => write({ connect: [named({ status: 'draft' })] })],
      ['what is published', 'en', () => write({ connect: [named({ status: 'published' })] })],
      [
        'the draft of another locale',
        'fr',
        () => write({ connect: [named({ locale: 'fr', status: 'draft' })] }),
      ],
      [
        'a locale, and then the draft of another',
        'fr',
        async () => {
          await write({ connect: [named({})] });
          await write({ connect: [named({ locale: 'fr', status: 'draft' })] });
        },
      ],
      [
        'both, and takes it from what is published',
        'en',
        async () => {
          await write({ connect: [named({})] });
          await write({ disconnect: [named({ status: 'published' })] });
        },
      ],
      [
        'the draft, and then what is published',
        'en',
        async () => {
          await write({ connect: [named({ status: 'draft' })] });
          await write({ connect: [named({ status: 'published' })] });
        },
      ],
    ])('of %s: %s', async (_, modified, deed) => {
      const before = await publishedAt();
      await deed();
      expect(await list('modified')).toBe(modified);
      // Links do not change publishedAt.
      expect(await publishedAt()).toBe(before);
    });
  });

  it.each([
    ['draft first', ['draft', 'published']],
    ['published first', ['published', 'draft']],
  ])('a document that loses a one-to-one link stays published and is modified: %s', async (_, statuses) => {
    const shelf = (await done('post', 'shelfs', {})).documentId;
    const take = (documentId: string, words: object) =>
      done('put', `shelfs/${shelf}`, { best: { connect: [{ documentId, locale: 'fr', ...words }] } });
    const publishedAt = async () => (await done('get', `books/${book}?locale=fr`)).publishedAt;
    await take(book, {});
    const before = await publishedAt();
    for (const status of statuses) {
      const other = (await done('post', 'books?locale=fr', { title: 'other' })).documentId;
      await take(other, { status });
      expect(await list('modified')).toBe('fr');
    }
    expect(await publishedAt()).toBe(before);
  });

  it.each([
    ['value', { price: 9 }],
    ['list', { genres: [] }],
    ['link', { best: null }],
  ])('a shared %s from another locale updates updatedAt of the row', async (_, data) => {
    await save('', { genres: [genre], best: genre });
    const { headers } = await app.agent.get(`/api/books/${book}?locale=fr`);
    await save('', data);
    const late = await app.agent
      .put(`/api/books/${book}?locale=fr`)
      .set('If-Match', String(headers.etag))
      .send({ data: { title: 'late' } });
    expect(late.status).toBe(412);
  });

  it('a shared list that does not change leaves the other locales unmodified', async () => {
    await save('', { genres: [genre] });
    const read = async () => (await done('get', `books/${book}?locale=fr`)).updatedAt;
    const before = await read();
    await save('', { genres: [genre] });
    expect(await read()).toBe(before);
  });
});
