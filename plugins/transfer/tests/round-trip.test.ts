// An archive carries everything: an import into an empty application gives the same archive again, on every database.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine, testDatabases } from '../../../core/testing';
import { emptyShop, expectDone, fullShop, removeTemporary, temporary } from './shop';

afterAll(removeTemporary);

describe.each(testDatabases())('on %s', (database) => {
  it('export, import and export again give the same bytes', async () => {
    const folder = temporary();
    const [first, second] = [join(folder, 'first.tar.gz'), join(folder, 'second.tar.gz')];
    const source = await fullShop();
    const exported = await expectDone(source, 'export', first, '--secrets');
    const articles = await source
      .documents('api::article.article')
      .findMany({ status: 'draft', populate: '*' });
    await source.close();
    expect(exported).toContain('api::article.article: 6 documents');

    const target = await emptyShop({ database });
    const imported = await expectDone(target, 'import', first);
    expect(imported).toContain('api::article.article: 6 documents, 6 added');
    expect(
      await target.documents('api::article.article').findMany({ status: 'draft', populate: '*' }),
    ).toEqual(articles);
    expect(await examine(target.kernel)).toEqual([]);
    await expectDone(target, 'export', second, '--secrets');
    await target.close();
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
  });
});
