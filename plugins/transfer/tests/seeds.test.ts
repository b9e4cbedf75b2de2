// `quire seed`: a second run changes nothing, a changed file updates, and mistakes are named with file and pointer.

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { emptyShop } from './shop';

const ARTICLE = 'api::article.article';
const HOMEPAGE = 'api::homepage.homepage';
const COVERS = resolve(__dirname, '..', '..', '..', '..', 'seeds', 'covers');

afterAll(removeTemporary);

interface Shown {
  readonly documentId: string;
  readonly title: string;
  readonly cover: { readonly id: number; readonly size: number };
  readonly tags: readonly { readonly documentId: string }[];
}

type Files = Readonly<Record<string, unknown>>;

function folderOf(files: Files): string {
  const folder = temporary();
  mkdirSync(join(folder, 'covers'));
  cpSync(join(COVERS, 'pond.jpg'), join(folder, 'covers', 'pond.jpg'));
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return folder;
}

const seed = async (shop: TestApp, folder: string) => {
  const { code, lines } = await runCommand(shop.kernel, ['seed', folder]);
  return [code, ...lines];
};
const counts = (uid: string, created: number, updated: number, unchanged: number): string =>
  `${uid}: ${created} created, ${updated} updated, ${unchanged} unchanged`;

describe.each(testDatabases())('on %s', (database) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await emptyShop({ database, plugins: { i18n: { config: { locales: ['en', 'fr'] } } } });
  });
  afterAll(() => shop?.close());

  const articles = [
    {
      $key: 'one',
      title: 'One',
      rating: 7,
      cover: { file: 'covers/pond.jpg', alternativeText: 'A pond' },
      gallery: ['covers/pond.jpg'],
      tags: ['red'],
      related: ['two'],
      seo: { metaTitle: 'Meta', image: 'covers/pond.jpg' },
      zone: [{ __component: 'shared.quote', text: 'Q' }],
      $locales: { fr: { title: 'Un' } },
    },
    { $key: 'two', title: 'Two', related: ['one', 'two'], $status: 'draft' },
  ];
  const files: Files = {
    'articles.json': articles,
    'api.tag.tag.json': [{ $key: 'red', name: 'Red' }],
    'homepage.json': { headline: 'Home' },
  };

  it('stores documents, links in a circle, locales, drafts and files, and a second run changes nothing', async () => {
    const folder = folderOf(files);
    expect(await seed(shop, folder)).toEqual([
      0,
      counts('api::tag.tag', 1, 0, 0),
      counts(ARTICLE, 2, 0, 0),
      counts(HOMEPAGE, 1, 0, 0),
      '1 files stored',
    ]);
    const read = async (words: object) =>
      (await shop.documents(ARTICLE).findMany({
        sort: 'title',
        populate: {
          cover: true,
          gallery: true,
          tags: true,
          related: { sort: 'title' },
          seo: { populate: '*' },
        },
        ...words,
      })) as unknown as readonly Shown[];
    const drafts = await read({ status: 'draft' });
    expect(drafts).toMatchObject([
      {
        title: 'One',
        cover: { alternativeText: 'A pond', width: expect.any(Number) },
        tags: [{ name: 'Red' }],
        related: [{ title: 'Two' }],
        seo: { metaTitle: 'Meta', image: { ext: '.jpg' } },
      },
      { title: 'Two', related: [{ title: 'One' }, { title: 'Two' }] },
    ]);
    expect(await read({ locale: 'fr' })).toMatchObject([{ title: 'Un', rating: 7 }]);
    expect((await read({})).map(({ title }) => title)).toEqual(['One']);
    expect(await seed(shop, folder)).toEqual([
      0,
      counts('api::tag.tag', 0, 0, 1),
      counts(ARTICLE, 0, 0, 2),
      counts(HOMEPAGE, 0, 0, 1),
    ]);
    expect(await read({ status: 'draft' })).toEqual(drafts);

    writeFileSync(
      join(folder, 'articles.json'),
      JSON.stringify([{ ...articles[0], title: 'Uno' }, articles[1]]),
    );
    cpSync(join(COVERS, 'clock.jpg'), join(folder, 'covers', 'pond.jpg'));
    const { documentId } = drafts[0] ?? { documentId: '' };
    expect(await seed(shop, folder)).toEqual([
      0,
      counts('api::tag.tag', 0, 0, 1),
      counts(ARTICLE, 0, 1, 1),
      counts(HOMEPAGE, 0, 0, 1),
      '1 files stored',
    ]);
    const [after] = await read({ filters: { title: 'Uno' } });
    expect(after).toMatchObject({ documentId: drafts[0]?.documentId, tags: [{ name: 'Red' }] });
    expect(after?.cover).toMatchObject({ id: drafts[0]?.cover.id });
    expect(after?.cover.size).not.toBe(drafts[0]?.cover.size);

    // An entry whose target is stored again keeps the edits of its document.
    await shop.documents('api::tag.tag').delete({ documentId: String(drafts[0]?.tags[0]?.documentId) });
    await shop.documents(ARTICLE).update({ documentId, data: { title: 'Edited' } });
    expect(await seed(shop, folder)).toEqual([
      0,
      counts('api::tag.tag', 1, 0, 0),
      counts(ARTICLE, 0, 0, 2),
      counts(HOMEPAGE, 0, 0, 1),
    ]);
    expect(await read({ filters: { title: 'Edited' } })).toMatchObject([{ documentId }]);
  });

  it('leaves out an entry whose unique value is taken, and stores the others with links to the document', async () => {
    const taken = await shop.documents(ARTICLE).create({ data: { title: 'Mine', code: 'taken' } });
    const folder = folderOf({
      'articles.json': [
        { $key: 'left', title: 'Left out', code: 'taken' },
        { $key: 'kept', title: 'Kept', related: ['left'] },
      ],
    });
    const sentence = `articles.json /0/code: left out, since the document ${taken.documentId} of ${ARTICLE} has "taken", and the attribute is unique; change one of them.`;
    expect(await seed(shop, folder)).toEqual([1, counts(ARTICLE, 1, 0, 0), sentence]);
    expect(await seed(shop, folder)).toEqual([1, counts(ARTICLE, 0, 0, 1), sentence]);
    const found = await shop
      .documents(ARTICLE)
      .findMany({ filters: { title: ['Left out', 'Kept'] }, populate: { related: true } });
    expect(found).toMatchObject([{ title: 'Kept', related: [{ title: 'Mine' }] }]);
  });
});

describe('refused, and nothing is stored', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await emptyShop();
  });
  afterAll(() => shop?.close());

  const outside = (): string => {
    const folder = folderOf({ 'articles.json': [{ $key: 'a', title: 'A', cover: 'covers/link.jpg' }] });
    symlinkSync(join(COVERS, 'clock.jpg'), join(folder, 'covers', 'link.jpg'));
    return folder;
  };
  it.each<[name: string, files: Files | (() => string), sentence: RegExp]>([
    ['no JSON', { 'articles.json': '[\n{,}\n]' }, /^articles.json line 2: it is no JSON/m],
    [
      'an unknown file name',
      { 'artikles.json': [] },
      /^artikles.json: no content type has this name; did you mean "articles.json"\?/m,
    ],
    ['two files of a type', { 'article.json': [], 'articles.json': [] }, /merge both files/],
    ['no key', { 'articles.json': [{ title: 'A' }] }, /^articles.json \/0: it needs a "\$key"/m],
    ['a key twice', { 'tags.json': [{ $key: 'a' }, { $key: 'a' }] }, /^tags.json \/1\/\$key: another entry/m],
    [
      'an unknown word',
      { 'tags.json': [{ $key: 'a', $local: {} }] },
      /"\$local" is unknown; did you mean "\$locales"\?/,
    ],
    [
      'an unknown attribute',
      { 'tags.json': [{ $key: 'a', nam: 'A' }] },
      /^tags.json \/0\/nam: .* did you mean "name"\?/m,
    ],
    [
      'an unknown key',
      { 'articles.json': [{ $key: 'a', tags: ['b'] }] },
      /^articles.json \/0\/tags\/0: no entry of api::tag.tag has the key "b"/m,
    ],
    [
      'a missing file',
      { 'articles.json': [{ $key: 'a', cover: 'no.jpg' }] },
      /^articles.json \/0\/cover: there is no file no.jpg/m,
    ],
    [
      'a path that leaves the folder',
      { 'articles.json': [{ $key: 'a', cover: '../../../../etc/hostname' }] },
      /\/0\/cover: /,
    ],
    ['a link that leaves the folder', outside, /covers\/link.jpg is outside of the folder/],
    [
      'a wrong value',
      { 'tags.json': [{ $key: 't', name: 'T' }], 'articles.json': [{ $key: 'a', title: 'A', rating: 11 }] },
      /^articles.json \/0\/rating: rating must be less than/m,
    ],
    ['no seeds', {}, /has no seeds; a file has the name of a content type/],
  ])('%s', async (_name, files, sentence) => {
    const folder = typeof files === 'function' ? files() : folderOf(files);
    const [code, ...lines] = await seed(shop, folder);
    expect([code, lines.join('\n')]).toEqual([2, expect.stringMatching(sentence)]);
    for (const uid of [ARTICLE, 'api::tag.tag'])
      expect(await shop.documents(uid).count({ status: 'draft' })).toBe(0);
  });
});
