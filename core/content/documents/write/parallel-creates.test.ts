// Fifty parallel writes of one value: one gets it, the others get an error that names it.
import { AppError } from '../../../kernel/errors/app-error';
import { testDatabases } from '../../../testing/databases';
import { typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';
import { ARTICLE, AUTHOR, COVER, MODEL, SETTING } from '../testing-model';

const WRITERS = 50;

describe.each(testDatabases())('writers at the same moment on %s', (client) => {
  let content: TestContent;
  beforeAll(async () => {
    content = await openTestContent({ client, files: MODEL });
  });
  afterAll(() => content?.close());

  const race = async (write: (writer: number) => Promise<unknown>) => {
    const results = await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    const messages = results.flatMap((result) =>
      result.status === 'fulfilled'
        ? []
        : [
            result.reason instanceof AppError
              ? `${result.reason.status}: ${result.reason.message}`
              : `unexpected: ${String(result.reason)}`,
          ],
    );
    return { won: WRITERS - messages.length, messages: [...new Set(messages)] };
  };
  const TAKEN = ['400: This attribute must be unique'];

  test.each([
    ['an attribute', (value: string) => ({ code: value })],
    ['an attribute of a component entry', (value: string) => ({ links: [{ mark: value }] })],
    [
      'an attribute of an entry in a zone',
      (value: string) => ({ zone: [{ __component: 'shared.link', mark: value }] }),
    ],
    ['a uid that was sent', (value: string) => ({ slug: value })],
  ])('%s: one has it, the others get the validation error', async (what, data) => {
    const value = what.replaceAll(' ', '-').slice(0, 30);
    const { won, messages } = await race((writer) =>
      content.documents(ARTICLE).create({ data: { title: `Article ${writer} ${what}`, ...data(value) } }),
    );
    expect({ won, messages }).toEqual({ won: 1, messages: TAKEN });
  });

  test('a document keeps its value when it saves it again during other writes', async () => {
    const made = await content.documents(ARTICLE).create({ data: { title: 'Mine', code: 'mine' } });
    const { won, messages } = await race((writer) =>
      writer % 2 === 0
        ? content.documents(ARTICLE).update({ documentId: made.documentId, data: { code: 'mine' } })
        : content.documents(ARTICLE).create({ data: { title: `Theirs ${writer}`, code: 'mine' } }),
    );
    expect({ won, messages }).toEqual({ won: WRITERS / 2, messages: TAKEN });
  });

  test('generated uids differ, and no write is refused', async () => {
    const { won, messages } = await race(() => content.documents(AUTHOR).create({ data: { name: 'x' } }));
    expect({ won, messages }).toEqual({ won: WRITERS, messages: [] });
    const eight = await Promise.all(
      Array.from({ length: 8 }, () => content.documents(ARTICLE).create({ data: { title: 'Same title' } })),
    );
    expect(new Set(eight.map(({ slug }) => slug)).size).toBe(8);
  });

  test('parallel creates of a single type leave one document', async () => {
    const { won, messages } = await race((writer) =>
      content.documents(SETTING).create({ data: { name: String(writer) } }),
    );
    expect(won).toBe(1);
    expect(messages.every((message) => /^(409|503): /.test(message))).toBe(true);
    expect(await content.documents(SETTING).findMany()).toHaveLength(1);
  });

  test('a one-to-one target belongs to one document in the end', async () => {
    const cover = await content.documents(COVER).create({ data: { name: 'wanted' } });
    const { messages } = await race((writer) =>
      content.documents(ARTICLE).create({ data: { title: `Cover ${writer}`, cover: cover.documentId } }),
    );
    expect(messages).toEqual([]);
    const holders = await content.rows(
      `SELECT COUNT(*) FROM articles WHERE cover_doc = '${cover.documentId}'`,
    );
    expect(Number(holders[0]?.[0])).toBe(1);
  });

  test('a target that is deleted meanwhile leaves no link', async () => {
    for (let round = 0; round < 5; round += 1) {
      const author = await content.documents(AUTHOR).create({ data: { name: 'short-lived' } });
      await race((writer) =>
        writer === 25
          ? content.documents(AUTHOR).delete({ documentId: author.documentId })
          : content.documents(ARTICLE).create({ data: { title: `Of ${writer}`, author: author.documentId } }),
      );
      const left = await content.rows(
        `SELECT COUNT(*) FROM articles WHERE author_doc = '${author.documentId}'`,
      );
      expect(Number(left[0]?.[0])).toBe(0);
    }
  });
});

test('a generated value that is taken on each retry gives 503, not 400', async () => {
  let attempts = 0;
  const content = await openTestContent({
    client: 'sqlite',
    files: {
      'config/content-types/page.json': typeFile('page', {
        title: { type: 'string' },
        slug: { type: 'uid', targetField: 'title', regex: '^wanted$' },
      }),
    },
    hooks: {
      async writing({ action }) {
        if (JSON.stringify(action.data).includes('slug')) return;
        attempts++;
        await content.documents(PAGE).create({ data: { title: 'Other', slug: 'wanted' } });
      },
    },
  });
  const PAGE = 'api::page.page';
  const write = content.documents(PAGE).create({ data: { title: 'Wanted' } });
  await expect(write).rejects.toMatchObject({ status: 503, code: 'SERVER_BUSY' });
  expect(attempts).toBe(20);
  expect(await content.documents(PAGE).findMany()).toEqual([]);
  await content.close();
});
