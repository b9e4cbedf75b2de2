// Rows and cases of tables over HTTP: documents as CSV and JSON lines.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, named } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { SHEET, served, sheet } from '../../../conformance/cases/served';
import { multipart } from '../../../conformance/cases/upload-files';
import { rowsOf } from '../../../conformance/spec/row';

export const rows = rowsOf(
  { section: 'quire.tables', title: 'Quire: tables of documents', profile: 'quire' },
  `
quire.tables.export   | Move data | must | auth tokens drafts config files | an export has a line for each document, as CSV or JSON lines, with the chosen columns
quire.tables.selected | Move data | must | auth tokens drafts config files i18n | filters, a search, locale and status choose the documents; a column may be of another locale
quire.tables.formulas | Move data | must | auth tokens drafts config files | texts that look like formulas get an apostrophe, and lose it on the way back
quire.tables.import   | Move data | must | auth tokens drafts config files | an import creates documents with values, entries and links; empty cells leave defaults
quire.tables.key      | Move data | must | auth tokens drafts config files | a documentId or a key finds the document to update; empty cells clear its values; other parts of a component stay
quire.tables.wrong    | Move data | must | auth tokens drafts config files | wrong lines are named with line, column and value, and nothing of their batch is stored
quire.tables.modes    | Move data | must | auth tokens drafts config files | atomic stores all lines or none; dryRun stores nothing; status draft writes drafts
quire.tables.headers  | Move data | must | auth tokens drafts config files | map and skip fit the headers; headers that fit no attribute are a 400 with the nearest name
quire.tables.files    | Move data | must | auth tokens drafts config files | delimiters, line ends and the mark of UTF-8 are read; other encodings and broken quotes are a 400
quire.tables.rights   | Move data | must | auth tokens drafts config files | a table needs its own permission and that to read or write; rules and hidden attributes hold
`,
);

const AT = '/sheets/actions';
/** More documents than an export reads at once. */
const MANY = 450;
const exportsTable = (query: string, expect: Expectation, more: Partial<Step> = {}): Step =>
  get(`${AT}/export?${query}`, expect, more);
interface Sent {
  readonly name?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly as?: string;
}
const imports = (
  bench: Bench,
  text: string | Buffer,
  expect: Expectation,
  { name = 'sheets.csv', options = {}, as = 'full' }: Sent = {},
): Step => {
  const filled = typeof text === 'string' ? filledIn(bench, text) : text;
  const parts = Object.entries(options).map(([key, content]) => ({ name: key, content }));
  const { type, body } = multipart([
    ...parts,
    { name: 'file', filename: name, type: 'text/csv', content: filled },
  ]);
  return { send: 'POST', path: `${AT}/import`, bytes: body, headers: { 'content-type': type }, as, expect };
};
/** Texts of files have the placeholders of steps. */
const filledIn = (bench: Bench, text: string): string =>
  text.replaceAll('{mark}', bench.mark).replace(/\{([\w.]+)\}/g, (_, path) => String(bench.value(path)));
const csv = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');
const report = (more: object): Expectation => ({
  status: 200,
  data: only({ moreErrors: 0, notes: [], errors: [], created: 0, updated: 0, leftOut: 0, ...more }),
});
const refused = (message: string): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', message: is.matching(message), details: { sentences: is.list } },
});

/** Removes the sheets of the case that it did not create by itself. */
async function removes(bench: Bench, query = 'filters[title][$startsWith]={mark}'): Promise<void> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const words = `${query}&status=draft&fields=title&sort=id&pagination[page]=${page}&pagination[pageSize]=100`;
    const { body } = await bench.send(get(`/sheets?${words}`));
    pages = Object(body).meta.pagination.pageCount;
    for (const { documentId } of Object(body).data)
      bench.afterwards({ send: 'DELETE', path: `/sheets/${documentId}`, expect: { status: 'any' } });
  }
}
const stored = (...all: readonly Pattern[]): Step =>
  get('/sheets?filters[title][$startsWith]={mark}&sort=title&populate=*', { data: exactly(all) });
const linesIn = (text: string): string[] => text.split('\r\n').filter((line) => line !== '');

export const cases: readonly Case[] = [
  served('quire.tables.export', { t: named('/tags'), u: named('/tags', '{mark};u') }, async (bench) => {
    const data = {
      code: '{mark}',
      count: 7,
      flag: true,
      day: '2026-02-03',
      kind: 'a',
      body: { n: [1, 'x'] },
      key: 'Secret-1',
      notes: 'hidden',
    };
    await bench.make(
      'a',
      sheet({
        ...data,
        link: { label: 'L', href: '/l' },
        links: [{ label: 'M' }],
        tag: '{t.documentId}',
        tags: ['{t.documentId}', '{u.documentId}'],
      }),
    );
    await bench.make('b', sheet({ title: '{mark} "b", or\ntwo', code: null, count: null }));
    const own = 'filters[title][$startsWith]={mark}';
    const fields = 'fields=title,code,count,flag,day,kind,body,link.label,links,tag.name,tags.name';
    const answer = await bench.send(
      exportsTable(`${fields}&${own}`, {
        headers: {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': 'attachment; filename="sheets.csv"',
        },
      }),
    );
    const [header, ...lines] = answer.text.split(/\r\n(?=.)/);
    bench.compare(
      'the header',
      'title,code,count,flag,day,kind,body,link.label,links,tag.name,tags.name',
      header,
    );
    const mark = bench.mark;
    const first = `${mark},${mark},7,true,2026-02-03,a,"{""n"":[1,""x""]}",L,"[{""label"":""M"",""href"":null,""external"":false}]",${mark},"${mark};""${mark};u"""`;
    const sorted = lines.map((line) => line.replace(/\r\n$/, '').replace(/""id"":\d+,/g, '')).sort();
    bench.compare('the lines', exactly([`"${mark} ""b"", or\ntwo",,,,,,,,[],,`, first].sort()), sorted);
    const json = await bench.send(
      exportsTable(`format=jsonl&fields=title,count,body,tag.name,tags.name,flag&${own}`, {
        headers: {
          'content-type': 'application/x-ndjson; charset=utf-8',
          'content-disposition': is.matching('sheets\\.jsonl'),
        },
      }),
    );
    const values = json.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    bench.compare(
      'the values',
      is.shuffled(
        only({
          title: '{mark}',
          count: 7,
          body: { n: [1, 'x'] },
          'tag.name': '{mark}',
          'tags.name': ['{mark}', '{mark};u'],
          flag: true,
        }),
        only({
          title: '{mark} "b", or\ntwo',
          count: null,
          body: null,
          'tag.name': null,
          'tags.name': [],
          flag: null,
        }),
      ),
      values,
    );
    const all = await bench.send(exportsTable(own, { status: 200 }));
    bench.compare(
      'all columns',
      'documentId,title,code,count,flag,day,kind,body,link,links,tag,tags',
      all.text.split('\r\n')[0],
    );
    const none = await bench.send(
      exportsTable('fields=title,count&filters[title]={mark} none', { status: 200 }),
    );
    bench.compare('no document', 'title,count\r\n', none.text);
    for (const query of [
      'fields=nothing',
      'fields=titel',
      'fields=key',
      'fields=title.x',
      'fields=links.label',
      'format=xml',
      'filters[nothing]=1',
      'status=late',
      'locale=fr',
    ])
      await bench.send(exportsTable(query, { status: 400 }));
    await bench.send(exportsTable('fields=titel', refused('did you mean "title"')));
    await bench.send(get('/homepage/actions/export', { status: [404, 405] }));
  }),
  served(
    'quire.tables.selected',
    {
      a: { at: '/articles', data: { title: '{mark} one', rating: 1 } },
      b: { at: '/articles', data: { title: '{mark} two', rating: 2 } },
      c: { at: '/articles?status=draft', data: { title: '{mark} draft' } },
    },
    async (bench) => {
      const change = (alias: string, data: object, query: string): Step => ({
        send: 'PUT',
        path: `/articles/{${alias}.documentId}?${query}`,
        body: { data },
      });
      await bench.send(change('a', { title: '{mark} un' }, 'locale=fr'));
      await bench.send(change('b', { title: '{mark} zwei' }, 'status=draft'));
      const own = 'filters[title][$startsWith]={mark}';
      const lines = async (query: string, header: string, ...expected: string[]): Promise<void> => {
        const { text } = await bench.send(get(`/articles/actions/export?${query}`));
        const [first, ...found] = linesIn(text);
        bench.compare(`the header of ${query}`, header, first);
        bench.compare(query, exactly(expected.map((line) => filledIn(bench, line)).sort()), found.sort());
      };
      await lines(`fields=title,rating&${own}`, 'title,rating', '{mark} one,1', '{mark} two,2');
      await lines(
        `fields=title,title@fr,rating&${own}`,
        'title,title@fr,rating',
        '{mark} one,{mark} un,1',
        '{mark} two,,2',
      );
      await lines(`fields=title&status=draft&${own}`, 'title', '{mark} one', '{mark} zwei', '{mark} draft');
      await lines(`fields=title,title@en&locale=fr&${own}`, 'title,title@en', '{mark} un,{mark} one');
      await lines('fields=title&_q={mark} two', 'title', '{mark} two');
      await lines(`fields=title&filters[rating]=1&filters[title][$startsWith]={mark}`, 'title', '{mark} one');
      for (const query of ['fields=rating@fr', 'fields=title@'])
        await bench.send(get(`/articles/actions/export?${query}`, { status: 400 }));
    },
  ),
  served(
    'quire.tables.export',
    {},
    async (bench) => {
      const titles = Array.from({ length: MANY }, (_, n) => `${bench.mark} ${1_000 + n}`);
      const created = report({ read: MANY, created: MANY });
      await bench.send(imports(bench, csv('title', ...titles), created, { options: { status: 'draft' } }));
      await removes(bench);
      const own = 'status=draft&fields=title&filters[title][$startsWith]={mark}';
      for (const [format, before, after] of [
        ['csv', '', ''],
        ['jsonl', '{"title":"', '"}'],
      ] as const) {
        const { text } = await bench.send(exportsTable(`${own}&format=${format}`, { status: 200 }));
        const lines = text.split(/\r?\n/).filter((line) => line.includes(bench.mark));
        const wanted = titles.map((title) => `${before}${title}${after}`);
        bench.compare(`the lines of ${format}`, exactly(wanted), lines.sort());
      }
    },
    { name: 'of many documents' },
  ),
  served('quire.tables.formulas', {}, async (bench) => {
    const texts = ['=1+1', '+x', '-y', '@z', "'=q", '-5', '+5.5', "'plain", 'a=b'];
    for (const [at, code] of texts.entries())
      await bench.make(`d${at}`, sheet({ title: `{mark} ${at}`, code }));
    const { text } = await bench.send(
      exportsTable('fields=title,code&filters[title][$startsWith]={mark}', { status: 200 }),
    );
    const cells = linesIn(text)
      .slice(1)
      .sort()
      .map((line) => line.split(',')[1]);
    bench.compare(
      'the cells',
      exactly(["'=1+1", "'+x", "'-y", "'@z", "''=q", '-5', '+5.5', "'plain", 'a=b']),
      cells,
    );
    const json = await bench.send(
      exportsTable('format=jsonl&fields=title,code&filters[title][$startsWith]={mark}', { status: 200 }),
    );
    bench.compare(
      'of JSON lines',
      is.shuffled(...texts.map((code) => ({ code }))),
      json.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    await bench.send(
      imports(bench, csv(...linesIn(text)), report({ read: texts.length, updated: texts.length }), {
        options: { key: 'title' },
      }),
    );
    for (const [at, code] of texts.entries())
      await bench.send(get(`/sheets/{d${at}.documentId}`, { data: { code } }));
  }),
  served('quire.tables.import', { t: named('/tags'), u: named('/tags', '{mark};u') }, async (bench) => {
    const text = csv(
      'title,code,count,flag,day,kind,body,link.label,links,tag.name,tags.name',
      '{mark} a,{mark}-a,7,true,2026-02-03,b,"{""n"":1}",L,"[{""label"":""M""}]",{mark},"{mark};""{mark};u"""',
      '"{mark} b, two",,,,,,,,,,',
    );
    await bench.send(imports(bench, text, report({ read: 2, created: 2 })));
    await removes(bench);
    const tags = exactly([{ documentId: '{t.documentId}' }, { documentId: '{u.documentId}' }]);
    await bench.send(
      stored(
        {
          ...{
            title: '{mark} a',
            code: '{mark}-a',
            count: 7,
            flag: true,
            day: '2026-02-03',
            kind: 'b',
            body: { n: 1 },
            publishedAt: is.timestamp,
          },
          link: { label: 'L' },
          links: exactly([{ label: 'M' }]),
          tag: { documentId: '{t.documentId}' },
          tags,
        },
        {
          title: '{mark} b, two',
          code: null,
          count: 3,
          flag: null,
          link: null,
          links: exactly([]),
          tag: null,
          tags: exactly([]),
        },
      ),
    );
    const lines = [
      { title: '{mark} c', count: 1, tags: ['{t.documentId}'], links: [{ label: 'x' }] },
      { title: '{mark} d', 'tags.name': [] },
    ].map((each) => JSON.stringify(each));
    await bench.send(
      imports(bench, `${lines[0]}\n\n${lines[1]}\n`, report({ read: 2, created: 2 }), {
        name: 'sheets.jsonl',
      }),
    );
    await removes(bench, 'filters[title][$in][0]={mark} c&filters[title][$in][1]={mark} d');
    await bench.send(
      get('/sheets?filters[title]={mark} c&populate=*', {
        data: exactly([
          { count: 1, tags: exactly([{ documentId: '{t.documentId}' }]), links: exactly([{ label: 'x' }]) },
        ]),
      }),
    );
    await bench.send(
      imports(bench, `{"title":"{mark} e"}`, report({ read: 1, created: 1 }), {
        name: 'x.txt',
        options: { format: 'jsonl' },
      }),
    );
    await removes(bench, 'filters[title]={mark} e');
  }),
  served('quire.tables.key', { t: named('/tags') }, async (bench) => {
    await bench.make(
      'a',
      sheet({
        title: '{mark} a',
        code: '{mark}-a',
        count: 1,
        body: { n: 1 },
        link: { label: 'L', href: '/l' },
        tags: ['{t.documentId}'],
        tag: '{t.documentId}',
      }),
    );
    await bench.make('b', sheet({ title: '{mark} b', code: '{mark}-b' }));
    const note = { notes: exactly([is.matching('createdAt')]) };
    await bench.send(
      imports(
        bench,
        csv(
          'documentId,title,count,link.label,createdAt',
          '{a.documentId},{mark} a2,,M,2020-01-01',
          ',{mark} c,4,,',
        ),
        { status: 200, data: { read: 2, created: 1, updated: 1, leftOut: 0, ...note } },
      ),
    );
    await removes(bench, 'filters[title]={mark} c');
    await bench.send(
      get('/sheets/{a.documentId}?populate=*', {
        data: {
          title: '{mark} a2',
          code: '{mark}-a',
          count: null,
          link: { label: 'M', href: '/l' },
          tags: is.length(1),
        },
      }),
    );
    await bench.send(
      imports(
        bench,
        csv('code,title,tags,body,tag', '{mark}-a,{mark} a3,,,', '{mark}-new,{mark} new,{t.documentId},,'),
        report({ read: 2, created: 1, updated: 1 }),
        { options: { key: 'code' } },
      ),
    );
    await removes(bench, 'filters[title]={mark} new');
    await bench.send(
      get('/sheets/{a.documentId}?populate=*', {
        data: { title: '{mark} a3', body: null, tags: exactly([]), tag: null, link: { label: 'M' } },
      }),
    );
    await bench.send(
      get('/sheets?filters[code]={mark}-new&populate=tags', {
        data: exactly([{ title: '{mark} new', tags: is.length(1) }]),
      }),
    );
    const wrong = (line: number, column: string, message: string): Pattern => ({
      line,
      column,
      message: is.matching(message),
    });
    const leaves = (read: number, ...errors: Pattern[]): Expectation => ({
      status: 200,
      data: { read, created: 0, updated: 0, leftOut: read, errors: exactly(errors) },
    });
    await bench.send(
      imports(
        bench,
        csv('code,title', '{mark}-a,{mark} x', '{mark}-a,{mark} y'),
        leaves(2, wrong(3, 'code', 'same key')),
        { options: { key: 'code' } },
      ),
    );
    await bench.send(
      imports(bench, csv('code,title', ',{mark} x'), leaves(1, wrong(2, 'code', 'key is empty')), {
        options: { key: 'code' },
      }),
    );
    await bench.send(
      imports(
        bench,
        csv('documentId,title', 'unknown00000000000000000,{mark} x'),
        leaves(1, wrong(2, 'documentId', 'no document')),
      ),
    );
    for (const key of ['nothing', 'link.label', 'tags'])
      await bench.send(imports(bench, csv('code,title', 'x,y'), refused('key'), { options: { key } }));
    await bench.send(get('/sheets/{a.documentId}', { data: { title: '{mark} a3' } }));
  }),
  served(
    'quire.tables.wrong',
    { t: named('/tags', '{mark} twin'), u: named('/tags', '{mark} twin') },
    async (bench) => {
      const text = csv(
        'title,count,kind,body,tag.name,tags.name',
        '{mark} fine,1,,,,',
        ',1,,,,',
        '{mark} b,-1,,,,',
        '{mark} c,x,,,,',
        '{mark} d,,z,,,',
        '{mark} e,,,{,,',
        '{mark} f,,,,{mark} twin,',
        '{mark} g,,,,{mark} none,',
        '{mark} h,,,,,"{mark} none;x"',
        '{mark} i,1',
        `${'n'.repeat(61)},,,,,`,
      );
      const error = (
        line: number,
        column: string | null,
        message = '.',
        value: Pattern = is.any,
      ): Pattern => ({ line, column, value, message: is.matching(message) });
      await bench.send(
        imports(bench, text, {
          status: 200,
          data: {
            read: 11,
            created: 0,
            updated: 0,
            leftOut: 11,
            errors: is.including(
              error(3, 'title'),
              error(4, 'count', '.', '-1'),
              error(5, 'count', '.', 'x'),
              error(6, 'kind', '.', 'z'),
              error(7, 'body', 'no JSON', '{'),
              error(8, 'tag.name', '2 documents'),
              error(9, 'tag.name', 'no document of api::tag.tag'),
              error(10, 'tags.name', 'no document'),
              error(11, null, '2 cells.*6'),
            ),
          },
        }),
      );
      await bench.send(stored());
      const inside = csv('title,link.label,link.external', '{mark} j,l,maybe');
      await bench.send(
        imports(bench, inside, { data: { errors: exactly([error(2, 'link.external', '.', 'maybe')]) } }),
      );
      // The next batch is written.
      const many = [
        ...Array.from({ length: 200 }, (_, n) => `{mark} ${n},${n === 5 ? -1 : 1}`),
        '{mark} last,2',
      ];
      await bench.send(
        imports(bench, csv('title,count', ...many), {
          status: 200,
          data: { read: 201, created: 1, leftOut: 200, errors: exactly([error(7, 'count')]) },
        }),
      );
      await removes(bench);
      await bench.send(stored({ title: '{mark} last', count: 2 }));
    },
  ),
  served('quire.tables.modes', { a: sheet({ title: '{mark} a', code: '{mark}' }) }, async (bench) => {
    const many = [...Array.from({ length: 200 }, (_, n) => `{mark} ${n},1`), '{mark} wrong,-1'];
    const options = { atomic: 'true' };
    await bench.send(
      imports(
        bench,
        csv('title,count', ...many),
        { status: 200, data: { read: 201, created: 0, updated: 0, leftOut: 201, errors: is.length(1) } },
        { options },
      ),
    );
    const dry = imports(
      bench,
      csv('code,title', '{mark},{mark} b', 'x{mark},{mark} c'),
      { ...report({ read: 2, created: 1, updated: 1 }), meta: { dryRun: true } },
      { options: { dryRun: 'true', key: 'code' } },
    );
    await bench.send(dry);
    await bench.send(stored({ title: '{mark} a' }));
    await bench.send(
      imports(
        bench,
        csv('code,title', '{mark},{mark} b', 'x{mark},{mark} c'),
        { ...report({ read: 2, created: 1, updated: 1 }), meta: { dryRun: false } },
        { options: { ...options, key: 'code', status: 'draft' } },
      ),
    );
    await removes(bench, 'filters[title]={mark} c');
    await bench.send(stored({ title: '{mark} a' }));
    await bench.send(
      get('/sheets?filters[title][$startsWith]={mark}&sort=title&status=draft', {
        data: exactly([{ title: '{mark} b' }, { title: '{mark} c', publishedAt: null }]),
      }),
    );
    for (const wrong of <Readonly<Record<string, string>>[]>[
      { atomic: 'yes' },
      { dryRun: '1' },
      { status: 'late' },
      { locale: 'fr' },
      { format: 'xml' },
      { colour: 'red' },
    ])
      await bench.send(imports(bench, csv('title', 'x'), refused('.'), { options: wrong }));
    await bench.send(
      imports(bench, csv('title', 'x'), refused('did you mean "atomic"'), { options: { atomc: 'true' } }),
    );
  }),
  served('quire.tables.headers', {}, async (bench) => {
    const text = csv('Name,"How many, really",Notes', '{mark} a,5,n');
    await bench.send(imports(bench, text, refused('Name')));
    const options = { map: 'title=Name,"count=How many, really"', skip: 'Notes' };
    await bench.send(imports(bench, text, report({ read: 1, created: 1 }), { options }));
    await removes(bench);
    await bench.send(stored({ title: '{mark} a', count: 5 }));
    for (const [header, more, message] of [
      ['titel', {}, 'did you mean "title"'],
      ['title,key', {}, 'password'],
      ['title,nothing', {}, 'no attribute'],
      ['title,tag.nothing', {}, 'no attribute'],
      ['title,links.label', {}, 'is a list'],
      ['title,title', {}, 'two columns'],
      ['title,,count', {}, 'has no name'],
      ['title,tags.tags.name', {}, '.'],
      ['title,Titles', { map: 'title=Titles' }, 'two headers'],
      ['title', { map: 'count=Cuont' }, 'has no header'],
      ['title', { map: 'title' }, 'is no pair'],
      ['title,x', { map: 'title=x,title=title' }, 'twice'],
      ['title', { skip: 'Other' }, 'has no header'],
      ['title', { skip: '"x' }, 'quote'],
      ['body,body.n', {}, '.'],
      ['link,link.label', {}, 'is a part of'],
      ['title,count,link,link.label', {}, 'is a part of'],
      ['title@fr', {}, 'no locales'],
      ['a'.repeat(201), {}, '200 characters'],
    ] as const)
      await bench.send(
        imports(bench, csv(header, header.replace(/[^,]+/g, 'x')), refused(message), { options: more }),
      );
    await bench.send(stored({ title: '{mark} a' }));
  }),
  served('quire.tables.files', {}, async (bench) => {
    for (const [n, text] of [
      '\ufefftitle;count\n{mark} 0;1\n',
      'title\tcount\r{mark} 1\t1\r',
      '"title","count"\r\n"{mark} 2","1"\r\n\r\n',
      'title , count ,\r\n{mark} 3,1,\r\n',
    ].entries()) {
      await bench.send(imports(bench, text, report({ read: 1, created: 1 })));
      await removes(bench, `filters[title]={mark} ${n}`);
      await bench.send(get(`/sheets?filters[title]={mark} ${n}`, { data: exactly([{ count: 1 }]) }));
    }
    await bench.send(imports(bench, Buffer.from('title\r\n\ufeff', 'utf16le'), refused('UTF-16')));
    await bench.send(
      imports(bench, Buffer.from('title\r\nt\xfcr\r\n', 'latin1'), refused('line 2: it is not UTF-8')),
    );
    await bench.send(imports(bench, 'title\r\na\0b\r\n', refused('NUL')));
    await bench.send(imports(bench, 'title\r\n"open\r\n', refused('quote is not closed')));
    await bench.send(imports(bench, 'title\r\na"b\r\n', refused('quote')));
    await bench.send(
      imports(
        bench,
        '[1]\n',
        {
          status: 200,
          data: {
            read: 1,
            leftOut: 1,
            errors: exactly([{ line: 1, column: null, message: is.matching('no JSON object') }]),
          },
        },
        { name: 'x.jsonl' },
      ),
    );
    await bench.send(imports(bench, '', { status: [200, 400] }));
    const { type, body } = multipart([
      { name: 'files', filename: 'x.csv', type: 'text/csv', content: 'title' },
    ]);
    await bench.send({
      send: 'POST',
      path: `${AT}/import`,
      bytes: body,
      headers: { 'content-type': type },
      expect: refused('one part "file"'),
    });
    await bench.send({ send: 'POST', path: `${AT}/import`, body: { title: 'x' }, expect: { status: 400 } });
  }),
  served(
    'quire.tables.rights',
    {
      t: named('/tags'),
      a: sheet({ count: 1, notes: 'n', tags: ['{t.documentId}'] }),
      b: sheet({ title: '{mark} b', count: 2 }),
    },
    async (bench) => {
      const of = (...verbs: string[]): string[] => verbs.map((verb) => `${SHEET}.${verb}`);
      await borrowUser(bench, 'reader', of('find'));
      await borrowUser(bench, 'exporter', of('export'));
      await borrowUser(bench, 'both', of('find', 'export'));
      await borrowUser(bench, 'ruled', [
        ...of('export'),
        { action: `${SHEET}.find`, where: { count: 1 }, fields: ['title', 'count'] },
      ]);
      const own = 'filters[title][$startsWith]={mark}';
      for (const as of ['reader', 'exporter', 'anonymous'])
        await bench.send(exportsTable(own, { status: 403 }, { as }));
      const all = await bench.send(exportsTable(own, { status: 200 }, { as: 'both' }));
      bench.compare(
        'without tags and notes',
        'documentId,title,code,count,flag,day,kind,body,link,links',
        linesIn(all.text)[0],
      );
      const ruled = await bench.send(exportsTable(own, { status: 200 }, { as: 'ruled' }));
      bench.compare('the rule', exactly(['title,count', `${bench.mark},1`]), linesIn(ruled.text));
      for (const fields of ['notes', 'tags.name', 'tag'])
        await bench.send(exportsTable(`fields=${fields}`, { status: 400 }, { as: 'both' }));
      await bench.send(exportsTable('fields=code', { status: 400 }, { as: 'ruled' }));
      await bench.send(exportsTable('fields=title&status=draft', { status: 403 }, { as: 'both' }));
      const file = csv('documentId,title', '{b.documentId},{mark} changed');
      await borrowUser(bench, 'importer', of('find', 'import'));
      await borrowUser(bench, 'writer', of('find', 'update', 'create', 'publish', 'readDraft'));
      await borrowUser(bench, 'tabler', [
        ...of('import', 'find', 'create', 'publish', 'readDraft'),
        { action: `${SHEET}.update`, where: { count: 1 } },
      ]);
      await bench.send(imports(bench, file, { status: 403 }, { as: 'writer' }));
      await bench.send(imports(bench, file, { status: [200, 403] }, { as: 'importer' }));
      const answer = await bench.send(imports(bench, file, { status: [200, 403, 404] }, { as: 'tabler' }));
      if (answer.status === 200)
        bench.compare('outside of the rule', { updated: 0 }, Object(answer.body).data);
      await bench.send(get('/sheets/{b.documentId}', { data: { title: '{mark} b' } }));
      await bench.send(
        imports(bench, csv('title', '{mark} c'), { status: 200, data: { created: 1 } }, { as: 'tabler' }),
      );
      await removes(bench, 'filters[title]={mark} c');
    },
  ),
];
