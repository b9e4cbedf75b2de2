// Folders of files: an archive keeps the tree and the folder of each file.
import { join } from 'node:path';
import { examine, type TestApp } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { emptyShop, expectDone } from './shop';

afterAll(removeTemporary);

const FILE = 'plugin::upload.file';
const FOLDER = 'plugin::upload.folder';

const treeOf = async ({ documents }: TestApp): Promise<unknown> => ({
  folders: await documents(FOLDER).findMany({ populate: ['parent'], sort: 'id' }),
  files: await documents(FILE).findMany({ populate: ['folder'], fields: ['name'] }),
});

it('export and import keep folders, their tree and their files', async () => {
  const archive = join(temporary(), 'folders.tar.gz');
  const source = await emptyShop();
  const folders = source.documents(FOLDER);
  const { documentId: ponds } = await folders.create({ data: { name: 'Ponds' } });
  const { documentId: small } = await folders.create({ data: { name: 'Small', parent: ponds } });
  await source.kernel.imports.get(FILE)?.addFile?.(__filename, { folder: small }, null);
  const before = await treeOf(source);
  await expectDone(source, 'export', archive);
  await source.close();

  const target = await emptyShop();
  await expectDone(target, 'import', archive);
  expect(await treeOf(target)).toEqual(before);
  expect(before).toMatchObject({
    folders: [{ parent: null }, { parent: { name: 'Ponds' } }],
    files: [{ folder: { name: 'Small' } }],
  });
  expect(await examine(target.kernel)).toEqual([]);
  await target.close();
});
