// An archive carries everything: an import into an empty application gives the same archive again, on every database.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { emptyShop, expectDone, fullShop } from './shop';

afterAll(removeTemporary);

/** Each imported user gets a new one. */
const withoutEpochs = (documents: unknown): unknown =>
  JSON.parse(JSON.stringify(documents, (key, value) => (key === 'tokenEpoch' ? undefined : value)));

describe.each(testDatabases())('on %s', (database) => {
  it('export, import and export again give the same bytes', async () => {
    const folder = temporary();
    const [first, second] = [join(folder, 'first.tar.gz'), join(folder, 'second.tar.gz')];
    const source = await fullShop();
    const exported = await expectDone(source, 'export', first, '--secrets');
    const articlesOf = async ({ documents }: TestApp) =>
      withoutEpochs(await documents('api::article.article').findMany({ status: 'draft', populate: '*' }));
    const articles = await articlesOf(source);
    await source.close();
    expect(exported).toContain('api::article.article: 6 documents');

    const target = await emptyShop({ database });
    const imported = await expectDone(target, 'import', first);
    expect(imported).toContain('api::article.article: 6 documents, 6 added');
    expect(await articlesOf(target)).toEqual(articles);
    expect(await examine(target.kernel)).toEqual([]);
    await expectDone(target, 'export', second, '--secrets');
    await target.close();
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
  });
});

it('the report counts the rows of plugins that an archive does not have', async () => {
  const shop = await emptyShop({ plugins: { audit: true, jobs: true } });
  await shop.documents('api::tag.tag').create({ data: { name: 'red' } });
  const lines = await expectDone(shop, 'export', join(temporary(), 'a.tar.gz'));
  expect(lines).toContainEqual(expect.stringMatching(/^Not in the archive: audit \([1-9]\d* rows\)/));
  await shop.close();
});
