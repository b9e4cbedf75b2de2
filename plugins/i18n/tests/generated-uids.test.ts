// A uid generated from another attribute: on every write of a row without a uid, in drafts and locales too.
import fc from 'fast-check';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { type Answer, doneBy, requester, type } from './testing-app';

const DRAFTS = { options: { draftAndPublish: true } };
const localized = { pluginOptions: { i18n: { localized: true } } };
const long = (length: number): string => 'word '.repeat(100).slice(0, length);
const made = (text: string): string => text.trim().replaceAll(' ', '-');

const UNIQUE = 'This attribute must be unique';
type Rules = Readonly<Record<string, unknown>>;
/** The rules of a uid, titles written one after another, and the result of each: a uid or an error message. */
const RULES: readonly (readonly [Rules, readonly string[], readonly (string | null)[]])[] = [
  [{}, ['Crème Brûlée', 'Crème brûlée!', '日本'], ['creme-brulee', 'creme-brulee-1', null]],
  [{}, [long(300), long(300)], [made(long(254)), `${made(long(253))}-1`]],
  [{ maxLength: 1000 }, [long(400)], [made(long(254))]],
  [{ maxLength: 5 }, ['Hello world', 'Hello world', 'Hello'], ['hello', 'hel-1', 'hel-2']],
  [{ maxLength: 5 }, ['Hey', 'Hey', 'Hey'], ['hey', 'hey-1', 'hey-2']],
  [{ maxLength: 8, required: true }, ['Hello world', 'Hello world'], ['hello-wo', 'hello-1']],
  [{ maxLength: 10 }, ['Hello world', 'Hello world'], ['hello-worl', 'hello-wo-1']],
  [{ maxLength: 6 }, ['Hello world', 'Hello world', 'Hi there'], ['hello', 'hell-1', 'hi-the']],
  [{ maxLength: 6, minLength: 6 }, ['Hello world', 'Hello world'], ['hello-', 'hell-1']],
  [{ maxLength: 2 }, ['Hello', 'Hello', 'Hi', 'H', 'H'], ['he', UNIQUE, 'hi', 'h', UNIQUE]],
  [
    { maxLength: 3 },
    Array(11).fill('Abc'),
    ['abc', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `a-${n}`), UNIQUE],
  ],
  [{ minLength: 6 }, ['Hey', 'Heyday', '日本'], ['slug must be at least 6 characters', 'heyday', null]],
  [
    { regex: '^[a-z]+$' },
    ['Room', 'Room 12', 'Room'],
    ['room', 'slug must match the following: "/^[a-z]+$/"', UNIQUE],
  ],
  [{ regex: '^[a-z]+(-\\d\\d)?$' }, ['Room', 'Room', 'Room'], ['room', 'room-10', 'room-11']],
  [{ options: { separator: '_' }, maxLength: 6 }, ['Hello world', 'Hello world'], ['hello', 'hell-1']],
];
const titled = (rules: Rules, more: object = {}) => ({
  title: { type: 'text', ...more },
  slug: { type: 'uid', targetField: 'title', ...rules, ...more },
});

/** Rules that are checked with random titles. */
const SENT_BACK: readonly Rules[] = [
  {},
  { maxLength: 4 },
  { minLength: 4, maxLength: 7 },
  { minLength: 5, maxLength: 5 },
  { regex: '^[a-z]' },
  { regex: '^[a-z]+(-\\d)?$', maxLength: 6 },
  { options: { separator: '~', preserveTrailingDash: true, preserveLeadingUnderscore: true }, maxLength: 6 },
  { options: { lowercase: false, preserveCharacters: ['.', '_'] }, maxLength: 9 },
];

const TYPES = [
  ...RULES.map(([rules], index) => type(`rule${index}`, titled(rules))),
  ...SENT_BACK.map((rules, index) => type(`sent${index}`, titled(rules))),
  type('note', titled({})),
  type('tall', titled({ minLength: 6 })),
  type('badge', { ...titled({ required: true }), title: { type: 'string', default: 'New badge' } }),
  type('name', titled({ maxLength: 12 })),
  type('draft', titled({ maxLength: 12, minLength: 4, regex: '^[a-z-]+$' }), DRAFTS),
  type('post', titled({}), DRAFTS),
  type('page', titled({}, localized), { ...DRAFTS, ...localized }),
  type(
    'shared',
    { title: { type: 'string', ...localized }, slug: { type: 'uid', targetField: 'title' } },
    { ...DRAFTS, ...localized },
  ),
];

describe.each(testDatabases())('uids generated from another attribute on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  const done = doneBy(call);
  const slugOr = ({ status, body }: Answer): string | null =>
    status < 300
      ? body.data.slug
      : body.error.details.errors.map((error: { message: string }) => error.message).join();
  const slugs = async (path: string, documentId: string, queries: readonly string[]) =>
    Promise.all(
      queries.map(async (query) => (await call('get', `${path}/${documentId}?${query}`)).body.data?.slug),
    );

  /** A generated uid is accepted in a body; a refused uid gives the same message in a body. */
  const expectSameWhenSent = async (path: string, title: string, answer: Answer) => {
    if (answer.status === 400) {
      const [{ value }] = answer.body.error.details.errors;
      expect(typeof value).toBe('string');
      expect(await call('post', path, { title, slug: value })).toEqual(answer);
      return;
    }
    expect(answer.status).toBe(201);
    const { documentId, slug } = answer.body.data;
    if (slug === null) return;
    await done('put', `${path}/${documentId}`, { slug });
  };

  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: TYPES,
      config: {
        plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } },
      },
    });
  });
  afterAll(async () => {
    const found = app ? await examine(app.kernel) : [];
    await app?.close();
    expect(found).toEqual([]);
  });

  it.each(RULES.map((row, index) => [JSON.stringify(row[0]), index, ...row] as const))(
    'obey %s (%i)',
    async (_name, index, _rules, titles, expected) => {
      const answers: (string | null)[] = [];
      for (const title of titles) {
        const answer = await call('post', `rule${index}s`, { title });
        answers.push(slugOr(answer));
        await expectSameWhenSent(`rule${index}s`, title, answer);
      }
      expect(answers).toEqual(expected);
    },
  );

  it('are accepted or refused like a uid in the body, for any title', async () => {
    const word = fc.oneof(
      fc.constantFrom('a', 'Hello', 'world', '12', '-', '_', 'ÆØ', '日本', 'helloWorld', 'v1.2'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    const title = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' ').replaceAll('\0', '') || 'x');
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: SENT_BACK.length - 1 }), title, async (index, text) => {
        const path = `sent${index}s`;
        await expectSameWhenSent(path, text, await call('post', path, { title: text }));
      }),
      { numRuns: 120 },
    );
  });

  it.each([
    ['notes', 'Word'.repeat(100), 255],
    ['names', 'Twelve chars and more', 12],
  ] as const)('differ in %s when the same title is written in parallel', async (path, title, most) => {
    const all = await Promise.all(Array.from({ length: 8 }, () => done('post', path, { title })));
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(8);
    expect(Math.max(...all.map(({ slug }) => slug.length))).toBe(most);
  });

  describe('when the row has no uid', () => {
    it('are generated by the write that sets the title', async () => {
      const { documentId, slug } = await done('post', 'notes', {});
      expect(slug).toBeNull();
      expect((await done('put', `notes/${documentId}`, {})).slug).toBeNull();
      expect((await done('put', `notes/${documentId}`, { title: 'Filled' })).slug).toBe('filled');
      expect((await done('put', `notes/${documentId}`, { title: 'Other' })).slug).toBe('filled');
      const second = await done('post', 'notes', {});
      expect((await done('put', `notes/${second.documentId}`, { title: 'Filled' })).slug).toBe('filled-1');
    });

    it('stay null when the body says null, and are generated by the next write without the key', async () => {
      const { documentId, slug } = await done('post', 'notes', { title: 'Cleared', slug: null });
      expect(slug).toBeNull();
      expect((await done('put', `notes/${documentId}`, { title: 'Clear', slug: null })).slug).toBeNull();
      expect((await done('put', `notes/${documentId}`, { title: null })).slug).toBeNull();
      expect((await done('put', `notes/${documentId}`, { title: 'Clear' })).slug).toBe('clear');
      expect((await done('put', `notes/${documentId}`, { slug: null })).slug).toBeNull();
      expect((await done('put', `notes/${documentId}`, {})).slug).toBe('clear');
    });

    it('are generated from the new title', async () => {
      expect((await done('post', 'badges', {})).slug).toBe('new-badge');
      expect(slugOr(await call('post', 'badges', { title: null }))).toMatch(/^slug must be/);
      const { documentId } = await done('post', 'notes', { title: 'Was', slug: null });
      expect((await done('put', `notes/${documentId}`, { title: null })).slug).toBeNull();
    });

    it('are refused on an update as on a create', async () => {
      const { documentId } = await done('post', 'talls', {});
      expect(slugOr(await call('put', `talls/${documentId}`, { title: 'Hi' }))).toBe(
        'slug must be at least 6 characters',
      );
      expect((await done('put', `talls/${documentId}`, { title: 'Hi', slug: 'higher' })).slug).toBe('higher');
    });
  });

  describe('with drafts', () => {
    const both = ['status=draft', 'status=published'];

    it('exist when a draft that was created empty is published', async () => {
      for (const publish of ['put', 'post'] as const) {
        const { documentId, slug } = await done('post', 'posts?status=draft', {});
        expect(slug).toBeNull();
        const draft = await done('put', `posts/${documentId}?status=draft`, { title: `By ${publish}` });
        expect(draft.slug).toBe(`by-${publish}`);
        const path = `posts/${documentId}`;
        await (publish === 'put' ? done('put', path, {}) : done('post', `${path}/actions/publish`));
        expect(await slugs('posts', documentId, both)).toEqual([`by-${publish}`, `by-${publish}`]);
      }
    });

    it('are generated by a write that publishes', async () => {
      const { documentId } = await done('post', 'posts', {});
      expect((await done('put', `posts/${documentId}`, { title: 'Late' })).slug).toBe('late');
      expect(await slugs('posts', documentId, both)).toEqual(['late', 'late']);
      expect(slugOr(await call('post', 'posts', { title: 'x', slug: 'late' }))).toBe(UNIQUE);
    });

    it('check maxLength at once, and the other rules when published', async () => {
      for (const [title, slug, message] of [
        ['Hey', 'hey', 'slug must be at least 4 characters'],
        ['Room 12', 'room-12', 'slug must match the following: "/^[a-z-]+$/"'],
        ['Much longer than twelve', 'much-longer', null],
      ] as const) {
        const { documentId } = await done('post', 'drafts?status=draft', {});
        expect((await done('put', `drafts/${documentId}?status=draft`, { title })).slug).toBe(slug);
        expect(slugOr(await call('put', `drafts/${documentId}`, {}))).toBe(message ?? slug);
        const action = await call('post', `drafts/${documentId}/actions/publish`);
        expect(slugOr(action)).toBe(message ?? slug);
        if (message) expect(slugOr(await call('post', 'drafts', { title }))).toBe(message);
      }
    });

    it('avoid the uids of drafts', async () => {
      expect((await done('post', 'posts?status=draft', { title: 'Taken' })).slug).toBe('taken');
      expect((await done('post', 'posts?status=draft', { title: 'Taken' })).slug).toBe('taken-1');
      expect((await done('post', 'posts', { title: 'Taken' })).slug).toBe('taken-2');
    });
  });

  describe('with locales', () => {
    const all = ['en', 'fr'].flatMap((locale) =>
      ['draft', 'published'].map((status) => `locale=${locale}&status=${status}`),
    );

    it('are generated per locale from the title of that locale', async () => {
      const { documentId } = await done('post', 'pages?status=draft', {});
      const path = `pages/${documentId}`;
      expect((await done('put', `${path}?locale=fr&status=draft`, {})).slug).toBeNull();
      await done('put', `${path}?locale=fr&status=draft`, { title: 'Un' });
      expect(await slugs('pages', documentId, all)).toEqual([null, undefined, 'un', undefined]);
      await done('put', path, { title: 'One' });
      await done('post', `${path}/actions/publish?locale=*`);
      expect(await slugs('pages', documentId, all)).toEqual(['one', 'one', 'un', 'un']);
    });

    it('are generated once for all locales when they are shared', async () => {
      const { documentId } = await done('post', 'shareds?status=draft', {});
      const path = `shareds/${documentId}`;
      await done('put', `${path}?locale=fr&status=draft`, { title: 'Un' });
      expect(await slugs('shareds', documentId, all)).toEqual(['un', undefined, 'un', undefined]);
      await done('put', path, { title: 'One' });
      await done('post', `${path}/actions/publish?locale=fr`);
      expect(await slugs('shareds', documentId, all)).toEqual(['un', 'un', 'un', 'un']);
      expect((await done('post', 'shareds?locale=fr', { title: 'Un' })).slug).toBe('un-1');
    });

    it('are generated for published rows too, when a locale is added', async () => {
      const { documentId } = await done('post', 'shareds', {});
      await done('put', `shareds/${documentId}?locale=fr`, { title: 'Deux' });
      expect(await slugs('shareds', documentId, all)).toEqual(['deux', 'deux', 'deux', 'deux']);
      expect(slugOr(await call('post', 'shareds', { title: 'x', slug: 'deux' }))).toBe(UNIQUE);
    });
  });
});
