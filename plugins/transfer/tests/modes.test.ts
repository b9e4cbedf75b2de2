// --merge, --replace, --only, --since: which documents are written, and which stay.

import { join } from 'node:path';
import { examine, runCommand, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { emptyShop, expectDone, fullShop } from './shop';

const TAG = 'api::tag.tag';
const USER = 'plugin::users-permissions.user';

afterAll(removeTemporary);

describe.each(testDatabases())('on %s', (database) => {
  let shop: TestApp;
  let file: string;
  beforeEach(async () => {
    shop = await fullShop({ database });
    file = join(temporary(), 'a.tar.gz');
  });
  afterEach(() => shop?.close());

  const tags = async () =>
    (await shop.documents(TAG).findMany({ sort: 'documentId' })).map(({ name }) => name);

  it('--merge replaces older documents, keeps newer ones and passwords, and --source-wins replaces all', async () => {
    const [first, second] = await shop.documents(TAG).findMany({ sort: 'documentId' });
    if (!first || !second) throw new Error('there are tags');
    await shop.documents(TAG).update({ documentId: first.documentId, data: { name: 'exported' } });
    const user = await shop.documents(USER).create({
      data: { username: 'ann', email: 'ann@example.com', password: 'Secret-12345', provider: 'local' },
    });
    await expectDone(shop, 'export', file);
    await shop.documents(TAG).update({ documentId: second.documentId, data: { name: 'newer' } });
    await shop.documents(TAG).delete({ documentId: first.documentId });
    const before = await tags();

    const lines = await expectDone(shop, 'import', file, '--merge');
    expect(lines).toContain(`${TAG}: 5 documents, 1 added, 4 kept`);
    expect((await tags()).sort()).toEqual([...before, 'exported'].sort());

    await shop.documents(USER).update({ documentId: user.documentId, data: { username: 'bea' } });
    const all = await expectDone(shop, 'import', file, '--merge', '--source-wins');
    expect(all).toContain(`${TAG}: 5 documents, 0 added, 5 replaced`);
    expect(await tags()).not.toContain('newer');
    await shop.agent
      .post('/api/auth/local')
      .send({ identifier: 'ann', password: 'Secret-12345' })
      .expect(200);
    expect((await examine(shop.kernel)).filter((line) => !line.includes('the bytes'))).toEqual([]);
  });

  it('--replace removes what the types had, and leaves other types alone', async () => {
    await expectDone(shop, 'export', file, '--only', TAG);
    await shop.documents(TAG).create({ data: { name: 'after' } });
    const articles = await shop.documents('api::article.article').count({ status: 'draft' });
    expect(await expectDone(shop, 'import', file, '--replace', TAG)).toContain(
      `${TAG}: 5 documents, 5 added, 6 removed before`,
    );
    expect(await tags()).not.toContain('after');
    expect(await shop.documents('api::article.article').count({ status: 'draft' })).toBe(articles);
  });

  it('an archive of --since has only changed documents, so only --merge takes it', async () => {
    const since = new Date().toISOString();
    await shop.documents(TAG).create({ data: { name: 'late' } });
    await expectDone(shop, 'export', file, '--only', TAG, '--since', since);
    const before = await tags();
    const { code, lines } = await runCommand(shop.kernel, ['import', file, '--replace', TAG]);
    expect([code, lines.join()]).toEqual([2, expect.stringMatching(/^The archive has only .* --merge\.$/)]);
    expect(await tags()).toEqual(before);
    const target = await emptyShop({ database });
    expect(await expectDone(target, 'import', file, '--merge')).toContain(`${TAG}: 1 documents, 1 added`);
    await target.close();
  });

  it('two imports at once: one is done, the other is refused', async () => {
    await expectDone(shop, 'export', file);
    const target = await emptyShop({ database });
    const both = await Promise.all([1, 2].map(() => runCommand(target.kernel, ['import', file])));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
    expect(await target.documents(TAG).count()).toBe(5);
    await target.close();
  });
});
