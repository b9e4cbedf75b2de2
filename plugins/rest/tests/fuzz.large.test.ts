// Random query strings and bodies: never a 500, a hang, the data of another document, or a secret.
import fc from 'fast-check';
import { type FixtureApp, openFixture } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture([
    ['g1', 'group', { name: 'one' }],
    ['l1', 'label', { name: 'red' }],
    ['p1', 'plain', { name: 'a', n: 1, group: '{g1}', labels: ['{l1}'], meta: { a: [1] } }],
    ['p2', 'plain', { name: 'b', n: 2 }],
    [
      'a1',
      'article',
      {
        title: 'mine',
        private_note: 'PRIVATE',
        secret: 'SECRETSECRET',
        links: [{ label: 'x' }],
        zone: [{ __component: 'shared.quote', text: 'q' }],
      },
    ],
    ['a2', 'article', { title: 'other', private_note: 'PRIVATE', related: ['{a1}'] }],
  ]);
});
afterAll(() => app.close());

// One second per property; QUIRE_FUZZ_SECONDS sets a longer time.
const SECONDS = Number(process.env.QUIRE_FUZZ_SECONDS ?? 1);
const TIME = { interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false, numRuns: 1_000_000 };
const PATIENCE = SECONDS * 1000 + 20_000;

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'title',
      'name',
      'n',
      'meta',
      'id',
      'documentId',
      'createdAt',
      'private_note',
      'secret',
      'category',
      'tags',
      'related',
      'links',
      'seo',
      'zone',
      'label',
      'group',
      'labels',
      'day',
      'flag',
      'price',
      'big',
      'at',
      'moment',
      'kind',
      'cover',
      'owner',
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '$eq',
      '$ne',
      '$in',
      '$notIn',
      '$between',
      '$null',
      '$not',
      '$and',
      '$or',
      '$gt',
      '$lte',
      '$contains',
      '$containsi',
      '$startsWith',
      '$eqi',
      '$notContainsi',
      '$endsWith',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'fields',
      'populate',
      'filters',
      'sort',
      'on',
      'count',
      'page',
      'pageSize',
      'start',
      'limit',
      'withCount',
      'shared.quote',
      '*',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('0', '1', '2', '99', '', '__proto__', 'constructor', 'toString', '-1'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }) },
);
const value = fc.oneof(
  fc.constantFrom(
    '',
    'true',
    'false',
    '0',
    '1',
    '-1',
    '1e400',
    'NaN',
    'null',
    'undefined',
    '*',
    'title:desc',
    'name,n',
    'category.parent',
    'zone.target',
    'links.label',
    '2024-02-30',
    '2024-01-15',
    '10:00',
    '[]',
    '{}',
    '%00',
    "'",
    '"',
    '\\',
    '%',
    '_',
    '9007199254740993',
    '٣',
    'ſ',
    '\u{1F600}',
  ),
  word,
  fc.string({ maxLength: 12, unit: 'binary' }),
);
/** Plausible filters: existing names and operators, with any value. */
const meant = fc.oneof(
  fc.tuple(
    fc.constantFrom('filters'),
    fc
      .tuple(
        fc.constantFrom(
          ['title'],
          ['rating'],
          ['price'],
          ['big'],
          ['day'],
          ['moment'],
          ['meta'],
          ['links', 'label'],
          ['seo', 'metas', 'key'],
          ['category', 'name'],
          ['related', 'title'],
          ['related'],
          ['tags', 'articles', 'title'],
          ['$not', 'title'],
          ['$or', '0', 'title'],
          ['$and', '0', 'related', 'id'],
          ['name'],
          ['n'],
          ['group', 'name'],
          ['labels', 'plains', 'n'],
          ['flag'],
          ['id'],
          ['siteName'],
          ['options'],
        ),
        fc.constantFrom(
          [],
          ['$eq'],
          ['$ne'],
          ['$in', '0'],
          ['$notIn', ''],
          ['$gt'],
          ['$lte'],
          ['$contains'],
          ['$notContainsi'],
          ['$startsWithi'],
          ['$endsWith'],
          ['$null'],
          ['$not', '$eqi'],
          ['$between', '0'],
        ),
      )
      .map(([path, operator]): string[] => [...path, ...operator]),
    fc.option(fc.oneof(value, fc.constantFrom('mine', 'a', '1', '2')), { nil: null }),
  ),
  fc.tuple(
    fc.constantFrom('sort'),
    fc.constantFrom<string[][]>([], ['0'], ['1']).map((path) => [...path]),
    fc.constantFrom(
      'title',
      'name:desc',
      'n',
      'id:desc',
      'category.name',
      'related.title:desc',
      'links.label',
      'labels.name',
      'group.name',
      'createdAt',
    ),
  ),
  fc.tuple(
    fc.constantFrom('fields'),
    fc.constantFrom<string[][]>([], ['0']).map((path) => [...path]),
    fc.constantFrom('title', 'name', 'createdAt', 'id', '*', 'meta'),
  ),
  fc.tuple(
    fc.constantFrom('populate'),
    fc.constantFrom(
      [],
      ['0'],
      ['related'],
      ['related', 'populate'],
      ['related', 'populate', '0'],
      ['related', 'count'],
      ['zone', 'on', 'shared.ref', 'populate'],
      ['labels', 'filters', 'name', '$contains'],
      ['related', 'sort'],
      ['links', 'fields', '0'],
      ['tags', 'fields'],
    ),
    fc.constantFrom(
      '*',
      'true',
      'related',
      'category',
      'links',
      'label',
      'title',
      'name',
      'labels',
      'group',
      'target',
      '1',
    ),
  ),
  fc.tuple(
    fc.constantFrom('pagination'),
    fc.constantFrom(['page'], ['pageSize'], ['start'], ['limit'], ['withCount']),
    fc.constantFrom('1', '2', '0', '-1', '100', 'x', 'false'),
  ),
);
const param = fc.tuple(
  fc.constantFrom('filters', 'sort', 'fields', 'populate', 'pagination', '_q', 'page', 'foo'),
  fc.array(word, { maxLength: 5 }),
  fc.option(value, { nil: null }),
);
const query = fc
  .array(fc.oneof({ weight: 5, arbitrary: meant }, { weight: 1, arbitrary: param }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) =>
    list
      .map(
        ([name, path, end]) =>
          `${name}${path.map((step) => `[${encode(step)}]`).join('')}${end === null ? '' : `=${encode(end)}`}`,
      )
      .join('&'),
  );
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')).replaceAll('%2500', '%00');

async function send(path: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${app.url}${path}`, { ...init, signal: AbortSignal.timeout(60_000) });
  return { status: answer.status, text: await answer.text() };
}

const seen = new Map<number, number>();
afterAll(() => {
  // The generators are useful only when requests succeed and requests are refused.
  for (const status of [200, 201, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(0);
});

function harmless({ status, text }: { status: number; text: string }, request: string): void {
  seen.set(status, (seen.get(status) ?? 0) + 1);
  if (status >= 500) throw new Error(`${request} → ${status} ${text}`);
  if (/SECRETSECRET|"PRIVATE"|\$2[aby]\$|scrypt/.test(text))
    throw new Error(`${request} shows what it must not: ${text}`);
}

describe('query strings', () => {
  it.each(['/api/articles', '/api/plains', '/api/setting'])(
    'of %s',
    async (path) => {
      await fc.assert(
        fc.asyncProperty(query, async (text) => {
          harmless(await send(`${path}?${text}`), `${path}?${text}`);
        }),
        TIME,
      );
    },
    PATIENCE,
  );

  it(
    'of one document show no other at the top',
    async () => {
      const { documentId } = app.known.get('a1') ?? {};
      await fc.assert(
        fc.asyncProperty(query, async (text) => {
          const answer = await send(`/api/articles/${documentId}?${text}`);
          harmless(answer, text);
          if (answer.status === 200) expect(JSON.parse(answer.text).data.documentId).toBe(documentId);
        }),
        TIME,
      );
    },
    PATIENCE,
  );
});

describe('bodies', () => {
  const json = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.constantFrom<unknown>(
          null,
          true,
          '',
          'text',
          0,
          -1,
          1.5,
          1e300,
          '2024-01-15',
          'one',
          '1',
          '99999999999999999999',
          '\u0000',
          '\ud800',
        ),
        fc.integer(),
        fc.string({ maxLength: 20, unit: 'binary' }),
      ),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom(
          'name',
          'n',
          'id',
          'documentId',
          'connect',
          'disconnect',
          'set',
          'position',
          'before',
          'after',
          'start',
          'end',
          '__component',
          '__type',
          'label',
          'type',
          'children',
          'text',
          'locale',
          'status',
          '__proto__',
          'constructor',
        ),
        tie('any'),
        { maxKeys: 4 },
      ),
    ),
  })).any;
  const attributes = {
    check: [
      'req',
      'uniq',
      'len',
      'rx',
      'txt',
      'intv',
      'flo',
      'dec',
      'bigv',
      'bool',
      'enumv',
      'mail',
      'pass',
      'dayv',
      'timev',
      'dt',
      'ts',
      'js',
      'rich',
      'blk',
      'uidv',
      'uintu',
      'comp',
      'comps',
      'dz',
      'imgs',
    ],
    article: [
      'title',
      'slug',
      'blocks',
      'meta',
      'category',
      'tags',
      'author',
      'related',
      'owner',
      'seo',
      'links',
      'zone',
      'cover',
    ],
  };
  const usable = { req: 'r', title: 't' };

  it.each(Object.entries(attributes))(
    'of %s',
    async (type, names) => {
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 3 }),
          fc.constantFrom('POST', 'PUT'),
          async (data, method) => {
            const own = type === 'check' ? { req: usable.req } : { title: usable.title };
            const path =
              method === 'POST' ? `/api/${type}s` : `/api/${type}s/${app.known.get('a2')?.documentId}`;
            const body = JSON.stringify({ data: { ...own, ...data } });
            harmless(
              await send(path, { method, body, headers: { 'content-type': 'application/json' } }),
              `${method} ${path} ${body}`,
            );
          },
        ),
        TIME,
      );
      // An accepted document can be read again.
      harmless(await send(`/api/${type}s?populate=*&pagination[pageSize]=100`), 'reading it all');
    },
    PATIENCE,
  );

  it(
    'as anything',
    async () => {
      await fc.assert(
        fc.asyncProperty(json, async (data) => {
          const body = JSON.stringify({ data });
          harmless(
            await send('/api/plains', {
              method: 'POST',
              body,
              headers: { 'content-type': 'application/json' },
            }),
            body,
          );
        }),
        TIME,
      );
    },
    PATIENCE,
  );

  it(
    'in bytes',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 40 }),
          fc.constantFrom(
            'application/json',
            'application/x-www-form-urlencoded',
            'multipart/form-data; boundary=x',
            'text/plain',
            'nonsense',
          ),
          async (bytes, type) => {
            harmless(
              await send('/api/plains', {
                method: 'POST',
                body: Buffer.from(bytes),
                headers: { 'content-type': type },
              }),
              `${type} ${Buffer.from(bytes).toString('hex')}`,
            );
          },
        ),
        TIME,
      );
    },
    PATIENCE,
  );
});
