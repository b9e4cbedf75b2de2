// CSV and JSON lines of one type: they come back as they were, wrong lines are named, and a batch is stored whole.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { emptyShop, expectDone } from './shop';

const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';
const AUTHOR = 'api::author.author';

const i18n = { config: { locales: ['en', 'fr'] } };
const folder = temporary();
let files = 0;
const fileOf = (text: string | Buffer, kind = 'csv'): string => {
  files += 1;
  const path = join(folder, `${files}.${kind}`);
  writeFileSync(path, text);
  return path;
};

afterAll(removeTemporary);

describe.each(testDatabases())('on %s', (database) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await emptyShop({ database, plugins: { i18n } });
    const authors = ['Ann', 'Twin', 'Twin'].map((name) => ({ data: { name } }));
    await shop.documents(AUTHOR).createMany({ items: authors });
    await shop.documents(TAG).createMany({ items: ['red', 'a;b'].map((name) => ({ data: { name } })) });
  });
  afterAll(() => shop?.close());

  const articles = (words: object = {}) =>
    shop.documents(ARTICLE).findMany({
      sort: 'code',
      populate: { tags: { sort: 'name' }, author: true, seo: true, links: true },
      ...words,
    });
  const exported = async (...words: string[]): Promise<string> => {
    const path = join(folder, 'out');
    await expectDone(shop, 'export', path, '--type', 'articles', ...words);
    return readFileSync(path, 'utf8');
  };
  const sorted = (text: string): string[] => text.split('\r\n').sort();
  const run = async (path: string, ...words: string[]) => {
    const { code, lines } = await runCommand(shop.kernel, ['import', path, '--type', 'articles', ...words]);
    return [code, ...lines];
  };

  it('imports values, locales, relations and components, and exports the same text', async () => {
    const fields =
      'code,title,title@fr,rating,price,active,body,meta,seo.metaTitle,links,author.name,tags.name';
    const text = [
      fields,
      `a1,One,Un,7,-1.5,false,"two\r\nlines","{""a"":[1,""x""]}",Meta,"[{""label"":""L"",""href"":""/l"",""external"":true}]",Ann,"""a;b"";red"`,
      `a2,'=1+1,,,,true,,,,[],,`,
      '',
    ].join('\r\n');
    expect(await run(fileOf(`\ufeff${text}`))).toEqual([0, '2 records: 2 created, 0 updated, 0 left out']);
    const [first, second] = await articles();
    expect(first).toMatchObject({ title: 'One', rating: 7, active: false, meta: { a: [1, 'x'] } });
    expect(first).toMatchObject({ author: { name: 'Ann' }, tags: [{ name: 'a;b' }, { name: 'red' }] });
    expect(second).toMatchObject({ title: '=1+1', rating: null, active: true, author: null });
    expect(await articles({ locale: 'fr' })).toMatchObject([{ title: 'Un', rating: 7 }]);
    expect(sorted(await exported('--fields', fields))).toEqual(sorted(text));
  });

  it('updates the documents with the same key or documentId, and keeps what the file does not have', async () => {
    const before = await articles();
    const path = fileOf('Code;Name;seo.metaDescription;tags.name\na1;Uno;About;red\na3;Three;;\n');
    const map = ['--map', 'title=Name,code=Code'];
    expect(await run(path, ...map, '--key', 'code', '--dry-run')).toEqual([
      0,
      '2 records: 1 created, 1 updated, 0 left out',
      'Nothing was written (--dry-run).',
    ]);
    expect(await articles()).toEqual(before);
    expect(await run(path, ...map, '--key', 'code')).toEqual([
      0,
      '2 records: 1 created, 1 updated, 0 left out',
    ]);
    const [first, , third] = await articles();
    expect(first).toMatchObject({
      title: 'Uno',
      rating: 7,
      seo: { metaTitle: 'Meta', metaDescription: 'About' },
      tags: [{ name: 'red' }],
    });
    expect(third).toMatchObject({ title: 'Three', seo: null });
    const lines = `{"documentId":"${first?.documentId}","title@fr":"Deux","rating":null}\n`;
    expect(await run(fileOf(lines, 'jsonl'))).toEqual([0, '1 records: 0 created, 1 updated, 0 left out']);
    expect(await articles({ locale: 'fr' })).toMatchObject([{ title: 'Deux', rating: null }]);
    expect(await articles()).toMatchObject([{ title: 'Uno', rating: null }, {}, {}]);
  });

  it('writes drafts with --status draft, and exports them', async () => {
    expect(await run(fileOf('code\nd1\n'), '--status', 'draft')).toMatchObject([0, expect.anything()]);
    expect(await exported('--fields', 'code')).not.toContain('d1');
    expect(await exported('--fields', 'code,title', '--status', 'draft')).toContain('d1,\r\n');
    const [draft] = await articles({ status: 'draft', filters: { code: 'd1' } });
    await shop.documents(ARTICLE).delete({ documentId: String(draft?.documentId) });
  });

  it('exports documents of one locale, texts as JSON, and items that look like formulas', async () => {
    const alone = await shop
      .documents(ARTICLE)
      .create({ locale: 'fr', data: { title: 'Seul', code: 'z1', rating: 3, meta: 'red; blue' } });
    const tag = await shop.documents(TAG).create({ data: { name: '=1+1' } });
    await shop.documents(ARTICLE).update({
      locale: 'fr',
      documentId: alone.documentId,
      data: { tags: [tag.documentId] },
    });
    const fields = 'documentId,code,rating,title,title@fr,meta,tags.name@fr';
    const text = await exported('--fields', fields);
    const [line] = text.split('\r\n').filter((each) => each.includes('Seul'));
    expect(line).toBe(`${alone.documentId},z1,3,,Seul,"""red; blue""",''=1+1`);
    const french = ['--locale', 'fr', '--fields', 'documentId,title,meta,tags.name'];
    const before = await exported(...french);
    expect(await run(fileOf(before), '--locale', 'fr')).toMatchObject([
      0,
      expect.stringMatching(/ 0 created, . updated, 0 left out$/),
    ]);
    expect(await exported(...french)).toBe(before);
    await shop.documents(ARTICLE).delete({ documentId: alone.documentId, locale: '*' });
    await shop.documents(TAG).delete({ documentId: tag.documentId });
  });

  it('reads mixed line ends, and two texts of one number as one key', async () => {
    const before = await articles();
    const mixed = fileOf('code,title\r\nm1,One\nm2,Two\rm3,\nm1,Again\r\n');
    expect(await run(mixed, '--key', 'code')).toMatchObject([
      1,
      expect.stringMatching(/^line 4, column "title"/),
      expect.stringMatching(/^line 5, column "code", "m1": a line before/),
      '4 records: 0 created, 0 updated, 4 left out',
    ]);
    const numbers = fileOf('rating,title\n07,A\n7,B\n');
    expect(await run(numbers, '--key', 'rating', '--dry-run')).toContainEqual(
      'line 3, column "rating", "7": a line before has the same key; merge both lines',
    );
    expect(await articles()).toEqual(before);
  });

  it('names each wrong line, and leaves out the whole batch', async () => {
    const before = await articles();
    const wrong = [
      'code,title,rating,author.name,tags.documentId,meta',
      'w1,Right,1,Ann,,',
      'w2,,eleven,Ann,,',
      'w3,T,2,Missing,,',
      'w4,T,2,Twin,,',
      'w5,T,2,,,{',
      'w6,T,2',
      'w1,T,2,,,',
      'w8,T,2,,unknown,',
      '',
    ].join('\n');
    const missing = `no document of ${AUTHOR} has the name "Missing"; import it first, or correct the cell`;
    const twins = `2 documents of ${AUTHOR} have this name; name one by its documentId`;
    const expected = [
      'line 3, column "title": title must be a `string` type, but the final value was: `null`.',
      expect.stringMatching(/^line 3, column "rating", "eleven": rating must be a `number` type, /),
      `line 4, column "author.name", "Missing": ${missing}`,
      `line 5, column "author.name", "Twin": ${twins}`,
      'line 6, column "meta", "{": it is no JSON; write texts between quotes, such as ["a","b"]',
      'line 7: the line has 3 cells, and the header has 6; put a cell with a comma between quotes',
      'line 8, column "code", "w1": a line before has the same key; merge both lines',
      expect.stringMatching(/^line 9, column "tags.documentId", "unknown": no document of api::tag/),
    ];
    const path = fileOf(wrong);
    expect(await run(path, '--key', 'code')).toEqual([
      1,
      ...expected,
      '8 records: 0 created, 0 updated, 8 left out',
    ]);
    expect(await articles()).toEqual(before);
  });

  it('stores whole batches; with --atomic all records or none', async () => {
    const rows = Array.from({ length: 210 }, (_, at) => `b${at},${at === 205 ? '' : `T${at}`}`);
    const path = fileOf(['code,title', ...rows, ''].join('\n'));
    const count = () => shop.documents(ARTICLE).count({ filters: { code: { $startsWith: 'b' } } });
    expect(await run(path, '--atomic', '--key', 'code')).toEqual([
      2,
      expect.stringMatching(/^line 207, column "title": title must be/),
      '210 records: 0 created, 0 updated, 210 left out',
    ]);
    expect(await count()).toBe(0);
    expect(await run(path, '--key', 'code')).toMatchObject([
      1,
      expect.anything(),
      '210 records: 200 created, 0 updated, 10 left out',
    ]);
    expect(await count()).toBe(200);
    expect((await exported('--fields', 'code')).match(/\r\nb/g)).toHaveLength(200);
  });
});

describe('refused as a whole, before a record is written', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await emptyShop();
  });
  afterAll(() => shop?.close());

  const utf16 = Buffer.from('\ufefftitle\nA\n', 'utf16le');
  const latin = Buffer.from('title\nOk\nCaf\u00e9\n', 'latin1');
  it.each<[name: string, text: string | Buffer, words: readonly string[], sentence: RegExp]>([
    ['UTF-16', utf16, [], /: the file is UTF-16; save it as "CSV UTF-8"/],
    ['Latin-1', latin, [], /, line 3: it is not UTF-8; save the file as "CSV UTF-8"/],
    ['a header twice', 'title,title\nA,B\n', [], /line 1: two columns have the name "title"; rename one/],
    ['a header without a name', 'title,,code\nA,B,C\n', [], /column 2 has no name/],
    ['an unknown header', 'titel\nA\n', [], /has no attribute "titel"; did you mean "title"\?/],
    [
      'an unknown header of --map',
      'Name\nA\n',
      ['--map', 'title=Nam'],
      /no header "Nam"; did you mean "Name"\?/,
    ],
    ['a path of no target', 'author.nme\nA\n', [], /did you mean "author.name"\?/],
    [
      'a locale of a shared attribute',
      'rating@fr\n1\n',
      [],
      /rating has one value for each locale; write rating/,
    ],
    ['a password', 'secret\nA\n', [], /"secret" is a password, and tables have none/],
    ['a key that the file lacks', 'title\nA\n', ['--key', 'code'], /the key "code" is no column/],
    ['a quote that is not closed', 'title\n"A\nB\n', [], /a quote is not closed/],
    ['a quote inside of a cell', 'title\nA"b\n', [], /line 2: a quote stands inside of a cell/],
    ['a line that is too long', `title\n${'A'.repeat(1_200_000)}\n`, [], /line 2: it is too long/],
    ['an option of archives', 'title\nA\n', ['--merge'], /--merge: an import with --type has no such option/],
    [
      'a name that is too long',
      `${'x'.repeat(900_000)}\nA\n`,
      [],
      /^.{0,120}"x{59}…" has more than 200.{0,60}$/,
    ],
    [
      'many unknown names',
      `${Array.from({ length: 900 }, (_, at) => `x${at}`).join()}\nA\n`,
      [],
      /"x99".*\nand 800 more\n/,
    ],
    ['an unknown status', 'title\nA\n', ['--status', 'drft'], /"drft" is unknown; write draft or published/],
  ])('%s', async (_name, text, words, sentence) => {
    const { code, lines } = await runCommand(shop.kernel, [
      'import',
      fileOf(text),
      '--type',
      'articles',
      ...words,
    ]);
    expect([code, lines.join('\n')]).toEqual([2, expect.stringMatching(sentence)]);
    expect(await shop.documents(ARTICLE).count({ status: 'draft' })).toBe(0);
  });
});

describe('over REST, with the rights of the caller', () => {
  let shop: TestApp;
  const rules = (where: object) =>
    ['find', 'update', 'create'].map((verb) => ({ action: `${TAG}.${verb}`, where }));
  beforeAll(async () => {
    shop = await emptyShop({
      plugins: {
        i18n,
        'users-permissions': {
          config: {
            roles: {
              public: {
                actions: [
                  ...rules({ name: { $startsWith: 'own' } }),
                  `${TAG}.export`,
                  `${TAG}.import`,
                  `${ARTICLE}.export`,
                  `${ARTICLE}.find`,
                  `${AUTHOR}.import`,
                ],
              },
            },
          },
        },
      },
    });
    await shop.documents(TAG).createMany({ items: ['own 1', 'foreign'].map((name) => ({ data: { name } })) });
    await shop.documents(ARTICLE).create({ data: { title: 'One', code: 'c', private_note: 'hidden' } });
    await shop.documents(ARTICLE).create({ data: { title: 'Draft' }, status: 'draft' });
    const { documentId } = await shop.documents(ARTICLE).create({ data: { title: 'Two locales' } });
    await shop.documents(ARTICLE).update({ documentId, locale: 'fr', data: { title: 'Deux langues' } });
  });
  afterAll(() => shop?.close());

  const send = (path: string, text: string, options: Readonly<Record<string, string>> = {}) => {
    let request = shop.agent.post(path).attach('file', Buffer.from(text), 'rows.csv');
    for (const [name, value] of Object.entries(options)) request = request.field(name, value);
    return request;
  };

  it('exports the rows and attributes that the caller reads', async () => {
    const tags = await shop.agent
      .get('/api/tags/actions/export?fields=name&filters[name][$ne]=own 9')
      .expect(200);
    expect(tags.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="tags.csv"',
    });
    expect(tags.text).toBe('name\r\nown 1\r\n');
    const all = await shop.agent.get('/api/articles/actions/export?format=jsonl&filters[code]=c').expect(200);
    const [line, ...more] = all.text
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ title: 'One', code: 'c', meta: null });
    for (const name of ['private_note', 'secret', 'author']) expect(line).not.toHaveProperty(name);
  });

  it.each<[path: string, status: number, message: RegExp]>([
    ['articles/actions/export?fields=private_note', 400, /no attribute "private_note"/],
    ['articles/actions/export?fields=author.name', 400, /no attribute "author"/],
    ['articles/actions/export?filters[nothing]=1', 400, /Invalid key nothing/],
    ['articles/actions/export?format=xml', 400, /send csv or jsonl/],
    ['articles/actions/export?status=draft', 403, /Forbidden/],
    ['authors/actions/export', 403, /Forbidden/],
  ])('GET %s: %i', async (path, status, message) => {
    const { body } = await shop.agent.get(`/api/${path}`).expect(status);
    expect(body.error.message).toMatch(message);
  });

  it('imports within the row rules, and names the lines that break them', async () => {
    const text = 'name\nown 2\nforeign\n';
    const tried = await send('/api/tags/actions/import', text, { dryRun: 'true', key: 'name' }).expect(200);
    expect(tried.body).toMatchObject({
      data: { read: 2, created: 0, leftOut: 2, errors: [{ line: 3 }] },
      meta: { dryRun: true },
    });
    const done = await send('/api/tags/actions/import', 'name\nown 2\n', { key: 'name' }).expect(200);
    expect(done.body.data).toMatchObject({ read: 1, created: 1, updated: 0, leftOut: 0, errors: [] });
    expect(await shop.documents(TAG).count()).toBe(3);
  });

  it.each<[path: string, text: string, options: Record<string, string>, status: number, message: RegExp]>([
    ['tags', 'nam\nA\n', {}, 400, /did you mean "name"\?/],
    ['tags', 'name\nA\n', { dryrun: 'true' }, 400, /"dryrun" is unknown; did you mean "dryRun"\?/],
    ['tags', 'name\nA\n', { atomic: 'yes' }, 400, /atomic: send true or false/],
    ['articles', 'title\nA\n', {}, 403, /Forbidden/],
    ['authors', 'name\nA\n', {}, 403, /Forbidden/],
  ])('POST %s %j %j: %i', async (name, text, options, status, message) => {
    const { body } = await send(`/api/${name}/actions/import`, text, options).expect(status);
    expect(body.error.message).toMatch(message);
  });

  it('names a line and a cell that are nested too deeply', async () => {
    const deep = '['.repeat(400_000);
    const shapes = [`{"name":${deep}}\n`, `{"name":${deep}${']'.repeat(400_000)}}\n`];
    for (const text of shapes) {
      const { body } = await send('/api/tags/actions/import', text, { format: 'jsonl' }).expect(200);
      expect(body.data.errors).toMatchObject([
        { line: 1, message: 'the line is nested more than 1000 levels deep' },
      ]);
    }
  });

  it('a filter finds documents, and their other locales come whole', async () => {
    const found = await shop.agent
      .get('/api/articles/actions/export?fields=title,title@fr&filters[title]=Two locales')
      .expect(200);
    expect(found.text).toBe('title,title@fr\r\nTwo locales,Deux langues\r\n');
    const searched = await shop.agent
      .get('/api/articles/actions/export?fields=title@fr&_q=Two locales')
      .expect(200);
    expect(searched.text).toBe('title@fr\r\nDeux langues\r\n');
  });

  it('a body without a file is a 400', async () => {
    const { body } = await shop.agent.post('/api/tags/actions/import').send({ data: {} }).expect(400);
    expect(body.error.message).toMatch(/one part "file"/);
  });
});
