// The statements that files of this folder show in lines `// SQL:` are statements of the writes below, on SQLite.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tx } from '../../../database/database';
import { openTestContent, type TestContent } from '../testing-content';
import { ARTICLE, AUTHOR, COVER, MODEL, TAG } from '../testing-model';

const FOLDER = join(process.cwd(), 'core/content/documents/links');

const examples = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) =>
    [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/^\/\/ SQL: (.*)$/gm)].map(
      ([, text = '']) => [name, text] as const,
    ),
  );

describe('statements of link writes', () => {
  let content: TestContent;
  const statements = new Set<string>();

  beforeAll(async () => {
    content = await openTestContent({ client: 'sqlite', files: MODEL });
    const { database } = content;
    const transaction = database.transaction.bind(database);
    const spy = (tx: Tx): Tx => ({
      ...tx,
      all: (text, params) => tx.all(text, params).finally(() => statements.add(text)),
      run: (text, params) => tx.run(text, params).finally(() => statements.add(text)),
    });
    database.transaction = (work, options) => transaction((tx) => work(spy(tx)), options);

    const make = async (uid: string, data: object): Promise<string> =>
      (await content.documents(uid).create({ data })).documentId;
    const [one, two] = [await make(TAG, { name: 'one' }), await make(TAG, { name: 'two' })];
    const [author, cover] = [await make(AUTHOR, { name: 'a' }), await make(COVER, { name: 'c' })];
    const documentId = await make(ARTICLE, { title: 'First', tags: [one, two], author, cover });
    await content.documents(ARTICLE).update({ documentId, data: { tags: { disconnect: [one] } } });
    await content.documents(TAG).update({ documentId: one, data: { articles: [documentId] } });
    await content.documents(AUTHOR).update({ documentId: author, data: { articles: [] } });
    await content.documents(ARTICLE).clone({ documentId, data: {} });
    await make(ARTICLE, { title: 'Second', cover });
    await content.documents(TAG).delete({ documentId: one });
  });
  afterAll(() => content?.close());

  it.each(examples)('%s: %s', (_name, text) => {
    expect([...statements]).toContain(text);
  });

  it('is asked of every file that writes links', () => {
    const files = new Set(examples.map(([name]) => name));
    expect([...files].sort()).toEqual([
      'column-links.ts',
      'detach-target.ts',
      'inverse-links.ts',
      'resolve-references.ts',
      'table-links.ts',
    ]);
  });
});
